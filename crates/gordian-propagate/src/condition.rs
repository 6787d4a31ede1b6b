//! Conditions: what is posted for an expression that must be true or false.

use gordian_core::stack;
use gordian_lcg::Atom;
use gordian_lcg::propagators::{AllDifferent, Term};
use gordian_model::{Comparison, Domain, Expr, Node};

use crate::form::Form;
use crate::poster::{Need, Posted, Poster};

impl Poster<'_> {
    /// Requires that a condition has a truth value, if the premise holds. All its parts are defined
    /// in any case.
    pub(crate) fn imply(
        &mut self,
        premise: Option<Atom>,
        condition: &Expr,
        truth: bool,
    ) -> Posted<()> {
        self.poll()?;
        stack::ensure_sufficient(|| self.imply_node(premise, condition, truth))
    }

    /// The part of [`Poster::imply`] that needs stack.
    fn imply_node(&mut self, premise: Option<Atom>, condition: &Expr, truth: bool) -> Posted<()> {
        match condition.node() {
            Node::Not(operand) => self.imply(premise, operand, !truth),
            Node::And(operands) => self.imply_junction(premise, operands, truth, truth),
            Node::Or(operands) => self.imply_junction(premise, operands, !truth, truth),
            Node::Implies(left, right) if truth => {
                let left = self.condition(left, Need::BACKWARD)?;
                let right = self.condition(right, Need::FORWARD)?;
                self.clause(premise, [!left, right]);
                Ok(())
            }
            Node::Implies(left, right) => {
                self.imply(premise, left, true)?;
                self.imply(premise, right, false)
            }
            Node::Iff(left, right) if premise.is_none() => {
                // One side may be an atom already; the other one is posted under it.
                let (atom, other) = match self.known_atom(left) {
                    Some(atom) => (atom, right),
                    None => (self.condition(right, Need::BOTH)?, left),
                };
                self.imply(Some(atom), other, truth)?;
                self.imply(Some(!atom), other, !truth)
            }
            Node::Iff(left, right) => {
                let left = self.condition(left, Need::BOTH)?;
                let right = self.condition(right, Need::BOTH)?;
                let right = if truth { right } else { !right };
                self.clause(premise, [!left, right]);
                self.clause(premise, [left, !right]);
                Ok(())
            }
            Node::Compare(how, left, right) => {
                let form = self.compared(left, right)?;
                let how = if truth { *how } else { how.negated() };
                self.post_linear(premise, &form, how)
            }
            Node::AllDifferent(operands) => self.imply_all_different(premise, operands, truth),
            Node::InSet(operand, set) => {
                let form = self.number(operand)?;
                self.imply_in_set(premise, &form, set, truth)
            }
            Node::Table(operands, rows) => self.imply_table(premise, operands, rows, truth),
            node if node.is_global() => self.imply_global(premise, condition, truth),
            _ => {
                let atom = self.condition(condition, Need::of(truth))?;
                self.clause(premise, [if truth { atom } else { !atom }]);
                Ok(())
            }
        }
    }

    /// Requires a conjunction or a disjunction: that all operands equal `truth`, or that one does.
    fn imply_junction(
        &mut self,
        premise: Option<Atom>,
        operands: &[Expr],
        all: bool,
        truth: bool,
    ) -> Posted<()> {
        if all {
            return operands.iter().try_for_each(|operand| self.imply(premise, operand, truth));
        }
        if premise.is_none() && truth {
            self.note_disjunction(operands)?;
        }
        let mut atoms = Vec::with_capacity(operands.len());
        for operand in operands {
            let atom = self.condition(operand, Need::of(truth))?;
            atoms.push(if truth { atom } else { !atom });
        }
        self.clause(premise, atoms);
        Ok(())
    }

    /// Returns the difference of two operands.
    fn compared(&mut self, left: &Expr, right: &Expr) -> Posted<Form> {
        let left = self.number(left)?;
        let right = self.number(right)?;
        self.difference(&left, &right)
    }

    fn imply_all_different(
        &mut self,
        premise: Option<Atom>,
        operands: &[Expr],
        truth: bool,
    ) -> Posted<()> {
        let forms = self.numbers(operands)?;
        if !truth {
            let mut atoms = Vec::new();
            for (at, first) in forms.iter().enumerate() {
                for second in &forms[..at] {
                    let difference = self.difference(first, second)?;
                    atoms.push(self.compare_atom(&difference, Comparison::Eq, Need::FORWARD)?);
                }
            }
            self.clause(premise, atoms);
            return Ok(());
        }
        let mut vars = self.vars_of(&forms)?;
        let propagators = AllDifferent::propagators(&vars);
        self.post_permutation(premise, &vars);
        let operands_in_order = vars.clone();
        vars.sort_unstable();
        if vars.windows(2).any(|pair| pair[0] == pair[1]) {
            self.clause(premise, []);
            return Ok(());
        }
        if premise.is_none() {
            self.different.note_list(forms, &operands_in_order);
        }
        for propagator in propagators {
            self.post(premise, propagator);
        }
        Ok(())
    }

    fn imply_in_set(
        &mut self,
        premise: Option<Atom>,
        form: &Form,
        set: &Domain,
        truth: bool,
    ) -> Posted<()> {
        let var = self.var_of(form)?;
        let ranges = set.ranges();
        if truth {
            self.clause(premise, [var.at_least(set.min())]);
            self.clause(premise, [var.at_most(set.max())]);
            for pair in ranges.windows(2) {
                self.clause(premise, [var.at_most(pair[0].1), var.at_least(pair[1].0)]);
            }
        } else {
            for &(first, last) in ranges {
                self.clause(premise, [var.at_most(first - 1), var.at_least(last + 1)]);
            }
        }
        Ok(())
    }

    fn imply_table(
        &mut self,
        premise: Option<Atom>,
        operands: &[Expr],
        rows: &[Vec<i64>],
        truth: bool,
    ) -> Posted<()> {
        let forms = self.numbers(operands)?;
        let vars = self.vars_of(&forms)?;
        if truth {
            return self.post_table(premise, &vars, rows);
        }
        for row in rows {
            let atoms = vars.iter().zip(row).map(|(var, &value)| self.equal_atom(*var, value));
            let atoms: Vec<Atom> = atoms.map(|atom| !atom).collect();
            self.clause(premise, atoms);
        }
        Ok(())
    }

    /// Returns an atom for a condition whose value is an atom without further constraints.
    fn known_atom(&mut self, condition: &Expr) -> Option<Atom> {
        match condition.node() {
            Node::Var(var) => {
                let domain = &self.model.variables()[*var].domain;
                domain.is_boolean().then(|| self.vars[*var].at_least(1))
            }
            Node::Not(operand) => {
                stack::ensure_sufficient(|| self.known_atom(operand)).map(|atom| !atom)
            }
            _ => {
                let (atom, need) = *self.conditions.get(&condition.identity())?;
                (need == Need::BOTH).then_some(atom)
            }
        }
    }

    /// Returns an atom that stands for a condition in the needed directions.
    pub(crate) fn condition(&mut self, condition: &Expr, need: Need) -> Posted<Atom> {
        self.poll()?;
        stack::ensure_sufficient(|| self.condition_node(condition, need))
    }

    fn condition_node(&mut self, condition: &Expr, need: Need) -> Posted<Atom> {
        match condition.node() {
            Node::Not(operand) => {
                return Ok(!self.condition(operand, need.swapped())?);
            }
            Node::Compare(how, left, right) => {
                let form = self.compared(left, right)?;
                return self.compare_atom(&form, *how, need);
            }
            Node::And(operands) | Node::Or(operands) if operands.len() == 1 => {
                return self.condition(&operands[0], need);
            }
            _ => {}
        }
        let known = self.conditions.get(&condition.identity()).copied();
        if let Some((atom, has)) = known
            && has.union(need) == has
        {
            return Ok(atom);
        }
        if let Some(atom) = self.equivalent_atom(condition)? {
            self.conditions.insert(condition.identity(), (atom, Need::BOTH));
            return Ok(atom);
        }
        let (atom, has) = match known {
            Some(known) => known,
            None => (self.new_atom(), Need::NEITHER),
        };
        if need.forward && !has.forward {
            self.imply(Some(atom), condition, true)?;
        }
        if need.backward && !has.backward {
            self.imply(Some(!atom), condition, false)?;
        }
        self.conditions.insert(condition.identity(), (atom, has.union(need)));
        Ok(atom)
    }

    /// Returns an atom that is equivalent to a condition that has no translation by
    /// [`Poster::imply`]: numbers that are 0 or 1, and operations that count.
    fn equivalent_atom(&mut self, condition: &Expr) -> Posted<Option<Atom>> {
        let form = match condition.node() {
            Node::And(_)
            | Node::Or(_)
            | Node::Implies(..)
            | Node::Iff(..)
            | Node::AllDifferent(_)
            | Node::InSet(..)
            | Node::Table(..) => return Ok(None),
            node if node.is_global() => return Ok(None),
            Node::Xor(operands) => return self.parity(operands).map(Some),
            Node::Sos1(operands) => {
                let nonzero = self.nonzero_atoms(operands)?;
                return self.at_most_atom(nonzero, 1).map(Some);
            }
            Node::Sos2(operands) => return self.sos2(operands).map(Some),
            _ if condition.node().is_boolean() && condition.node().children().next().is_some() => {
                self.evaluated(condition)?
            }
            _ => self.number(condition)?,
        };
        // Other values than 0 and 1 are undefined.
        let (min, max) = self.narrow_bounds(&form, condition.node().name())?;
        if min < 0 {
            self.post_linear(None, &form, Comparison::Ge)?;
        }
        let less = Form::sum([(1, &form), (1, &Form::from(-1))]);
        let less = less.ok_or_else(|| self.overflow(condition.node().name()))?;
        if max > 1 {
            self.post_linear(None, &less, Comparison::Le)?;
        }
        Ok(Some(self.compare_atom(&less, Comparison::Ge, Need::BOTH)?))
    }

    /// Returns the exclusive or of conditions.
    fn parity(&mut self, operands: &[Expr]) -> Posted<Atom> {
        let mut parity = !self.always;
        for operand in operands {
            let other = self.condition(operand, Need::BOTH)?;
            if parity == !self.always {
                parity = other;
                continue;
            }
            let sum = self.new_atom();
            self.solver.add_clause(&[!sum, parity, other]);
            self.solver.add_clause(&[!sum, !parity, !other]);
            self.solver.add_clause(&[sum, !parity, other]);
            self.solver.add_clause(&[sum, parity, !other]);
            parity = sum;
        }
        Ok(parity)
    }

    fn nonzero_atoms(&mut self, operands: &[Expr]) -> Posted<Vec<Atom>> {
        let forms = self.numbers(operands)?;
        let atoms = forms.iter().map(|form| self.compare_atom(form, Comparison::Ne, Need::BOTH));
        atoms.collect()
    }

    /// Returns the sum of atoms.
    pub(crate) fn count_of(&self, atoms: impl IntoIterator<Item = Atom>) -> Posted<Form> {
        let atoms: Vec<Form> = atoms.into_iter().map(|it| Form::from((1, it))).collect();
        Form::sum(atoms.iter().map(|form| (1, form))).ok_or_else(|| self.overflow("sum"))
    }

    /// Returns an atom that is equivalent to: at most `n` of the atoms hold.
    fn at_most_atom(&mut self, atoms: Vec<Atom>, n: i64) -> Posted<Atom> {
        let count = self.count_of(atoms)?;
        let difference = self.difference(&count, &Form::from(n))?;
        self.compare_atom(&difference, Comparison::Le, Need::BOTH)
    }

    /// At most two values are not 0, and two only if they are neighbours.
    fn sos2(&mut self, operands: &[Expr]) -> Posted<Atom> {
        let nonzero = self.nonzero_atoms(operands)?;
        let mut pairs = Vec::new();
        for pair in nonzero.windows(2) {
            let both = self.conjunction(pair[0], pair[1]);
            pairs.push((-1, Term::from(both)));
        }
        // With n values that are not 0 there are n − 1 pairs of neighbours if they are in a row.
        let count = self.count_of(nonzero.iter().copied())?;
        let is_few = self.at_most_atom(nonzero, 2)?;
        let pairs: Vec<Form> = pairs.into_iter().map(Form::from).collect();
        let parts = [&count].into_iter().chain(&pairs).map(|form| (1, form));
        let rows = Form::sum(parts).ok_or_else(|| self.overflow("sum"))?;
        let difference = self.difference(&rows, &Form::from(1))?;
        let is_row = self.compare_atom(&difference, Comparison::Le, Need::BOTH)?;
        Ok(self.conjunction(is_few, is_row))
    }

    /// Returns an atom that is equivalent to the conjunction of two.
    pub(crate) fn conjunction(&mut self, first: Atom, second: Atom) -> Atom {
        for (one, other) in [(first, second), (second, first)] {
            match self.solver.root_truth(one) {
                Some(true) => return other,
                Some(false) => return !self.always,
                None => {}
            }
        }
        if first == second {
            return first;
        }
        let both = self.new_atom();
        self.solver.add_clause(&[!both, first]);
        self.solver.add_clause(&[!both, second]);
        self.solver.add_clause(&[both, !first, !second]);
        both
    }
}
