//! Writes the model.

use std::ops::RangeInclusive;

use gordian_model::{Domain, Expr, Model, VarId, all_different, any_of, conditional};
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::{Ambiguity, Face, PieceKind, Sticker};

use super::super::{byte, small};
use super::reach::{self, Reachability};
use super::read::{Cell, Piece, Reading, Shown};
use super::table::{Field, Table};

pub(in super::super) fn model(cube: &SudokuCube, reachability: Reachability) -> (Model, Reading) {
    let mut model = Model::new();
    let table = Table::of_size(cube.size);
    let pieces: Vec<(PieceKind, Vec<Piece>)> = PieceKind::of_size(cube.size)
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
        let mut drawn = Drawing { model: &mut model, cube, table: &table, pieces: &pieces };
        let (of_face, read) = drawn.face(face, direction);
        model.require(format!("face {face}: every digit once"), all_different(read.clone()));
        cells.push(of_face);
        shown.extend(read);
    }
    let mut free = Vec::new();
    if !shows_pieces {
        answer_with_faces(&mut model, cube, &directions, shown);
        free = order_look_alikes(&mut model, cube, &pieces);
        hold(&mut model, cube, &pieces);
    }
    if reachability == Reachability::Enforced {
        reach::demand(&mut model, cube, &table, &pieces, &free, &directions);
    }
    let reading = Reading { size: cube.size, pieces, cells, directions, ambiguity: cube.ambiguity };
    (model, reading)
}

fn pieces(model: &mut Model, kind: PieceKind) -> Vec<Piece> {
    let last_turn = i64::from(kind.n_turns()) - 1;
    let name = kind.name();
    (1..=kind.count())
        .map(|number| {
            let last = small(kind.count()) - 1;
            let position = model.int(format!("position of {name} {number}"), 0..=last);
            let permutation = (last_turn > 0)
                .then(|| model.int(format!("permutation of {name} {number}"), 0..=last_turn));
            Piece { position, permutation }
        })
        .collect()
}

/// A net being drawn.
struct Drawing<'a> {
    model: &'a mut Model,
    cube: &'a SudokuCube,
    table: &'a Table,
    pieces: &'a [(PieceKind, Vec<Piece>)],
}

impl<'a> Drawing<'a> {
    /// Adds a face; returns its cells and what is read there, the middle first.
    fn face(&mut self, face: Face, direction: VarId) -> (Vec<Vec<Cell>>, Vec<Expr>) {
        let n = self.cube.size;
        let mut read: Vec<Expr> = Vec::with_capacity(n * n);
        let middle = self.cube.centres.get(face.index()).map(|centre| centre.digit);
        let middle = middle.map(|digit| self.middle(face, digit));
        read.extend(middle.as_ref().map(|(_, digit)| digit.clone()));
        let mut cells = vec![Vec::with_capacity(n); n];
        for (row, cells) in cells.iter_mut().enumerate() {
            for column in 0..n {
                let name = format!("{face}{}{}", row + 1, column + 1);
                let Field::Sticker { kind, place, sticker, arrow } =
                    self.table.field(face, row, column)
                else {
                    cells.push(middle.as_ref().expect("a net with middles is of odd size").0);
                    continue;
                };
                let at = (small(place), small(sticker), small(arrow));
                let shown = match kind.n_turns() {
                    1 => self.lies_one_way(&name, kind, at),
                    _ => self.lies_several_ways(&name, kind, at),
                };
                cells.push(Cell::Shown(shown));
                read.push(self.readable(&name, face, shown, direction));
            }
        }
        (cells, read)
    }

    /// Returns the middle of a face. It may look anywhere, so if it can be a 6 or a 9, it is either.
    fn middle(&mut self, face: Face, digit: u8) -> (Cell, Expr) {
        let here = i64::from(digit);
        match self.cube.ambiguity.upside_down(digit).filter(|other| *other != digit) {
            None => (Cell::Centre(digit), here.into()),
            Some(other) => {
                let domain = Domain::from_values([here, i64::from(other)]);
                let domain = domain.expect("two small numbers");
                let var = self.model.add_variable(format!("middle of {face}"), domain);
                (Cell::Turned(var), var.into())
            }
        }
    }

    fn int(&mut self, what: &str, name: &str, range: RangeInclusive<i64>) -> VarId {
        self.model.int(format!("{what} at {name}"), range)
    }

