//! The precomputed work of one level: source groups, maps and actions of every group.

use crate::graph::Graph;
use crate::orbit::{ColumnMaps, GroupElement, LaneActions, Layout, lane_actions};

/// A pull: adds the neighbours of one source group, by a column map and a lane action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pull {
    /// The index of the source group among the groups of all shapes.
    pub(crate) source: u32,
    /// The number of the column map.
    pub(crate) map: u16,
    /// The number of the lane action.
    pub(crate) action: u16,
}

/// All pulls of a graph over a layout. A few megabytes.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) actions: Vec<LaneActions>,
    pub(crate) maps: ColumnMaps,
    pulls: Vec<Pull>,
    /// The index of the first pull of each group; the total number at the end.
    starts: Vec<u32>,
    pub(crate) n_groups: usize,
}

impl Plan {
    /// Computes the pulls of all groups.
    pub(crate) fn new(layout: &Layout, graph: &Graph) -> Self {
        let mut maps = ColumnMaps::default();
        let mut pulls = Vec::new();
        let mut starts = vec![0];
        let rows = layout.rows();
        for shape in &graph.shapes {
            let numbers: Vec<u16> = shape
                .links
                .iter()
                .map(|link| maps.number(layout.columns(), link.columns))
                .collect();
            for representative in rows.representatives() {
                for (link, &map) in shape.links.iter().zip(&numbers) {
                    let moved = link.rows.images().map(|place| representative[usize::from(place)]);
                    let place = rows.place(&moved);
                    let source = usize::from(link.source) * layout.n_groups();
                    pulls.push(Pull {
                        source: u32::try_from(source + usize::from(place.group))
                            .expect("few groups"),
                        map,
                        action: action_number(place.element, link.mirrored),
                    });
                }
                starts.push(u32::try_from(pulls.len()).expect("few pulls"));
            }
        }
        let n_groups = starts.len() - 1;
        Self { actions: lane_actions(layout), maps, pulls, starts, n_groups }
    }

    /// Returns the pulls of `group`.
    pub(crate) fn pulls(&self, group: usize) -> &[Pull] {
        let [start, end] = [self.starts[group], self.starts[group + 1]];
        let index = |at: u32| usize::try_from(at).expect("an index");
        &self.pulls[index(start)..index(end)]
    }
}

/// Returns the index of an action in [`lane_actions`].
fn action_number(element: GroupElement, mirrored: bool) -> u16 {
    2 * element + u16::from(mirrored)
}
