//! SVG drawings: self-contained documents.
//!
//! Every element has its colours as attributes; there is no style sheet, which would apply to other
//! drawings of the same page too. The names of the layers have the colour of the surrounding text
//! (`currentColor`), so that they can be read on light and on dark pages.
//!
//! Pieces are drawn to scale. In units of half a side of the cube, a small piece reaches from the
//! centre to a straight outer edge at distance 1; the corner of a big piece is at √2; the outer
//! boundaries between pieces are at 1 / cos 15° for both sizes, so that any two pieces fit
//! together.

use std::f64::consts::SQRT_2;
use std::fmt::Write;

use super::draw::first_slot_degrees;
use super::layer::Layer;
use super::piece::{Middle, Piece, Side};
use super::position::Position;
use super::shape::{LayerShape, Shape};

/// Half a side of the cube, in units of the drawing.
const UNIT: f64 = 70.0;
/// Half the width of the field in which a layer is drawn.
const FIELD: f64 = 110.0;
/// The height of the caption above a layer.
const HEAD: f64 = 30.0;

/// The fill of a piece of the top of the solved puzzle.
const TOP: &str = "#fff3c4";
/// The fill of a piece of the bottom of the solved puzzle.
const BOTTOM: &str = "#b9d2e8";
/// The fill of a piece without a digit.
const PLAIN: &str = "#e4e4e4";
/// The fill of a half of the middle layer.
const MIDDLE: &str = "#d0d0d0";
/// The colour of outlines, and of digits on pieces.
const DARK: &str = "#222";
/// The colour of the cut and of its name, which may lie on a piece: a red with sufficient contrast
/// to the pieces, to white and to black.
const CUT: &str = "#e03030";

/// Draws a position as an SVG document: the top layer as seen from above, the bottom layer as seen
/// from below, and the middle layer as seen from above. The red line is the cut.
///
/// Light pieces belong to the top of the solved puzzle, dark pieces to its bottom. *Size*: about 6
/// kB.
#[must_use]
pub fn svg(position: &Position) -> String {
    let mut out = document_start(3, &format!("Square-1 position {position}"));
    let layers = [
        (position.top(), Side::Top, "top, from above"),
        (position.bottom(), Side::Bottom, "bottom, from below"),
    ];
    for (place, (layer, side, name)) in (0..).zip(layers) {
        let field = Field::new(place);
        field.name(&mut out, name);
        field.layer(&mut out, layer, side);
        field.cut(&mut out, side);
    }
    let field = Field::new(2);
    field.name(&mut out, "middle, from above");
    field.middle(&mut out, position.middle());
    field.cut(&mut out, Side::Top);
    out + "</svg>\n"
}

/// Draws a shape as an SVG document: both layers without digits, each turned so that its word
/// begins in the direction of the front end of the cut of a solved top layer.
#[must_use]
pub fn svg_shape(shape: &Shape) -> String {
    let mut out = document_start(2, &format!("Square-1 shape {shape}"));
    for (place, layer) in (0..).zip([shape.top(), shape.bottom()]) {
        let field = Field::new(place);
        field.name(&mut out, &layer.to_string());
        field.layer_shape(&mut out, layer);
    }
    out + "</svg>\n"
}

/// Returns the beginning of a document with `n_fields` fields in a row.
fn document_start(n_fields: u8, title: &str) -> String {
    let width = 2.0 * FIELD * f64::from(n_fields);
    let height = 2.0 * FIELD + HEAD;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"16\" text-anchor=\"middle\" fill=\"currentColor\">\n<title>{title}</title>\n"
    )
}

/// Appends a line to a document.
fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}

/// Appends an outlined polygon to a document.
fn polygon(out: &mut String, fill: &str, points: &[String]) {
    let points = points.join(" ");
    line(
        out,
        format_args!(
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{DARK}\" stroke-width=\"1.5\" \
             stroke-linejoin=\"round\"/>"
        ),
    );
}

/// One of several drawings in a row.
struct Field {
    /// The centre, in units of the drawing.
    centre: (f64, f64),
}

