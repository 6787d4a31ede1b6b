//! From expressions to terms, with the conditions under which every part is defined.
//!
//! An undefined part makes its whole constraint fail, wherever it occurs. Conditions such as "the divisor is
//! not 0" are therefore required globally instead of inside the constraints: [`TermBuilder::required`]
//! collects them, and the terms themselves may assume them.

use std::rc::Rc;

use gordian_core::{Index, IndexVec};
use gordian_model::{Comparison, Domain, Expr, Model, Node, VarId};
use rustc_hash::FxHashMap;

use super::algebra::MAX_ONE_HOT_VALUES;
use super::error::TermError;
use super::term::{Op, Term, Terms};
use super::values::{MAX_LISTED_VALUES, Values};

/// Builds terms from expressions.
pub(super) struct TermBuilder<'m> {
    model: &'m Model,
    /// The domains, narrowed by constraints on single large variables.
    pub(super) domains: IndexVec<VarId, Domain>,
    pub(super) terms: Terms,
    /// Conditions under which the expressions are defined; drained after each constraint.
    pub(super) required: Vec<Term>,
    /// Terms of shared expressions, by [`Expr::identity`].
    seen: FxHashMap<usize, Term>,
}

impl<'m> TermBuilder<'m> {
    pub(super) fn new(model: &'m Model, domains: IndexVec<VarId, Domain>) -> Self {
        let (terms, required) = (Terms::default(), Vec::new());
        Self { model, domains, terms, required, seen: FxHashMap::default() }
    }

    /// Returns the term of a condition; it is 0 or 1 if the required conditions hold.
    pub(super) fn condition(&mut self, expr: &Expr) -> Result<Term, TermError> {
        let term = self.integer(expr)?;
        self.restrict(term, 0, 1)
    }

    /// Returns the term of an expression.
    pub(super) fn integer(&mut self, expr: &Expr) -> Result<Term, TermError> {
        if let Some(&term) = self.seen.get(&expr.identity()) {
            return Ok(term);
        }
        let children: Vec<&Expr> = expr.node().children().collect();
        let operands =
            children.into_iter().map(|child| self.integer(child)).collect::<Result<Vec<_>, _>>()?;
        let term = self.apply(expr.node(), &operands)?;
        self.seen.insert(expr.identity(), term);
        Ok(term)
    }

    fn apply(&mut self, node: &Node, operands: &[Term]) -> Result<Term, TermError> {
        match node {
            Node::Const(value) => Ok(self.terms.constant(*value)),
            Node::Var(var) => self.variable(*var),
            Node::Add(_) => self.add(operands),
            Node::Mul(_) => self.multiply(operands),
            Node::Neg(_) => self.negative(operands[0]),
            Node::Div(..) => self.divide(operands[0], operands[1]),
            Node::Rem(..) => self.remainder(operands[0], operands[1]),
            Node::Pow(..) => self.power(operands[0], operands[1]),
            Node::Factorial(_) => self.factorial(operands[0]),
            Node::Gcd(_) => self.common_divisor(operands),
            Node::LargestPowerDivisor(_, base) => self.largest_power_divisor(operands[0], *base),
            Node::FloorPower(_, base) => self.floor_power(operands[0], *base),
            Node::Abs(_) => self.absolute(operands[0]),
            Node::Min(_) => self.nth_smallest(operands, 0),
            Node::Max(_) => self.nth_smallest(operands, operands.len().wrapping_sub(1)),
            Node::NthSmallest(_, position) => self.nth_smallest(operands, *position),
            Node::If(..) => {
                let condition = self.restrict(operands[0], 0, 1)?;
                self.element(&[operands[2], operands[1]], condition)
            }
            Node::Element(array, _) => {
                self.element(&operands[..array.len()], operands[array.len()])
            }
            Node::DistinctCount(_) => self.distinct_count(operands),
            _ => self.apply_boolean(node, operands),
        }
    }

