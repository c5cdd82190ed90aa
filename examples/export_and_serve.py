"""From training to a service: export a network to one file, load it, answer requests over HTTP.

A network learns the digits and is saved as `digits.mx`, which holds graph and parameters and runs
no code when it is loaded. A server of Python's standard library loads it; requests that come at the
same time are answered as one batch. The table shows what that is worth.
"""

import argparse
import json
import queue
import statistics
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import Future, ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits


def digits(train):
    images, labels = Digits(train=train)[:]
    return images.astype("float32").transpose((0, 3, 1, 2)) / 16, nd.array(labels)


def train_network(epochs):
    """Return a network that knows the digits."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(32, 3, padding=1, activation="relu"), nn.MaxPool2D(),
            nn.Dense(64, activation="relu"), nn.Dense(10))  # fmt: skip
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(*digits(True)), 64, shuffle=True)
    for _ in range(epochs):
        for images, labels in data:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(images))
    return net


class Batcher(threading.Thread):
    """Answers what is in the queue with one call of the network."""

    def __init__(self, net, most):
        super().__init__(daemon=True)
        self._net, self._most, self._waiting = net, most, queue.Queue()
        self.sizes = []
        self.start()

    def ask(self, image):
        """Return the probabilities of the classes."""
        answer = Future()
        self._waiting.put((image, answer))
        return answer.result()

    def run(self):
        while True:
            requests = [self._waiting.get()]
            while len(requests) < self._most and not self._waiting.empty():
                requests.append(self._waiting.get())
            images, answers = zip(*requests, strict=True)
            scores = nd.softmax(self._net(nd.array(np.stack(images)))).asnumpy()
            self.sizes.append(len(requests))
            for answer, row in zip(answers, scores, strict=True):
                answer.set_result(row)


def serve(batcher):
    """Start a server on a free port; return it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            pixels = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["pixels"]
            scores = batcher.ask(np.array(pixels, "float32").reshape(1, 8, 8))
            digit = int(scores.argmax())
            content = json.dumps({"digit": digit, "probability": float(scores[digit])}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args):
            """Print nothing for each request."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 64  # clients that connect at the same time

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def ask(port, image):
    """Return the digit that the server sees, and how long it took."""
    body = json.dumps({"pixels": image.reshape(-1).tolist()}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}", body)
    begin = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["digit"], time.perf_counter() - begin


def main(epochs=5, requests=200):
    np.random.seed(0)
    mx.random.seed(0)
    with tempfile.TemporaryDirectory() as folder:
        train_network(epochs).save(f"{folder}/digits.mx")
        net = gluon.load(f"{folder}/digits.mx")
    net.hybridize()
    images, labels = (array.asnumpy()[:requests] for array in digits(False))
    print("clients  answers/s  median ms  images in a batch  accuracy")
    share = 0.0
    for clients in (1, 8, 32):
        batcher = Batcher(net, most=32)
        server = serve(batcher)
        begin = time.perf_counter()
        with ThreadPoolExecutor(clients) as pool:
            rows = list(pool.map(lambda image: ask(server.server_port, image), images))  # noqa: B023
        seconds = time.perf_counter() - begin
        server.shutdown()
        server.server_close()
        share = float(np.mean([digit == label for (digit, _), label in
                               zip(rows, labels, strict=True)]))  # fmt: skip
        median = statistics.median(took for _, took in rows) * 1e3
        print(f"{clients:7}  {len(images) / seconds:9.0f}  {median:9.1f}  "
              f"{statistics.mean(batcher.sizes):17.1f}  {share:8.3f}")  # fmt: skip
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=200)
    options = parser.parse_args()
    main(options.epochs, options.requests)
