"""The exception of Gordian's errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

# code, message, hint, line, column
_Fields = tuple[str, str, Optional[str], Optional[int], Optional[int]]


class Error(Exception):
    """What is wrong, where, and what to do: the same as on the command line and in the service.

    That a puzzle has no solution, or that a limit was reached, is an answer and not an error.
    """

    #: A stable code for programs, such as `sudoku.wrong-length`.
    code: str
    #: What is wrong.
    message: str
    #: How to fix it.
    hint: str | None
    #: The line of the input text, from 1; of a list, the number of the item.
    line: int | None
    #: The column in this line, from 1.
    column: int | None
    #: Further errors of the same input, in the order of the text.
    others: list[Error]

    def __init__(
        self,
        code: str,
        message: str,
        hint: str | None = None,
        line: int | None = None,
        column: int | None = None,
        others: Sequence[_Fields] = (),
    ) -> None:
        # All arguments, so that the exception can be pickled.
        super().__init__(code, message, hint, line, column, others)
        self.code = code
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.others = [Error(*fields) for fields in others]

    def __str__(self) -> str:
        text = self.message
        if self.line is not None:
            text += f" (line {self.line}"
            text += ")" if self.column is None else f", column {self.column})"
        text += f" [{self.code}]"
        if self.hint:
            text += f"\nhint: {self.hint}"
        return text