    fn apply_boolean(&mut self, node: &Node, operands: &[Term]) -> Result<Term, TermError> {
        let booleans = |builder: &mut Self| {
            operands.iter().map(|&term| builder.restrict(term, 0, 1)).collect::<Result<Vec<_>, _>>()
        };
        match node {
            Node::Compare(comparison, ..) => self.compare(*comparison, operands[0], operands[1]),
            Node::Not(_) => {
                let booleans = booleans(self)?;
                self.terms.not(booleans[0])
            }
            Node::And(_) => {
                let booleans = booleans(self)?;
                self.terms.all(&booleans)
            }
            Node::Or(_) => {
                let booleans = booleans(self)?;
                self.terms.any(&booleans)
            }
            Node::Xor(_) => {
                let booleans = booleans(self)?;
                self.terms.parity(&booleans)
            }
            Node::Implies(..) => {
                let booleans = booleans(self)?;
                let not = self.terms.not(booleans[0])?;
                self.terms.any(&[not, booleans[1]])
            }
            Node::Iff(..) => {
                let booleans = booleans(self)?;
                let odd = self.terms.parity(&booleans)?;
                self.terms.not(odd)
            }
            Node::AllDifferent(_) => self.all_different(operands),
            Node::InSet(_, set) => self.in_set(operands[0], set),
            Node::Table(_, rows) => self.table(operands, rows),
            Node::Sos1(_) => {
                let used = self.non_zero(operands)?;
                self.at_most_one(&used)
            }
            Node::Sos2(_) => self.sos2(operands),
            Node::Connected(..)
            | Node::ConnectedEdges(..)
            | Node::SingleCycle(..)
            | Node::Path(..)
            | Node::Regions(..) => Err(TermError::GraphConstraint(node.name())),
            _ => Err(TermError::UnknownOperation),
        }
    }

    pub(super) fn variable(&mut self, var: VarId) -> Result<Term, TermError> {
        let domain = self.domains.get(var).ok_or(TermError::UnknownVariable)?;
        if domain.min() == domain.max() {
            return Ok(self.terms.constant(domain.min()));
        }
        Ok(self.terms.intern(Op::Var(var), |_| {
            let few = usize::try_from(domain.size()).is_ok_and(|size| size <= MAX_LISTED_VALUES);
            if few {
                Values::listed(domain.values().collect())
            } else {
                Values::range(domain.min(), domain.max())
            }
        }))
    }

