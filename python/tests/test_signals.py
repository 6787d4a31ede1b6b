"""Ctrl-C ends long work, and other threads run meanwhile."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time

import gordian
import numpy as np
import pytest
from test_models import pigeons


@pytest.fixture(autouse=True)
def handled():
    """Ctrl-C is handled, also where the shell that started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def watchdog():
    """Ends the process if work does not end that only a signal ends."""
    faulthandler.dump_traceback_later(120, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def interrupt(work, after=0.3):
    """Does work that only a signal ends."""
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.join()


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
        interrupt(work)


def test_a_signal_ends_a_request():
    interrupt(lambda: gordian.solve("." * 81, task="count"))


def test_a_signal_ends_a_batch():
    puzzles = np.zeros((2_000_000, 81), dtype=np.uint8)

    def work():
        gordian.sudoku.solve_many(puzzles, threads=1)

    start = time.monotonic()
    work()
    whole = time.monotonic() - start
    start = time.monotonic()
    interrupt(work, after=whole / 10)
    # Only compared with itself: a batch ends without a signal, too.
    assert time.monotonic() - start < whole * 0.8


def test_other_threads_run_during_a_search():
    model = pigeons(14)

    def count():
        for _ in range(200):
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=count)
    thread.start()
    # Without an end, if the thread does not run.
    with pytest.raises(KeyboardInterrupt):
        model.solve(engine="batsat")
    thread.join()


def test_signals_reach_their_handlers():
    model = pigeons(14)
    reached = threading.Event()
    before = signal.signal(signal.SIGUSR1, lambda *_: reached.set())

    def send():
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGUSR1)
        reached.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    try:
        # Without an end, if the handler is not called during the search.
        with pytest.raises(KeyboardInterrupt):
            model.solve(engine="batsat")
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert reached.is_set()