impl Field {
    fn new(place: u8) -> Self {
        Self { centre: (FIELD * f64::from(2 * place + 1), FIELD + HEAD) }
    }

    /// Returns the point in a direction, in degrees anticlockwise from the right, at a distance in
    /// units of half a side of the cube, as `x,y`.
    fn point(&self, degrees: f64, distance: f64) -> String {
        let (x, y) = self.xy(degrees, distance);
        format!("{x:.1},{y:.1}")
    }

    fn xy(&self, degrees: f64, distance: f64) -> (f64, f64) {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        (self.centre.0 + UNIT * distance * cosine, self.centre.1 - UNIT * distance * sine)
    }

    fn name(&self, out: &mut String, name: &str) {
        line(out, format_args!("<text x=\"{}\" y=\"18\">{name}</text>", self.centre.0));
    }

    fn layer(&self, out: &mut String, layer: &Layer, side: Side) {
        for (slot, piece) in (0_u8..).zip(layer.slots()) {
            if let Some(piece) = *piece {
                let start = first_slot_degrees(side) + 30.0 * f64::from(slot);
                let fill = if piece < Piece::ALL[8] { TOP } else { BOTTOM };
                self.piece(out, piece.is_big(), start, fill);
                let (away, along) = if piece.is_big() { (0.85, 30.0) } else { (0.75, 15.0) };
                let (x, y) = self.xy(start + along, away);
                // The baseline of a digit lies below its centre.
                let y = y + 5.5;
                let text =
                    format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{DARK}\">{piece}</text>");
                line(out, text);
            }
        }
    }

    fn layer_shape(&self, out: &mut String, layer: LayerShape) {
        let mut start = first_slot_degrees(Side::Top);
        for is_big in layer.sizes() {
            self.piece(out, is_big, start, PLAIN);
            start += if is_big { 60.0 } else { 30.0 };
        }
    }

    /// Draws the outline of a piece that begins in the direction `start`.
    fn piece(&self, out: &mut String, is_big: bool, start: f64, fill: &str) {
        let edge = boundary_distance();
        let mut points = vec![self.point(0.0, 0.0), self.point(start, edge)];
        if is_big {
            points.extend([self.point(start + 30.0, SQRT_2), self.point(start + 60.0, edge)]);
        } else {
            points.push(self.point(start + 30.0, edge));
        }
        polygon(out, fill, &points);
    }

    /// Draws the two halves of the middle layer.
    ///
    /// The left half is drawn as on the solved puzzle. In a kite the right half is turned over
    /// about the axis of the twist, at −15°, which maps direction `d` to −30° − `d`.
    fn middle(&self, out: &mut String, middle: Middle) {
        let front = first_slot_degrees(Side::Top);
        let left = [
            (front, boundary_distance()),
            (-135.0, SQRT_2),
            (135.0, SQRT_2),
            (front + 180.0, boundary_distance()),
        ];
        let right = [
            (front, boundary_distance()),
            (-45.0, SQRT_2),
            (45.0, SQRT_2),
            (front + 180.0, boundary_distance()),
        ];
        let right = right.map(|(degrees, distance)| match middle {
            Middle::Square => (degrees, distance),
            Middle::Kite => (-30.0 - degrees, distance),
        });
        for half in [left, right] {
            let points = half.map(|(degrees, distance)| self.point(degrees, distance));
            polygon(out, MIDDLE, &points);
        }
    }

    /// Draws the cut of a layer and names its front end.
    fn cut(&self, out: &mut String, side: Side) {
        let front = match side {
            Side::Top => first_slot_degrees(side),
            Side::Bottom => first_slot_degrees(side) + 180.0,
        };
        let ((x1, y1), (x2, y2)) = (self.xy(front, 1.25), self.xy(front + 180.0, 1.25));
        line(
            out,
            format_args!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
                 stroke=\"{CUT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
            ),
        );
        let (x, y) = self.xy(front, 1.4);
        let y = y + 5.5;
        let text = format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{CUT}\">front</text>");
        line(out, text);
    }
}

/// Returns the distance from the centre of the outer boundary of two pieces.
fn boundary_distance() -> f64 {
    15_f64.to_radians().cos().recip()
}
