"""Requests: every operation has a function, and errors are those of everywhere."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from pathlib import Path

import gordian
import numpy as np
import pytest
from gordian import _gordian

from conftest import SOLVED, SUDOKU

# Behind the installed package: processes that are started here look in the same folders.
sys.path.append(str(Path(__file__).resolve().parents[1]))
import generate  # noqa: E402

OPERATIONS = json.loads(_gordian.operations())


def test_modules_are_those_that_are_generated():
    for name, text in generate.modules().items():
        path = Path(gordian.__file__).parent / name
        assert path.read_text(encoding="utf-8") == text, f"{name}: run generate.py"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda it: it["name"])
def test_every_operation_has_a_function(operation):
    module, name = generate.module_of(operation["name"])
    function = getattr(importlib.import_module(f"gordian.{module}"), name)
    if module == "_puzzles":
        assert getattr(gordian, name) is function
    else:
        assert getattr(getattr(gordian, module), name) is function
    fields = operation["input"].get("properties", {})
    assert list(inspect.signature(function).parameters) == [
        *(generate.parameter(it) for it in operation["input"].get("required", [])),
        *(
            generate.parameter(it)
            for it in fields
            if it not in operation["input"].get("required", [])
        ),
    ]
    assert operation["summary"].split()[0] in function.__doc__


QUICK = [it for it in OPERATIONS if it["name"] != "square1/report"]


@pytest.mark.parametrize("operation", QUICK, ids=lambda it: it["name"])
def test_examples_are_answered(operation):
    module, name = generate.module_of(operation["name"])
    function = getattr(importlib.import_module(f"gordian.{module}"), name)
    example = {generate.parameter(field): value for field, value in operation["example"].items()}
    answer = function(**example)
    assert isinstance(answer, dict) and answer
    again = gordian.request(operation["name"], **operation["example"])
    assert set(again) == set(answer)


def test_solutions():
    answer = gordian.sudoku.solve(SUDOKU)
    assert answer["unique"] is True
    assert "".join(str(digit) for row in answer["solution"] for digit in row) == SOLVED
    assert gordian.solve(SUDOKU, task="count")["count"] == 1
    assert gordian.check(SUDOKU, SOLVED)["right"]
    assert gordian.check(SUDOKU, np.array(answer["solution"]))["right"]
    assert gordian.sudoku.generate(box=[2, 3], size=6, seed=1)["unique"]
    found = gordian.square1.solve("(1,0)/(-1,-1)/(0,1)")
    assert found["distance"] == 2
    assert gordian.cube.solve("R U F'")["solution"]


def test_answers_have_attributes():
    answer = gordian.sudoku.solve(SUDOKU)
    assert isinstance(answer, gordian.Answer) and answer.unique is answer["unique"] is True
    assert answer.svg().count("<text") == 81 and "seconds" in dir(answer)
    check = gordian.check(SUDOKU, SOLVED[::-1])
    assert isinstance(check, gordian.Check) and not check and check.broken
    hint = gordian.sudoku.hint(SUDOKU)
    assert isinstance(hint.step, gordian.Step) and hint.step == gordian.load(SUDOKU).hint()
    assert hint.step.svg() == gordian.load(SUDOKU).hint().svg()
    explained = gordian.sudoku.explain(SUDOKU)
    steps = gordian.load(SUDOKU).steps()
    assert [it.svg() for it in explained.steps] == [it.svg() for it in steps]
    assert gordian.sudoku.rate(SUDOKU).rating.hardest > 0
    assert gordian.sudoku.generate(seed=1).puzzle and gordian.sudoku.read(SUDOKU).puzzles
    assert gordian.sudoku.candidates(SUDOKU).outcome
    assert gordian.cube.solve("R U F'").solution and gordian.pencil.kinds().kinds[0].kind
    drawing = gordian.draw(SUDOKU)
    assert isinstance(drawing, gordian.Drawing) and str(drawing) == drawing.text
    assert drawing.svg == drawing["svg"] == drawing._repr_svg_()
    # A model has no drawing.
    model = gordian.Model()
    model.bool("x")
    answer = gordian.solve(model.to_json())
    assert answer.solution and answer._repr_svg_() is None


def test_errors_are_those_of_everywhere():
    with pytest.raises(gordian.Error) as caught:
        gordian.sudoku.candidates("123")
    error = caught.value
    assert (error.code, error.line, error.column) == ("sudoku.wrong-length", 1, 1)
    assert error.hint and error.message in str(error) and error.code in str(error)
    for code, use in (
        ("request.unknown-operation", lambda: gordian.request("sudoku/guess")),
        ("body.shape", lambda: gordian.request("solve", puzzle=SUDOKU, unknown=3)),
        ("body.shape", lambda: gordian.request("solve", puzzle=3)),
        ("body.shape", lambda: gordian.request("solve")),
        ("body.shape", lambda: gordian.request("solve", puzzle=SUDOKU, seed=2**80)),
        ("request.out-of-range", lambda: gordian.solve(SUDOKU, engine="fastest")),
        ("request.out-of-range", lambda: gordian.solve(SUDOKU, time_limit=0)),
    ):
        with pytest.raises(gordian.Error) as caught:
            use()
        assert caught.value.code == code
    with pytest.raises(TypeError):
        gordian.request("solve", puzzle=object())
    with pytest.raises(TypeError):
        gordian.solve()


def test_all_errors_of_a_text_are_there():
    text = "kind = 'goishi'\nboard = '''\n.Q.\n1WX\n'''"
    with pytest.raises(gordian.Error) as caught:
        gordian.draw(text)
    errors = [caught.value, *caught.value.others]
    assert len(errors) >= 2 and all(it.line for it in errors)


def test_configuration(tmp_path):
    try:
        gordian.configure(tables=tmp_path, threads=2, memory_limit=1 << 30)
        assert gordian.solve(SUDOKU)["unique"]
        with pytest.raises(ValueError):
            gordian.configure(threads=0)
    finally:
        gordian.configure()


def test_scrambles_without_a_seed_differ():
    first, second = (gordian.square1.scramble() for _ in range(2))
    assert first != second
