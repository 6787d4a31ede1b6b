"""Puzzles as environments for programs that learn: a move sets a part of the board, and after each
move it is proved whether it followed, and whether the board can still be solved.

    env = gordian.env.PuzzleEnv("sudoku", size=4)
    observation, info = env.reset(seed=1)
    name, value = next(iter(info["determined"].items()))
    observation, reward, terminated, truncated, info = env.step((name, value))
    assert info["follows"] and info["solvable"]

The interface is that of Gymnasium, whose classes are used if it is installed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, Optional, Union

from gordian import _gordian
from gordian._gordian import Model
from gordian.puzzle import Puzzle
from gordian.requests import request

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]
try:
    from gymnasium import Env as _Env
    from gymnasium.spaces import Discrete, MultiDiscrete
except ImportError:
    _Env = object  # type: ignore[assignment,misc]

    class Discrete:  # type: ignore[no-redef]
        """The actions from 0 to `n - 1`, as in Gymnasium."""

        def __init__(self, n: int, seed: Optional[int] = None) -> None:
            self.n = n
            self.seed(seed)

        def seed(self, seed: Optional[int] = None) -> None:
            self._random = random.Random(seed)

        def sample(self, mask: Any = None) -> int:
            """Returns a random action, of those that a mask allows."""
            allowed = [at for at in range(self.n) if mask is None or mask[at]]
            return self._random.choice(allowed) if allowed else 0

        def contains(self, x: Any) -> bool:
            return _index(x) is not None and 0 <= x < self.n

        __contains__ = contains

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete:  # type: ignore[no-redef]
        """Lists of numbers from 0, below a limit for each place, as in Gymnasium."""

        def __init__(self, nvec: Sequence[int], seed: Optional[int] = None) -> None:
            self.nvec = list(nvec)
            self.shape = (len(self.nvec),)
            self.seed(seed)

        def seed(self, seed: Optional[int] = None) -> None:
            self._random = random.Random(seed)

        def sample(self, mask: Any = None) -> Any:
            return _array([self._random.randrange(n) for n in self.nvec])

        def contains(self, x: Any) -> bool:
            return len(x) == len(self.nvec) and all(0 <= a < n for a, n in zip(x, self.nvec))

        __contains__ = contains

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec})"


__all__ = ["PuzzleEnv"]

#: The name of a variable and its value, or the number of an action.
Action = Union[int, tuple[str, int]]


class PuzzleEnv(_Env):
    """A puzzle whose cells are set one by one.

    The board has a variable for each cell, edge or other part, of the model of the puzzle. An
    observation has a number for each variable: 0 where it is open, or the number of its value, from
    1. An action is the name of a variable with its value, or the number of the pair in `actions`.

    The reward of a move is 1 if it follows from the board, 0 if it does not but the board can still
    be solved, and -1 if it cannot, or if the variable was set before. An episode ends when all
    variables are set or the board cannot be solved. `info` has

    - `follows`: whether all solutions of the board before the move have this value;
    - `solvable`: whether the board has a solution; `None` if a limit was reached;
    - `determined`: the values of open variables that follow now;
    - `reason`: clues, rules and earlier moves, none of which can be left out, from which the move
      follows, or which exclude each other if the board cannot be solved; `None` without either;
    - `legal`: whether the variable was open;
    - `solution`: the solution in the form of the puzzle, at the end of a solved board.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        kind: str = "sudoku",
        *,
        size: Union[int, tuple[int, int], None] = None,
        difficulty: Optional[str] = None,
        explain: bool = True,
        time_limit: Optional[float] = 60.0,
        render_mode: Optional[str] = None,
    ) -> None:
        """Makes an environment, of which `reset` generates the puzzles.

        kind: `sudoku`, or a kind of pencil puzzles.
        size: the number of rows and columns, or a pair of them.
        difficulty: the level, as that of `gordian.sudoku.generate` or `gordian.pencil.generate`.
        explain: whether reasons are found, which costs several searches for each move.
        time_limit: the seconds for each question.
        """
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render mode `{render_mode}`: it is `ansi` or `None`")
        self.kind, self.size, self.difficulty = kind, size, difficulty
        self.explain, self.time_limit, self.render_mode = explain, time_limit, render_mode
        #: The puzzle of the episode.
        self.puzzle: Puzzle
        #: The names of the variables, in the order of observations.
        self.variables: list[str] = []
        #: The actions: pairs of a variable and a value.
        self.actions: list[tuple[str, int]] = []
        #: The values of the variables that are set, with the givens.
        self.board: dict[str, int] = {}
        #: The moves so far.
        self.moves: list[tuple[str, int]] = []
        self._random = random.Random()
        self._is_over = True
        self.reset()

    def reset(
        self,
        kind: Optional[str] = None,
        size: Union[int, tuple[int, int], None] = None,
        difficulty: Optional[str] = None,
        seed: Optional[int] = None,
        *,
        options: Optional[dict[str, Any]] = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins an episode with a new puzzle: the same seed gives the same puzzle.

        Other arguments than those of the constructor hold from now on; another kind or size
        changes the spaces. `options` may have them, too, and `puzzle`: the text of a puzzle file.
        """
        given = {"kind": kind, "size": size, "difficulty": difficulty, "puzzle": None}
        for name, value in (options or {}).items():
            if name not in given:
                raise ValueError(f"unknown option `{name}`: there are {', '.join(given)}")
            given[name] = value
        if _Env is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._random.seed(seed)
        if given["kind"] is not None and given["kind"] != self.kind:
            self.kind, self.size, self.difficulty = given["kind"], None, None
        self.size = self.size if given["size"] is None else given["size"]
        if given["difficulty"] is not None:
            self.difficulty = given["difficulty"]
        self._begin(given["puzzle"] or self._generate())
        return self._observation(), self._info(follows=None, legal=None, reason=None)

    def _generate(self) -> str:
        seed = self._random.randrange(1 << 32)
        rows, columns = self.size if isinstance(self.size, tuple) else (self.size, self.size)
        if self.kind in ("sudoku", "grid"):
            if rows != columns:
                raise ValueError(f"a Sudoku has as many rows as columns, not {rows} and {columns}")
            made = request("sudoku/generate", size=rows, level=self.difficulty, seed=seed)
            text = made["file"]
            if text is None and made["puzzle"] is not None:
                text = f"kind = 'grid'\ngivens = '''\n{_rows(made['puzzle'])}\n'''\n"
        else:
            rows, columns = rows or 6, columns or 6
            text = request(
                "pencil/generate",
                kind=self.kind,
                rows=rows,
                columns=columns,
                difficulty=self.difficulty,
                seed=seed,
            )["puzzle"]
        if text is None:
            raise TimeoutError("no puzzle was found in time")
        return text

    def _begin(self, text: str) -> None:
        model = _gordian.puzzle_model(text)
        self.puzzle = Puzzle(text)
        self._model_text = model.to_json()
        document = json.loads(self._model_text)
        names = [variable["name"] for variable in document["variables"]]
        self.variables = list(document.get("answer", names))
        bounds = {name: model.find(name).bounds for name in self.variables}
        self._lowest = {name: lower for name, (lower, _) in bounds.items()}
        self.actions = [
            (name, value)
            for name, (lower, upper) in bounds.items()
            for value in range(lower, upper + 1)
        ]
        self._number = {action: number for number, action in enumerate(self.actions)}
        self.action_space = Discrete(len(self.actions))
        self.observation_space = MultiDiscrete(
            [upper - lower + 2 for lower, upper in bounds.values()]
        )
        self.moves, self.board = [], {}
        self._is_over = False
        self._set_givens(document["constraints"])
        self._analyse()

    def _set_givens(self, constraints: list[dict[str, Any]]) -> None:
        """Sets the variables to which a constraint of their own gives a value: given digits."""
        for constraint in constraints:
            condition = constraint["require"]
            if isinstance(condition, list) and condition[:1] == ["eq"] and len(condition) == 3:
                name, value = condition[1:]
                if isinstance(name, str) and name in self._lowest and isinstance(value, int):
                    self.board[name] = value

    def _model(self) -> Model:
        """Returns the model of the puzzle, with a constraint for each move."""
        model = Model.from_json(self._model_text)
        for name, value in self.moves:
            model.require(model.find(name) == value, _sentence(name, value))
        return model

    def _analyse(self) -> None:
        """Finds whether the board has a solution, and what all solutions have in common."""
        answer = self._model().solve(task="determined", time_limit=self.time_limit)
        self._answer = answer
        self.solvable = True if answer else (False if answer.outcome == "infeasible" else None)
        determined = answer.determined or {}
        self.determined = {
            name: determined[name]
            for name in self.variables
            if name in determined and name not in self.board
        }

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move, and returns the observation, the reward, whether the episode has ended,
        `False`, and what is known now."""
        if self._is_over:
            raise RuntimeError("the episode has ended: call `reset`")
        name, value = self._move(action)
        if name in self.board:
            info = self._info(follows=False, legal=False, reason=None)
            return self._observation(), -1.0, False, False, info
        follows = self.determined.get(name) == value
        is_possible = name not in self.determined or follows
        reason = self._reason_why(name, value) if follows and self.explain else None
        self.board[name] = value
        self.moves.append((name, value))
        self._analyse()
        # What was proved before the move holds, whatever limit was reached after it.
        self.solvable = True if follows else self.solvable
        if self.solvable is False and self.explain:
            reason = self._names_of_conflict(self._model())
        self._is_over = self.solvable is False or len(self.board) == len(self.variables)
        reward = -1.0 if self.solvable is False or not is_possible else float(follows)
        info = self._info(follows=follows, legal=True, reason=reason)
        if self._is_over and self._answer:
            info["solution"] = self._solution()
        return self._observation(), reward, self._is_over, False, info

    def _move(self, action: Action) -> tuple[str, int]:
        if isinstance(action, (tuple, list)) and len(action) == 2:
            name, value = action
            if isinstance(name, str) and _index(value) is not None:
                if (name, int(value)) not in self._number:
                    raise ValueError(f"`{name}` = {value} is no move of this puzzle")
                return name, int(value)
        number = _index(action)
        if number is None:
            raise TypeError(
                f"a move is a name with a value, or a number, not `{type(action).__name__}`"
            )
        if not 0 <= number < len(self.actions):
            raise ValueError(f"there is no action {number}, but {len(self.actions)} of them")
        return self.actions[number]

    def _reason_why(self, name: str, value: int) -> Optional[list[str]]:
        """Returns from what a value follows: it is excluded that the variable has another one."""
        model = self._model()
        model.require(model.find(name) != value, _OTHER)
        names = self._names_of_conflict(model)
        return None if names is None else [it for it in names if it != _OTHER]

    def _names_of_conflict(self, model: Model) -> Optional[list[str]]:
        try:
            return model.conflict(time_limit=self.time_limit)
        except TimeoutError:
            return None

    def _solution(self) -> Any:
        values = list(self._answer.solutions[0].to_dict().values())
        return json.loads(_gordian.puzzle_solution(self.puzzle.text, values))

    def action_masks(self) -> Any:
        """Returns for each action whether its variable is open."""
        return _array([int(name not in self.board) for name, _ in self.actions], "int8")

    def _observation(self) -> Any:
        return _array(
            [
                self.board[name] - self._lowest[name] + 1 if name in self.board else 0
                for name in self.variables
            ]
        )

    def _info(self, **known: Any) -> dict[str, Any]:
        return {
            "solvable": self.solvable,
            "determined": dict(self.determined),
            "action_mask": self.action_masks(),
            **known,
        }

    def render(self) -> Optional[str]:
        """Returns the puzzle and the moves as text."""
        moves = [_sentence(name, value) for name, value in self.moves]
        return "\n".join([self.puzzle.draw(), *moves])

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""


_OTHER = "the move is wrong"


def _sentence(name: str, value: int) -> str:
    return f"move: {name} is {value}"


def _rows(line: str) -> str:
    n = round(len(line) ** 0.5)
    return "\n".join(line[at : at + n] for at in range(0, len(line), n))


def _index(value: Any) -> Optional[int]:
    try:
        return None if isinstance(value, str) else int(value.__index__())
    except (AttributeError, TypeError):
        return None


def _array(values: list[int], dtype: str = "int64") -> Any:
    return values if np is None else np.array(values, dtype=dtype)
