//! Builds the model.

use std::ops::RangeInclusive;

use gordian_model::{Domain, Expr, Model, VarId, all_different, any_of, conditional};
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::{Ambiguity, Face, PieceKind, Reachability, Sticker};

use super::decode::{NetCell, PieceVars, SolutionDecoder, StickerVars};
use super::net::{NetField, NetLayout};
use super::reachability;
use crate::kind::{to_i64, to_u8};

pub(super) fn model(cube: &SudokuCube) -> (Model, SolutionDecoder) {
    let mut model = Model::new();
    let layout = NetLayout::of_size(cube.size);
    let pieces: Vec<(PieceKind, Vec<PieceVars>)> = PieceKind::of_size(cube.size)
        .iter()
        .map(|&kind| (kind, pieces(&mut model, kind)))
        .collect();
    let shows_pieces = cube.size == 3;
    if shows_pieces {
        let all = pieces.iter().flat_map(|(_, pieces)| pieces);
        model.set_answer_variables(
            all.flat_map(|piece| [Some(piece.position), piece.permutation]).flatten(),
        );
    }
    for (kind, pieces) in &pieces {
        model.require(
            format!("every {} at a place of its own", kind.name()),
            all_different(pieces.iter().map(|piece| piece.position)),
        );
    }
    let mut directions = Vec::with_capacity(6);
    let mut cells = Vec::with_capacity(6);
    let mut shown = Vec::with_capacity(6 * cube.size * cube.size);
    for face in Face::ALL {
        let direction = model.int(format!("direction of {face}"), 0..=3);
        directions.push(direction);
        let mut drawn = NetBuilder { model: &mut model, cube, layout: &layout, pieces: &pieces };
        let (of_face, read) = drawn.face(face, direction);
        model.require(format!("face {face}: every digit once"), all_different(read.clone()));
        cells.push(of_face);
        shown.extend(read);
    }
    let mut free = Vec::new();
    if !shows_pieces {
        set_answer_to_faces(&mut model, cube, &directions, shown);
        free = order_identical_pieces(&mut model, cube, &pieces);
        fix_corner(&mut model, cube, &pieces);
    }
    if cube.reachability == Reachability::Enforced {
        reachability::require_invariants(&mut model, cube, &layout, &pieces, &free, &directions);
    }
    let decoder =
        SolutionDecoder { size: cube.size, pieces, cells, directions, ambiguity: cube.ambiguity };
    (model, decoder)
}

fn pieces(model: &mut Model, kind: PieceKind) -> Vec<PieceVars> {
    let last_turn = i64::from(kind.n_orientations()) - 1;
    let name = kind.name();
    (1..=kind.count())
        .map(|number| {
            let last = to_i64(kind.count()) - 1;
            let position = model.int(format!("position of {name} {number}"), 0..=last);
            let permutation = (last_turn > 0)
                .then(|| model.int(format!("permutation of {name} {number}"), 0..=last_turn));
            PieceVars { position, permutation }
        })
        .collect()
}

/// Adds the variables and constraints of the drawn net.
struct NetBuilder<'a> {
    model: &'a mut Model,
    cube: &'a SudokuCube,
    layout: &'a NetLayout,
    pieces: &'a [(PieceKind, Vec<PieceVars>)],
}

impl<'a> NetBuilder<'a> {
    /// Adds a face; returns its cells and the digits read there, the middle first.
    fn face(&mut self, face: Face, direction: VarId) -> (Vec<Vec<NetCell>>, Vec<Expr>) {
        let n = self.cube.size;
        let mut read: Vec<Expr> = Vec::with_capacity(n * n);
        let middle = self.cube.centres.get(face.index()).map(|centre| centre.digit);
        let middle = middle.map(|digit| self.middle(face, digit));
        read.extend(middle.as_ref().map(|(_, digit)| digit.clone()));
        let mut cells = vec![Vec::with_capacity(n); n];
        for (row, cells) in cells.iter_mut().enumerate() {
            for column in 0..n {
                let name = format!("{face}{}{}", row + 1, column + 1);
                let NetField::Sticker { kind, place, sticker, arrow } =
                    self.layout.field(face, row, column)
                else {
                    cells.push(middle.as_ref().expect("a net with middles is of odd size").0);
                    continue;
                };
                let at = (to_i64(place), to_i64(sticker), to_i64(arrow));
                let shown = match kind.n_orientations() {
                    1 => self.add_fixed_sticker(&name, kind, at),
                    _ => self.add_turnable_sticker(&name, kind, at),
                };
                cells.push(NetCell::Sticker(shown));
                read.push(self.require_readable(&name, face, shown, direction));
            }
        }
        (cells, read)
    }

