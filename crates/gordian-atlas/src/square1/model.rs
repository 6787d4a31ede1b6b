//! Square-1 as a graph of shapes over a layout, the input of the enumeration.
//!
//! The big pieces 1, 3, 5, 7, 9, B, D, F have the labels 0–7. In six colours, so have the small
//! pieces 0, 2, …, E; in silver, the small pieces are equal in pairs and have the labels 0–3. Of
//! each pair of mirror images among the 90 shapes one is stored, 65 in total. The layout stores one
//! state of each orbit of the relabellings that fix the solved puzzle: turns of its layers (16 in
//! six colours, 4 in silver) and the exchange of top and bottom.

use gordian_perm::perm8::Perm8;
use gordian_perm::square1::{Colours, Middle, Position};

use super::packed::PackedPosition;
use super::shapes::{LayerWord, PiecePlaces, Shape, Shapes};
use crate::graph::{Graph, GraphShape, Link};
use crate::orbit::{
    Layout, LayoutSpec, Relabelling, StateAddress, label_set_exchange, to_dihedral_pair,
};

/// A state: a shape and the labels at its places.
///
/// Several states can represent the same position, see [`Model::canonical`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The shape, one of 90.
    pub(crate) shape: u16,
    pub(crate) big: Perm8,
    pub(crate) small: [u8; 8],
}

impl State {
    fn moved(&self, to: u16, places: PiecePlaces) -> Self {
        Self {
            shape: to,
            big: self.big.compose(places.big),
            small: places.small.images().map(|place| self.small[usize::from(place)]),
        }
    }
}

/// Square-1 in one of its colourings, without the middle layer.
#[derive(Debug)]
pub struct Model {
    colours: Colours,
    shapes: Shapes,
    layout: Layout,
    /// The stored shapes, by their number in the graph.
    kept_shapes: Vec<u16>,
    /// For each shape, its number in the graph or that of its mirror image.
    graph_number: Vec<u16>,
    /// The solved state in canonical form.
    solved: State,
    shape_lookup: ShapeLookup,
}

/// A lookup from the first slots of the pieces of both layers to the shape and its reading.
#[derive(Debug)]
struct ShapeLookup {
    /// By the mask of the first slots of the pieces: the number of the layer word and its first
    /// slot.
    layers: Vec<Option<(u8, u8)>>,
    n_words: usize,
    /// By the numbers of the two words: the shape, and whether its words are in exchanged order.
    shapes: Vec<Option<(u16, bool)>>,
}

/// The shape of a position, and the alignment of its words with the layers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeReading {
    pub(crate) shape: u16,
    pub(crate) exchanged: bool,
    /// The first slot of each word, in the order of the words.
    pub(crate) first_slot: [u8; 2],
}

impl ShapeLookup {
    fn new(shapes: &[Shape]) -> Self {
        let mut words: Vec<&LayerWord> = shapes.iter().flat_map(|shape| &shape.words).collect();
        words.sort();
        words.dedup();
        let mut layers = vec![None; 1 << 12];
        for (number, word) in (0..).zip(&words) {
            let mut mask = 0_u32;
            let mut slot = 0;
            for &big in *word {
                mask |= 1 << slot;
                slot += if big { 2 } else { 1 };
            }
            // In reverse order, so that the least of equivalent turns remains.
            for turn in (0..12_u8).rev() {
                let turned = (mask << turn | mask >> (12 - turn)) & 0xFFF;
                layers[usize::try_from(turned).expect("twelve bits")] = Some((number, turn));
            }
        }
        let n_words = words.len();
        let mut pairs = vec![None; n_words * n_words];
        for (number, shape) in (0..).zip(shapes) {
            let [first, second] =
                shape.words.each_ref().map(|word| words.binary_search(&word).expect("a word"));
            pairs[second * n_words + first] = Some((number, true));
            pairs[first * n_words + second] = Some((number, false));
        }
        Self { layers, n_words, shapes: pairs }
    }
}

