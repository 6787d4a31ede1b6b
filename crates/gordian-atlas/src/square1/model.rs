//! Square-1 as a graph of shapes over a layout: what the enumeration is given.
//!
//! Big pieces 1, 3, 5, 7, 9, B, D, F have the labels 0–7, small ones 0, 2, …, E too in six colours;
//! in silver the small ones are equal in pairs and have the labels 0–3. Of each pair of mirror images
//! among the 90 shapes one is kept, 65 in all; the layout keeps one state of each orbit of the
//! relabellings that fix the solved puzzle: turns of its layers (16 in six colours, 4 in silver) and
//! the exchange of top and bottom.

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
/// Several states may be the same position, see [`Model::canonical`].
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

/// Square-1 in one of its colourings, middle layer apart.
#[derive(Debug)]
pub struct Model {
    colours: Colours,
    shapes: Shapes,
    layout: Layout,
    /// The kept shapes, by their number in the graph.
    kept_shapes: Vec<u16>,
    /// For each shape its number in the graph, or that of its mirror image.
    graph_number: Vec<u16>,
    /// The solved state in canonical form.
    solved: State,
    shape_lookup: ShapeLookup,
}

/// How to read a position, looked up by where the pieces of its layers begin.
#[derive(Debug)]
struct ShapeLookup {
    /// By the mask of slots where pieces begin: which layer word it is, and the slot it begins at.
    layers: Vec<Option<(u8, u8)>>,
    n_words: usize,
    /// By the numbers of the two words: the shape, and whether the second word comes first in it.
    shapes: Vec<Option<(u16, bool)>>,
}

/// Which shape a position has, and how its words are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeReading {
    pub(crate) shape: u16,
    pub(crate) exchanged: bool,
    /// The slots where the words begin, in the order of the words.
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
            // Backwards: of the turns that look the same, the least one stays.
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
    /// Returns the model. Takes a few milliseconds and about 10 MB.
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

    /// Returns for each shape of the graph its number among the 90.
    pub(crate) fn kept_shapes(&self) -> &[u16] {
        &self.kept_shapes
    }

    /// Returns for each of the 90 shapes its number in the graph, or that of its mirror image.
    pub(crate) fn graph_number(&self, shape: u16) -> u16 {
        self.graph_number[usize::from(shape)]
    }

    /// Returns the kept shapes with their moves.
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

    /// Returns the states that are the solved position, as the graph has them.
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

    /// Returns whether `state` is solved, the middle layer left out.
    #[must_use]
    pub fn is_solved(&self, state: &State) -> bool {
        state.shape == self.solved.shape && self.canonical(state) == self.solved
    }

    /// Returns one of the states that are `position`, the middle layer left out.
    ///
    /// # Panics
    ///
    /// Panics if `position` has other colours than the model.
    #[must_use]
    pub fn state(&self, position: &Position) -> State {
        assert_eq!(position.colours(), self.colours, "the model is for one colouring");
        PackedPosition::new(position).state(self)
    }

    /// Returns the shape of two layers whose pieces begin at the slots of these masks.
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

    /// Returns the states after every twist, up to turning and flipping, not more than once each
    /// where the pieces are all different.
    pub fn neighbours(&self, state: &State) -> impl Iterator<Item = State> {
        let state = *state;
        let moves = self.shapes()[usize::from(state.shape)].moves.iter();
        moves.map(move |step| state.moved(step.to, step.places))
    }

    /// Returns the least of the states that are the same position.
    #[must_use]
    pub fn canonical(&self, state: &State) -> State {
        let images = self.shapes()[usize::from(state.shape)].images.iter();
        let least = images.map(|&image| state.moved(state.shape, image)).min();
        least.expect("the identity is an image")
    }

    /// Returns where the state is: its shape's number in the graph and the spot within it.
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

    /// Returns how many positions, up to turns and flip, `stored` states of a graph's shape are.
    ///
    /// # Panics
    ///
    /// Panics if that is not a whole number: the count is wrong then.
    #[must_use]
    pub(crate) fn positions(&self, graph_shape: usize, stored: u64) -> u64 {
        let shape = &self.shapes()[usize::from(self.kept_shapes[graph_shape])];
        let states = stored * self.layout.stabiliser_order();
        let images = shape.images.len() as u64;
        assert_eq!(states % images, 0, "the images of a state are all stored");
        states / images
    }
}

/// Returns the parity that the middle layer gives the distance: 0 square, 1 kite.
#[must_use]
pub fn middle_parity(middle: Middle) -> usize {
    match middle {
        Middle::Square => 0,
        Middle::Kite => 1,
    }
}

/// Finds the relabellings that fix the solved puzzle.
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

/// Returns the relabelling that takes the solved pieces, put to the places `from`, to the same put to
/// the places `to`, or `None` where equal pieces would need different labels.
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
