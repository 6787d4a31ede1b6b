//! The bodies of links: each [`Section`] is read and written as `docs/formats/links.md` describes.
//!
//! *Source*: the encodings of pzprjs (<https://github.com/robx/pzprjs>).

use super::board::{Board, Clue, Colour, Piece, Side};
use super::form::{CellForm, Form, OutsideForm, Section};
use super::piece;
use crate::board::{Cell, CellMap, Direction, Edge, Size};
use crate::link::{BodyReader, Link, LinkError, base_36, four_cell, packed};

const NUMBER: &str =
    "a number (0 to f, or -, +, =, %, *, $ with digits), `?` (.) or a gap (g to z)";
const DIGITS: &str = "a digit (0 to 9, a to f)";
/// The directions of arrows, by their digits from 1.
const ARROWS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
/// The order of the numbers of a compass.
const COMPASS: [Direction; 4] = ARROWS;

/// An item of an encoding with gaps.
enum Item<T> {
    /// The next place has this clue.
    Clue(T),
    /// This many places are blank.
    Blank(usize),
}

/// Reads the body of a link of a kind with this form; adds notes on what was ignored.
pub(crate) fn read(form: &Form, link: &Link, notes: &mut Vec<String>) -> Result<Board, LinkError> {
    let options: String = form.options.iter().map(|(letter, _)| *letter).collect();
    link.require_flags(&(options.clone() + form.ignored_flags))?;
    let mut board = Board::new(link.size);
    board.options = link.flags.chars().filter(|&flag| options.contains(flag)).collect();
    let mut reader = link.reader();
    for section in form.link {
        read_section(form, *section, &mut board, &mut reader)?;
    }
    reader.finish(notes)?;
    Ok(board)
}

/// Returns the puzzle as a link with this name.
pub(crate) fn write(form: &Form, name: &str, board: &Board) -> Result<Link, LinkError> {
    if let Some(rule) = board.rules.first() {
        return Err(LinkError::NotExpressible { what: format!("the rule `{}`", rule.name()) });
    }
    if let Some(name) = board.omitted.first() {
        return Err(LinkError::NotExpressible {
            what: format!("a puzzle without the rule `{name}`"),
        });
    }
    let mut body = String::new();
    for section in form.link {
        write_section(form, *section, board, &mut body)?;
    }
    let mut link = Link::new(name, board.size(), body);
    link.flags = board.options.iter().collect();
    Ok(link)
}