impl Model {
    /// Returns the model. This takes a few milliseconds and about 10 MB.
    #[must_use]
    pub fn new(colours: Colours) -> Self {
        let shapes = Shapes::new();
        let layout = Layout::new(&layout_spec(colours, &shapes));
        let number = |n: usize| u16::try_from(n).expect("90 shapes");
        let kept_shapes: Vec<u16> = (0..number(shapes.all().len()))
            .filter(|&shape| shapes.all()[usize::from(shape)].mirror.shape >= shape)
            .collect();
        let graph_number = (0..number(shapes.all().len()))
            .map(|shape| {
                let twin = shapes.all()[usize::from(shape)].mirror.shape.min(shape);
                number(kept_shapes.binary_search(&twin).expect("one of each pair is kept"))
            })
            .collect();
        let identity =
            State { shape: 0, big: Perm8::IDENTITY, small: layout.rows().representatives()[0] };
        let shape_lookup = ShapeLookup::new(shapes.all());
        let mut model = Self {
            colours,
            shapes,
            layout,
            kept_shapes,
            graph_number,
            solved: identity,
            shape_lookup,
        };
        model.solved = model.canonical(&model.state(&Position::solved(colours)));
        model
    }

    /// Returns the colouring.
    #[must_use]
    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// Returns the layout of the states of a shape.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the 90 shapes.
    pub(crate) fn shapes(&self) -> &[Shape] {
        self.shapes.all()
    }

    /// Returns, for each shape of the graph, its number among the 90.
    pub(crate) fn kept_shapes(&self) -> &[u16] {
        &self.kept_shapes
    }

    /// Returns the number in the graph of one of the 90 shapes, or that of its mirror image.
    pub(crate) fn graph_number(&self, shape: u16) -> u16 {
        self.graph_number[usize::from(shape)]
    }

    /// Returns the graph: the stored shapes with their moves.
    #[must_use]
    pub fn graph(&self) -> Graph {
        let links = |&shape: &u16| {
            let moves = self.shapes()[usize::from(shape)].moves.iter();
            let mut links: Vec<Link> = moves
                .map(|step| {
                    let mirror = self.shapes()[usize::from(step.to)].mirror;
                    let mirrored = mirror.shape < step.to;
                    let places =
                        if mirrored { step.places.then(mirror.places) } else { step.places };
                    Link {
                        source: self.graph_number(step.to),
                        columns: places.big,
                        rows: places.small,
                        mirrored,
                    }
                })
                .collect();
            links.sort_by_key(|link| link.source);
            GraphShape { links }
        };
        Graph { shapes: self.kept_shapes.iter().map(links).collect() }
    }

    /// Returns the states of the solved position in the graph.
    #[must_use]
    pub fn start(&self) -> Vec<(u16, StateAddress)> {
        let solved = self.solved();
        let images = self.shapes()[usize::from(solved.shape)].images.iter();
        images.map(|&image| self.locate(&solved.moved(solved.shape, image))).collect()
    }

    /// Returns the solved state, in canonical form.
    #[must_use]
    pub fn solved(&self) -> State {
        self.solved
    }

    /// Returns whether `state` is solved, ignoring the middle layer.
    #[must_use]
    pub fn is_solved(&self, state: &State) -> bool {
        state.shape == self.solved.shape && self.canonical(state) == self.solved
    }

    /// Returns one of the states of `position`, ignoring the middle layer.
    ///
    /// # Panics
    ///
    /// Panics if `position` has other colours than the model.
    #[must_use]
    pub fn state(&self, position: &Position) -> State {
        assert_eq!(position.colours(), self.colours, "the model is for one colouring");
        PackedPosition::new(position).state(self)
    }

    /// Returns the shape of two layers from the masks of the first slots of their pieces.
    pub(crate) fn read_shape(&self, masks: [usize; 2]) -> ShapeReading {
        let words = masks.map(|mask| self.shape_lookup.layers[mask].expect("a full layer"));
        let [(first, _), (second, _)] = words;
        let pair = usize::from(first) * self.shape_lookup.n_words + usize::from(second);
        let (shape, exchanged) = self.shape_lookup.shapes[pair].expect("two full layers");
        let mut first_slot = words.map(|(_, slot)| slot);
        if exchanged {
            first_slot.swap(0, 1);
        }
        ShapeReading { shape, exchanged, first_slot }
    }

    /// Returns the states after every twist, up to turns and flips. If all pieces differ, each
    /// position occurs once.
    pub fn neighbours(&self, state: &State) -> impl Iterator<Item = State> {
        let state = *state;
        let moves = self.shapes()[usize::from(state.shape)].moves.iter();
        moves.map(move |step| state.moved(step.to, step.places))
    }

