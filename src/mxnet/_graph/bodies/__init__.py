"""bodies"""
