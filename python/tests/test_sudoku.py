"""Batches of Sudoku."""

from __future__ import annotations

import random

import gordian
import numpy as np
import pytest
from gordian.sudoku import rate, rate_many, solve_many

from conftest import SOLVED, SUDOKU

NONE = "11" + "." * 79
SEVERAL = "." * 81


def puzzles(n):
    """Puzzles that are one of a unique solution with other digits; all but the first may lack some."""
    chosen = random.Random(1)
    made = []
    for _ in range(n):
        digits = chosen.sample("123456789", 9)
        text = SUDOKU.translate(str.maketrans("123456789", "".join(digits)))
        if made and chosen.random() < 0.2:
            given = [at for at, digit in enumerate(text) if digit != "."]
            for at in chosen.sample(given, 8):
                text = text[:at] + "." + text[at + 1 :]
        made.append(text)
    return made


def as_array(texts):
    return np.array([[0 if c == "." else int(c) for c in text] for text in texts], dtype=np.uint8)


def test_lists():
    solutions, counts = solve_many([SUDOKU, NONE, SEVERAL])
    assert solutions[:2] == [SOLVED, None] and len(solutions[2]) == 81
    assert counts == [1, 0, 2]
    batch = solve_many(iter([SUDOKU]), threads=1)
    assert (batch.solutions, batch.counts) == ([SOLVED], [1])


def test_lines():
    text = f"# comment\n\n{SUDOKU}\r\n{NONE}\n1.....2..3.....4\n{SUDOKU}".encode()
    solutions, counts = solve_many(text)
    assert solutions == f"{SOLVED}\n-\n1243342143122134\n{SOLVED}\n".encode()
    assert list(counts) == [1, 0, 1, 1]
    assert solve_many(b"") == (b"", b"")


def test_arrays():
    array = as_array([SUDOKU, NONE, SEVERAL])
    solutions, counts = solve_many(array)
    assert solutions.dtype == counts.dtype == np.uint8
    assert "".join(map(str, solutions[0])) == SOLVED and not solutions[1].any()
    assert counts.tolist() == [1, 0, 2] and solutions.shape == (3, 81)
    for view in (array[::-1], np.asfortranarray(array)[::-1]):
        assert solve_many(view).counts.tolist() == [2, 0, 1]
    empty = solve_many(np.empty((0, 81), dtype=np.uint8))
    assert (empty.solutions.shape, empty.counts.shape) == ((0, 81), (0,))
    solutions[0, 0] = 9


@pytest.mark.parametrize("n", [1, 511, 512, 513, 2000, 2001, 5000])
def test_all_forms_have_the_same_answers(n):
    texts = puzzles(n)
    solutions, counts = solve_many(texts, threads=2)
    lines, count_bytes = solve_many("\n".join(texts).encode())
    array, count_array = solve_many(as_array(texts), threads=3)
    assert counts == list(count_bytes) == count_array.tolist()
    assert set(counts) <= {1, 2} and counts.count(1) > 0
    for at, text in enumerate(texts):
        if counts[at] == 1:
            assert solutions[at] == "".join(map(str, array[at]))
        assert gordian_accepts(text, solutions[at])
    unique = [line for line, count in zip(lines.decode().split("\n"), counts) if count == 1]
    assert unique == [solution for solution, count in zip(solutions, counts) if count == 1]


def gordian_accepts(puzzle, solution):
    rows = [solution[at : at + 9] for at in range(0, 81, 9)]
    columns = ["".join(column) for column in zip(*rows)]
    boxes = [
        "".join(rows[y][x : x + 3] for y in range(top, top + 3))
        for top in (0, 3, 6)
        for x in (0, 3, 6)
    ]
    houses = [*rows, *columns, *boxes]
    return all(sorted(house) == list("123456789") for house in houses) and all(
        given in (".", digit) for given, digit in zip(puzzle, solution)
    )


def test_other_sizes_and_formats():
    drawn = "\n".join(SUDOKU[at : at + 9] for at in range(0, 81, 9))
    solutions, counts = solve_many(["1.....2..3.....4", drawn, SUDOKU, "." * 256])
    assert solutions[:3] == ["1243342143122134", SOLVED, SOLVED]
    assert counts == [1, 1, 1, 2] and len(solutions[3]) == 256


