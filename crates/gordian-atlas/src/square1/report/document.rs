//! The report as a JSON document.

use gordian_perm::square1::Notation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::{Report, ReportShape};
use crate::square1::{Antipode, ByModel, Levels};

/// The version of the document.
const SCHEMA: u32 = 1;

/// The number of positions at each distance, for every shape, and some of the farthest positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Square1Report")]
pub struct ReportDocument {
    /// The version of this document format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: u32,
    /// The puzzle of the table: `square1` or `square1-silver`.
    pub puzzle: String,
    /// The number of positions at each distance, in each model.
    pub models: ByModel<Levels>,
    /// The number of positions in each model.
    pub positions: ByModel<u64>,
    /// The number of shapes at each distance from the square.
    pub shapes_by_distance_from_square: Vec<u64>,
    /// The 90 shapes; the square is the first.
    pub shapes: Vec<ShapeDocument>,
    /// Some of the positions at the largest distance.
    pub farthest: Vec<FarthestDocument>,
}

/// A shape in the JSON form of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Square1Shape")]
pub struct ShapeDocument {
    /// The name, such as `eCeCeCeC/eCeCeCeC`.
    pub shape: String,
    /// The name of its mirror image.
    pub mirror: String,
    /// The distance from the square in twists.
    pub distance_from_square: u32,
    /// The number of turns and flips that fix the shape.
    pub images: u64,
    /// The number of twists with different results.
    pub moves: u64,
    /// The names of the shapes one twist away.
    pub neighbours: Vec<String>,
    /// The number of positions at each distance, in the model of 2007.
    pub ignoring_middle_modulo_flip: Levels,
    /// The number of positions at each distance, up to flips.
    pub modulo_flip: Levels,
}

/// A position at the largest distance in the JSON form of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Square1Farthest")]
pub struct FarthestDocument {
    /// The position.
    pub position: String,
    /// The name of its shape.
    pub shape: String,
    /// The distance in twists.
    pub distance: u32,
    /// The distance in the model of 2007.
    pub distance_ignoring_middle: u32,
    /// The number of shortest solutions; null if it does not fit 64 bits.
    pub shortest_solutions: Option<u64>,
    /// A shortest solution.
    pub solution: InNotations,
}

/// A sequence in each notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct InNotations {
    /// The notation of the World Cube Association.
    pub wca: String,
    /// The notation of 2007.
    pub cube21: String,
}

impl Report {
    /// Returns the report as a JSON document.
    #[must_use]
    pub fn to_document(&self) -> ReportDocument {
        let mut levels = self.levels.iter().cloned();
        let models = ByModel::new(|_| levels.next().expect("one entry per model"));
        ReportDocument {
            schema: SCHEMA,
            puzzle: self.puzzle().to_owned(),
            positions: models.totals(),
            models,
            shapes_by_distance_from_square: self.shapes_by_distance.clone(),
            shapes: self.shapes.iter().map(|it| self.shape_document(it)).collect(),
            farthest: self.farthest.iter().map(farthest_document).collect(),
        }
    }

    fn shape_document(&self, shape: &ReportShape) -> ShapeDocument {
        let name = |number: usize| self.shapes[number].levels.shape.clone();
        let levels = shape.levels.clone();
        ShapeDocument {
            shape: levels.shape,
            mirror: name(shape.mirror),
            distance_from_square: levels.distance_from_square,
            images: levels.images,
            moves: levels.moves,
            neighbours: shape.neighbours.iter().map(|&it| name(it)).collect(),
            ignoring_middle_modulo_flip: levels.ignoring_middle,
            modulo_flip: levels.modulo_flip,
        }
    }
}

fn farthest_document(it: &Antipode) -> FarthestDocument {
    FarthestDocument {
        position: it.position.to_string(),
        shape: it.position.shape().to_string(),
        distance: it.distance,
        distance_ignoring_middle: it.distance_ignoring_middle,
        shortest_solutions: it.shortest_solutions.try_into().ok(),
        solution: InNotations {
            wca: it.solution.write(Notation::Wca),
            cube21: it.solution.write(Notation::Cube21),
        },
    }
}
