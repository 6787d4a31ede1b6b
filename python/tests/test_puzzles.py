"""Puzzles of any kind: from links, texts and files."""

from __future__ import annotations

import pickle
import re
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


def cells_of(svg, size):
    """Returns the digits of a drawing with this size, by their places."""
    found = re.findall(r'<text x="([0-9.]+)" y="([0-9.]+)"[^>]*font-size="(\d+)"[^>]*>(\d)<', svg)
    return {
        (round((float(y) - 24) / 40), round((float(x) - 24) / 40)): int(digit)
        for x, y, font, digit in found
        if int(font) == size
    }


def test_steps_of_sudoku():
    puzzle = gordian.load(SUDOKU)
    steps = puzzle.steps()
    n_open = SUDOKU.count(".")
    assert sum(len(step.get("placements", [])) for step in steps) == n_open
    hint = puzzle.hint()
    assert hint == steps[0] and str(hint) == hint.text and "r" in hint.text
    for at in (0, 5, len(steps) - 1):
        svg = steps[at]._repr_svg_()
        drawn = cells_of(svg, 20)
        known = {(i // 9, i % 9): int(digit) for i, digit in enumerate(SUDOKU) if digit != "."}
        for before in steps[:at]:
            for it in before["placements"]:
                row, column = it["cell"][1:].split("c")
                known[int(row) - 1, int(column) - 1] = it["digit"]
        assert drawn == known
        # Each digit once, and the placed one in green.
        assert len(re.findall('font-size="20"', svg)) == len(known)
        (placed,) = steps[at]["placements"]
        assert f'fill="#16a34a">{placed["digit"]}<' in svg
    assert gordian.load(SOLVED).hint() is None and gordian.load(SOLVED).steps() == []
    large = gordian.generate("sudoku", seed=1, size=6)
    assert "<svg" in large.hint()._repr_svg_()


def test_steps_of_pencil_puzzles():
    puzzle = gordian.load(NURIKABE)
    steps = puzzle.steps()
    assert steps[0] == puzzle.hint() and steps[0].conclusions[0] in str(steps[0])
    first, last = steps[0]._repr_svg_(), steps[-1]._repr_svg_()
    assert first != last and last == puzzle.svg(puzzle.solve().solution)
    assert gordian.puzzle.Step({"part": {}})._repr_svg_() is None


def test_puzzles_and_answers_can_be_pickled():
    puzzle = gordian.load(NURIKABE)
    for given in (puzzle.solve(), puzzle.steps()[0], puzzle.check(puzzle.solve().solution)):
        again = pickle.loads(pickle.dumps(given))
        assert again == given and type(again) is type(given)
        assert again._repr_svg_() == given._repr_svg_()
    assert pickle.loads(pickle.dumps(puzzle)).svg() == puzzle.svg()


def test_links():
    puzzle = gordian.load("https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g")
    assert puzzle.kind == "shikaku" and puzzle.unique()


def test_links_that_are_not_whole_or_have_more():
    for link in ("slither/5/5/2", "https://puzz.link/p?slither/5/5/2"):
        with pytest.raises(gordian.Error, match="24 of 25 cells are missing") as caught:
            gordian.load(link)
        assert caught.value.code == "link.too-short"
    with pytest.raises(gordian.Error) as caught:
        gordian.load("slither/2/2/2222222")
    assert caught.value.code == "link.too-long"
    puzzle = gordian.load("https://puzz.link/p?slither/4/4/dgdh2c7b&id=1")
    assert puzzle.notes == ["ignored what follows the last cell in the link, `&id=1`"]
    puzzle = gordian.load("https://puzz.link/p?slither/4/4/dgdh2c7b")
    assert puzzle.notes == [] and puzzle.text.startswith("https://")


def test_edges_on_the_outline_have_sides():
    explained = gordian.load("slither/2/2/3i").explain().explanation
    sentences = [it for step in explained.steps for it in [*step.known, *step.conclusions]]
    for side in ("top", "left"):
        assert any(f"along the {side} edge of r1c1" in it for it in sentences)
    assert not any("outside" in it for it in sentences)


def test_all_solutions_are_a_list():
    puzzle = gordian.load(SUDOKU)
    answer = puzzle.solve(task="all")
    assert answer.solutions == answer["solutions"] == [answer.solution]
    assert puzzle.solve(task="all", limit=1).solutions == [answer.solution]
    nothing = gordian.load("11" + "." * 79).solve(task="all")
    assert (nothing.outcome, nothing.solutions) == ("infeasible", [])
    several = gordian.load("1..." + "." * 12).solve(task="all", limit=5)
    assert len(several.solutions) == 5
    assert "solutions" not in puzzle.solve()


def test_generated_puzzles():
    for kind in ("slitherlink", "slither"):
        puzzle = gordian.generate(kind, rows=4, columns=4, seed=1)
        assert puzzle.kind == "slither"
    assert gordian.pencil.blank("slitherlink", 3, 3).kind == "slither"
    assert gordian.load("kind = 'slitherlink'\nboard = '''\n3.\n..\n'''").kind == "slither"
    with pytest.raises(gordian.Error) as caught:
        gordian.generate("slitherlnk", rows=4, columns=4)
    assert "`slitherlink`" in caught.value.hint
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
    for path in ("nofile.txt", "puzzles/no-such-puzzle.toml", "../nothing", "C:\\a\\b.toml"):
        with pytest.raises(FileNotFoundError, match="path of a file") as caught:
            gordian.load(path)
        assert caught.value.filename == path
    for text in (SUDOKU[:80], "1.../..2./.3../...", "slither/5/5/2", "https://a.example/b.txt"):
        with pytest.raises(gordian.Error):
            gordian.load(text)


def test_time_limits():
    large = gordian.load("." * 81)
    with pytest.raises(gordian.Error):
        large.solve(time_limit=-1)
    assert large.solve(task="count", time_limit=0.05).limit == "time"


def test_answers_and_steps_are_drawn():
    puzzle = gordian.load("kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''")
    answer = puzzle.solve()
    assert answer.svg() == answer._repr_svg_() and answer.svg().count("<text") == 16
    step = puzzle.hint()
    assert step.svg() == step._repr_svg_() and step.svg().startswith("<svg ")