@pytest.mark.parametrize(
    ("code", "line", "given"),
    [
        ("sudoku.wrong-length", 2, [SUDOKU, "123"]),
        ("sudoku.bad-character", 1, ["$" + SUDOKU[1:]]),
        ("request.several-puzzles", 1, [f"{SUDOKU}\n{SUDOKU}"]),
        ("sudoku.empty", 1, [""]),
        ("sudoku.wrong-length", 4, f"# a\n\n{SUDOKU}\n123".encode()),
        ("input.not-utf8", 1, b"\xff"),
    ],
)
def test_invalid_puzzles(code, line, given):
    with pytest.raises(gordian.Error) as caught:
        solve_many(given)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_invalid_digits():
    array = as_array([SUDOKU] * 3)
    array[2, 7] = 10
    with pytest.raises(gordian.Error, match="cell 7 of puzzle 2 is 10") as caught:
        solve_many(array)
    assert (caught.value.line, caught.value.column) == (3, 8)


def test_wrong_types():
    for given in (
        SUDOKU,
        [3],
        [b"abc"],
        [None],
        3,
        None,
        np.zeros((1, 81)),
        np.zeros((1, 81), dtype=np.int64),
    ):
        with pytest.raises(TypeError):
            solve_many(given)
    for given in (np.zeros(81, dtype=np.uint8), np.zeros((1, 80), dtype=np.uint8)):
        with pytest.raises(ValueError):
            solve_many(given)
    with pytest.raises(ValueError):
        solve_many([SUDOKU], threads=0)


def test_batches_are_short_in_the_interpreter():
    text = "<Batch of 3: 1 unique, 1 without solution, 1 with several solutions>"
    for given in (
        [SUDOKU, NONE, SEVERAL],
        "\n".join([SUDOKU, NONE, SEVERAL]).encode(),
        as_array([SUDOKU, NONE, SEVERAL]),
    ):
        assert repr(solve_many(given)) == text
    assert repr(solve_many([SUDOKU])) == "<Batch of 1: 1 unique>"
    assert repr(solve_many([])) == "<Batch of 0>"


@pytest.mark.parametrize("scale", [None, "gordian", "hodoku", "explainer"])
def test_batches_are_rated(scale):
    texts = puzzles(7)
    expected = [rate(text, scale=scale) for text in texts]
    assert expected[0].rating
    for given in (texts, iter(texts), "\n# comment\n".join(texts).encode(), as_array(texts)):
        found = rate_many(given, scale=scale, threads=2)
        assert [(it.rating, it.outcome, it.unique) for it in found] == [
            (it.rating, it.outcome, it.unique) for it in expected
        ]
    assert rate_many([]) == []
    assert [it.rating for it in rate_many([NONE, SEVERAL])] == [None, None]
    if scale is None:
        assert rate_many(["1.....2..3.....4"])[0].rating.hardest > 0


@pytest.mark.parametrize(
    ("code", "line", "given"),
    [
        ("sudoku.wrong-length", 2, [SUDOKU, "123", SUDOKU]),
        ("sudoku.wrong-length", 4, f"# a\n\n{SUDOKU}\n123".encode()),
        ("input.not-utf8", 1, b"\xff"),
        ("sudoku.bad-character", 1, as_array([SUDOKU]) + np.uint8(9)),
    ],
)
def test_invalid_puzzles_are_not_rated(code, line, given):
    with pytest.raises(gordian.Error) as caught:
        rate_many(given)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_wrong_types_are_not_rated():
    for given in (SUDOKU, [3], 3, None, np.zeros((1, 81))):
        with pytest.raises(TypeError):
            rate_many(given)
    with pytest.raises(ValueError):
        rate_many(np.zeros((1, 80), dtype=np.uint8))
    with pytest.raises(ValueError):
        rate_many([SUDOKU], threads=0)
    # One puzzle is a text.
    for given in ([SUDOKU], as_array([SUDOKU]), SUDOKU.encode()):
        with pytest.raises(TypeError, match="rate_many"):
            rate(given)