    /// Returns the middle of a face. It may have any direction, so an ambiguous 6 or 9 may be
    /// either.
    fn middle(&mut self, face: Face, digit: u8) -> (NetCell, Expr) {
        let here = i64::from(digit);
        match self.cube.ambiguity.upside_down(digit).filter(|other| *other != digit) {
            None => (NetCell::Centre(digit), here.into()),
            Some(other) => {
                let domain = Domain::from_values([here, i64::from(other)]);
                let domain = domain.expect("two small numbers");
                let var = self.model.add_variable(format!("middle of {face}"), domain);
                (NetCell::Turned(var), var.into())
            }
        }
    }

    fn int(&mut self, what: &str, name: &str, range: RangeInclusive<i64>) -> VarId {
        self.model.int(format!("{what} at {name}"), range)
    }

    /// Returns the pieces of a kind.
    fn of_kind(&self, kind: PieceKind) -> &'a [PieceVars] {
        let of_kind = self.pieces.iter().find(|(other, _)| *other == kind);
        &of_kind.expect("the layout has the kinds of the cube").1
    }

    /// Adds the value and rotation at one sticker of a wing or centre place; `at` is the place, the
    /// sticker and the arrow.
    fn add_fixed_sticker(
        &mut self,
        name: &str,
        kind: PieceKind,
        at: (i64, i64, i64),
    ) -> StickerVars {
        let (place, sticker, arrow) = at;
        let rotation = self.int("rotation", name, 0..=3);
        let value = self.int("value", name, 1..=i64::from(self.cube.max_digit()));
        let rule = format!("{name} shows the piece that is put there");
        for (piece, stickers) in self.of_kind(kind).iter().zip(self.cube.pieces(kind)) {
            let here = piece.position.eq(place);
            let shown = stickers[usize::from(to_u8(sticker))];
            let turned = (arrow + i64::from(shown.rotation)) % 4;
            self.model.require(rule.as_str(), here.implies(rotation.eq(turned)));
            self.model.require(rule.as_str(), here.implies(value.eq(i64::from(shown.digit))));
        }
        StickerVars { value, rotation }
    }

    /// Adds the value and rotation at one sticker of a corner or edge place; `at` is the place, the
    /// sticker and the arrow.
    fn add_turnable_sticker(
        &mut self,
        name: &str,
        kind: PieceKind,
        at: (i64, i64, i64),
    ) -> StickerVars {
        let (place, sticker, arrow) = at;
        let n_stickers = to_i64(kind.n_stickers());
        let piece_permutation = self.int("piece permutation", name, 0..=n_stickers - 1);
        let final_permutation = self.int("final permutation", name, 0..=n_stickers - 1);
        let piece_rotation = self.int("piece rotation", name, 0..=3);
        let rotation = self.int("rotation", name, 0..=3);
        let value = self.int("value", name, 1..=i64::from(self.cube.max_digit()));
        let rule = format!("{name} shows the piece that is put there");
        for (piece, stickers) in self.of_kind(kind).iter().zip(self.cube.pieces(kind)) {
            let here = piece.position.eq(place);
            let permutation = piece.permutation.expect("pieces of this kind have one");
            let turned_so = here.implies(permutation.eq(piece_permutation));
            self.model.require(rule.as_str(), turned_so);
            for (number, shown) in (0_i64..).zip(stickers) {
                let this_way = &here & final_permutation.eq(number);
                let (turned, digit) = (i64::from(shown.rotation), i64::from(shown.digit));
                self.model.require(rule.as_str(), this_way.implies(piece_rotation.eq(turned)));
                self.model.require(rule.as_str(), this_way.implies(value.eq(digit)));
            }
        }
        let shifted = (sticker + piece_permutation) % n_stickers;
        self.model.require(rule.as_str(), final_permutation.eq(shifted));
        self.model.require(rule, rotation.eq((arrow + piece_rotation) % 4));
        StickerVars { value, rotation }
    }

    /// Requires that a sticker can be read in the direction of its face; returns the digit read.
    fn require_readable(
        &mut self,
        name: &str,
        face: Face,
        field: StickerVars,
        direction: VarId,
    ) -> Expr {
        let ambiguity = self.cube.ambiguity;
        let digits = 1..=self.cube.max_digit();
        let two_ways = digits.filter(|&digit| ambiguity.upside_down(digit).is_some());
        let two_ways: Vec<i64> = two_ways.map(i64::from).collect();
        let reads_two_ways = any_of(two_ways.iter().map(|&digit| field.value.eq(digit)));
        let other_rotation = conditional(reads_two_ways, (field.rotation + 2) % 4, field.rotation);
        self.model.require(
            format!("face {face}: {name} looks the common way"),
            field.rotation.eq(direction) | other_rotation.eq(direction),
        );
        if !ambiguity.six_nine {
            return field.value.into();
        }
        // A 6 upside down is a 9, and vice versa.
        let turned = field.rotation.ne(direction);
        let swapped =
            conditional(field.value.eq(6), 9, conditional(field.value.eq(9), 6, field.value));
        conditional(turned, swapped, field.value)
    }
}

