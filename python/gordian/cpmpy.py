"""Gordian as a solver of CPMpy.

Importing this module adds it to the solvers that CPMpy knows:

    import cpmpy as cp
    import gordian.cpmpy

    x = cp.intvar(1, 9, shape=3)
    model = cp.Model(cp.AllDifferent(x), cp.sum(x) == 15, maximize=x[0] * x[1])
    model.solve(solver="gordian")
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable
from typing import Any, Optional

import cpmpy as cp
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import FloatSum, GlobalFunction
from cpmpy.expressions.utils import is_any_list, is_int
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import gordian

__all__ = ["CPM_gordian", "register"]


class CPM_gordian(SolverInterface):
    """Solves models of CPMpy with Gordian.

    Expressions are passed on as they are nested, and global constraints as those of Gordian.
    `solve` and `solveAll` take the options of `gordian.Model.solve`, such as `engine`, `threads`
    and `confirm`. `native_model` is the `gordian.Model`.
    """

    supported_global_constraints = frozenset(
        {
            *("abs", "alldifferent", "alldifferent_except_n", "allequal", "among", "circuit"),
            *("count", "cumulative", "cumulative_optional", "decreasing", "div", "element", "gcc"),
            *("increasing", "indomain", "inverse", "ite", "lex_chain_less", "lex_chain_lesseq"),
            *("lex_less", "lex_lesseq", "max", "min", "mod", "mul", "nd_element", "negative_table"),
            *("no_overlap", "no_overlap_optional", "nvalue", "pow", "precedence", "regular"),
            *("short_table", "strictly_decreasing", "strictly_increasing", "table", "xor"),
        }
    )
    # All constraints of Gordian are conditions.
    supported_reified_global_constraints = supported_global_constraints

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return gordian.__version__

    def __init__(self, cpm_model: Any = None, subsolver: Optional[str] = None) -> None:
        """Translates a model of CPMpy.

        subsolver: an engine of Gordian, such as `lcg`; by default, it is chosen for the model.
        """
        self.engine = subsolver
        #: The model that was translated.
        self.model = gordian.Model()
        self._objective: Any = None
        self._minimizes = True
        self._has_hints = False
        self._core: Optional[list[Any]] = None
        super().__init__(name="gordian", cpm_model=cpm_model)

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        """The engines, as in `gordian:lcg`."""
        return ["lcg", "sat", "portfolio", "cadical", "batsat"]

    @classmethod
    def solverversion(cls, subsolver: str) -> Optional[str]:
        return cls.version()

    @property
    def native_model(self) -> gordian.Model:
        return self.model

    def has_objective(self) -> bool:
        return self._objective is not None

    # Translation

    def solver_var(self, cpm_var: Any) -> Any:
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        if isinstance(cpm_var, _NumVarImpl):
            known = self._varmap.get(cpm_var.name)
            if known is None:
                lower, upper = (0, 1) if cpm_var.is_bool() else (int(cpm_var.lb), int(cpm_var.ub))
                known = self._varmap[cpm_var.name] = self.model.int(lower, upper, cpm_var.name)
            return known
        if is_int(cpm_var):
            return int(cpm_var)
        if isinstance(cpm_var, BoolVal):
            return int(cpm_var.args[0])
        raise NotImplementedError(f"not a variable: {cpm_var}")

    def transform(self, cpm_expr: Any) -> list[Any]:
        constraints = toplevel_list(cpm_expr)
        # The place in the rows one after another may be right where an index is not.
        constraints = no_partial_functions(constraints, safen_toplevel=frozenset({"nd_element"}))
        return decompose_in_tree(
            constraints,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr: Any) -> CPM_gordian:
        get_variables(cpm_expr, collect=self.user_vars)
        for constraint in self.transform(cpm_expr):
            name = constraint.desc if hasattr(constraint, "desc") else None
            condition = self._expr(constraint)
            if isinstance(condition, int):
                condition = bool(condition)
            self.model.require(condition, name)
        return self

    __add__ = add

    def objective(self, expr: Any, minimize: bool) -> None:
        if isinstance(expr, FloatSum):
            expr = _integral(expr)
        get_variables(expr, collect=self.user_vars)
        expr, safe_constraints = safen_objective(expr)
        expr, constraints = decompose_objective(
            expr,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self.add([*safe_constraints, *constraints])
        # A sum of one term is also an expression where the term is a number.
        self._objective, self._minimizes = gordian.sum([self._expr(expr)]), minimize
        if minimize:
            self.model.minimize(self._objective)
        else:
            self.model.maximize(self._objective)

    def _expr(self, expr: Any) -> Any:
        """Returns the expression of Gordian, or an integer."""
        if isinstance(expr, _NumVarImpl):
            return self.solver_var(expr)
        if isinstance(expr, BoolVal):
            return int(expr.args[0])
        if is_int(expr):
            return int(expr)
        if isinstance(expr, DirectConstraint):
            return self._direct(expr)
        if isinstance(expr, Comparison):
            left, right = (self._expr(arg) for arg in expr.args)
            return _COMPARISONS[expr.name](left, right)
        if isinstance(expr, Operator):
            return self._operator(expr)
        if isinstance(expr, (GlobalConstraint, GlobalFunction)):
            translate = _GLOBALS.get(expr.name)
            if translate is not None:
                return translate(self, expr)
        raise NotImplementedError(f"not a known expression of CPMpy: {expr}")

    def _exprs(self, exprs: Iterable[Any]) -> list[Any]:
        return [self._expr(expr) for expr in _flat(exprs)]

    def _operator(self, expr: Operator) -> Any:
        name, args = expr.name, expr.args
        if name == "wsum":
            terms = zip(args[0], self._exprs(args[1]))
            return gordian.sum([int(weight) * term for weight, term in terms])
        operands = self._exprs(args)
        if name == "and":
            return gordian.all_of(operands)
        if name == "or":
            return gordian.any_of(operands)
        if name == "->":
            return gordian.implies(*operands)
        if name == "not":
            # A constant of Python would be inverted bit by bit.
            return _not(operands[0])
        if name == "sum":
            return gordian.sum(operands)
        if name == "sub":
            return operands[0] - operands[1]
        if name == "-":
            return -operands[0]
        raise NotImplementedError(f"not a known operator of CPMpy: {expr}")

    def _direct(self, expr: DirectConstraint) -> Any:
        """Calls a function of Gordian, such as `connected`, with the translated arguments."""
        function = getattr(gordian, expr.name, None)
        if function is None:
            raise NotImplementedError(f"`gordian` has no function `{expr.name}`")
        novar = set(expr.novar or ())

        def argument(value: Any) -> Any:
            if is_any_list(value):
                return [argument(item) for item in value]
            try:
                return self._expr(value)
            except NotImplementedError:
                return value

        arguments = [
            value if place in novar else argument(value) for place, value in enumerate(expr.args)
        ]
        return function(*arguments)

    # Questions

    def _options(self, time_limit: Optional[float], options: dict[str, Any]) -> dict[str, Any]:
        if time_limit is not None and time_limit <= 0:
            raise ValueError("Time limit must be positive")
        # Clauses do not follow hints.
        engine = self.engine or ("lcg" if self._has_hints else None)
        return {"engine": engine, "time_limit": time_limit, **options}

    def _begin(self) -> float:
        # Variables without constraints have values, too.
        self.solver_vars(list(self.user_vars))
        self.cpm_status = SolverStatus(self.name)
        self.objective_value_ = None
        self._core = None
        return time.monotonic()

    def solve(
        self,
        time_limit: Optional[float] = None,
        assumptions: Optional[Iterable[Any]] = None,
        display: Any = None,
        **options: Any,
    ) -> bool:
        """Finds a solution, the best one if there is an objective.

        time_limit: seconds.
        assumptions: Boolean variables, or their negations, that are true for this question only;
            `get_core` has those that exclude each other.
        display: an expression, a list of them, or a function, for each better solution; for the
            only one without an objective, and with assumptions.
        options: those of `gordian.Model.solve`.
        """
        options = self._options(time_limit, options)
        start = self._begin()
        task = "prove" if self.has_objective() else "first"
        improves = display is not None and self.has_objective() and assumptions is None
        if assumptions is None:

            def on_improvement(found: gordian.Assignment) -> None:
                self._set_values(found)
                self.print_display(display)

            answer = self.model.solve(
                task=task, on_improvement=on_improvement if improves else None, **options
            )
        else:
            literals = list(assumptions)
            translated = [self._expr(literal) for literal in literals]
            answer = self.model.solve(task=task, assumptions=translated, **options)
            if answer.contradiction is not None:
                places = {id(expr): place for place, expr in reversed(list(enumerate(translated)))}
                self._core = [literals[places[id(expr)]] for expr in answer.contradiction]
        self.cpm_status.solve_time = time.monotonic() - start
        self.cpm_status.exitstatus = {
            "optimal": ExitStatus.OPTIMAL,
            "solved": ExitStatus.FEASIBLE,
            "feasible": ExitStatus.FEASIBLE,
            "infeasible": ExitStatus.UNSATISFIABLE,
            "stopped": ExitStatus.UNKNOWN,
        }[answer.outcome]
        if answer:
            self._set_values(answer)
            self.objective_value_ = answer.objective
            if not improves:
                self.print_display(display)
        else:
            self._clear_values()
        return bool(answer)

    def solveAll(
        self,
        display: Any = None,
        time_limit: Optional[float] = None,
        solution_limit: Optional[int] = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """Finds all solutions that differ in the variables of the user, and returns their number;
        with an objective, the best ones.

        The search is not repeated: each solution is displayed as soon as it is found.
        """
        options = self._options(time_limit, options)
        start = self._begin()
        user_vars = list(self.user_vars)
        model, variables, objective = copy.deepcopy(
            (self.model, self.solver_vars(user_vars), self._objective)
        )
        if objective is not None:
            best = self.model.solve(**options)
            if best.outcome != "optimal":
                self._end_all(start, 0, is_complete=best.outcome == "infeasible")
                return 0
            self.objective_value_ = best.objective
            model.require(objective == best.objective)
            model.clear_objective()
            if time_limit is not None:
                options["time_limit"] = max(time_limit - (time.monotonic() - start), 0.001)
        model.set_answer_variables(variables)
        n_solutions = 0
        solutions = model.solutions(limit=solution_limit, **options)
        for solution in solutions:
            n_solutions += 1
            self._set(user_vars, solution[variables])
            self.print_display(display)
        is_complete = bool(solutions.is_complete)
        is_complete &= solution_limit is None or n_solutions < solution_limit
        self._end_all(start, n_solutions, is_complete)
        return n_solutions

    def _end_all(self, start: float, n_solutions: int, is_complete: bool) -> None:
        self.cpm_status.solve_time = time.monotonic() - start
        if is_complete:
            found = ExitStatus.OPTIMAL if n_solutions else ExitStatus.UNSATISFIABLE
        else:
            found = ExitStatus.FEASIBLE if n_solutions else ExitStatus.UNKNOWN
        self.cpm_status.exitstatus = found
        if n_solutions == 0:
            self._clear_values()

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Sets values that are tried first, and replaces earlier ones; they change no claim.

        Without another engine, propagators (`lcg`) search then: clauses do not follow hints.
        """
        names, values = _flat(cpm_vars), _flat(vals)
        if len(names) != len(values):
            raise ValueError("there is one value for each variable of a hint")
        hints = {}
        for variable, value in zip(names, values):
            if isinstance(variable, NegBoolView):
                variable, value = variable._bv, not value
            hints[self.solver_var(variable)] = int(value)
        self.model.hint(hints)
        self._has_hints = bool(hints)

    def get_core(self) -> list[Any]:
        """Returns assumptions of the last call of `solve` that exclude each other."""
        if self._core is None:
            raise ValueError("there is no core: the last question had no contradictory assumptions")
        return self._core

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = ()) -> list[Any]:
        """Returns constraints of `soft` that exclude each other together with `hard`; without any
        one of them, the others have a solution."""
        constraints = toplevel_list(soft, merge_and=False)
        solver = cls()
        solver += list(hard)
        holds = cp.boolvar(shape=(len(constraints),)) if constraints else []
        solver += [assumed.implies(it) for assumed, it in zip(holds, constraints)]
        if solver.solve(assumptions=list(holds)):
            raise ValueError("the constraints have a solution: there is none to exclude")
        core = {assumed.name for assumed in solver.get_core()}
        return [it for assumed, it in zip(holds, constraints) if assumed.name in core]

    def _set_values(self, solution: Any) -> None:
        user_vars = list(self.user_vars)
        self._set(user_vars, solution[self.solver_vars(user_vars)])

    @staticmethod
    def _set(user_vars: list[Any], values: Any) -> None:
        for variable, value in zip(user_vars, values):
            variable._value = bool(value) if isinstance(variable, _BoolVarImpl) else value

    def _clear_values(self) -> None:
        for variable in self.user_vars:
            variable._value = None


