"""Work in other threads; what a thread raises is raised here."""

from concurrent.futures import ThreadPoolExecutor


def in_thread(function, *args):
    """Return what a function returns in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *args).result()


def in_threads(function, arguments):
    """Call a function with each argument concurrently, one thread for each."""
    pools = [ThreadPoolExecutor(1) for _ in arguments]
    try:
        futures = [pool.submit(function, arg) for pool, arg in zip(pools, arguments, strict=True)]
        return [future.result() for future in futures]
    finally:
        for pool in pools:
            pool.shutdown()
