"""Puzzles of any kind: from links, texts and files."""

from __future__ import annotations

from pathlib import Path

import gordian
import pytest

from conftest import SOLVED, SUDOKU

ROOT = Path(__file__).resolve().parents[2]
NURIKABE = ROOT / "puzzles/nurikabe.toml"


def test_files():
    puzzle = gordian.load(NURIKABE)
    assert puzzle.kind == "nurikabe"
    assert repr(puzzle).startswith("<Puzzle nurikabe")
    assert gordian.load(str(NURIKABE)).text == puzzle.text
    assert gordian.load(puzzle.text).kind == "nurikabe"
    answer = puzzle.solve()
    assert answer.outcome == answer["outcome"] == "solved"
    assert puzzle.unique() is True
    assert puzzle.conflict() is None
    assert puzzle.determined().proved is True
    check = puzzle.check(answer.solution)
    assert check and check.right and check.broken == []
    assert puzzle.explain().explanation["steps"]
    assert "<svg" in puzzle._repr_svg_() and "<svg" in answer._repr_svg_()
    assert puzzle._repr_svg_() != answer._repr_svg_()
    assert str(puzzle) != puzzle.draw(answer.solution)
    with pytest.raises(AttributeError):
        answer.nothing


def test_sudoku():
    puzzle = gordian.load(SUDOKU)
    assert (puzzle.kind, puzzle.unique()) == ("grid", True)
    assert puzzle.explain().solution == SOLVED
    assert "<svg" in puzzle.explain()._repr_svg_()
    assert puzzle.check(SOLVED)
    wrong = puzzle.check(SOLVED[::-1])
    assert not wrong and wrong.broken
    assert gordian.load("." * 81).unique() is False
    # Two equal digits in a row.
    bad = gordian.load("1........" + "." * 63 + "1........")
    assert bad.solve().outcome == "infeasible" and bad.unique() is False
    assert len(bad.conflict()) >= 2
    assert bad.solve()._repr_svg_() is None


def test_links():
    puzzle = gordian.load("https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g")
    assert puzzle.kind == "shikaku" and puzzle.unique()


def test_generated_puzzles():
    puzzle = gordian.generate("nurikabe", rows=5, columns=5, seed=1)
    assert (puzzle.kind, puzzle.unique()) == ("nurikabe", True)
    puzzle = gordian.generate("sudoku", seed=1, size=4)
    assert (puzzle.kind, puzzle.unique()) == ("grid", True)
    assert gordian.Puzzle.generate("sudoku", seed=2, diagonals=True).unique()
    with pytest.raises(gordian.Error):
        gordian.generate("nothing", rows=5, columns=5)
    with pytest.raises(gordian.Error) as caught:
        gordian.generate("nurikabe")
    assert caught.value.code == "body.shape"


def test_wrong_sources(tmp_path):
    for code, source in (
        ("sudoku.wrong-length", "123"),
        ("request.not-applicable", '{"schema": 1, "variables": []}'),
    ):
        with pytest.raises(gordian.Error) as caught:
            gordian.load(source)
        assert caught.value.code == code
    with pytest.raises(TypeError):
        gordian.load(3)
    with pytest.raises(FileNotFoundError):
        gordian.load(tmp_path / "nothing.toml")
    with pytest.raises(gordian.Error):
        gordian.load("a\0b")


def test_time_limits():
    large = gordian.load("." * 81)
    with pytest.raises(gordian.Error):
        large.solve(time_limit=-1)
    assert large.solve(task="count", time_limit=0.05).limit == "time"