fn read_section(
    form: &Form,
    section: Section,
    board: &mut Board,
    reader: &mut BodyReader<'_>,
) -> Result<(), LinkError> {
    let size = board.size();
    let optional = matches!(
        section,
        Section::OptionalNumber16 | Section::OptionalBorder | Section::OptionalHoles
    );
    if optional && reader.peek().is_none() {
        return Ok(());
    }
    match section {
        Section::Number16 | Section::OptionalNumber16 => {
            read_cells(reader, board, |reader, c| {
                let position = reader.position() - 1;
                Ok(match number16(reader, c)? {
                    Item::Blank(n) => Item::Blank(n),
                    Item::Clue(number) => Item::Clue(limited(form, position, number)?),
                })
            })?;
        }
        Section::Number10 => read_cells(reader, board, |reader, c| match c {
            'a'..='z' => Ok(Item::Blank(usize::from(base_36::value(c)) - 9)),
            '7' if form.holes => Ok(Item::Clue(Clue::Hole)),
            '0'..='9' | '.' => {
                let number = c.is_ascii_digit().then(|| base_36::value(c).into());
                Ok(Item::Clue(limited(form, reader.position() - 1, number)?))
            }
            _ => Err(reader.unexpected(c, "a digit, `?` (.) or a gap (a to z)")),
        })?,
        Section::FourCell | Section::FourCross => {
            let is_cell = section == Section::FourCell;
            let places = if is_cell { size } else { Size::new(size.rows + 1, size.columns + 1) };
            let clues = four_cell::read(reader, places).map_err(|error| match is_cell {
                true => error,
                false => error.of_places("corners"),
            })?;
            let clues = CellMap::from_fn(places, |place| match clues[place] {
                None => Clue::Empty,
                Some(number) => Clue::Number(number.map(u32::from)),
            });
            *(if is_cell { &mut board.cells } else { &mut board.points }) = clues;
        }
        Section::OneCell => read_one_cell(reader, board)?,
        Section::Border | Section::OptionalBorder => read_walls(reader, board)?,
        Section::RoomNumber16 => {
            let rooms = board.rooms();
            let firsts: Vec<Cell> = rooms.rooms().iter().map(|room| room[0]).collect();
            let clues = read_items(reader, firsts.len(), "rooms", |reader, c| {
                let position = reader.position() - 1;
                Ok(match number16(reader, c)? {
                    Item::Blank(n) => Item::Blank(n),
                    Item::Clue(number) => Item::Clue(limited(form, position, number)?),
                })
            })?;
            for (cell, clue) in firsts.into_iter().zip(clues) {
                board.cells[cell] = clue.unwrap_or_default();
            }
        }
        Section::ExCell | Section::ExCellLists => read_outside(form, section, board, reader)?,
        Section::Circle => {
            let marks = packed::read(reader, 3, size.n_cells(), "cells")?;
            for (cell, mark) in size.cells().zip(marks) {
                board.cells[cell] = match mark {
                    0 => Clue::Empty,
                    mark => Clue::Mark(mark - 1),
                };
            }
        }
        Section::Holes | Section::OptionalHoles => {
            let bits = packed::read_bits(reader, size.n_cells(), "cells")?;
            for (cell, _) in size.cells().zip(bits).filter(|(_, bit)| *bit == 1) {
                board.cells[cell] = Clue::Hole;
            }
        }
        Section::Arrow => read_cells(reader, board, |reader, c| arrow(reader, c, false))?,
        Section::ColouredArrow => {
            read_cells(reader, board, |reader, c| arrow(reader, c, true))?;
        }
        Section::Dots => read_dots(reader, board)?,
        Section::Pieces(presets) => board.pieces = read_pieces(reader, presets)?,
        Section::Several => read_cells(reader, board, several)?,
        Section::Number36 => read_cells(reader, board, |reader, c| match c {
            '.' => Ok(Item::Blank(1)),
            '@' | '%' => Ok(Item::Clue(Clue::Number(None))),
            '-' => Ok(Item::Clue(Clue::Number(Some(digits(reader, 2, 36)?)))),
            '0'..='9' | 'a'..='z' => Ok(Item::Clue(Clue::Number(Some(base_36::value(c).into())))),
            _ => Err(reader
                .unexpected(c, "a number (0 to 9, a to z, or - with two digits) or a blank (.)")),
        })?,
        Section::Compass => read_cells(reader, board, |reader, c| match c {
            'g'..='z' => Ok(Item::Blank(usize::from(base_36::value(c)) - 15)),
            '_' => Ok(Item::Clue(Clue::Hole)),
            _ => {
                let mut numbers = [None; 4];
                for (index, direction) in COMPASS.into_iter().enumerate() {
                    let c = if index == 0 { c } else { reader.next(NUMBER)? };
                    let Item::Clue(number) = number16(reader, c)? else {
                        return Err(reader.unexpected(c, "a number of the compass, or . for none"));
                    };
                    numbers[usize::from(direction.quarter_turns())] = number;
                }
                Ok(Item::Clue(Clue::Compass(numbers)))
            }
        })?,
        Section::Sums => read_sums(reader, board)?,
        Section::MarkDigit => {
            let Some(CellForm::Marks(marks)) = form.cells else { unreachable!("it has marks") };
            read_cells(reader, board, |reader, c| match c {
                'g'..='z' => Ok(Item::Blank(usize::from(base_36::value(c)) - 15)),
                '.' => Ok(Item::Clue(Clue::Mark(marks.len() - 1))),
                '1'..='9' if usize::from(base_36::value(c)) < marks.len() => {
                    Ok(Item::Clue(Clue::Mark(usize::from(base_36::value(c)) - 1)))
                }
                _ => Err(reader.unexpected(c, "a mark (a digit or .) or a gap (g to z)")),
            })?;
        }
        Section::MarkNumber16 => {
            let last = last_mark(form);
            read_cells(reader, board, |reader, c| {
                let position = reader.position() - 1;
                Ok(match number16(reader, c)? {
                    Item::Blank(n) => Item::Blank(n),
                    Item::Clue(None) => Item::Clue(Clue::Mark(last)),
                    Item::Clue(Some(number)) => match usize::try_from(number) {
                        Ok(mark) if mark < last => Item::Clue(Clue::Mark(mark)),
                        _ => {
                            let max = u32::try_from(last - 1).expect("there are few marks");
                            let what = "mark in a cell";
                            return Err(LinkError::OutOfRange { position, what, min: 0, max });
                        }
                    },
                })
            })?;
        }
        Section::ColouredNumber16 => read_cells(reader, board, |reader, c| {
            Ok(match number16(reader, c)? {
                Item::Blank(n) => Item::Blank(n),
                Item::Clue(None) => return Err(reader.unexpected(c, "a number or a gap (g to z)")),
                Item::Clue(Some(value)) => {
                    let number = Some(value / 2).filter(|&number| number > 0);
                    Item::Clue(Clue::Circle { black: value % 2 == 1, number })
                }
            })
        })?,
        Section::Parameter => {
            let (name, max) = form.parameter.expect("the kind has a number");
            let position = reader.position();
            let mut text = String::new();
            while let Some(c) = reader.peek().filter(char::is_ascii_digit) {
                text.push(c);
                reader.next_or_end();
            }
            let number = text.parse().ok().filter(|number| (1..=max).contains(number));
            let Some(number) = number else {
                return Err(LinkError::OutOfRange { position, what: name, min: 1, max });
            };
            board.parameter = Some(number);
            slash(reader)?;
        }
        Section::Slash => slash(reader)?,
    }
    Ok(())
}