    /// Returns the least of all states of the same position.
    #[must_use]
    pub fn canonical(&self, state: &State) -> State {
        let images = self.shapes()[usize::from(state.shape)].images.iter();
        let least = images.map(|&image| state.moved(state.shape, image)).min();
        least.expect("the identity is an image")
    }

    /// Returns the location of the state: the number of its shape in the graph, and the address
    /// within the shape.
    #[must_use]
    pub fn locate(&self, state: &State) -> (u16, StateAddress) {
        let mirror = self.shapes()[usize::from(state.shape)].mirror;
        let address = if mirror.shape < state.shape {
            let twin = state.moved(mirror.shape, mirror.places);
            let (big, small) = self.layout.mirrored(twin.big, &twin.small);
            self.layout.locate(big, &small)
        } else {
            self.layout.locate(state.big, &state.small)
        };
        (self.graph_number(state.shape), address)
    }

    /// Converts a number of stored states of a shape to a number of positions, up to turns and
    /// flips.
    ///
    /// # Panics
    ///
    /// Panics if the result is not an integer: then the count is wrong.
    #[must_use]
    pub(crate) fn positions(&self, graph_shape: usize, stored: u64) -> u64 {
        let shape = &self.shapes()[usize::from(self.kept_shapes[graph_shape])];
        let states = stored * self.layout.stabiliser_order();
        let images = shape.images.len() as u64;
        assert_eq!(states % images, 0, "the images of a state are all stored");
        states / images
    }
}

/// Returns the parity of all distances with this middle layer: 0 for square, 1 for kite.
#[must_use]
pub fn middle_parity(middle: Middle) -> usize {
    match middle {
        Middle::Square => 0,
        Middle::Kite => 1,
    }
}

/// Returns the specification of the layout, from the relabellings that fix the solved puzzle.
fn layout_spec(colours: Colours, shapes: &Shapes) -> LayoutSpec {
    let (labels, generators): ([u8; 8], Vec<Vec<u8>>) = match colours {
        // D4 ≀ Z2: the symmetries of the four small pieces of a layer, and the exchange of layers.
        Colours::Six => (
            [0, 1, 2, 3, 4, 5, 6, 7],
            vec![
                vec![1, 2, 3, 0, 4, 5, 6, 7],
                vec![0, 3, 2, 1, 4, 5, 6, 7],
                vec![4, 5, 6, 7, 0, 1, 2, 3],
            ],
        ),
        // S4.
        Colours::Silver => ([0, 0, 1, 1, 2, 2, 3, 3], vec![vec![1, 2, 3, 0], vec![1, 0, 2, 3]]),
    };
    let solved = &shapes.all()[0];
    let identity = PiecePlaces { big: Perm8::IDENTITY, small: Perm8::IDENTITY };
    let candidates: Vec<Relabelling> = solved
        .images
        .iter()
        .filter_map(|&image| relabelling_between(&labels, identity, image))
        .collect();
    let stabiliser: Vec<Relabelling> = candidates
        .iter()
        .filter(|relabelling| to_dihedral_pair(relabelling.columns).is_some())
        .cloned()
        .collect();
    let swap =
        candidates.into_iter().find(|relabelling| relabelling.columns == label_set_exchange());
    let mut mirrors = solved
        .images
        .iter()
        .filter_map(|&image| relabelling_between(&labels, solved.mirror.places, image));
    let mirror = mirrors.find(|relabelling| to_dihedral_pair(relabelling.columns).is_some());
    LayoutSpec {
        labels,
        generators,
        stabiliser,
        exchange: swap.expect("the solved layers can be exchanged").rows,
        mirror: mirror.expect("the solved puzzle is its own mirror image").clone(),
    }
}

/// Returns the relabelling that maps the solved pieces at the places `from` to the solved pieces at
/// the places `to`, or `None` if equal pieces would need different labels.
fn relabelling_between(
    labels: &[u8; 8],
    from: PiecePlaces,
    to: PiecePlaces,
) -> Option<Relabelling> {
    let columns = to.big.compose(from.big.inverse());
    let mut rows = vec![None; usize::from(labels[7]) + 1];
    for place in 0..8 {
        let label = |places: PiecePlaces| labels[usize::from(places.small.image(place))];
        let image = rows[usize::from(label(from))].get_or_insert(label(to));
        if *image != label(to) {
            return None;
        }
    }
    let rows = rows.into_iter().collect::<Option<Vec<u8>>>()?;
    Some(Relabelling { columns, rows })
}
