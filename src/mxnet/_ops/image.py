"""Images: conversion, flips, crops, colour changes."""

from __future__ import annotations
