//! Drawings for the terminal.

use super::layer::Layer;
use super::piece::{Middle, Side};
use super::position::Position;

/// The half-axes of the ring that a layer is drawn as, in columns and lines: characters are about
/// twice as high as wide.
const RADIUS: (f64, f64) = (12.0, 6.0);
/// How large a layer is drawn, in columns and lines.
const SIZE: (usize, usize) = (25, 13);
/// How many columns lie between the layers.
const GAP: usize = 10;

/// Returns the direction in which slot 0 of a layer begins, in degrees anticlockwise from the
/// right, as the layer is seen from outside with the puzzle's right on the right.
///
/// That is 15° beside the middle of the near side, where the cut of the solved puzzle ends: on the
/// left where one looks from above, and so on the right where one looks from below.
pub(crate) fn first_slot_degrees(side: Side) -> f64 {
    match side {
        Side::Top => -105.0,
        Side::Bottom => -75.0,
    }
}

/// Draws both layers side by side as text, each as seen from outside it, and names the middle.
///
/// Slots are the hours of a clock face. A small piece is its digit once, a big one its digit three
/// times, for both its slots and what is between them; `·` stands where two pieces meet. The cut
/// goes through the centre; where it meets a digit instead of a `·`, a piece lies across it.
///
/// *Shape*: lines of at most 60 characters without blanks at their end, each with a line break;
/// characters of one column only, no colours. `docs/square1.md` shows it.
#[must_use]
pub fn draw(position: &Position) -> String {
    let middle = match position.middle() {
        Middle::Square => "square",
        Middle::Kite => "kite",
    };
    let mut lines = vec![
        beside("top, seen from above", "bottom, seen from below"),
        String::new(),
        beside("back", "front"),
    ];
    let [top, bottom] = [(position.top(), Side::Top), (position.bottom(), Side::Bottom)]
        .map(|(it, side)| ring(it, side));
    lines.extend(top.iter().zip(&bottom).map(|(top, bottom)| beside(top, bottom)));
    lines.push(beside("front", "back"));
    lines.push(String::new());
    lines.push(format!("middle: {middle}"));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Puts two texts side by side, each in the middle of the columns of its layer.
fn beside(left: &str, right: &str) -> String {
    let width = SIZE.0;
    format!("{left:^width$}{:GAP$}{right:^width$}", "")
}

/// Draws one layer.
fn ring(layer: &Layer, side: Side) -> Vec<String> {
    let mut canvas = vec![vec![' '; SIZE.0]; SIZE.1];
    let start = first_slot_degrees(side);
    // The cut first: its ends are where slots 0 and 6 begin.
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

/// Returns the column and the line of a point, given by its direction and by its distance from the
/// centre as a part of the radius.
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
