//! Every SIMD level against the portable one, and that one against states moved one by one.

use gordian_core::{Random, SimdLevel, match_simd_level};
use gordian_perm::square1::Colours;

use super::{Kernel, Kernels};
use crate::map::{Block, Group};
use crate::orbit::{BLOCKS, Layout, StateAddress};
use crate::plan::Plan;
use crate::square1::Model;
use crate::{Graph, Link};

/// A group whose lanes in use have a random eighth of their bits set.
fn random_group(random: &mut Random, n_lanes: usize) -> Box<Group> {
    let mut group = Box::new([Block::ZERO; BLOCKS]);
    for word in group.iter_mut().flat_map(|block| &mut block.0[..n_lanes]) {
        *word = random.bits() & random.bits() & random.bits();
    }
    group
}

fn pull(kernels: &Kernels, plan: &Plan, group: usize, which: usize, source: &Group) -> Box<Group> {
    let pull = plan.pulls(group)[which];
    let mut target = Box::new([Block::ZERO; BLOCKS]);
    let map = plan.maps.get(pull.map);
    let action = usize::from(pull.action);
    match_simd_level!(Kernels, kernels, kernel => {
        kernel.pull(&mut target, source, map, action, source);
    });
    target
}

fn count(kernels: &Kernels, a: &Group, b: &Group) -> (u64, u64) {
    match_simd_level!(Kernels, kernels, kernel => (kernel.count(a), kernel.count_union(a, b)))
}

fn is_set(group: &Group, address: StateAddress) -> bool {
    group[usize::from(address.block)].0[usize::from(address.lane)] >> address.bit & 1 == 1
}

/// The links of a group in the order of its pulls.
fn link<'a>(graph: &'a Graph, layout: &Layout, group: usize, which: usize) -> &'a Link {
    &graph.shapes[group / layout.n_groups()].links[which]
}

#[test]
fn a_pull_moves_each_state_along_its_link() {
    for colours in [Colours::Silver, Colours::Six] {
        let model = Model::new(colours);
        let (layout, graph) = (model.layout(), model.graph());
        let plan = Plan::new(layout, &graph);
        let portable = Kernels::new(SimdLevel::Portable, &plan.actions)
            .expect("portable code runs everywhere");
        let mut random = Random::new(1);
        for _ in 0..200 {
            let group = random.below(plan.n_groups);
            let which = random.below(plan.pulls(group).len());
            let source = random_group(&mut random, layout.n_lanes());
            let target = pull(&portable, &plan, group, which, &source);
            let link = link(&graph, layout, group, which);
            for _ in 0..50 {
                let address = StateAddress {
                    group: u16::try_from(group % layout.n_groups()).expect("few groups"),
                    block: u16::try_from(random.below(BLOCKS)).expect("few blocks"),
                    lane: u8::try_from(random.below(layout.n_lanes())).expect("few lanes"),
                    bit: u8::try_from(random.below(64)).expect("64 bits"),
                };
                let (columns, rows) = layout.state(address);
                let columns = columns.compose(link.columns);
                let rows = link.rows.images().map(|place| rows[usize::from(place)]);
                let (columns, rows) =
                    if link.mirrored { layout.mirrored(columns, &rows) } else { (columns, rows) };
                let from = layout.locate(columns, &rows);
                let source_group = usize::from(link.source) * layout.n_groups();
                let pull = plan.pulls(group)[which];
                assert_eq!(pull.source as usize, source_group + usize::from(from.group));
                assert_eq!(
                    is_set(&target, address),
                    is_set(&source, from),
                    "{colours:?} {address:?}"
                );
            }
        }
    }
}

#[test]
fn all_simd_levels_agree() {
    for colours in [Colours::Silver, Colours::Six] {
        let model = Model::new(colours);
        let plan = Plan::new(model.layout(), &model.graph());
        let portable = Kernels::new(SimdLevel::Portable, &plan.actions)
            .expect("portable code runs everywhere");
        for level in SimdLevel::available() {
            let kernels = Kernels::new(level, &plan.actions).expect("it is available");
            let mut random = Random::new(2);
            for _ in 0..500 {
                let group = random.below(plan.n_groups);
                let which = random.below(plan.pulls(group).len());
                // All eight lanes: unused lanes must not leak into others either.
                let [source, other] = [0, 1].map(|_| random_group(&mut random, 8));
                let expected = pull(&portable, &plan, group, which, &source);
                assert_eq!(pull(&kernels, &plan, group, which, &source), expected, "{level:?}");
                let expected = count(&portable, &source, &other);
                assert_eq!(count(&kernels, &source, &other), expected, "{level:?}");
            }
        }
    }
}

#[cfg(gordian_simd)]
#[test]
fn results_do_not_depend_on_prefetched_blocks() {
    let model = Model::new(Colours::Silver);
    let plan = Plan::new(model.layout(), &model.graph());
    let portable =
        Kernels::new(SimdLevel::Portable, &plan.actions).expect("portable code runs everywhere");
    let Some(kernel) = super::Avx512::new(&plan.actions) else { return };
    let mut random = Random::new(3);
    for n_prefetched in [0, 1, 100, BLOCKS] {
        let group = random.below(plan.n_groups);
        let which = random.below(plan.pulls(group).len());
        let source = random_group(&mut random, 8);
        let pulled = plan.pulls(group)[which];
        let mut target = Box::new([Block::ZERO; BLOCKS]);
        let map = plan.maps.get(pulled.map);
        kernel.pull_and_prefetch(
            &mut target,
            &source,
            map,
            pulled.action.into(),
            &source[..n_prefetched],
        );
        let expected = pull(&portable, &plan, group, which, &source);
        assert_eq!(target, expected, "{n_prefetched} blocks prefetched");
    }
}
