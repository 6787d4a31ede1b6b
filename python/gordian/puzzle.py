"""Puzzles of any kind: from links, texts and files."""

from __future__ import annotations

import os
import re
from typing import Any

from gordian.errors import Error
from gordian.requests import request

__all__ = ["Answer", "Check", "Puzzle", "Step", "generate", "load"]

# The drawing of a grid: its margin and the side of a cell.
_MARGIN = 4
_CELL = 40


class Answer(dict):
    """The answer about a puzzle: a document, whose fields are attributes, too.

    In a notebook, it is the drawing of the puzzle with its solution.
    """

    _puzzle: str | None = None

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has no field `{name}`") from None

    def svg(self) -> str | None:
        """Draws the puzzle with its solution as an SVG element; `None` if it has no solution."""
        if self._puzzle is None or self.get("solution") is None:
            return None
        return request("draw", puzzle=self._puzzle, solution=self["solution"])["svg"]

    def _repr_svg_(self) -> str | None:
        return self.svg()


class Check(Answer):
    """Whether a solution is right, and which rules it breaks; true if it is right."""

    def __bool__(self) -> bool:
        return self["right"]


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
            return request("draw", puzzle=self._puzzle, solution=self["part"])["svg"]
        svg = request("draw", puzzle=self._puzzle)["svg"]
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


class Puzzle:
    """A puzzle of any kind.

    In a notebook, it is its drawing.
    """

    def __init__(self, text: str) -> None:
        """Reads a puzzle from the text of a file, a link, or a Sudoku in any text format."""
        #: The text that the puzzle was read from.
        self.text = text
        #: The kind, such as `nurikabe`; `grid` for a Sudoku.
        self.kind: str
        #: The title, if it has one.
        self.title: str | None
        try:
            drawn = request("draw", puzzle=text)
            self.kind, self.title = drawn["kind"], drawn["title"]
        except Error as error:
            if error.code != "request.too-large":
                raise
            # Too large to be drawn, but not to be solved.
            found = request("solve", puzzle=text, task="first", time_limit=0.001)
            self.kind, self.title = found["kind"], found["title"]

    def solve(self, **options: Any) -> Answer:
        """Solves the puzzle, and proves whether the solution is unique.

        The options are those of `gordian.solve`, such as `time_limit` and `task`.
        """
        return self._answer(request("solve", puzzle=self.text, **options))

    def unique(self, **options: Any) -> bool | None:
        """Returns whether the puzzle has exactly one solution; `None` if a limit was reached."""
        answer = self.solve(**options)
        return False if answer["outcome"] == "infeasible" else answer["unique"]

    def determined(self, **options: Any) -> Answer:
        """Returns what is the same in all solutions: `part`, with `?` elsewhere."""
        answer = self.solve(task="determined", **options)
        if answer.get("determined") is None:
            return answer
        return Answer(answer["determined"])

    def conflict(self, **options: Any) -> list[str] | None:
        """Returns givens and rules that exclude each other; `None` if there is a solution.

        If any one of them is removed, the others have a solution; with a limit, a note of
        `solve(conflict=True)` says if that was not proved. `TimeoutError` is raised if a limit is
        reached before a conflict or a solution is found.
        """
        answer = self.solve(conflict=True, **options)
        if answer["solution"] is not None:
            return None
        if answer.get("conflict") is None:
            raise TimeoutError("; ".join(["no conflict was found", *answer.get("notes", [])]))
        return answer["conflict"]

    def explain(self, **options: Any) -> Answer:
        """Explains the solution in steps: a Sudoku by techniques, others by clues and rules."""
        name = "sudoku/explain" if self.kind == "grid" else "pencil/explain"
        return self._answer(request(name, puzzle=self.text, **options))

    def steps(self, **options: Any) -> list[Step]:
        """Returns the steps of the explanation, each of which can be drawn."""
        explained = self.explain(**options)
        if self.kind != "grid":
            explanation = explained.get("explanation") or {}
            return [self._step(step, {}) for step in explanation.get("steps", [])]
        n = round(len(explained["start"]["values"]) ** 0.5)
        values = enumerate(explained["start"]["values"])
        known = {f"r{at // n + 1}c{at % n + 1}": digit for at, digit in values if digit}
        steps = []
        for step in explained["steps"]:
            steps.append(self._step(step, dict(known)))
            known.update((it["cell"], it["digit"]) for it in step.get("placements", []))
        return steps

    def hint(self, **options: Any) -> Step | None:
        """Returns the easiest next step; `None` if there is none, or if a limit was reached."""
        if self.kind == "grid":
            found = request("sudoku/hint", puzzle=self.text, **options)
            if found.get("step") is None:
                return None
            values = found["start"]["values"]
            n = round(len(values) ** 0.5)
            known = {f"r{at // n + 1}c{at % n + 1}": it for at, it in enumerate(values) if it}
            return self._step(found["step"], known)
        return next(iter(self.steps(**options)), None)

    def _step(self, document: dict[str, Any], known: dict[str, int]) -> Step:
        step = Step(document)
        step._puzzle, step._known = self.text, known
        return step

    def check(self, solution: Any) -> Check:
        """Checks a solution by the rules alone."""
        return Check(request("check", puzzle=self.text, solution=solution))

    def draw(self, solution: Any = None) -> str:
        """Draws the puzzle as lines of text."""
        return request("draw", puzzle=self.text, solution=solution)["text"]

    def svg(self, solution: Any = None) -> str:
        """Draws the puzzle as an SVG element."""
        return request("draw", puzzle=self.text, solution=solution)["svg"]

    @classmethod
    def generate(cls, kind: str, **options: Any) -> Puzzle:
        """Generates a puzzle with exactly one solution.

        kind: `sudoku`, with the options of `gordian.sudoku.generate`; or a kind of pencil puzzles,
            with `rows`, `columns` and the other options of `gordian.pencil.generate`.

        `TimeoutError` is raised if a limit is reached before one is found.
        """
        if kind in ("sudoku", "grid"):
            made = request("sudoku/generate", **options)
            # A line has boxes of the usual shape only.
            text = made["file"] or made["puzzle"]
        else:
            text = request("pencil/generate", kind=kind, **options)["puzzle"]
        if text is None:
            raise TimeoutError("no puzzle was found in time")
        return cls(text)

    def _answer(self, document: dict[str, Any]) -> Answer:
        answer = Answer(document)
        answer._puzzle = self.text
        return answer

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        title = "" if self.title is None else f" {self.title!r}"
        return f"<Puzzle {self.kind}{title}>"


def load(source: str | os.PathLike[str]) -> Puzzle:
    """Loads a puzzle from a link, a text, or a file.

    source: a link, such as one of puzz.link; the text of a puzzle file; a Sudoku in any text
        format; or the path of a file. A text of one line is a path if a file has that name.
    """
    if isinstance(source, os.PathLike):
        return Puzzle(_read(source))
    if not isinstance(source, str):
        raise TypeError(f"a link, a text or a path is needed, not `{type(source).__name__}`")
    is_path = "\n" not in source and "://" not in source and _is_file(source)
    return Puzzle(_read(source) if is_path else source)


def _is_file(name: str) -> bool:
    try:
        return os.path.isfile(name)
    except ValueError:
        return False


def _read(path: str | os.PathLike[str]) -> str:
    with open(path, encoding="utf-8-sig") as file:
        return file.read()


def generate(kind: str, **options: Any) -> Puzzle:
    """Generates a puzzle with exactly one solution: see `Puzzle.generate`."""
    return Puzzle.generate(kind, **options)
