//! From the intermediate form to terms.
//!
//! Each node becomes one term, children first. An undefined part makes its whole constraint fail,
//! wherever it occurs: the lowering states this as root constraints, so that the terms may assume
//! it. Some operations have no linear form of their own and are stated by conditions on a new
//! integer ([`Op::Copy`], [`Op::Quotient`]); [`TermBuilder::required`] collects them.

use std::rc::Rc;

use gordian_compile::presolved::{
    self, Binary, BoolRef, ExclusiveGroup, IntRef, NodeId, PresolvedModel, Unary, apply_binary,
    apply_unary,
};
use gordian_core::IndexVec;
use gordian_model::VarId;

use crate::algebra::{MAX_ONE_HOT_VALUES, lookup};
use crate::error::TermError;
use crate::term::{Op, Term, Terms};
use crate::values::Values;

/// Builds terms from nodes.
pub(crate) struct TermBuilder<'a> {
    model: &'a PresolvedModel,
    pub(crate) terms: Terms,
    /// Conditions that define terms; drained after each constraint.
    pub(crate) required: Vec<Term>,
    /// The terms of the nodes that were built.
    term_of: IndexVec<NodeId, Option<Term>>,
    /// For each node how many parents and root constraints refer to it.
    n_uses: IndexVec<NodeId, u32>,
}

impl<'a> TermBuilder<'a> {
    pub(crate) fn new(model: &'a PresolvedModel) -> Self {
        let n_uses = model.count_uses();
        Self {
            model,
            terms: Terms::default(),
            required: Vec::new(),
            term_of: n_uses.iter().map(|_| None).collect(),
            n_uses,
        }
    }

    /// Builds the variables that are no functions of others, so that columns have the order of the
    /// model.
    pub(crate) fn variables(&mut self) {
        for view in self.model.vars() {
            if let presolved::Op::Var(var) = *self.model.op(view.node) {
                self.term_of[view.node] = Some(self.variable(view.node, var));
            }
        }
    }

    /// Returns the term of a condition: 0 or 1.
    pub(crate) fn condition(&mut self, condition: BoolRef) -> Result<Term, TermError> {
        self.build(condition.node())?;
        self.boolean(condition)
    }

    /// Returns the condition that at most one, or exactly one, member of the group holds.
    pub(crate) fn group(&mut self, group: &ExclusiveGroup) -> Result<Term, TermError> {
        let mut members = Vec::with_capacity(group.members.len());
        for &member in &group.members {
            members.push((self.condition(member)?, 1));
        }
        let count = self.terms.sum(&members, 0)?;
        match group.exactly_one {
            true => self.terms.is_value(count, 1),
            false => self.terms.at_most(count, 1),
        }
    }

    /// Returns the term of an integer.
    pub(crate) fn integer(&mut self, view: IntRef) -> Result<Term, TermError> {
        if view.factor != 0 {
            self.build(view.node)?;
        }
        self.view(view)
    }

    /// Builds the terms of a node and of all its descendants.
    ///
    /// Does not recurse, because nodes can be deep.
    fn build(&mut self, node: NodeId) -> Result<(), TermError> {
        let mut open = vec![(node, false)];
        while let Some((node, children_are_built)) = open.pop() {
            if self.term_of[node].is_some() {
                continue;
            }
            if children_are_built {
                self.term_of[node] = Some(self.apply(node)?);
            } else {
                open.push((node, true));
                self.model.op(node).for_each_child(|child| open.push((child, false)));
            }
        }
        Ok(())
    }

    /// Returns the term of a built node.
    fn node(&self, node: NodeId) -> Term {
        self.term_of[node].expect("children are built before their parents")
    }

    fn boolean(&mut self, condition: BoolRef) -> Result<Term, TermError> {
        let term = self.node(condition.node());
        if condition.is_negated() { self.terms.not(term) } else { Ok(term) }
    }

