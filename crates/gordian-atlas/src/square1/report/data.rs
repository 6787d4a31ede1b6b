//! The data of a report.

use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Middle, Shape};

use crate::AtlasError;
use crate::square1::{Antipode, CountModel, Database, Levels, ShapeLevels, label};

/// The number of farthest positions in a report.
const N_FARTHEST: usize = 12;

/// The data of a report about a database.
#[derive(Clone, Debug)]
pub struct Report {
    /// The colouring.
    pub colours: Colours,
    /// The number of positions at each distance, in the order of [`CountModel::ALL`].
    pub levels: [Levels; 3],
    /// The 90 shapes; the square is the first.
    pub shapes: Vec<ReportShape>,
    /// The number of shapes at each distance from the square in twists; index 0 is distance 0.
    pub shapes_by_distance: Vec<u64>,
    /// Some of the positions at the largest distance from solved.
    pub farthest: Vec<Antipode>,
}

/// The data of a shape in a report.
#[derive(Clone, Debug)]
pub struct ReportShape {
    /// Counts and distances.
    pub levels: ShapeLevels,
    /// The shape, for drawing.
    pub shape: Shape,
    /// The number of its mirror image, which can be its own number.
    pub mirror: usize,
    /// The numbers of the shapes one twist away, sorted and without duplicates.
    pub neighbours: Vec<usize>,
}

impl ReportShape {
    /// Returns the number of positions at each distance in one of the models up to flips.
    #[must_use]
    pub fn counts(&self, ignoring_middle: bool) -> &[u64] {
        if ignoring_middle { &self.levels.ignoring_middle } else { &self.levels.modulo_flip }
    }
}

impl Report {
    /// Collects the data from a database, including some farthest positions.
    ///
    /// Cost: a second or two.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`], and the errors of reading a table.
    pub fn new(database: &Database, cancel: &Cancel) -> Result<Self, AtlasError> {
        let model = database.model();
        let table = database.levels();
        let shapes: Vec<ReportShape> = (0..)
            .zip(model.shapes())
            .zip(&table.shapes)
            .map(|((number, shape), levels)| {
                let mut neighbours: Vec<usize> =
                    shape.moves.iter().map(|step| step.to.into()).collect();
                neighbours.sort_unstable();
                neighbours.dedup();
                let position = model.position(&model.first_state(number), Middle::Square);
                ReportShape {
                    levels: levels.clone(),
                    shape: position.shape(),
                    mirror: shape.mirror.shape.into(),
                    neighbours,
                }
            })
            .collect();
        let distance = |shape: &ReportShape| {
            usize::try_from(shape.levels.distance_from_square)
                .expect("the distance of a shape is small")
        };
        let farthest = shapes.iter().map(distance).max().unwrap_or(0);
        let mut shapes_by_distance = vec![0; farthest + 1];
        for shape in &shapes {
            shapes_by_distance[distance(shape)] += 1;
        }
        Ok(Self {
            colours: model.colours(),
            levels: CountModel::ALL.map(|count_model| table.levels(count_model)),
            shapes,
            shapes_by_distance,
            farthest: database.antipodes(N_FARTHEST, cancel)?,
        })
    }

    /// Returns the name of the puzzle, such as `square1-silver`.
    #[must_use]
    pub fn puzzle(&self) -> &'static str {
        label(self.colours)
    }

    /// Returns the models with their levels.
    pub fn models(&self) -> impl Iterator<Item = (CountModel, &Levels)> {
        CountModel::ALL.into_iter().zip(&self.levels)
    }

    /// Returns the number of positions at each distance in `model`.
    #[must_use]
    pub fn levels_of(&self, model: CountModel) -> &Levels {
        let at = CountModel::ALL.iter().position(|&it| it == model);
        &self.levels[at.expect("all models are listed")]
    }
}
