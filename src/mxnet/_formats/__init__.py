"""File formats: conversion between bytes and plain objects. See the README for guarantees."""