    fn booleans(&mut self, conditions: &[BoolRef]) -> Result<Vec<Term>, TermError> {
        conditions.iter().map(|&condition| self.boolean(condition)).collect()
    }

    fn view(&mut self, view: IntRef) -> Result<Term, TermError> {
        match view.as_constant() {
            Some(value) => Ok(self.terms.constant(value)),
            None => self.terms.sum(&[(self.node(view.node), view.factor)], view.offset),
        }
    }

    fn views(&mut self, views: &[IntRef]) -> Result<Vec<Term>, TermError> {
        views.iter().map(|&view| self.view(view)).collect()
    }

    fn apply(&mut self, node: NodeId) -> Result<Term, TermError> {
        match self.model.op(node) {
            presolved::Op::True => Ok(self.terms.boolean(true)),
            presolved::Op::Var(var) => Ok(self.variable(node, *var)),
            presolved::Op::BoolToInt(condition) => Ok(self.node(*condition)),
            presolved::Op::Sum(parts) => {
                let parts: Vec<(Term, i64)> =
                    parts.iter().map(|&(node, weight)| (self.node(node), weight)).collect();
                self.terms.sum(&parts, 0)
            }
            presolved::Op::Select(members) => {
                let mut cases = Vec::with_capacity(members.len());
                for &(condition, value) in members.iter() {
                    cases.push((self.boolean(condition)?, value));
                }
                self.terms.select(cases)
            }
            presolved::Op::Unary(op, operand) => {
                let operand = self.view(*operand)?;
                self.unary(op, operand)
            }
            presolved::Op::Binary(op, a, b) => {
                let (a, b) = (self.view(*a)?, self.view(*b)?);
                self.binary(*op, a, b)
            }
            presolved::Op::Min(views) => {
                let items = self.views(views)?;
                self.nth_smallest(&items, 0)
            }
            presolved::Op::If(condition, a, b) => {
                let condition = self.boolean(*condition)?;
                let (a, b) = (self.view(*a)?, self.view(*b)?);
                self.element(&[b, a], condition)
            }
            presolved::Op::Element(views, index) => {
                let (array, index) = (self.views(views)?, self.view(*index)?);
                self.element(&array, index)
            }
            presolved::Op::NthSmallest(views, position) => {
                let items = self.views(views)?;
                self.nth_smallest(&items, *position)
            }
            _ => self.apply_boolean(node),
        }
    }

    fn variable(&mut self, node: NodeId, var: VarId) -> Term {
        let domain = self.model.domain(node);
        let values = match domain.values() {
            Some(values) => Values::listed(values.to_vec()),
            None => Values::range(domain.min(), domain.max()),
        };
        self.terms.intern(Op::Var(var), |_| values)
    }

    fn apply_boolean(&mut self, node: NodeId) -> Result<Term, TermError> {
        match self.model.op(node) {
            presolved::Op::Or(conditions) => {
                let conditions = self.booleans(conditions)?;
                self.terms.any(&conditions)
            }
            presolved::Op::Xor(..) => self.parity(node),
            presolved::Op::Eq(operand, value) => self.terms.is_value(self.node(*operand), *value),
            presolved::Op::Le(operand, value) => self.terms.at_most(self.node(*operand), *value),
            presolved::Op::AllDifferent(views) => {
                let items = self.views(views)?;
                self.all_different(&items)
            }
            presolved::Op::Table(views, rows) => {
                let items = self.views(views)?;
                self.table(&items, rows)
            }
            presolved::Op::Defined(op, a, b) => {
                let (a, b) = (self.view(*a)?, self.view(*b)?);
                self.defined(*op, a, b)
            }
            presolved::Op::EqViews(a, b) => {
                let (a, b) = (self.view(*a)?, self.view(*b)?);
                self.compare(a, b, |a, b| a == b)
            }
            presolved::Op::LeViews(a, b) => {
                let (a, b) = (self.view(*a)?, self.view(*b)?);
                self.compare(a, b, |a, b| a <= b)
            }
            presolved::Op::Graph(op) => Err(TermError::GraphConstraint(op.name())),
            _ => unreachable!("integer operations are covered"),
        }
    }

