//! Forcing nets: implications by singles with any number of premises.

use gordian_grid::Candidate;

use super::branch_pattern::{self, BranchList, Contradiction};
use super::choices::{self, CandidateIndex, Choice};
use super::propagation::{Conflict, Propagation};
use crate::Technique;
use crate::context::links::State;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Link, Node, Pattern};

/// The maximum number of derived states per call, divided by the words of a set of cells. The
/// classic grid needs tens of thousands.
const MAX_DERIVED: usize = 4_000_000;
/// The maximum number of states for which verities are searched; the consequences of each are
/// stored.
const MAX_STATES: usize = 8192;

/// Finds forcing nets: contradictions or verities.
pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let numbers = CandidateIndex::new(context.board);
    let nets = Nets { context, numbers: &numbers };
    if steps.technique == Technique::ForcingNetContradiction {
        nets.contradictions(steps)
    } else {
        nets.verities(steps)
    }
}

struct Nets<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    numbers: &'a CandidateIndex,
}

impl<const W: usize> Nets<'_, '_, W> {
    fn net(&self) -> Propagation<'_, W> {
        Propagation::new(self.context.board, self.numbers)
    }

    fn all_states(&self) -> impl Iterator<Item = State> + use<W> {
        (0..2 * self.numbers.list.len()).map(State::new)
    }

    fn conclude(&self, steps: &mut StepSink<'_>, state: State, pattern: Pattern) -> Flow {
        let candidate = self.numbers.list[state.node()];
        if state.is_on() {
            steps.place(candidate.cell, candidate.digit, pattern)
        } else {
            steps.eliminate_all(vec![candidate], || pattern)
        }
    }

    fn contradictions(&self, steps: &mut StepSink<'_>) -> Flow {
        let mut net = self.net();
        let mut found: Vec<(usize, State)> = Vec::new();
        let mut n_derived = 0;
        for assumed in self.all_states() {
            self.context.continues()?;
            let end = net.refute(assumed);
            n_derived += net.len();
            if let Some(end) = end {
                found.push((net.explain(&net.goals(end)), assumed));
            }
            if n_derived > MAX_DERIVED / W {
                break;
            }
        }
        found.sort_unstable();
        for (_, assumed) in found {
            self.context.continues()?;
            let Some(end) = net.refute(assumed) else { continue };
            net.explain(&net.goals(end));
            let mut branches = BranchList::default();
            self.add_branch(&net, assumed, &mut branches);
            // An immediate contradiction is a single.
            if branches.links.is_empty() {
                continue;
            }
            let mut pattern = branches.pattern();
            self.contradiction(end).write(&mut pattern);
            self.conclude(steps, assumed.opposite(), pattern)?;
        }
        Flow::Continue(())
    }

    fn contradiction(&self, end: Conflict) -> Contradiction {
        let (one, other) = match end {
            Conflict::NothingLeft(kind) => return Contradiction::NothingLeft(kind),
            Conflict::BothTrue(one, other) => (self.numbers.list[one], self.numbers.list[other]),
        };
        let cells = [one.cell, other.cell].into_iter().collect();
        match self.context.board.topology.houses_containing(cells).next() {
            Some(house) if one.cell != other.cell => {
                Contradiction::DigitTwice(house, one.digit, vec![one.cell, other.cell])
            }
            _ => Contradiction::TwoDigits(one.cell, [one.digit, other.digit]),
        }
    }

    /// Adds a branch with the needed links of a propagation.
    fn add_branch(&self, net: &Propagation<'_, W>, assumed: State, branches: &mut BranchList) {
        let node = |state: State| {
            let Candidate { cell, digit } = self.numbers.list[state.node()];
            Node::one(cell, digit)
        };
        let mut links = Vec::new();
        net.each_link(|from, to, house| {
            links.push(Link { from: node(from), to: node(to), strong: to.is_on(), house });
        });
        branches.add(node(assumed), assumed.is_on(), links);
    }

    fn verities(&self, steps: &mut StepSink<'_>) -> Flow {
        let n_states = 2 * self.numbers.list.len();
        if n_states > MAX_STATES {
            return Flow::Continue(());
        }
        let words = n_states.div_ceil(64);
        let mut rows = vec![0_u64; words * n_states];
        let mut net = self.net();
        let mut n_derived = 0;
        for assumed in self.all_states() {
            self.context.continues()?;
            net.run(assumed);
            n_derived += net.len();
            if n_derived > MAX_DERIVED / W {
                return Flow::Continue(());
            }
            let row = &mut rows[assumed.number() * words..(assumed.number() + 1) * words];
            net.states().for_each(|state| row[state.number() / 64] |= 1 << (state.number() % 64));
        }
        let row = |state: State| &rows[state.number() * words..(state.number() + 1) * words];
        let mut choices = choices::choices(self.context.board, self.numbers);
        choices.sort_by_key(|choice| choice.premises.len());
        for same in choices.chunk_by(|a, b| a.premises.len() == b.premises.len()) {
            self.verities_of(steps, same, &row, &mut net)?;
        }
        Flow::Continue(())
    }

    /// Reports the verities of choices with the same number of premises.
    fn verities_of<'r>(
        &self,
        steps: &mut StepSink<'_>,
        choices: &[Choice],
        row: &dyn Fn(State) -> &'r [u64],
        net: &mut Propagation<'_, W>,
    ) -> Flow {
        // For each true state, the smallest net and its choice.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; 2 * self.numbers.list.len()];
        for (number, choice) in choices.iter().enumerate() {
            let mut common = row(choice.premises[0]).to_vec();
            choice.premises[1..]
                .iter()
                .for_each(|&premise| choices::intersect(&mut common, row(premise)));
            let mut ends: Vec<(State, usize)> =
                choices::states(&common).map(|end| (end, 0)).collect();
            if ends.is_empty() {
                continue;
            }
            for &premise in &choice.premises {
                self.context.continues()?;
                net.run(premise);
                ends.iter_mut().for_each(|(end, sum)| *sum += net.explain(&[*end]));
            }
            for (end, sum) in ends {
                let slot = &mut best[end.number()];
                if slot.is_none_or(|(smallest, _)| sum < smallest) {
                    *slot = Some((sum, number));
                }
            }
        }
        let states = best.iter().enumerate();
        let found = states.filter_map(|(state, &best)| Some((best?, State::new(state))));
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        for ((_, choice), end) in found {
            self.context.continues()?;
            let choice = &choices[choice];
            let mut branches = BranchList::default();
            for &premise in &choice.premises {
                net.run(premise);
                net.explain(&[end]);
                self.add_branch(net, premise, &mut branches);
            }
            let mut pattern = branches.pattern();
            branch_pattern::write_choice(choice.kind, &mut pattern);
            self.conclude(steps, end, pattern)?;
        }
        Flow::Continue(())
    }
}