/// Returns the index of the last mark of a kind with marks.
fn last_mark(form: &Form) -> usize {
    match form.cells {
        Some(CellForm::Marks(marks)) => marks.len() - 1,
        _ => unreachable!("it has marks"),
    }
}

fn slash(reader: &mut BodyReader<'_>) -> Result<(), LinkError> {
    match reader.next_or_end() {
        None | Some('/') => Ok(()),
        Some(c) => Err(reader.unexpected(c, "a slash")),
    }
}

/// Reads the items of `n` places, which `what` names in errors; blanks may go on beyond the last
/// place. `None` is a blank place.
fn read_items<T: Clone>(
    reader: &mut BodyReader<'_>,
    n: usize,
    what: &'static str,
    mut item: impl FnMut(&mut BodyReader<'_>, char) -> Result<Item<T>, LinkError>,
) -> Result<Vec<Option<T>>, LinkError> {
    let mut places = vec![None; n];
    let mut next = 0;
    while next < n {
        // A slash ends the part.
        let Some(c) = reader.peek().filter(|&c| c != '/') else { break };
        reader.next_or_end();
        match item(reader, c)? {
            Item::Blank(blanks) => next += blanks,
            Item::Clue(clue) => {
                places[next] = Some(clue);
                next += 1;
            }
        }
    }
    reader.require_all(next, n, what)?;
    Ok(places)
}

/// Reads an item for each cell that is not a hole yet.
fn read_cells(
    reader: &mut BodyReader<'_>,
    board: &mut Board,
    item: impl FnMut(&mut BodyReader<'_>, char) -> Result<Item<Clue>, LinkError>,
) -> Result<(), LinkError> {
    let size = board.size();
    let clues = read_items(reader, size.n_cells(), "cells", item)?;
    for (cell, clue) in size.cells().zip(clues) {
        board.cells[cell] = clue.unwrap_or_default();
    }
    Ok(())
}

/// Converts a number at a position to a clue, if cells can have it.
fn limited(form: &Form, position: usize, number: Option<u32>) -> Result<Clue, LinkError> {
    let Some(CellForm::Numbers { min, max, unknown }) = form.cells else {
        unreachable!("the cells have numbers")
    };
    match number {
        None if !unknown => Err(LinkError::NotSupported { position, what: "`?` in a cell" }),
        Some(number) if !(min..=max).contains(&number) => {
            Err(LinkError::OutOfRange { position, what: "number in a cell", min, max })
        }
        number => Ok(Clue::Number(number)),
    }
}

/// Reads `n` digits of a number.
fn digits(reader: &mut BodyReader<'_>, n: usize, radix: u32) -> Result<u32, LinkError> {
    let mut value = 0;
    for _ in 0..n {
        let c = reader.next(DIGITS)?;
        let digit = c.to_digit(radix).filter(|_| !c.is_ascii_uppercase());
        value = value * radix + digit.ok_or_else(|| reader.unexpected(c, DIGITS))?;
    }
    Ok(value)
}

/// Reads an item of *Number16* that begins with `c`; `None` is `?`.
fn number16(reader: &mut BodyReader<'_>, c: char) -> Result<Item<Option<u32>>, LinkError> {
    let (n_digits, offset) = match c {
        '0'..='9' | 'a'..='f' => return Ok(Item::Clue(Some(base_36::value(c).into()))),
        '.' => return Ok(Item::Clue(None)),
        'g'..='z' => return Ok(Item::Blank(usize::from(base_36::value(c)) - 15)),
        '-' => (2, 0),
        '+' => (3, 0),
        '=' => (3, 4096),
        '%' | '@' => (3, 8192),
        '*' => (4, 12240),
        '$' => (5, 77776),
        _ => return Err(reader.unexpected(c, NUMBER)),
    };
    Ok(Item::Clue(Some(digits(reader, n_digits, 16)? + offset)))
}

/// Reads an item of *Arrow*; with a colour before it if `coloured`.
fn arrow(
    reader: &mut BodyReader<'_>,
    first: char,
    coloured: bool,
) -> Result<Item<Clue>, LinkError> {
    const ITEM: &str = "an arrow (0 to 9, or -) or a gap (a to z)";
    if first.is_ascii_lowercase() {
        return Ok(Item::Blank(usize::from(base_36::value(first)) - 9));
    }
    let (colour, c) = if coloured {
        let colour = match first {
            '0' => Colour::Grey,
            '1' => Colour::White,
            '2' => Colour::Black,
            _ => return Err(reader.unexpected(first, "a colour (0 to 2) or a gap (a to z)")),
        };
        (colour, reader.next(ITEM)?)
    } else {
        (Colour::Grey, first)
    };
    let (digit, number) = match c {
        '0'..='4' => match reader.next("the number of the arrow")? {
            '.' => (base_36::value(c), None),
            n @ ('0'..='9' | 'a'..='f') => (base_36::value(c), Some(base_36::value(n).into())),
            other => return Err(reader.unexpected(other, "a digit (0 to 9, a to f) or `?` (.)")),
        },
        '5'..='9' => (base_36::value(c) - 5, Some(digits(reader, 2, 16)?)),
        '-' => match reader.next("a direction (0 to 4)")? {
            d @ '0'..='4' => (base_36::value(d), Some(digits(reader, 3, 16)?)),
            other => return Err(reader.unexpected(other, "a direction (0 to 4)")),
        },
        _ => return Err(reader.unexpected(c, ITEM)),
    };
    let direction = usize::from(digit).checked_sub(1).map(|index| ARROWS[index]);
    Ok(Item::Clue(Clue::Arrow { colour, direction, number }))
}

/// Reads an item of *Several*.
fn several(reader: &mut BodyReader<'_>, c: char) -> Result<Item<Clue>, LinkError> {
    const ITEM: &str = "numbers (0 to 9, ., or two characters from a0) or a gap (g to z)";
    let numbers = match c {
        'g'..='z' => return Ok(Item::Blank(usize::from(base_36::value(c)) - 15)),
        '0'..='8' => vec![Some(base_36::value(c).into())],
        '9' => vec![Some(1); 4],
        '.' => vec![None],
        'a'..='f' => {
            let next = reader.next(ITEM)?;
            if !(next.is_ascii_digit() || next.is_ascii_lowercase()) {
                return Err(reader.unexpected(next, ITEM));
            }
            let value = 36 * u32::from(base_36::value(c)) + u32::from(base_36::value(next));
            let (value, base, n) = match value {
                360..396 => (value - 360, 6, 2),
                396..460 => (value - 396, 4, 3),
                460..476 => (value - 460, 2, 4),
                _ => return Err(reader.unexpected(next, ITEM)),
            };
            let number = |place: u32| value / u32::pow(base, place) % base;
            (0..n).rev().map(|place| Some(number(place)).filter(|&n| n > 0)).collect()
        }
        _ => return Err(reader.unexpected(c, ITEM)),
    };
    Ok(Item::Clue(Clue::Several(numbers)))
}

/// Returns the inner edges in the order of the encoding: those between horizontal neighbours, then
/// the others.
fn inner_edges(size: Size) -> [Vec<Edge>; 2] {
    let is_inner = |edge: &Edge| !edge.is_outer(size);
    let edges = || size.edges().filter(is_inner);
    [
        edges().filter(|edge| matches!(edge, Edge::Vertical { .. })).collect(),
        edges().filter(|edge| matches!(edge, Edge::Horizontal { .. })).collect(),
    ]
}

fn read_walls(reader: &mut BodyReader<'_>, board: &mut Board) -> Result<(), LinkError> {
    for edges in inner_edges(board.size()) {
        let bits = packed::read_bits(reader, edges.len(), "borders")?;
        for (edge, bit) in edges.into_iter().zip(bits) {
            board.walls[edge] = bit == 1;
        }
    }
    Ok(())
}

fn read_one_cell(reader: &mut BodyReader<'_>, board: &mut Board) -> Result<(), LinkError> {
    let size = board.size();
    let mut next = 0;
    while next < size.n_cells() {
        let Some(c) = reader.next_or_end() else { break };
        if !(c.is_ascii_digit() || c.is_ascii_lowercase()) {
            return Err(reader.unexpected(c, "a mark (0 to 9, a to h) or a gap (i to z)"));
        }
        let value = usize::from(base_36::value(c));
        if value < 18 {
            board.cells[Cell::of_index(next, size.columns)] = Clue::Mark(0);
            next += 1 + value;
        } else {
            next += 1 + value - 18;
        }
    }
    reader.require_all(next, size.n_cells(), "cells")
}

fn dots_size(size: Size) -> Size {
    Size::new(2 * size.rows - 1, 2 * size.columns - 1)
}

fn read_dots(reader: &mut BodyReader<'_>, board: &mut Board) -> Result<(), LinkError> {
    let size = dots_size(board.size());
    let mut dots = CellMap::new(size, Clue::Empty);
    let mut next = 0;
    while next < size.n_cells() {
        let Some(c) = reader.next_or_end() else { break };
        let value = match c {
            '0'..='9' | 'a'..='z' => usize::from(base_36::value(c)),
            _ => return Err(reader.unexpected(c, "a dot (0 to 9, a to f) or a gap (g to z)")),
        };
        if value < 16 {
            dots[Cell::of_index(next, size.columns)] = Clue::Mark(value % 2);
            next += 1 + value / 2;
        } else {
            next += value - 15;
        }
    }
    reader.require_all(next, size.n_cells(), "places of dots")?;
    board.dots = dots;
    Ok(())
}

fn read_outside(
    form: &Form,
    section: Section,
    board: &mut Board,
    reader: &mut BodyReader<'_>,
) -> Result<(), LinkError> {
    let size = board.size();
    let OutsideForm { sides, .. } = form.outside.expect("the kind has clues outside");
    let places = outside_places(size, sides, section == Section::ExCellLists);
    let start = reader.position();
    let items = read_items(reader, places.len(), "places outside", number16)?;
    for ((side, index), item) in places.into_iter().zip(items) {
        match item {
            None | Some(Some(0)) if section == Section::ExCellLists => {}
            None => {}
            Some(None) if section == Section::ExCellLists => {
                return Err(LinkError::NotSupported { position: start, what: "`?` outside" });
            }
            Some(number) => board.outside[side as usize][index].push(number),
        }
    }
    if section == Section::ExCellLists {
        // The number next to the board comes first.
        board.outside.iter_mut().flatten().for_each(|line| line.reverse());
    }
    Ok(())
}

/// Returns the side and the line of each place outside.
fn outside_places(size: Size, sides: &[Side], is_list: bool) -> Vec<(Side, usize)> {
    let per_line = |side: Side| match (is_list, side) {
        (false, _) => 1,
        (true, Side::Above | Side::Below) => size.rows.div_ceil(2),
        (true, Side::Left | Side::Right) => size.columns.div_ceil(2),
    };
    let lines = |side: Side| (0..side.n_lines(size)).map(move |index| (side, index));
    sides
        .iter()
        .flat_map(|&side| {
            lines(side).flat_map(move |line| std::iter::repeat_n(line, per_line(side)))
        })
        .collect()
}

fn read_pieces(
    reader: &mut BodyReader<'_>,
    presets: &[(char, &[&str])],
) -> Result<Vec<Piece>, LinkError> {
    slash(reader)?;
    if reader.peek() == Some('/') {
        reader.next_or_end();
        let c = reader.next("the letter of a set of pieces")?;
        let preset = presets.iter().find(|(letter, _)| *letter == c);
        let (_, pieces) =
            preset.ok_or_else(|| reader.unexpected(c, "the letter of a set of pieces"))?;
        let pieces = pieces.iter().map(|text| text.parse().expect("presets are pieces"));
        return Ok(pieces.collect());
    }
    let position = reader.position();
    let mut text = String::new();
    while let Some(c) = reader.peek().filter(char::is_ascii_digit) {
        text.push(c);
        reader.next_or_end();
    }
    let n = text.parse().ok().filter(|n| (1..=piece::MAX_PIECES).contains(n));
    let max = u32::try_from(piece::MAX_PIECES).expect("it is small");
    let n: usize =
        n.ok_or(LinkError::OutOfRange { position, what: "number of pieces", min: 1, max })?;
    let mut pieces = Vec::with_capacity(n);
    for _ in 0..n {
        slash(reader)?;
        let position = reader.position();
        let mut side = || {
            let c = reader.next("the width and the height of a piece")?;
            match c {
                '1'..='9' | 'a'..='z' => Ok(usize::from(base_36::value(c))),
                _ => Err(reader.unexpected(c, "the width and the height of a piece")),
            }
        };
        let (columns, rows) = (side()?, side()?);
        let size = Size::new(rows, columns);
        let bits = packed::read_trimmed_bits(reader, size.n_cells())?;
        let cells = bits.into_iter().map(|bit| bit == 1).collect();
        let cells = CellMap::from_values(size, cells).expect("there is a bit for each cell");
        let piece = Piece { cells };
        if !piece::is_valid(&piece) {
            return Err(LinkError::NotSupported {
                position,
                what: "a piece that is not connected",
            });
        }
        pieces.push(piece);
    }
    Ok(pieces)
}

fn write_section(
    form: &Form,
    section: Section,
    board: &Board,
    out: &mut String,
) -> Result<(), LinkError> {
    let size = board.size();
    let cells = || board.cells.values().iter();
    match section {
        Section::OptionalNumber16 if board.clues().next().is_none() => {}
        Section::Number16 | Section::OptionalNumber16 => {
            // Holes have a section of their own.
            let clue = |clue: &Clue| if *clue == Clue::Hole { Clue::Empty } else { clue.clone() };
            let clues: Vec<Clue> = cells().map(clue).collect();
            write_gaps(out, clues.iter(), 20, 'g', write_number16)?;
        }
        Section::Number10 => write_gaps(out, cells(), 26, 'a', |clue| match clue {
            Clue::Hole => Ok("7".to_owned()),
            Clue::Number(None) => Ok(".".to_owned()),
            Clue::Number(Some(7)) if form.holes => Err(not_expressible(clue)),
            Clue::Number(Some(number @ 0..=9)) => Ok(number.to_string()),
            _ => Err(not_expressible(clue)),
        })?,
        Section::FourCell | Section::FourCross => {
            let places = if section == Section::FourCell { &board.cells } else { &board.points };
            let mut clues = CellMap::new(places.size(), None);
            for (place, clue) in places.iter() {
                clues[place] = match clue {
                    Clue::Empty => None,
                    Clue::Number(None) => Some(None),
                    Clue::Number(Some(number @ 0..=4)) => Some(u8::try_from(*number).ok()),
                    _ => return Err(not_expressible(clue)),
                };
            }
            out.push_str(&four_cell::write(&clues));
        }
        Section::OneCell => write_one_cell(out, board),
        Section::OptionalBorder if !board.walls.iter().any(|(_, &wall)| wall) => {}
        Section::Border | Section::OptionalBorder => {
            for edges in inner_edges(size) {
                let bits: Vec<usize> =
                    edges.into_iter().map(|edge| usize::from(board.walls[edge])).collect();
                out.push_str(&packed::write(&bits, 2));
            }
        }
        Section::RoomNumber16 => {
            let rooms = board.rooms();
            let clue_of = |room: &Vec<Cell>| {
                let mut clues = room.iter().map(|&cell| board.cells[cell].clone());
                clues.find(Clue::is_clue).unwrap_or_default()
            };
            let clues: Vec<Clue> = rooms.rooms().iter().map(clue_of).collect();
            write_gaps(out, clues.iter(), 20, 'g', write_number16)?;
        }
        Section::ExCell | Section::ExCellLists => {
            let sides = form.outside.expect("the kind has clues outside").sides;
            let is_list = section == Section::ExCellLists;
            let mut places = outside_places(size, sides, is_list);
            places.dedup();
            let mut clues = Vec::new();
            for (side, index) in places {
                let line = &board.outside[side as usize][index];
                let n = outside_places(size, &[side], is_list).len() / side.n_lines(size);
                if line.len() > n {
                    let what = format!("the {} numbers of {}", line.len(), side.line_name(index));
                    return Err(LinkError::NotExpressible { what });
                }
                let numbers = line.iter().rev().map(|&number| Clue::Number(number));
                clues.extend(numbers.chain(std::iter::repeat(Clue::Empty)).take(n));
            }
            write_gaps(out, clues.iter(), 20, 'g', write_number16)?;
        }
        Section::Circle => {
            let mark = |clue: &Clue| match clue {
                Clue::Mark(mark) => mark + 1,
                _ => 0,
            };
            out.push_str(&packed::write(&cells().map(mark).collect::<Vec<_>>(), 3));
        }
        Section::OptionalHoles if !cells().any(|clue| *clue == Clue::Hole) => {}
        Section::Holes | Section::OptionalHoles => {
            let bits: Vec<usize> = cells().map(|clue| usize::from(*clue == Clue::Hole)).collect();
            out.push_str(&packed::write(&bits, 2));
        }
        Section::Arrow => {
            write_gaps(out, cells(), 26, 'a', |clue| write_arrow(clue, false))?;
        }
        Section::ColouredArrow => {
            write_gaps(out, cells(), 26, 'a', |clue| write_arrow(clue, true))?;
        }
        Section::Dots => write_dots(out, board),
        Section::Pieces(presets) => write_pieces(out, board, presets),
        Section::Several => write_gaps(out, cells(), 20, 'g', write_several)?,
        Section::Number36 => {
            for clue in cells() {
                match clue {
                    Clue::Number(None) => out.push('@'),
                    Clue::Number(Some(number @ 0..36)) => {
                        out.push(base_36::digit(usize::try_from(*number).expect("it is small")));
                    }
                    Clue::Number(Some(number @ 36..1296)) => {
                        let number = usize::try_from(*number).expect("it is small");
                        out.push('-');
                        out.extend([number / 36, number % 36].map(base_36::digit));
                    }
                    Clue::Empty => out.push('.'),
                    _ => return Err(not_expressible(clue)),
                }
            }
        }
        Section::Compass => write_gaps(out, cells(), 20, 'g', |clue| match clue {
            Clue::Hole => Ok("_".to_owned()),
            Clue::Compass(numbers) => {
                let number = |direction: Direction| numbers[usize::from(direction.quarter_turns())];
                COMPASS.into_iter().map(|it| write_number16(&Clue::Number(number(it)))).collect()
            }
            _ => Err(not_expressible(clue)),
        })?,
        Section::Sums => write_sums(out, board)?,
        Section::MarkDigit => {
            let Some(CellForm::Marks(marks)) = form.cells else { unreachable!("it has marks") };
            write_gaps(out, cells(), 20, 'g', |clue| match clue {
                Clue::Mark(mark) if mark + 1 == marks.len() => Ok(".".to_owned()),
                Clue::Mark(mark) => Ok((mark + 1).to_string()),
                _ => Err(not_expressible(clue)),
            })?;
        }
        Section::MarkNumber16 => {
            let last = last_mark(form);
            write_gaps(out, cells(), 20, 'g', |clue| match *clue {
                Clue::Mark(mark) => {
                    let number = u32::try_from(mark).ok().filter(|_| mark != last);
                    write_number16(&Clue::Number(number))
                }
                _ => Err(not_expressible(clue)),
            })?;
        }
        Section::ColouredNumber16 => write_gaps(out, cells(), 20, 'g', |clue| match *clue {
            Clue::Circle { black, number } => {
                let value = 2 * number.unwrap_or(0) + u32::from(black);
                write_number16(&Clue::Number(Some(value)))
            }
            _ => Err(not_expressible(clue)),
        })?,
        Section::Parameter => {
            out.push_str(&board.parameter.expect("the kind has a number").to_string());
            out.push('/');
        }
        Section::Slash => out.push('/'),
    }
    Ok(())
}

fn not_expressible(clue: &Clue) -> LinkError {
    let what = match clue.number() {
        Some(number) => format!("the number {number} in a cell"),
        None => "one of the clues".to_owned(),
    };
    LinkError::NotExpressible { what }
}

/// Writes clues with gaps of at most `max_gap`; a gap of 1 is written as `first`.
fn write_gaps<'c>(
    out: &mut String,
    clues: impl Iterator<Item = &'c Clue>,
    max_gap: usize,
    first: char,
    write: impl Fn(&Clue) -> Result<String, LinkError>,
) -> Result<(), LinkError> {
    let first = usize::from(base_36::value(first));
    let end_gap = |gap: &mut usize, out: &mut String| {
        if *gap > 0 {
            out.push(base_36::digit(first + *gap - 1));
            *gap = 0;
        }
    };
    let mut gap = 0;
    for clue in clues {
        if *clue == Clue::Empty {
            gap += 1;
            if gap == max_gap {
                end_gap(&mut gap, out);
            }
        } else {
            end_gap(&mut gap, out);
            out.push_str(&write(clue)?);
        }
    }
    end_gap(&mut gap, out);
    Ok(())
}

fn write_number16(clue: &Clue) -> Result<String, LinkError> {
    let Clue::Number(number) = clue else { return Err(not_expressible(clue)) };
    Ok(match *number {
        None => ".".to_owned(),
        Some(n @ 0..16) => format!("{n:x}"),
        Some(n @ 16..256) => format!("-{n:02x}"),
        Some(n @ 256..4096) => format!("+{n:03x}"),
        Some(n @ 4096..8192) => format!("={:03x}", n - 4096),
        Some(n @ 8192..12240) => format!("%{:03x}", n - 8192),
        Some(n @ 12240..77776) => format!("*{:04x}", n - 12240),
        Some(n @ 77776..1_126_352) => format!("${:05x}", n - 77776),
        Some(_) => return Err(not_expressible(clue)),
    })
}

fn write_arrow(clue: &Clue, coloured: bool) -> Result<String, LinkError> {
    let Clue::Arrow { colour, direction, number } = clue else {
        return Err(not_expressible(clue));
    };
    let colour = match (coloured, colour) {
        (false, _) => "",
        (true, Colour::Grey) => "0",
        (true, Colour::White) => "1",
        (true, Colour::Black) => "2",
    };
    let digit = direction.map_or(0, |direction| {
        1 + ARROWS.iter().position(|&arrow| arrow == direction).expect("there are four")
    });
    let arrow = match *number {
        None => format!("{digit}."),
        Some(n @ 0..16) => format!("{digit}{n:x}"),
        Some(n @ 16..256) => format!("{}{n:02x}", digit + 5),
        Some(n @ 256..4096) => format!("-{digit}{n:03x}"),
        Some(_) => return Err(not_expressible(clue)),
    };
    Ok(format!("{colour}{arrow}"))
}

fn write_several(clue: &Clue) -> Result<String, LinkError> {
    let Clue::Several(numbers) = clue else { return Err(not_expressible(clue)) };
    let refused = || {
        let what = "the numbers of one of the clues".to_owned();
        LinkError::NotExpressible { what }
    };
    let (base, offset) = match numbers[..] {
        [None] => return Ok(".".to_owned()),
        [Some(number @ 0..=8)] => return Ok(number.to_string()),
        [Some(1), Some(1), Some(1), Some(1)] => return Ok("9".to_owned()),
        [_, _] => (6, 360),
        [_, _, _] => (4, 396),
        [_, _, _, _] => (2, 460),
        _ => return Err(refused()),
    };
    let mut value = 0;
    for number in numbers {
        // 0 inside stands for `?`.
        let digit = match number {
            None => 0,
            Some(number) if (1..base).contains(number) => *number,
            Some(_) => return Err(refused()),
        };
        value = base * value + digit;
    }
    let value = usize::try_from(value + offset).expect("it is small");
    Ok(String::from_iter([value / 36, value % 36].map(base_36::digit)))
}

fn write_one_cell(out: &mut String, board: &Board) {
    let marks: Vec<bool> = board.cells.values().iter().map(Clue::is_clue).collect();
    let mut next = 0;
    while next < marks.len() {
        let is_mark = marks[next];
        let blanks = marks[next + 1..].iter().take(17).take_while(|mark| !**mark).count();
        out.push(base_36::digit(if is_mark { blanks } else { 18 + blanks }));
        next += 1 + blanks;
    }
}

fn write_dots(out: &mut String, board: &Board) {
    let dots = board.dots.values();
    let mut next = 0;
    while next < dots.len() {
        match &dots[next] {
            Clue::Mark(colour) => {
                let blanks = dots[next + 1..].iter().take(7).take_while(|it| !it.is_clue()).count();
                // Places after the last one count as blank.
                let at_end = next + 1 + blanks == dots.len();
                let blanks = if at_end { 7 } else { blanks };
                out.push(base_36::digit(2 * blanks + colour));
                next += 1 + blanks;
            }
            _ => {
                let blanks = dots[next..].iter().take(20).take_while(|it| !it.is_clue()).count();
                out.push(base_36::digit(15 + blanks));
                next += blanks;
            }
        }
    }
}

fn write_pieces(out: &mut String, board: &Board, presets: &[(char, &[&str])]) {
    let texts: Vec<String> = board.pieces.iter().map(ToString::to_string).collect();
    out.push('/');
    if let Some((letter, _)) = presets.iter().find(|(_, pieces)| texts.iter().eq(pieces.iter())) {
        out.extend(['/', *letter]);
        return;
    }
    out.push_str(&texts.len().to_string());
    for piece in &board.pieces {
        let Size { rows, columns } = piece.cells.size();
        out.push('/');
        out.extend([columns, rows].map(base_36::digit));
        let bits: Vec<usize> = piece.cells.values().iter().map(|&it| usize::from(it)).collect();
        out.push_str(packed::write(&bits, 2).trim_end_matches('0'));
    }
}

const SUM: &str = "a clue (1 to 9, a to j, A to Z, or - for none)";
const SUMS: &str =
    "a gap (k to z), a cell without clues (.) or a clue (1 to 9, a to j, A to Z, or - for none)";

/// Returns the sum that a character stands for, `Some(None)` for none; `None` for another
/// character.
fn sum_of(character: char) -> Option<Option<u32>> {
    let value = || u32::from(base_36::value(character));
    match character {
        '-' | '0' => Some(None),
        '1'..='9' | 'a'..='j' => Some(Some(value())),
        'A'..='Z' => Some(Some(value() + 10)),
        _ => None,
    }
}

/// Returns the lines whose first cell is white, which have a sum outside: columns, then rows.
fn lines_with_sums(board: &Board) -> impl Iterator<Item = (Side, usize)> {
    let size = board.size();
    let lines = [Side::Above, Side::Left]
        .into_iter()
        .flat_map(move |side| (0..side.n_lines(size)).map(move |index| (side, index)));
    lines.filter(move |&(side, index)| !board.cells[side.line(size, index)[0]].is_clue())
}

/// Reads black cells with their sums, and the sums outside.
fn read_sums(reader: &mut BodyReader<'_>, board: &mut Board) -> Result<(), LinkError> {
    let size = board.size();
    let mut next = 0;
    while next < size.n_cells() {
        let Some(character) = reader.next_or_end() else { break };
        let clue = match character {
            'k'..='z' => {
                next += usize::from(base_36::value(character) - 19);
                continue;
            }
            '.' => Clue::Sums { down: None, right: None },
            _ => {
                let down = sum_of(character).ok_or_else(|| reader.unexpected(character, SUMS))?;
                let character = reader.next(SUM)?;
                let right = sum_of(character).ok_or_else(|| reader.unexpected(character, SUM))?;
                Clue::Sums { down, right }
            }
        };
        board.cells[Cell::of_index(next, size.columns)] = clue;
        next += 1;
    }
    reader.require_all(next, size.n_cells(), "cells")?;
    let lines: Vec<(Side, usize)> = lines_with_sums(board).collect();
    let total = lines.len();
    for (read, (side, index)) in lines.into_iter().enumerate() {
        let Some(character) = reader.next_or_end() else {
            return reader.require_all(read, total, "sums outside");
        };
        let sum = sum_of(character).ok_or_else(|| reader.unexpected(character, SUM))?;
        board.outside[side as usize][index] = sum.map(Some).into_iter().collect();
    }
    Ok(())
}

fn sum_character(sum: Option<u32>) -> Result<char, LinkError> {
    let digit = |value: u32| base_36::digit(usize::try_from(value).expect("it is small"));
    match sum {
        None => Ok('-'),
        Some(sum @ 1..=19) => Ok(digit(sum)),
        Some(sum @ 20..=45) => Ok(digit(sum - 10).to_ascii_uppercase()),
        Some(sum) => {
            let what = format!("the clue {sum}: clues are 1 to 45");
            Err(LinkError::NotExpressible { what })
        }
    }
}

fn write_sums(out: &mut String, board: &Board) -> Result<(), LinkError> {
    write_gaps(out, board.cells.values().iter(), 16, 'k', |clue| match *clue {
        Clue::Sums { down: None, right: None } => Ok(".".to_owned()),
        Clue::Sums { down, right } => {
            Ok(String::from_iter([sum_character(down)?, sum_character(right)?]))
        }
        _ => Err(not_expressible(clue)),
    })?;
    let with_sums: Vec<(Side, usize)> = lines_with_sums(board).collect();
    if let Some((side, index, _)) =
        board.outside_clues().find(|&(side, index, _)| !with_sums.contains(&(side, index)))
    {
        let what = format!("the clue of {}, whose first cell is not white", side.line_name(index));
        return Err(LinkError::NotExpressible { what });
    }
    for (side, index) in with_sums {
        let sum = board.outside[side as usize][index].first().copied().flatten();
        out.push(sum_character(sum)?);
    }
    Ok(())
}