    fn unary(&mut self, op: &Unary, operand: Term) -> Result<Term, TermError> {
        match *op {
            Unary::DivConst(constant) => self.with_constant(Binary::Div, operand, constant),
            Unary::RemConst(constant) => self.with_constant(Binary::Rem, operand, constant),
            Unary::PowConst(constant) => self.with_constant(Binary::Pow, operand, constant),
            Unary::GcdConst(constant) => self.with_constant(Binary::Gcd, operand, constant),
            Unary::ConstDiv(constant) => self.of_constant(Binary::Div, constant, operand),
            Unary::ConstRem(constant) => self.of_constant(Binary::Rem, constant, operand),
            Unary::ConstPow(constant) => self.of_constant(Binary::Pow, constant, operand),
            Unary::Abs => self.absolute(operand),
            Unary::Factorial => self.factorial(operand),
            Unary::LargestPowerDivisor(base) => self.largest_power_divisor(operand, base),
            Unary::FloorPower(base) => self.floor_power(operand, base),
            Unary::Table(ref pairs) => {
                self.terms.map_listed("an operation", operand, |value| lookup(pairs, value))
            }
        }
    }

    fn with_constant(&mut self, op: Binary, a: Term, constant: i64) -> Result<Term, TermError> {
        let constant = self.terms.constant(constant);
        self.binary(op, a, constant)
    }

    fn of_constant(&mut self, op: Binary, constant: i64, b: Term) -> Result<Term, TermError> {
        let constant = self.terms.constant(constant);
        self.binary(op, constant, b)
    }

    fn binary(&mut self, op: Binary, a: Term, b: Term) -> Result<Term, TermError> {
        match op {
            Binary::Mul => self.product(a, b),
            Binary::Div => self.divide(a, b),
            Binary::Rem => self.remainder(a, b),
            Binary::Pow => self.power(a, b),
            Binary::Gcd => self.common_divisor(a, b),
        }
    }

    /// Returns the Boolean that an operation is defined.
    fn defined(&mut self, op: Binary, a: Term, b: Term) -> Result<Term, TermError> {
        match op {
            Binary::Div | Binary::Rem => {
                let zero = self.terms.is_value(b, 0)?;
                self.terms.not(zero)
            }
            _ => Ok(self.terms.map_pairs("a power", a, b, |a, b| apply_binary(op, a, b))?.1),
        }
    }

    /// Returns the parity of a chain of [`presolved::Op::Xor`] nodes as one term, if no part is
    /// used elsewhere.
    fn parity(&mut self, node: NodeId) -> Result<Term, TermError> {
        let (mut open, mut items) = (vec![node], Vec::new());
        while let Some(part) = open.pop() {
            match self.model.op(part) {
                presolved::Op::Xor(a, b) if part == node || self.n_uses[part] == 1 => {
                    open.extend([*b, *a]);
                }
                _ => items.push(self.node(part)),
            }
        }
        self.terms.parity(&items)
    }

    /// Requires that the term lies within bounds, and returns an equal term with these bounds.
    pub(crate) fn restrict(
        &mut self,
        term: Term,
        lower: i64,
        upper: i64,
    ) -> Result<Term, TermError> {
        let values = self.terms.values(term).clone();
        if values.lower >= lower && values.upper <= upper {
            return Ok(term);
        }
        let (low, high) = (values.lower.max(lower), values.upper.min(upper));
        let inside = self.terms.between(term, lower, upper)?;
        self.required.push(inside);
        if low > high {
            return Ok(self.terms.constant(lower));
        }
        if values.list.is_some() {
            return self.terms.map(term, |value| (low..=high).contains(&value).then_some(value));
        }
        self.copy(term, low, high)
    }