    /// Returns the pieces of a kind.
    fn of_kind(&self, kind: PieceKind) -> &'a [Piece] {
        let of_kind = self.pieces.iter().find(|(other, _)| *other == kind);
        &of_kind.expect("the table has the kinds of the cube").1
    }

    /// Adds what ends up at one sticker of a wing or centre piece, at a place, sticker and arrow: the
    /// value and rotation of the piece put there.
    fn lies_one_way(&mut self, name: &str, kind: PieceKind, at: (i64, i64, i64)) -> Shown {
        let (place, sticker, arrow) = at;
        let rotation = self.int("rotation", name, 0..=3);
        let value = self.int("value", name, 1..=i64::from(self.cube.max_digit()));
        let rule = format!("{name} shows the piece that is put there");
        for (piece, stickers) in self.of_kind(kind).iter().zip(self.cube.pieces(kind)) {
            let here = piece.position.eq(place);
            let shown = stickers[usize::from(byte(sticker))];
            let turned = (arrow + i64::from(shown.rotation)) % 4;
            self.model.require(rule.as_str(), here.implies(rotation.eq(turned)));
            self.model.require(rule.as_str(), here.implies(value.eq(i64::from(shown.digit))));
        }
        Shown { value, rotation }
    }

    /// Adds what ends up at one sticker of a corner or edge, at a place, sticker and arrow: the value
    /// and rotation of the piece put there.
    fn lies_several_ways(&mut self, name: &str, kind: PieceKind, at: (i64, i64, i64)) -> Shown {
        let (place, sticker, arrow) = at;
        let n_stickers = small(kind.n_stickers());
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
        Shown { value, rotation }
    }

    /// Demands that a sticker can be read in its face's direction and returns the digit read.
    fn readable(&mut self, name: &str, face: Face, field: Shown, direction: VarId) -> Expr {
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
        // A 6 turned by half is a 9, and a 9 a 6.
        let turned = field.rotation.ne(direction);
        let swapped =
            conditional(field.value.eq(6), 9, conditional(field.value.eq(9), 6, field.value));
        conditional(turned, swapped, field.value)
    }
}

/// Makes the faces the answer: the directions, and what is read in them.
fn answer_with_faces(model: &mut Model, cube: &SudokuCube, directions: &[VarId], shown: Vec<Expr>) {
    let mut answer = directions.to_vec();
    for (number, read) in shown.into_iter().enumerate() {
        let digit = model.int(format!("digit {}", number + 1), 1..=i64::from(cube.max_digit()));
        model.require("the answer is what is read", digit.eq(read));
        answer.push(digit);
    }
    model.set_answer_variables(answer);
}

/// Puts pieces that look the same in the order of their places; returns the kinds that have such
/// pieces, among those of which every piece can lie at a place in one way only.
fn order_look_alikes(
    model: &mut Model,
    cube: &SudokuCube,
    pieces: &[(PieceKind, Vec<Piece>)],
) -> Vec<PieceKind> {
    let mut kinds = Vec::new();
    for (kind, pieces) in pieces.iter().filter(|(kind, _)| kind.n_turns() == 1) {
        let stickers = cube.pieces(*kind);
        for (number, piece) in pieces.iter().enumerate() {
            let like = (0..number)
                .rev()
                .find(|&other| look_alike(cube.ambiguity, stickers[other], stickers[number], 0));
            if let Some(other) = like {
                let rule = format!("{}s that look the same are in order", kind.name());
                model.require(rule, pieces[other].position.lt(piece.position));
                kinds.push(*kind);
            }
        }
    }
    kinds
}

/// Leaves one corner of a cube of even size where it is, best one that no other looks like.
fn hold(model: &mut Model, cube: &SudokuCube, pieces: &[(PieceKind, Vec<Piece>)]) {
    if cube.size % 2 == 1 {
        return;
    }
    let corners = &cube.corners;
    let is_single = |&number: &usize| {
        (0..corners.len()).all(|other| {
            let shifts = usize::from(other == number)..3;
            let (a, b) = (&corners[number], &corners[other]);
            shifts.into_iter().all(|shift| !look_alike(cube.ambiguity, a, b, shift))
        })
    };
    let held = (0..corners.len()).find(is_single).unwrap_or(0);
    let of_corners = pieces.iter().find(|(kind, _)| *kind == PieceKind::Corner);
    let corner = of_corners.expect("every cube has corners").1[held];
    let rule = "one corner holds the cube";
    model.require(rule, corner.position.eq(small(held)));
    model.require(rule, corner.permutation.expect("corners can be twisted").eq(0));
}

/// Returns whether one piece looks like another one when its stickers are shifted.
fn look_alike(ambiguity: Ambiguity, a: &[Sticker], b: &[Sticker], shift: usize) -> bool {
    (0..a.len()).all(|k| {
        let (a, b) = (a[(k + shift) % a.len()], b[k]);
        let turned = ambiguity.upside_down(a.digit).map(|digit| (digit, (a.rotation + 2) % 4));
        a == b || turned == Some((b.digit, b.rotation))
    })
}
