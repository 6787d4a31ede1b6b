"""Answers as documents with attributes, and drawings of them."""

from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Iterable
from typing import Any

from gordian import _gordian
from gordian.errors import Error

# The drawing of a grid: its margin and the side of a cell.
_MARGIN = 4
_CELL = 40


class Answer(dict):
    """An answer: a document, whose fields are attributes, too, as are those of documents in it.

    A field with the name of a method of `dict`, such as `values`, is read as `answer["values"]`.
    In a notebook, an answer with the solution of a puzzle is its drawing.
    """

    _puzzle: str | None = None

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has no field `{name}`") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]

    def svg(self) -> str | None:
        """Draws the puzzle with its solution as an SVG element; `None` if it has no solution."""
        if self._puzzle is None or self.get("solution") is None:
            return None
        return _svg(self._puzzle, self["solution"])

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except Error:
            # A model has no drawing, and a huge puzzle none that is shown.
            return None


class Check(Answer):
    """Whether a solution is right, and which rules it breaks; true if it is right."""

    def __bool__(self) -> bool:
        return self["right"]


class Drawing(Answer):
    """A drawing, as `text` and as `svg`; in a notebook, it is shown."""

    #: The drawing as an SVG element.
    svg = property(lambda self: self["svg"])

    def _repr_svg_(self) -> str:
        return self["svg"]

    def __str__(self) -> str:
        return self["text"]


class Step(Answer):
    """A step of an explanation: a document, whose fields are attributes, too.

    In a notebook, it is a drawing. Of a pencil puzzle, it has what is known after the step. Of a
    Sudoku, it has the digits that are known before it, and the candidates of the step: those that
    are placed in green, those that are eliminated in red, and those of the reason in blue.
    """

    _known: dict[str, int] = {}

    def svg(self) -> str | None:
        """Draws the step as an SVG element."""
        if self._puzzle is None:
            return None
        if "part" in self:
            return _svg(self._puzzle, self["part"])
        svg = _svg(self._puzzle)
        return svg.replace("</svg>", "".join(self._overlay(svg)) + "</svg>")

    def _overlay(self, svg: str) -> list[str]:
        """Returns the known digits that are not given, and the candidates of the step."""
        side = float(re.search(r'viewBox="0 0 ([0-9.]+)', svg)[1])
        n = round((side - 2 * _MARGIN) / _CELL)
        given = set(re.findall(r'<text x="([0-9.]+)" y="([0-9.]+)"', svg))
        drawn = []
        for name, digit in self._known.items():
            x, y = _centre(name)
            if (f"{x:g}", f"{y:g}") not in given:
                drawn.append(_text(x, y, 20, "currentColor", digit))
        colours: dict[tuple[str, int], str] = {}
        for part in self.get("explanation", []):
            for it in part.get("candidates", []):
                colours[it["cell"], it["digit"]] = "#2563eb"
        for it in self.get("eliminations", []):
            colours[it["cell"], it["digit"]] = "#dc2626"
        for it in self.get("placements", []):
            colours[it["cell"], it["digit"]] = "#16a34a"
        per_row = max(1, round(n**0.5 + 0.49))
        for (name, digit), colour in colours.items():
            x, y = _centre(name)
            row, column = divmod(digit - 1, per_row)
            x += (column + 0.5) * _CELL / per_row - _CELL / 2
            y += (row + 0.5) * _CELL / per_row - _CELL / 2
            drawn.append(_text(x, y, 11 if n <= 9 else 7, colour, digit))
        return drawn

    def __str__(self) -> str:
        if "text" in self:
            return self["text"]
        reasons = [*self["reasons"], *self["known"]]
        conclusions = "; ".join(self["conclusions"])
        return f"{conclusions} (from: {'; '.join(reasons)})" if reasons else conclusions


def _centre(cell: str) -> tuple[float, float]:
    """Returns the centre of a cell such as `r2c3` in the drawing of a grid."""
    row, column = re.fullmatch(r"r(\d+)c(\d+)", cell).groups()
    return (
        _MARGIN + (int(column) - 0.5) * _CELL,
        _MARGIN + (int(row) - 0.5) * _CELL,
    )


def _text(x: float, y: float, size: int, colour: str, digit: int) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" dy="0.35em"'
    return f'<text {place} font-size="{size}" fill="{colour}">{digit}</text>\n'


def run(name: str, fields: dict[str, Any]) -> Answer:
    """Runs an operation, and returns its answer with steps that can be drawn."""
    answer = read(name, _gordian.request(name, write(fields)))
    puzzle = fields.get("puzzle")
    if not isinstance(puzzle, str):
        return answer
    answer._puzzle = puzzle
    if name == "sudoku/hint" and answer.get("step") is not None:
        answer["step"] = _step(answer["step"], puzzle, _known(answer["start"]["values"]))
    if name == "sudoku/explain":
        known = _known(answer["start"]["values"])
        for at, document in enumerate(answer["steps"]):
            answer["steps"][at] = _step(document, puzzle, dict(known))
            known.update((it["cell"], it["digit"]) for it in document.get("placements", []))
    if name == "pencil/explain" and answer.get("explanation") is not None:
        steps = answer["explanation"]["steps"]
        answer["explanation"]["steps"] = [_step(document, puzzle, {}) for document in steps]
    return answer


def read(name: str, text: str) -> Answer:
    """Returns the answer of an operation from its text."""
    answer = json.loads(text, object_hook=Answer)
    return CLASSES.get(name, Answer)(answer)


#: The classes of the answers of operations, where they are not plain answers.
CLASSES = {"check": Check, "draw": Drawing}


def write(fields: dict[str, Any]) -> str:
    """Returns the text of a request. Fields that are `None` are left out."""
    present = {field: value for field, value in fields.items() if value is not None}
    return json.dumps(present, default=_plain)


def _plain(value: Any) -> Any:
    """Returns what stands in a document for an object that is not of JSON."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    return operator.index(value)


def _svg(puzzle: str, solution: Any = None) -> str:
    fields = {"puzzle": puzzle, "solution": solution}
    return read("draw", _gordian.request("draw", write(fields)))["svg"]


def _step(document: dict[str, Any], puzzle: str, known: dict[str, int]) -> Step:
    step = Step(document)
    step._puzzle, step._known = puzzle, known
    return step


def _known(values: list[int]) -> dict[str, int]:
    """Returns the digits of a grid by the names of their cells."""
    n = round(len(values) ** 0.5)
    return {f"r{at // n + 1}c{at % n + 1}": digit for at, digit in enumerate(values) if digit}