def _flat(items: Any) -> list[Any]:
    if not is_any_list(items):
        return [items]
    return [one for item in items for one in _flat(item)]


def _integral(objective: FloatSum) -> Any:
    """Returns a sum of floats as one of integers."""
    weights, variables, constant = objective.components()
    if any(float(weight) != int(weight) for weight in [*weights, constant]):
        raise NotSupportedError("Gordian has integers only: multiply the objective by a number")
    terms = [int(weight) * variable for weight, variable in zip(weights, variables)]
    return sum(terms, int(constant))


def _not(condition: Any) -> Any:
    return 1 - condition if isinstance(condition, int) else ~condition


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _bounds(expr: Any) -> tuple[int, int]:
    return (expr, expr) if isinstance(expr, int) else expr.bounds


def _absolute(expr: Any) -> Any:
    return expr if _bounds(expr)[0] >= 0 else abs(expr)


def _sign_is_negative(expr: Any) -> Optional[bool]:
    lower, upper = _bounds(expr)
    return False if lower >= 0 else True if upper < 0 else None


def _quotient(number: Any, divisor: Any) -> Any:
    """The quotient rounded towards 0; that of Gordian is it where nothing is negative."""
    quotient = gordian.div(_absolute(number), _absolute(divisor))
    signs = [_sign_is_negative(number), _sign_is_negative(divisor)]
    if None not in signs:
        return -quotient if signs[0] != signs[1] else quotient
    differ = gordian.xor(number < 0, divisor < 0)
    return gordian.conditional(differ, -quotient, quotient)


