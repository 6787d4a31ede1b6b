//! Death blossom.

use gordian_grid::Candidate;
use rustc_hash::FxHashSet;

use crate::board::{bit, digits};
use crate::cells::Cells;
use crate::context::restricted_commons::{Overlap, members};
use crate::context::{Context, Flow, StepSink};
use crate::step::{Branch, Link, Node, Pattern, Set};

pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    overlap: Overlap,
) -> Flow {
    let (board, commons) = (context.board, context.restricted_commons(Overlap::Forbidden));
    let mut reported = FxHashSet::default();
    for stem in board.open().iter().filter(|&stem| board.mask(stem).count_ones() > 1) {
        let mask = board.mask(stem);
        for digit in board.digits() {
            let mut targets = board.places(digit);
            if mask & bit(digit) != 0 {
                targets &= board.topology.peers[stem];
            }
            for target in targets.iter() {
                context.continues()?;
                let seeing_sets = commons.seeing_sets(target, digit);
                let petals = |of: u8| {
                    let row = commons.seeing_sets(stem, of).iter().zip(seeing_sets);
                    members(row.map(|(own, other)| own & other))
                };
                let petals_of = || digits(mask & !bit(digit));
                if petals_of().any(|of| petals(of).next().is_none()) {
                    continue;
                }
                let petals: Vec<(u8, Vec<usize>)> =
                    petals_of().map(|of| (of, petals(of).collect())).collect();
                let mut blossom =
                    Blossom { context, overlap, stem, petals: &petals, reported: &mut reported };
                blossom.choose(&mut Vec::new(), steps)?;
            }
        }
    }
    Flow::Continue(())
}

/// A petal: the candidate of the stem and the number of the set.
type Petal = (u8, usize);

/// A stem with the possible petals of each candidate.
struct Blossom<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    overlap: Overlap,
    stem: usize,
    petals: &'a [(u8, Vec<usize>)],
    reported: &'a mut FxHashSet<(usize, Vec<Petal>)>,
}

impl<const W: usize> Blossom<'_, '_, W> {
    /// Chooses compatible petals for the remaining candidates.
    fn choose(&mut self, chosen: &mut Vec<Petal>, steps: &mut StepSink<'_>) -> Flow {
        self.context.continues()?;
        let Some((of, petals)) = self.petals.get(chosen.len()) else {
            // A single petal is an ALS-XZ with the stem.
            return if chosen.len() > 1 && self.reported.insert((self.stem, chosen.clone())) {
                report(self.context, self.stem, chosen, steps)
            } else {
                Flow::Continue(())
            };
        };
        let sets = self.context.almost_locked_sets();
        for &petal in petals {
            let apart = |other: usize| !sets[other].cells.intersects(&sets[petal].cells);
            if self.overlap == Overlap::Allowed || chosen.iter().all(|&(_, other)| apart(other)) {
                chosen.push((*of, petal));
                self.choose(chosen, steps)?;
                chosen.pop();
            }
        }
        Flow::Continue(())
    }
}

/// Reports the conclusion of a stem with petals.
fn report<const W: usize>(
    context: &Context<'_, W>,
    stem: usize,
    petals: &[Petal],
    steps: &mut StepSink<'_>,
) -> Flow {
    let (board, sets) = (context.board, context.almost_locked_sets());
    let mask = board.mask(stem);
    let with_petal = petals.iter().fold(0, |with_petal, &(of, _)| with_petal | bit(of));
    let mut eliminated = Vec::new();
    for digit in board.digits() {
        // The stem itself may hold the digit; each other candidate needs a petal that contains it.
        let others = mask & !bit(digit);
        let needed = petals.iter().filter(|(of, _)| *of != digit).map(|&(_, set)| &sets[set]);
        if others & !with_petal != 0 || needed.clone().any(|set| set.digits & bit(digit) == 0) {
            continue;
        }
        let stem_sees = if mask == others { !Cells::EMPTY } else { board.topology.peers[stem] };
        let seen = needed.fold(stem_sees, |seen, set| seen & set.of_digit(digit).seen);
        let cells = board.places(digit) & seen;
        eliminated.extend(cells.iter().map(|cell| Candidate::new(cell, digit)));
    }
    steps.eliminate_all(eliminated, || {
        let links = petals.iter().map(|&(digit, set)| {
            let through = sets[set].cells.to_vec();
            let from = Node { digit, cells: vec![stem], through: Vec::new() };
            let to = Node { digit, cells: sets[set].of_digit(digit).places.to_vec(), through };
            Link::weak(from, to)
        });
        let branches = petals.iter().enumerate().map(|(number, &(digit, _))| Branch {
            assumed: Node::one(stem, digit),
            is_true: true,
            links: number..number + 1,
        });
        let entry =
            |&(_, set): &Petal| Set { cells: sets[set].cells.to_vec(), digits: sets[set].digits };
        Pattern {
            digits: digits(mask).collect(),
            cells: vec![stem],
            links: links.collect(),
            branches: branches.collect(),
            sets: petals.iter().map(entry).collect(),
            ..Pattern::default()
        }
    })
}