    /// Returns a new term with these bounds that is required to equal `term`.
    pub(crate) fn copy(&mut self, term: Term, lower: i64, upper: i64) -> Result<Term, TermError> {
        let op = Op::Copy(term, lower, upper);
        let copy = self.terms.intern(op, |_| Values::range(lower, upper));
        let difference = self.terms.sum(&[(term, 1), (copy, -1)], 0)?;
        let equal = self.terms.zero(difference)?;
        self.required.push(equal);
        Ok(copy)
    }

    /// Returns an operation on a listed term, and requires that it is defined.
    pub(crate) fn tabulate(
        &mut self,
        operation: &'static str,
        operand: Term,
        op: &Unary,
    ) -> Result<Term, TermError> {
        let valid = |value| Some(i64::from(apply_unary(op, value).is_some()));
        let valid = self.terms.map_listed(operation, operand, valid)?;
        self.required.push(valid);
        self.terms.map_listed(operation, operand, |value| apply_unary(op, value))
    }

    /// Returns an operation on two listed terms, and requires that it is defined.
    pub(crate) fn tabulate_pairs(
        &mut self,
        operation: &'static str,
        operands: (Term, Term),
        op: Binary,
    ) -> Result<Term, TermError> {
        let function = |a, b| apply_binary(op, a, b);
        let (result, valid) = self.terms.map_pairs(operation, operands.0, operands.1, function)?;
        self.required.push(valid);
        Ok(result)
    }

    /// Compares two listed terms whose difference does not fit 64 bits.
    fn compare(
        &mut self,
        a: Term,
        b: Term,
        holds: impl Fn(i64, i64) -> bool,
    ) -> Result<Term, TermError> {
        let function = |a, b| Some(i64::from(holds(a, b)));
        Ok(self.terms.map_pairs("a comparison", a, b, function)?.0)
    }

    fn all_different(&mut self, operands: &[Term]) -> Result<Term, TermError> {
        let mut items = operands.to_vec();
        items.sort_unstable();
        if items.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(self.terms.boolean(false));
        }
        let listed = items.iter().all(|&item| self.terms.is_listed(item));
        if listed && items.len() > 2 {
            let mut union: Vec<i64> =
                items.iter().flat_map(|&item| self.terms.list(item).to_vec()).collect();
            union.sort_unstable();
            union.dedup();
            if union.len() < items.len() {
                return Ok(self.terms.boolean(false));
            }
            // With more values, pairwise inequalities are cheaper than a column per item and value.
            if union.len() <= MAX_ONE_HOT_VALUES.max(4 * items.len()) {
                return Ok(self.terms.intern(Op::AllDifferent(items), |_| Values::range(0, 1)));
            }
        }
        let mut pairs = Vec::new();
        for (position, &right) in items.iter().enumerate() {
            for &left in &items[..position] {
                let difference = self.terms.sum(&[(left, 1), (right, -1)], 0)?;
                let equal = self.terms.zero(difference)?;
                pairs.push(self.terms.not(equal)?);
            }
        }
        self.terms.all(&pairs)
    }

    fn table(&mut self, operands: &[Term], rows: &[Vec<i64>]) -> Result<Term, TermError> {
        let possible = |row: &&Vec<i64>| {
            row.len() == operands.len()
                && row.iter().zip(operands).all(|(&v, &term)| self.terms.values(term).contains(v))
        };
        let mut rows: Vec<Vec<i64>> = rows.iter().filter(possible).cloned().collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() || operands.is_empty() {
            return Ok(self.terms.boolean(!rows.is_empty()));
        }
        if let [row] = &rows[..] {
            let equal = operands.iter().zip(row).map(|(&term, &v)| self.terms.equal(term, v));
            let equal = equal.collect::<Result<Vec<_>, _>>()?;
            return self.terms.all(&equal);
        }
        let op = Op::Table(operands.to_vec(), Rc::new(rows));
        Ok(self.terms.intern(op, |_| Values::range(0, 1)))
    }
}