/// Makes the directions and digits of the faces the answer variables.
fn set_answer_to_faces(
    model: &mut Model,
    cube: &SudokuCube,
    directions: &[VarId],
    shown: Vec<Expr>,
) {
    let mut answer = directions.to_vec();
    for (number, read) in shown.into_iter().enumerate() {
        let digit = model.int(format!("digit {}", number + 1), 1..=i64::from(cube.max_digit()));
        model.require("the answer is what is read", digit.eq(read));
        answer.push(digit);
    }
    model.set_answer_variables(answer);
}

/// Breaks symmetry: requires identical pieces to be in the order of their places. Returns the kinds
/// with identical pieces, among kinds with one orientation.
fn order_identical_pieces(
    model: &mut Model,
    cube: &SudokuCube,
    pieces: &[(PieceKind, Vec<PieceVars>)],
) -> Vec<PieceKind> {
    let mut kinds = Vec::new();
    for (kind, pieces) in pieces.iter().filter(|(kind, _)| kind.n_orientations() == 1) {
        let stickers = cube.pieces(*kind);
        for (number, piece) in pieces.iter().enumerate() {
            let like = (0..number)
                .rev()
                .find(|&other| looks_like(cube.ambiguity, stickers[other], stickers[number], 0));
            if let Some(other) = like {
                let rule = format!("{}s that look the same are in order", kind.name());
                model.require(rule, pieces[other].position.lt(piece.position));
                kinds.push(*kind);
            }
        }
    }
    kinds
}

/// Fixes one corner of a cube of even size at its place, preferably one without an identical twin.
fn fix_corner(model: &mut Model, cube: &SudokuCube, pieces: &[(PieceKind, Vec<PieceVars>)]) {
    if cube.size % 2 == 1 {
        return;
    }
    let corners = &cube.corners;
    let is_single = |&number: &usize| {
        (0..corners.len()).all(|other| {
            let shifts = usize::from(other == number)..3;
            let (a, b) = (&corners[number], &corners[other]);
            shifts.into_iter().all(|shift| !looks_like(cube.ambiguity, a, b, shift))
        })
    };
    let held = (0..corners.len()).find(is_single).unwrap_or(0);
    let of_corners = pieces.iter().find(|(kind, _)| *kind == PieceKind::Corner);
    let corner = of_corners.expect("every cube has corners").1[held];
    let rule = "one corner holds the cube";
    model.require(rule, corner.position.eq(to_i64(held)));
    model.require(rule, corner.permutation.expect("corners can be twisted").eq(0));
}

/// Returns whether a piece looks like another one when its stickers are shifted.
fn looks_like(ambiguity: Ambiguity, a: &[Sticker], b: &[Sticker], shift: usize) -> bool {
    (0..a.len()).all(|k| {
        let (a, b) = (a[(k + shift) % a.len()], b[k]);
        let turned = ambiguity.upside_down(a.digit).map(|digit| (digit, (a.rotation + 2) % 4));
        a == b || turned == Some((b.digit, b.rotation))
    })
}