def _remainder(number: Any, divisor: Any) -> Any:
    """The remainder with the sign of the number."""
    remainder = gordian.rem(_absolute(number), _absolute(divisor))
    is_negative = _sign_is_negative(number)
    if is_negative is None:
        return gordian.conditional(number < 0, -remainder, remainder)
    return -remainder if is_negative else remainder


def _lists(solver: CPM_gordian, expr: Any) -> list[list[Any]]:
    return [solver._exprs(arg) for arg in expr.args]


def _all_different_except(solver: CPM_gordian, expr: Any) -> Any:
    items, values = solver._exprs(expr.args[0]), [int(it) for it in _flat(expr.args[1])]
    pairs = [(a, b) for place, a in enumerate(items) for b in items[:place]]
    return gordian.all_of([_any(gordian.is_in(a, values), a != b) for a, b in pairs])


def _any(*conditions: Any) -> Any:
    return gordian.any_of(conditions)


def _all_equal(solver: CPM_gordian, expr: Any) -> Any:
    items = solver._exprs(expr.args)
    return gordian.all_of([a == b for a, b in zip(items, items[1:])])


def _ordered(is_reversed: bool, is_strict: bool) -> Callable[[CPM_gordian, Any], Any]:
    function = gordian.strictly_increasing if is_strict else gordian.increasing

    def translate(solver: CPM_gordian, expr: Any) -> Any:
        items = solver._exprs(expr.args)
        return function(items[::-1] if is_reversed else items)

    return translate


