//! The model of Regional Yajilin: which cells are shaded, and the lines of the loop.

use gordian_puzzles::kinds::pencil::yajilin_regions::YajilinRegions;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for YajilinRegions {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        let links = sketch.links(|_| true);
        sketch.require_shaded_or_visited(|_| false, &shaded, &links);
    }
}
