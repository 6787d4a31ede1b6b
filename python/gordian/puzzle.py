"""Puzzles of any kind: from links, texts and files."""

from __future__ import annotations

import errno
import os
import re
from typing import Any

from gordian._answer import Answer, Check, Step
from gordian.errors import Error
from gordian.requests import request

__all__ = ["Answer", "Check", "Puzzle", "Step", "generate", "load"]


class Puzzle:
    """A puzzle of any kind.

    In a notebook, it is its drawing.
    """

    def __init__(self, text: str) -> None:
        """Reads a puzzle from the text of a file, a link, or a Sudoku in any text format."""
        #: The text that the puzzle was read from: of a link, the link itself.
        self.text = text
        #: The kind, such as `nurikabe`; `grid` for a Sudoku.
        self.kind: str
        #: The title, if it has one.
        self.title: str | None
        #: Remarks on the text, such as what was ignored in a link.
        self.notes: list[str]
        try:
            read = request("draw", puzzle=text)
            self.notes = read.get("notes", [])
        except Error as error:
            if error.code != "request.too-large":
                raise
            # Too large to be drawn, but not to be solved.
            read = request("solve", puzzle=text, task="first", time_limit=0.001)
            self.notes = []
        self.kind, self.title = read["kind"], read["title"]

    def solve(self, **options: Any) -> Answer:
        """Solves the puzzle, and proves whether the solution is unique.

        The options are those of `gordian.solve`, such as `time_limit` and `task`.
        """
        return request("solve", puzzle=self.text, **options)

    def unique(self, **options: Any) -> bool | None:
        """Returns whether the puzzle has exactly one solution; `None` if a limit was reached."""
        answer = self.solve(**options)
        return False if answer["outcome"] == "infeasible" else answer["unique"]

    def determined(self, **options: Any) -> Answer:
        """Returns what is the same in all solutions: `part`, with `?` elsewhere."""
        answer = self.solve(task="determined", **options)
        return answer if answer.get("determined") is None else answer["determined"]

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
        return request(name, puzzle=self.text, **options)

    def steps(self, **options: Any) -> list[Step]:
        """Returns the steps of the explanation, each of which can be drawn."""
        explained = self.explain(**options)
        if self.kind != "grid":
            explained = explained.get("explanation") or {}
        return explained.get("steps", [])

    def hint(self, **options: Any) -> Step | None:
        """Returns the easiest next step; `None` if there is none, or if a limit was reached."""
        if self.kind == "grid":
            return request("sudoku/hint", puzzle=self.text, **options).get("step")
        return next(iter(self.steps(**options)), None)

    def check(self, solution: Any) -> Check:
        """Checks a solution by the rules alone."""
        return request("check", puzzle=self.text, solution=solution)

    def draw(self, solution: Any = None) -> str:
        """Draws the puzzle as lines of text."""
        return request("draw", puzzle=self.text, solution=solution)["text"]

    def svg(self, solution: Any = None) -> str:
        """Draws the puzzle as an SVG element."""
        return request("draw", puzzle=self.text, solution=solution)["svg"]

    @classmethod
    def generate(cls, kind: str, **options: Any) -> Puzzle:
        """Generates a puzzle with exactly one solution.

        kind: `sudoku`, with the options of `gordian.sudoku.generate`; or a kind of pencil puzzles
            by any of its names, such as `slither` or `slitherlink`, with `rows`, `columns` and the
            other options of `gordian.pencil.generate`.

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
    if "\n" not in source and "://" not in source and _is_file(source):
        return Puzzle(_read(source))
    try:
        return Puzzle(source)
    except Error as error:
        is_link = "://" in source or "link" in error.code
        if is_link or not _PATH.fullmatch(source.strip()):
            raise
        message = (
            "No such file; `load` takes a link, the text of a puzzle file, a Sudoku in any text "
            "format, or the path of a file"
        )
        raise FileNotFoundError(errno.ENOENT, message, source) from error


# A text that is probably meant as the path of a file: with an extension, or with a separator and
# a letter.
_PATH = re.compile(r".{0,200}\w\.[A-Za-z]\w{0,9}|(?=.*[A-Za-z])[^\n?=]*[/\\][^\n?=]*")


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