def _rows(table: Any) -> list[list[int]]:
    return [[int(value) for value in row] for row in table]


def _table(solver: CPM_gordian, expr: Any) -> Any:
    items, rows = solver._exprs(expr.args[0]), _rows(expr.args[1])
    return gordian.table(items, rows)


def _short_table(solver: CPM_gordian, expr: Any) -> Any:
    """Rows with places that may have any value."""
    items = solver._exprs(expr.args[0])
    rows = []
    for row in expr.args[1]:
        places = [(item, int(value)) for item, value in zip(items, row) if str(value) != "*"]
        rows.append(gordian.all_of([item == value for item, value in places]))
    return gordian.any_of(rows)


def _circuit(solver: CPM_gordian, expr: Any) -> Any:
    return gordian.circuit(solver._exprs(expr.args))


def _regular(solver: CPM_gordian, expr: Any) -> Any:
    """A table for each step, from the state before it to the one after it.

    A word that is not accepted leads to a state of its own, so that the states follow from the
    word, and the constraint can be a condition.
    """
    items, _, start, accepting = expr.args
    number = {node: place for place, node in enumerate(expr.nodes)}
    moves = {(number[a], int(value)): number[b] for (a, value), b in expr.trans_dict.items()}
    items = solver._exprs(items)
    if start not in number:
        return int(not items and start in accepting)
    dead = len(number)
    accepted = [number[node] for node in accepting if node in number]
    state: Any = number[start]
    reached = {state}
    for item in items:
        lower, upper = _bounds(item)
        rows = [
            [before, value, moves.get((before, value), dead)]
            for before in sorted(reached)
            for value in range(lower, upper + 1)
        ]
        reached = {after for _, _, after in rows}
        following = solver.model.add_variable(sorted(reached))
        solver.model.require(gordian.table([state, item, following], rows))
        state = following
    if not accepted:
        return 0
    return gordian.is_in(state, accepted)


