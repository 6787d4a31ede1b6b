//! The 90 shapes of Square-1 and the moves between them.
//!
//! A shape is a pair of cyclic words of small and big pieces, one word per layer, up to turning
//! each layer and up to flipping the puzzle over. Its normal form (its *words*) has both layers
//! turned to their least rotation (small before big), the lesser one first. The places of a shape
//! are numbered along its words, separately for big and small pieces: a state is two arrangements,
//! place ↦ label.
//!
//! Some shapes are fixed by turns of their layers or by flips: because of these *images*, one
//! position has several states. All of them are stored, so counts are divided by their number.
//!
//! This module contains words and places only. The tests and every replay of a solution check
//! against the simulator of `gordian-perm` that its moves are those of the puzzle.

use gordian_perm::perm8::Perm8;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of slots of half a layer.
const HALF: u8 = 6;

/// The pieces of a layer, anticlockwise: `true` is big.
pub(crate) type LayerWord = Vec<bool>;

/// A permutation of the places of the big pieces and one of those of the small pieces: new place ↦
/// old place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PiecePlaces {
    pub(crate) big: Perm8,
    pub(crate) small: Perm8,
}

impl PiecePlaces {
    /// Returns the composition: `self`, then `next`.
    pub(crate) fn then(self, next: Self) -> Self {
        Self { big: self.big.compose(next.big), small: self.small.compose(next.small) }
    }

    fn key(self) -> ([u8; 8], [u8; 8]) {
        (self.big.images(), self.small.images())
    }
}

/// A move from a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeMove {
    /// The resulting shape.
    pub(crate) to: u16,
    /// The origin of each piece.
    pub(crate) places: PiecePlaces,
    /// The slot of each word that is at the cut before the twist, 0 to 11.
    pub(crate) cut: [u8; 2],
}

/// The result of transforming a shape: the new shape, and the origin of each piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeView {
    /// The shape.
    pub(crate) shape: u16,
    /// The origin of each piece.
    pub(crate) places: PiecePlaces,
}

/// One shape.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The words of the two layers.
    pub(crate) words: [LayerWord; 2],
    /// The turns and flips that fix the shape, including the identity.
    pub(crate) images: Vec<PiecePlaces>,
    /// The moves with different results, up to turns and flips.
    pub(crate) moves: Vec<ShapeMove>,
    /// The mirror image.
    pub(crate) mirror: ShapeView,
}

impl Shape {
    /// Returns the name: small `e`, big `C`, the layers separated by `/`.
    pub(crate) fn name(&self) -> String {
        let word = |word: &LayerWord| -> String {
            word.iter().map(|&big| if big { 'C' } else { 'e' }).collect()
        };
        format!("{}/{}", word(&self.words[0]), word(&self.words[1]))
    }
}

/// All shapes; number 0 is the shape of the solved puzzle.
#[derive(Debug)]
pub(crate) struct Shapes {
    shapes: Vec<Shape>,
    numbers: FxHashMap<[LayerWord; 2], u16>,
}

/// A piece with its size and its original place.
#[derive(Clone, Copy, Debug)]
struct NumberedPiece {
    big: bool,
    place: u8,
}

impl Shapes {
    /// Finds all shapes that are reachable from the solved one by twists.
    pub(crate) fn new() -> Self {
        let square: LayerWord = [false, true].repeat(4);
        let mut all = Self { shapes: Vec::new(), numbers: FxHashMap::default() };
        all.number([square.clone(), square]);
        let mut next = 0;
        while next < all.shapes.len() {
            let layers = number_pieces(&all.shapes[next].words);
            let mut seen = FxHashSet::default();
            for (cut, layers) in twists(&layers) {
                let (words, places) = normal_form(layers);
                let to = all.number(words);
                let images = &all.shapes[usize::from(to)].images;
                let least = images.iter().map(|&image| places.then(image)).min_by_key(|p| p.key());
                let places = least.expect("the identity is an image");
                if seen.insert((to, places)) {
                    all.shapes[next].moves.push(ShapeMove { to, places, cut });
                }
            }
            let mirrored = layers.map(|layer| layer.into_iter().rev().collect());
            let (words, places) = normal_form(mirrored);
            all.shapes[next].mirror = ShapeView { shape: all.number(words), places };
            next += 1;
        }
        all
    }

    fn number(&mut self, words: [LayerWord; 2]) -> u16 {
        let next = u16::try_from(self.shapes.len()).expect("90 shapes");
        *self.numbers.entry(words).or_insert_with_key(|words| {
            let identity = PiecePlaces { big: Perm8::IDENTITY, small: Perm8::IDENTITY };
            self.shapes.push(Shape {
                words: words.clone(),
                images: images(words),
                moves: Vec::new(),
                mirror: ShapeView { shape: next, places: identity },
            });
            next
        })
    }

