//! Known numbers of positions and shapes, verified by breadth-first search.

use gordian_perm::square1::{Colours, Layer, Middle, Position, Shape, Turn};
use gordian_testkit::square1_levels::{SILVER, SIX_COLOURS};
use rustc_hash::FxHashSet;

/// Returns every position one twist away, with every relevant alignment of the layers.
fn neighbours(position: &Position) -> impl Iterator<Item = Position> {
    let start = *position;
    let bottoms: Vec<i32> = start.bottom().cut_turns().collect();
    let turns = start
        .top()
        .cut_turns()
        .flat_map(move |top| bottoms.clone().into_iter().map(move |bottom| Turn::new(top, bottom)));
    turns.map(move |turn| start.turned(turn).twisted().unwrap())
}

/// Counts the positions at each distance from the solved puzzle, where positions with the same
/// `normal` form are one.
fn check(colours: Colours, normal: impl Fn(&Position) -> Position, expected: &[u64]) {
    let solved = normal(&Position::solved(colours));
    let mut seen = FxHashSet::from_iter([solved]);
    let mut level = vec![solved];
    let mut counts = vec![1];
    while counts.len() < expected.len() {
        let mut next = Vec::new();
        for neighbour in level.iter().flat_map(neighbours) {
            let neighbour = normal(&neighbour);
            if seen.insert(neighbour) {
                next.push(neighbour);
            }
        }
        counts.push(next.len() as u64);
        level = next;
    }
    assert_eq!(counts, expected);
}

/// Removes the middle layer.
fn without_middle(position: &Position) -> Position {
    let position = position.canonical_up_to_flip();
    Position::new(*position.top(), *position.bottom(), Middle::Square).unwrap()
}

#[test]
fn silver_levels() {
    check(Colours::Silver, Position::canonical_up_to_flip, &SILVER.modulo_flip[..4]);
    check(Colours::Silver, Position::canonical, &SILVER.rotations_only[..3]);
    check(Colours::Silver, without_middle, &SILVER.ignoring_middle[..4]);
}

#[test]
fn six_colour_levels() {
    check(Colours::Six, Position::canonical_up_to_flip, &SIX_COLOURS.modulo_flip[..4]);
    check(Colours::Six, Position::canonical, &SIX_COLOURS.rotations_only[..3]);
    check(Colours::Six, without_middle, &SIX_COLOURS.ignoring_middle[..4]);
}

#[test]
#[ignore = "slow: one more level of every table"]
fn more_levels() {
    check(Colours::Silver, Position::canonical_up_to_flip, &SILVER.modulo_flip[..5]);
    check(Colours::Silver, Position::canonical, &SILVER.rotations_only[..5]);
    check(Colours::Silver, without_middle, &SILVER.ignoring_middle[..5]);
    check(Colours::Six, Position::canonical_up_to_flip, &SIX_COLOURS.modulo_flip[..5]);
    check(Colours::Six, Position::canonical, &SIX_COLOURS.rotations_only[..5]);
    check(Colours::Six, without_middle, &SIX_COLOURS.ignoring_middle[..5]);
}

/// Returns one position of every shape that can be reached, where shapes with the same `name` are
/// one.
fn reachable<T: Ord + std::hash::Hash>(name: impl Fn(&Position) -> T) -> Vec<Position> {
    let solved = Position::solved(Colours::Six);
    let mut seen = FxHashSet::from_iter([name(&solved)]);
    let mut found = vec![solved];
    let mut next = 0;
    while let Some(position) = found.get(next).copied() {
        found.extend(neighbours(&position).filter(|neighbour| seen.insert(name(neighbour))));
        next += 1;
    }
    found
}

#[test]
fn shapes() {
    let shapes: FxHashSet<Shape> = reachable(Position::shape).iter().map(Position::shape).collect();
    assert_eq!(shapes.len(), 90);
    let upright = reachable(|position| (position.top().shape(), position.bottom().shape()));
    assert_eq!(upright.len(), 170);
    let layers: FxHashSet<_> = upright.iter().map(|position| position.top().shape()).collect();
    assert_eq!(layers.len(), 29);
    for layer in layers {
        assert_eq!(layer.n_big() * 2 + (layer.n_pieces() - layer.n_big()), 12);
        assert_eq!(layer.sizes().count(), usize::try_from(layer.n_pieces()).unwrap());
        let n_big = layer.sizes().filter(|&is_big| is_big).count();
        assert_eq!(n_big, usize::try_from(layer.n_big()).unwrap());
    }
    // Aligned outlines of both layers in which a twist is possible.
    let outlines = |layer: &Layer| -> usize {
        layer
            .cut_turns()
            .map(|cut| layer.turned(cut).piece_starts())
            .collect::<FxHashSet<_>>()
            .len()
    };
    let cut = upright.iter().map(|it| outlines(it.top()) * outlines(it.bottom()));
    assert_eq!(cut.sum::<usize>(), 3678);
}

#[test]
fn shape_names() {
    let check = |text: &str, expected: &str| {
        let shape = text.parse::<Position>().unwrap().shape();
        assert_eq!(shape.to_string(), expected);
        assert_eq!(format!("{}/{}", shape.top(), shape.bottom()), expected);
    };
    check("01234567-F89ABCDE,S", "eCeCeCeC/eCeCeCeC");
    check("F89A4567-0123BCDE,K", "eeCeCCeC/eeCeCCeC");
    check("13579B-+2468ACE0DF,S", "eeeeeeeeCC/CCCCCC");
    check("CBD4539-E7180F26A,K", "eeeeCCeeC/eCCeCCC");
}