def _tasks(
    solver: CPM_gordian, args: Any, n_others: int
) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """Returns starts, durations, conditions that hold besides, and the other arguments.

    The conditions are lists, with one for each task.
    """
    others = list(args[len(args) - n_others :]) if n_others else []
    lists = [solver._exprs(arg) for arg in args[: len(args) - n_others]]
    starts, durations = lists[0], lists[1]
    conditions: list[Any] = [[] for _ in starts]
    for place, duration in enumerate(durations):
        if _bounds(duration)[0] < 0:
            conditions[place].append(duration >= 0)
    if len(lists) == 3:
        for place, end in enumerate(lists[2]):
            conditions[place].append(starts[place] + durations[place] == end)
    return starts, durations, conditions, others


def _not_negative(expr: Any) -> Any:
    """Returns an expression that is the same where it is not negative, and never negative."""
    return expr if _bounds(expr)[0] >= 0 else gordian.maximum(expr, 0)


def _cumulative(solver: CPM_gordian, expr: Any) -> Any:
    starts, durations, conditions, (demands, capacity) = _tasks(solver, expr.args, 2)
    demands, capacity = solver._exprs(demands), solver._expr(capacity)
    extra = [it for one in conditions for it in one]
    extra += [demand >= 0 for demand in demands if _bounds(demand)[0] < 0]
    # Without a task that runs, the sum of the demands is 0 at some time.
    extra += _nonnegative_capacity(starts, capacity)
    durations, demands = map(_not_negative, durations), map(_not_negative, demands)
    tasks = gordian.cumulative(starts, list(durations), list(demands), _not_negative(capacity))
    return gordian.all_of([tasks, *extra])


def _nonnegative_capacity(starts: list[Any], capacity: Any) -> list[Any]:
    return [capacity >= 0] if starts and _bounds(capacity)[0] < 0 else []


def _cumulative_optional(solver: CPM_gordian, expr: Any) -> Any:
    starts, durations, conditions, others = _tasks(solver, expr.args, 3)
    demands, capacity = solver._exprs(others[0]), solver._expr(others[1])
    present = solver._exprs(others[2])
    for place, demand in enumerate(demands):
        if _bounds(demand)[0] < 0:
            conditions[place].append(demand >= 0)
    extra = [gordian.implies(p, it) for p, one in zip(present, conditions) for it in one]
    extra += _nonnegative_capacity(starts, capacity)
    durations = [_not_negative(duration) * p for duration, p in zip(durations, present)]
    demands = [_not_negative(demand) for demand in demands]
    tasks = gordian.cumulative(starts, durations, demands, _not_negative(capacity))
    return gordian.all_of([tasks, *extra])


def _no_overlap(solver: CPM_gordian, expr: Any) -> Any:
    starts, durations, conditions, _ = _tasks(solver, expr.args, 0)
    tasks = gordian.disjunctive(starts, [_not_negative(it) for it in durations])
    return gordian.all_of([tasks, *(it for one in conditions for it in one)])


def _no_overlap_optional(solver: CPM_gordian, expr: Any) -> Any:
    starts, durations, conditions, others = _tasks(solver, expr.args, 1)
    present = solver._exprs(others[0])
    extra = [gordian.implies(p, it) for p, one in zip(present, conditions) for it in one]
    durations = [_not_negative(duration) * p for duration, p in zip(durations, present)]
    return gordian.all_of([gordian.disjunctive(starts, durations), *extra])


def _cardinality(solver: CPM_gordian, expr: Any) -> Any:
    items, values, counts = expr.args
    items, counts = solver._exprs(items), solver._exprs(counts)
    values = [int(value) for value in values]
    conditions = []
    known: dict[int, Any] = {}
    for value, count in zip(values, counts):
        if value in known:
            # A value that is counted twice has both numbers.
            conditions.append(known[value] == count)
        else:
            known[value] = count
    conditions.append(gordian.global_cardinality(items, list(known), list(known.values())))
    if expr.closed:
        conditions += [gordian.is_in(item, values) for item in items] if values else [not items]
    return gordian.all_of(conditions)