    /// Requires that the term lies within bounds, and returns an equal term with these bounds.
    pub(super) fn restrict(
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
    pub(super) fn copy(&mut self, term: Term, lower: i64, upper: i64) -> Result<Term, TermError> {
        let op = Op::Copy(term, lower, upper);
        let copy = self.terms.intern(op, |_| Values::range(lower, upper));
        let difference = self.terms.sum(&[(term, 1), (copy, -1)], 0)?;
        let equal = self.terms.zero(difference)?;
        self.required.push(equal);
        Ok(copy)
    }

    /// Returns a function of a listed term, and requires that it is defined.
    pub(super) fn tabulate(
        &mut self,
        operation: &'static str,
        operand: Term,
        node: impl Fn(Expr) -> Node,
    ) -> Result<Term, TermError> {
        if !self.terms.is_listed(operand) {
            return Err(TermError::TooManyValues { operation, limit: MAX_LISTED_VALUES });
        }
        let template = Expr::new(node(VarId::from_usize(0).into()));
        let model = self.model;
        let function = |value| model.evaluate(&template, &[value]).ok();
        let valid = self.terms.map(operand, |value| Some(i64::from(function(value).is_some())))?;
        self.required.push(valid);
        self.terms.map(operand, function)
    }

    /// Returns a function of two listed terms, and requires that it is defined.
    pub(super) fn tabulate_pairs(
        &mut self,
        operation: &'static str,
        operands: (Term, Term),
        node: impl Fn(Expr, Expr) -> Node,
    ) -> Result<Term, TermError> {
        let template = Expr::new(node(VarId::from_usize(0).into(), VarId::from_usize(1).into()));
        let model = self.model;
        let function = |a, b| model.evaluate(&template, &[a, b]).ok();
        let (result, valid) = self.terms.map_pairs(operation, operands.0, operands.1, function)?;
        self.required.push(valid);
        Ok(result)
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: Term,
        right: Term,
    ) -> Result<Term, TermError> {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        // The difference may not fit 64 bits even if both sides do.
        let difference = |terms: &mut Terms, left, right, added| {
            terms.sum(&[(left, 1), (right, -1)], added).ok()
        };
        let sum = match comparison {
            Eq | Ne | Le => difference(&mut self.terms, left, right, 0),
            Lt => difference(&mut self.terms, left, right, 1),
            Ge => difference(&mut self.terms, right, left, 0),
            Gt => difference(&mut self.terms, right, left, 1),
        };
        match (comparison, sum) {
            (_, None) => self.tabulate_pairs("a comparison", (left, right), |a, b| {
                Node::Compare(comparison, a, b)
            }),
            (Eq, Some(sum)) => self.terms.zero(sum),
            (Ne, Some(sum)) => {
                let equal = self.terms.zero(sum)?;
                self.terms.not(equal)
            }
            (_, Some(sum)) => self.terms.at_most_zero(sum),
        }
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
                pairs.push(self.compare(Comparison::Ne, left, right)?);
            }
        }
        self.terms.all(&pairs)
    }

    fn in_set(&mut self, term: Term, set: &Domain) -> Result<Term, TermError> {
        if self.terms.values(term).has_at_most(MAX_ONE_HOT_VALUES) {
            return self.terms.map(term, |value| Some(i64::from(set.contains(value))));
        }
        let ranges = set.ranges().to_vec();
        let inside = ranges.iter().map(|&(lower, upper)| self.terms.between(term, lower, upper));
        let inside = inside.collect::<Result<Vec<_>, _>>()?;
        self.terms.any(&inside)
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

    /// Returns for each term the Boolean that it is not 0.
    fn non_zero(&mut self, operands: &[Term]) -> Result<Vec<Term>, TermError> {
        let mut used = Vec::with_capacity(operands.len());
        for &operand in operands {
            let zero = self.terms.equal(operand, 0)?;
            used.push(self.terms.not(zero)?);
        }
        Ok(used)
    }

    fn at_most_one(&mut self, booleans: &[Term]) -> Result<Term, TermError> {
        let parts: Vec<(Term, i64)> = booleans.iter().map(|&boolean| (boolean, 1)).collect();
        let count = self.terms.sum(&parts, -1)?;
        self.terms.at_most_zero(count)
    }

    fn sos2(&mut self, operands: &[Term]) -> Result<Term, TermError> {
        let used = self.non_zero(operands)?;
        let mut apart = Vec::new();
        for right in 2..used.len() {
            for left in 0..right - 1 {
                apart.push(self.at_most_one(&[used[left], used[right]])?);
            }
        }
        self.terms.all(&apart)
    }

    fn distinct_count(&mut self, operands: &[Term]) -> Result<Term, TermError> {
        let mut items = operands.to_vec();
        items.sort_unstable();
        items.dedup();
        let few = items.iter().all(|&item| self.terms.values(item).has_at_most(MAX_ONE_HOT_VALUES));
        let mut counted = Vec::new();
        if few {
            let mut values: Vec<i64> =
                items.iter().flat_map(|&item| self.terms.list(item).to_vec()).collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let equal = items.iter().map(|&item| self.terms.equal(item, value));
                let equal = equal.collect::<Result<Vec<_>, _>>()?;
                counted.push((self.terms.any(&equal)?, 1));
            }
        } else {
            // An item counts if it differs from all preceding items.
            for (position, &item) in items.iter().enumerate() {
                let others = items[..position].iter();
                let differ = others.map(|&other| self.compare(Comparison::Ne, item, other));
                let differ = differ.collect::<Result<Vec<_>, _>>()?;
                counted.push((self.terms.all(&differ)?, 1));
            }
        }
        self.terms.sum(&counted, 0)
    }
}