    /// Returns the shapes by number.
    pub(crate) fn all(&self) -> &[Shape] {
        &self.shapes
    }
}

/// Numbers the pieces of two layers.
fn number_pieces(words: &[LayerWord; 2]) -> [Vec<NumberedPiece>; 2] {
    let mut next = [0, 0];
    words.each_ref().map(|word| {
        let piece = |&big: &bool| {
            let place = next[usize::from(big)];
            next[usize::from(big)] += 1;
            NumberedPiece { big, place }
        };
        word.iter().map(piece).collect()
    })
}

/// Turns both layers to their least rotation and orders them.
fn normal_form(mut layers: [Vec<NumberedPiece>; 2]) -> ([LayerWord; 2], PiecePlaces) {
    for layer in &mut layers {
        let least = (0..layer.len()).min_by(|&a, &b| {
            let turned =
                |turn: usize| layer[turn..].iter().chain(&layer[..turn]).map(|piece| piece.big);
            turned(a).cmp(turned(b))
        });
        let least = least.expect("a layer has pieces");
        layer.rotate_left(least);
    }
    let mut words = layers
        .each_ref()
        .map(|layer| -> LayerWord { layer.iter().map(|piece| piece.big).collect() });
    if words[1] < words[0] {
        layers.swap(0, 1);
        words.swap(0, 1);
    }
    let places = places(&layers);
    (words, places)
}

/// Returns the original place of each piece.
fn places(layers: &[Vec<NumberedPiece>; 2]) -> PiecePlaces {
    let of = |big: bool| {
        let pieces = layers.iter().flatten().filter(|piece| piece.big == big);
        let images: Vec<u8> = pieces.map(|piece| piece.place).collect();
        let images = images.try_into().expect("eight pieces of each size");
        Perm8::new(images).expect("no piece is missing")
    };
    PiecePlaces { big: of(true), small: of(false) }
}

/// Returns every combination of turns and exchange of the layers that fixes their words.
fn images(words: &[LayerWord; 2]) -> Vec<PiecePlaces> {
    let layers = number_pieces(words);
    let mut found = Vec::new();
    for [first, second] in [[0, 1], [1, 0]] {
        for i in 0..layers[first].len() {
            for j in 0..layers[second].len() {
                let mut turned = [layers[first].clone(), layers[second].clone()];
                turned[0].rotate_left(i);
                turned[1].rotate_left(j);
                let same = turned.iter().zip(words).all(|(layer, word)| {
                    layer.iter().map(|piece| piece.big).eq(word.iter().copied())
                });
                if same {
                    found.push(places(&turned));
                }
            }
        }
    }
    found
}

/// Returns every possible twist: the slots at the cut before it, and the layers after it.
fn twists(layers: &[Vec<NumberedPiece>; 2]) -> Vec<([u8; 2], [Vec<NumberedPiece>; 2])> {
    let [tops, bottoms] = layers.each_ref().map(|layer| halves(layer));
    let mut twisted = Vec::new();
    for (top_slot, top_right, top_left) in &tops {
        for (bottom_slot, bottom_right, bottom_left) in &bottoms {
            let top = [bottom_right.as_slice(), top_left].concat();
            let bottom = [top_right.as_slice(), bottom_left].concat();
            twisted.push(([*top_slot, *bottom_slot], [top, bottom]));
        }
    }
    twisted
}

/// Returns every division of a layer into two halves: the first slot of the right half, and both
/// halves.
fn halves(layer: &[NumberedPiece]) -> Vec<(u8, Vec<NumberedPiece>, Vec<NumberedPiece>)> {
    let slots = |piece: &NumberedPiece| if piece.big { 2 } else { 1 };
    let mut cuts = Vec::new();
    for turn in 0..layer.len() {
        let slot = layer[..turn].iter().map(slots).sum();
        let mut right = layer.to_vec();
        right.rotate_left(turn);
        let mut filled = 0;
        let length = right.iter().position(|piece| {
            let here = filled;
            filled += slots(piece);
            here >= HALF
        });
        let left = right.split_off(length.expect("a layer has two halves"));
        if right.iter().map(slots).sum::<u8>() == HALF {
            cuts.push((slot, right, left));
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_shapes_exist_and_65_up_to_mirror_images() {
        let shapes = Shapes::new();
        assert_eq!(shapes.all().len(), 90);
        let kept_shapes =
            (0_u16..).zip(shapes.all()).filter(|(number, shape)| shape.mirror.shape >= *number);
        assert_eq!(kept_shapes.count(), 65);
        for (number, shape) in (0_u16..).zip(shapes.all()) {
            assert_eq!(shapes.all()[usize::from(shape.mirror.shape)].mirror.shape, number);
        }
    }
}
