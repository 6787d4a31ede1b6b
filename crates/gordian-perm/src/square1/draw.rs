//! Text drawings for the terminal.

use super::layer::Layer;
use super::piece::{Middle, Side};
use super::position::Position;

/// The half-axes of the ellipse of a layer, in columns and lines: characters are about twice as
/// high as wide.
const RADIUS: (f64, f64) = (12.0, 6.0);
/// The size of the drawing of a layer, in columns and lines.
const SIZE: (usize, usize) = (25, 13);
/// The number of columns between the layers.
const GAP: usize = 10;

/// Returns the direction in which slot 0 of a layer begins, in degrees anticlockwise from the
/// right, as the layer is seen from outside with the puzzle's right on the right.
///
/// The cut of the solved puzzle ends 15° from the middle of the near side: on its left as seen from
/// above, and therefore on its right as seen from below.
pub(crate) fn first_slot_degrees(side: Side) -> f64 {
    match side {
        Side::Top => -105.0,
        Side::Bottom => -75.0,
    }
}

/// Draws both layers side by side as text, each as seen from outside, and names the state of the
/// middle layer.
///
/// Slots are arranged like the hours of a clock face. A small piece is drawn as one digit, a big
/// piece as three equal digits, one per slot and one between; `·` marks the boundary of two pieces.
/// The cut passes through the centre; a piece lies across the cut if its end meets a digit instead
/// of a `·`.
///
/// *Shape*: lines of at most 60 characters without trailing blanks, each with a line break; only
/// characters of one column, no colours. `docs/guides/square1.md` has an example.
#[must_use]
pub fn draw(position: &Position) -> String {
    let middle = match position.middle() {
        Middle::Square => "square",
        Middle::Kite => "kite",
    };
    let mut lines = vec![
        side_by_side("top, seen from above", "bottom, seen from below"),
        String::new(),
        side_by_side("back", "front"),
    ];
    let [top, bottom] = [(position.top(), Side::Top), (position.bottom(), Side::Bottom)]
        .map(|(it, side)| draw_layer(it, side));
    lines.extend(top.iter().zip(&bottom).map(|(top, bottom)| side_by_side(top, bottom)));
    lines.push(side_by_side("front", "back"));
    lines.push(String::new());
    lines.push(format!("middle: {middle}"));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Puts two texts side by side, each centred in the columns of its layer.
fn side_by_side(left: &str, right: &str) -> String {
    let width = SIZE.0;
    format!("{left:^width$}{:GAP$}{right:^width$}", "")
}

/// Draws one layer.
fn draw_layer(layer: &Layer, side: Side) -> Vec<String> {
    let mut canvas = vec![vec![' '; SIZE.0]; SIZE.1];
    let start = first_slot_degrees(side);
    // The cut first: its ends are the beginnings of slots 0 and 6.
    for step in -5..=5 {
        let (column, line) = place(start, f64::from(step) / 6.0);
        canvas[line][column] = '│';
    }
    for (slot, begins) in layer.slots().iter().enumerate() {
        let piece = layer.piece_at(slot).digit();
        let boundary = start + 30.0 * f64::from(u8::try_from(slot).expect("there are 12 slots"));
        let (column, line) = place(boundary, 1.0);
        canvas[line][column] = if begins.is_some() { '·' } else { piece };
        let (column, line) = place(boundary + 15.0, 1.0);
        canvas[line][column] = piece;
    }
    canvas.into_iter().map(String::from_iter).collect()
}

/// Returns the column and the line of a point, given by its direction and its distance from the
/// centre as a fraction of the radius.
fn place(degrees: f64, distance: f64) -> (usize, usize) {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let nearest = |wanted: f64, size: usize| {
        let away = |at: &usize| {
            let at = f64::from(u8::try_from(*at).expect("a drawing is small"));
            (at - wanted).abs()
        };
        (0..size).min_by(|a, b| away(a).total_cmp(&away(b))).expect("a drawing is not empty")
    };
    let column = RADIUS.0 * (1.0 + distance * cosine);
    let line = RADIUS.1 * (1.0 - distance * sine);
    (nearest(column, SIZE.0), nearest(line, SIZE.1))
}