def _precedence(solver: CPM_gordian, expr: Any) -> Any:
    values = [int(value) for value in expr.args[1]]
    items = solver._exprs(expr.args[0])
    if len(set(values)) < len(values):
        pairs = zip(values, values[1:])
        return gordian.all_of([gordian.value_precedence(items, [a, b]) for a, b in pairs])
    return gordian.value_precedence(items, values)


def _lex(function: Any) -> Callable[[CPM_gordian, Any], Any]:
    return lambda solver, expr: function(*_lists(solver, expr))


def _lex_chain(function: Any) -> Callable[[CPM_gordian, Any], Any]:
    def translate(solver: CPM_gordian, expr: Any) -> Any:
        rows = _lists(solver, expr)
        return gordian.all_of([function(a, b) for a, b in zip(rows, rows[1:])])

    return translate


def _element(solver: CPM_gordian, expr: Any) -> Any:
    items, index = expr.args
    return gordian.element(solver._exprs(items), solver._expr(index))


def _nd_element(solver: CPM_gordian, expr: Any) -> Any:
    """The place in the rows one after another; each index is within its length."""
    items, *indices = expr.args
    place: Any = 0
    lengths = items.shape
    for index, length in zip(indices, lengths):
        place = place * length + solver._expr(index)
    return gordian.element(solver._exprs(items), place)


def _in_domain(solver: CPM_gordian, expr: Any) -> Any:
    item, values = expr.args
    values = [int(value) for value in values]
    return gordian.is_in(solver._expr(item), values) if values else 0


def _count(solver: CPM_gordian, expr: Any) -> Any:
    items, value = solver._exprs(expr.args[0]), solver._expr(expr.args[1])
    return gordian.count_true([_equal(item, value) for item in items])


def _equal(left: Any, right: Any) -> Any:
    return int(left == right) if isinstance(left, int) and isinstance(right, int) else left == right


def _among(solver: CPM_gordian, expr: Any) -> Any:
    values = [int(value) for value in _flat(expr.args[1])]
    if not values:
        return 0
    return gordian.count_true([gordian.is_in(it, values) for it in solver._exprs(expr.args[0])])


def _one(function: Any) -> Callable[[CPM_gordian, Any], Any]:
    return lambda solver, expr: function(solver._exprs(expr.args))


def _each(function: Any) -> Callable[[CPM_gordian, Any], Any]:
    return lambda solver, expr: function(*(solver._expr(arg) for arg in expr.args))


_GLOBALS: dict[str, Callable[[CPM_gordian, Any], Any]] = {
    "abs": _each(_absolute),
    "alldifferent": _one(gordian.all_different),
    "alldifferent_except_n": _all_different_except,
    "allequal": _all_equal,
    "among": _among,
    "circuit": _circuit,
    "count": _count,
    "cumulative": _cumulative,
    "cumulative_optional": _cumulative_optional,
    "decreasing": _ordered(True, False),
    "div": _each(_quotient),
    "element": _element,
    "gcc": _cardinality,
    "increasing": _ordered(False, False),
    "indomain": _in_domain,
    "inverse": lambda solver, expr: gordian.inverse(*_lists(solver, expr)),
    "ite": _each(gordian.conditional),
    "lex_chain_less": _lex_chain(gordian.lex_lt),
    "lex_chain_lesseq": _lex_chain(gordian.lex_le),
    "lex_less": _lex(gordian.lex_lt),
    "lex_lesseq": _lex(gordian.lex_le),
    "max": _one(gordian.maximum),
    "min": _one(gordian.minimum),
    "mod": _each(_remainder),
    "mul": _each(lambda left, right: left * right),
    "nd_element": _nd_element,
    "negative_table": lambda solver, expr: ~_table(solver, expr),
    "no_overlap": _no_overlap,
    "no_overlap_optional": _no_overlap_optional,
    "nvalue": _one(gordian.distinct_count),
    "pow": _each(lambda base, exponent: base**exponent),
    "precedence": _precedence,
    "regular": _regular,
    "short_table": _short_table,
    "strictly_decreasing": _ordered(True, True),
    "strictly_increasing": _ordered(False, True),
    "table": _table,
    "xor": _one(gordian.xor),
}


def register() -> None:
    """Adds Gordian to the solvers of `cpmpy.SolverLookup`, once."""
    known = SolverLookup.base_solvers
    if any(name == "gordian" for name, _ in known()):
        return

    def base_solvers(cls: type) -> list[tuple[str, type]]:
        return [*known(), ("gordian", CPM_gordian)]

    SolverLookup.base_solvers = classmethod(base_solvers)  # type: ignore[method-assign]


register()
