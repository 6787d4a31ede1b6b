"""Ctrl-C ends long work, and other threads run meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time

import gordian
import numpy as np
import pytest
from test_models import pigeons


def interrupted(work, after=0.3):
    """Returns how long the work takes that a signal interrupts."""
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.join()
    return time.monotonic() - start


def test_a_signal_ends_a_search():
    model = pigeons(14)
    for work in (
        lambda: model.solve(engine="batsat"),
        lambda: model.count(engine="batsat"),
        lambda: model.conflict(),
        lambda: list(model.solutions(engine="batsat")),
        lambda: model.solve(assumptions=[], engine="batsat"),
        lambda: model.repairs(),
        lambda: pigeons(40).split(100_000),
    ):
        assert interrupted(work) < 3


def test_a_signal_ends_a_request():
    assert interrupted(lambda: gordian.solve("." * 81, task="count")) < 3


def test_a_signal_ends_a_batch():
    puzzles = np.zeros((5_000_000, 81), dtype=np.uint8)
    assert interrupted(lambda: gordian.sudoku.solve_many(puzzles, threads=1), 0.5) < 5


def test_other_threads_run_during_a_search():
    n = 0
    done = threading.Event()

    def count():
        nonlocal n
        while not done.is_set():
            n += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    pigeons(14).solve(time_limit=0.5, engine="batsat")
    seen = n
    done.set()
    thread.join()
    assert seen > 50


def test_signals_reach_their_handlers():
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(time.monotonic()))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1))
    timer.start()
    try:
        solution = pigeons(14).solve(time_limit=0.8, engine="batsat")
        assert time.monotonic() - seen[0] > 0.3
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)
    assert solution.limit == "time"
