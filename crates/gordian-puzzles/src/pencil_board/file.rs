//! Puzzle files of pencil puzzles.

use toml::de::DeTable;

use super::board::{Board, Clue, Colour, OutsideClue, Piece, Side};
use super::form::{CUSTOM, CellForm, Form, OutsideForm, Walls};
use super::piece;
use super::rules::Rule;
use crate::board::reader::{Value, nearest_name};
use crate::board::text_board::{BoardForm, CellError};
use crate::board::{Cell, CellMap, Direction, Edge, Reader, Size};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

/// The characters of arrows, in the order of [`Direction::ALL`].
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];
/// The characters of rooms.
const LABELS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The sums of clues. The largest sum of digits is 45; larger clues have no solution.
const SUMS: std::ops::RangeInclusive<u32> = 1..=999;

/// Returns the keys of files of a kind.
fn keys(form: &Form) -> Vec<&'static str> {
    let outside = form.outside.map_or(&[][..], |outside| outside.sides);
    let parts = [
        (has_board(form), "board"),
        (form.walls == Walls::Rooms, "rooms"),
        (form.walls != Walls::None, "walls"),
        (form.points.is_some(), "points"),
        (form.dots.is_some(), "dots"),
        (form.pieces, "pieces"),
    ];
    let mut keys = vec!["size"];
    keys.extend(parts.into_iter().filter(|(is_part, _)| *is_part).map(|(_, key)| key));
    keys.extend(outside.iter().map(|side| side.key()));
    keys.extend(form.parameter.map(|(key, _)| key));
    keys.extend(form.options.iter().map(|(_, key)| *key));
    keys.extend(["omit", "rule"]);
    keys
}

fn has_board(form: &Form) -> bool {
    form.cells.is_some() || form.holes
}

/// Returns whether each cell is one character.
fn is_narrow(cells: Option<CellForm>) -> bool {
    matches!(cells, None | Some(CellForm::Marks(_) | CellForm::Numbers { max: 0..=9, .. }))
}

/// Returns the form of a block of cells.
fn block_form(key: &'static str, cells: Option<CellForm>, max_side: usize) -> BoardForm {
    let cell = match key {
        "points" => "point",
        "dots" => "place",
        _ => "cell",
    };
    BoardForm {
        key,
        cell,
        is_separated: !is_narrow(cells),
        max_side,
        blank_hint: "draw blanks as `.`",
    }
}

/// Reads the metadata and the board of a puzzle of the kind `name`, which can do without some
/// rules.
pub(crate) fn read(
    name: &str,
    form: &Form,
    omittable: &[&str],
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
) -> Option<(Metadata, Board)> {
    let place = format!("a puzzle of the kind `{name}`");
    let mut keys = keys(form);
    keys.extend(name.starts_with(CUSTOM).then_some("form"));
    let metadata = Metadata::read_with_keys(reader, table, &place, &keys);
    // `kind = "custom-shading"` says the form, too.
    if let Some(value) = table.get("form")
        && let Some(own) = name.strip_prefix(CUSTOM).and_then(|rest| rest.strip_prefix('-'))
    {
        let form = reader.text("form", value)?;
        if form != own {
            let message = format!("`form` is `{}`, but the kind is `{name}`", excerpt(form));
            let hint = "give `kind = \"custom\"` and the form, or the kind alone";
            reader.report(Diagnostic::new("puzzle.conflict", value.span(), message).hint(hint));
            return None;
        }
    }
    let mut block = |key: &'static str, cells: Option<CellForm>, holes: bool, max_side: usize| {
        let Some(value) = table.get(key) else { return Some(None) };
        let block = reader.block(key, value)?;
        let read = |_, text: &str| read_clue(cells, holes, text);
        block_form(key, cells, max_side).read(reader, &block, read).map(Some)
    };
    let cells = if has_board(form) {
        block("board", form.cells, form.holes, Size::MAX_SIDE)?
    } else {
        None
    };
    let points = match form.points {
        Some(points) => block("points", Some(points), false, Size::MAX_SIDE + 1)?,
        None => None,
    };
    let dots = match form.dots {
        Some(dots) => block("dots", Some(dots), false, 2 * Size::MAX_SIDE - 1)?,
        None => None,
    };
    let rooms = match table.get("rooms").filter(|_| form.walls == Walls::Rooms) {
        None => None,
        Some(value) => {
            let block = reader.block("rooms", value)?;
            let form = block_form("rooms", None, Size::MAX_SIDE);
            let label = |_: Cell, text: &str| Ok(text.chars().next().unwrap_or('.'));
            Some(form.read(reader, &block, label)?)
        }
    };
    let outside = read_outside(form, reader, table)?;
    let stated = match table.get("size") {
        None => None,
        Some(value) => {
            let items = reader.list_of("size", value, 2)?;
            let rows = reader.integer("the number of rows", &items[0], 1..=Size::MAX_SIDE)?;
            let columns = reader.integer("the number of columns", &items[1], 1..=Size::MAX_SIDE)?;
            Some(Size::new(rows, columns))
        }
    };
    let mut sizes: Vec<(&str, Size)> = Vec::new();
    sizes.extend(stated.map(|size| ("size", size)));
    sizes.extend(cells.as_ref().map(|cells| ("board", cells.size())));
    sizes.extend(rooms.as_ref().map(|rooms| ("rooms", rooms.size())));
    if let Some(points) = &points {
        let Size { rows, columns } = points.size();
        if rows < 2 || columns < 2 {
            let message = "points has one row and one column more than the board, at least two";
            reader.error("puzzle.wrong-shape", 0..0, message);
            return None;
        }
        sizes.push(("points", Size::new(rows - 1, columns - 1)));
    }
    if let Some(dots) = &dots {
        let Size { rows, columns } = dots.size();
        if rows % 2 == 0 || columns % 2 == 0 {
            let message = "dots has an odd number of rows and of columns: places between cells are places too";
            reader.error("puzzle.wrong-shape", 0..0, message);
            return None;
        }
        sizes.push(("dots", Size::new(rows.div_ceil(2), columns.div_ceil(2))));
    }
    let outside_size = outside.iter().fold((0, 0), |(rows, columns), (side, lines)| match side {
        Side::Above | Side::Below => (rows, lines.len().max(columns)),
        Side::Left | Side::Right => (lines.len().max(rows), columns),
    });
    if let (rows @ 1.., columns @ 1..) = outside_size
        && sizes.is_empty()
    {
        sizes.push(("the clues outside", Size::new(rows, columns)));
    }
    let Some(&(first, size)) = sizes.first() else {
        let diagnostic =
            Diagnostic::new("puzzle.missing-key", 0..0, "the size of the board is not known");
        let keys = keys.join("`, `");
        reader.report(
            diagnostic.hint(format!("give `size = [rows, columns]`; the keys are `{keys}`")),
        );
        return None;
    };
    for &(other, other_size) in &sizes[1..] {
        if other_size != size {
            let message = format!("{first} is for {size}, {other} for {other_size}");
            reader.error("puzzle.conflict", 0..0, message);
            return None;
        }
    }
    let mut board = Board::empty(form, size);
    board.cells = cells.unwrap_or(board.cells);
    board.points = points.unwrap_or(board.points);
    board.dots = dots.unwrap_or(board.dots);
    for (side, lines) in outside {
        let n_lines = side.n_lines(size);
        if lines.len() != n_lines {
            let message = format!("{} has {} clues instead of {n_lines}", side.key(), lines.len());
            reader.error("puzzle.wrong-length", 0..0, message);
            return None;
        }
        board.outside[side as usize] = lines;
    }
    if let Some(rooms) = rooms {
        for edge in size.edges() {
            if let [Some(before), Some(after)] = edge.cells(size) {
                board.walls[edge] = is_border(rooms[before], rooms[after]);
            }
        }
    }
    if let Some(value) = table.get("walls").filter(|_| form.walls != Walls::None) {
        read_walls(reader, value, &mut board)?;
    }
    if form.pieces {
        board.pieces = read_pieces(reader, table)?;
    }
    if let Some((key, max)) = form.parameter {
        let Some(value) = table.get(key) else {
            reader.error("puzzle.missing-key", 0..0, format!("there is no `{key}`"));
            return None;
        };
        let max = usize::try_from(max).expect("it is small");
        let number = reader.integer(key, value, 1..=max)?;
        board.parameter = Some(u32::try_from(number).expect("it is small"));
    }
    for &(letter, key) in form.options {
        if let Some(value) = table.get(key)
            && reader.boolean(key, value)?
        {
            board.options.push(letter);
        }
    }
    if let Some(value) = table.get("omit") {
        board.omitted = read_omitted(reader, value, omittable)?;
    }
    if let Some(value) = table.get("rule") {
        board.rules = Rule::read_all(reader, value, form)?;
    }
    Some((metadata, board))
}

/// Reads the names of the rules that do not hold.
pub(super) fn read_omitted(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    omittable: &[&str],
) -> Option<Vec<String>> {
    let mut omitted: Vec<String> = Vec::new();
    for item in reader.list("`omit`", value)? {
        let name = reader.text("a name in `omit`", item)?;
        if let Err(hint) = check_omitted(name, omittable) {
            let message = format!("puzzles of the kind cannot do without `{}`", excerpt(name));
            let diagnostic = Diagnostic::new("puzzle.unknown-rule", item.span(), message);
            reader.report(diagnostic.hint(hint));
            return None;
        }
        if !omitted.iter().any(|it| it == name) {
            omitted.push(name.to_owned());
        }
    }
    Some(omitted)
}

/// Checks that puzzles can do without a rule.
///
/// # Errors
///
/// Returns what can be done instead.
pub(crate) fn check_omitted(name: &str, omittable: &[&str]) -> Result<(), String> {
    if omittable.contains(&name) {
        return Ok(());
    }
    Err(match (nearest_name(name, omittable), omittable) {
        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
        (None, []) => "no rule of the kind can be left out".to_owned(),
        (None, names) => format!("these can be left out: {}", names.join(", ")),
    })
}

/// Reads a number or `?`.
fn number(text: &str) -> Option<Option<u32>> {
    match text {
        "?" => Some(None),
        _ if text.bytes().all(|c| c.is_ascii_digit()) => text.parse().ok().map(Some),
        _ => None,
    }
}

/// Reads the clue of a cell, of a vertex or of a dot from its text in puzzle files; `.` is none,
/// and `#` a cell that does not belong to the board, if `holes`.
///
/// # Errors
///
/// Returns what is wrong, with the form of clues, as a lower-case fragment.
pub fn parse_clue(form: Option<CellForm>, holes: bool, text: &str) -> Result<Clue, String> {
    read_clue(form, holes, text).map_err(|error| match error.hint {
        Some(hint) => format!("{}: {hint}", error.message),
        None => error.message,
    })
}

/// Checks that files of the kind can have the clues of a board: that numbers are in their range,
/// for example.
pub(crate) fn check_clues(form: &Form, board: &Board) -> Result<(), String> {
    let maps = [
        ("", form.cells, form.holes, &board.cells),
        ("points, ", form.points, false, &board.points),
        ("dots, ", form.dots, false, &board.dots),
    ];
    for (part, cells, holes, map) in maps {
        for (place, clue) in map.iter().filter(|(_, clue)| **clue != Clue::Empty) {
            let read = parse_clue(cells, holes, &clue_text(cells, clue));
            if let Err(error) = read {
                return Err(format!("{part}{place}: {error}"));
            }
        }
    }
    for (side, index, clue) in board.outside_clues() {
        let form = form.outside.filter(|outside| outside.sides.contains(&side));
        let is_clue = form.is_some_and(|form| {
            parse_outside_clue(form, &outside_clue_text(form, clue)).as_ref() == Some(clue)
        });
        if !is_clue {
            return Err(format!("{} {} has no such clue", side.key(), index + 1));
        }
    }
    Ok(())
}

/// Removes the clues that files of the kind cannot have.
pub fn remove_impossible_clues(form: &Form, board: &mut Board) {
    let is_possible = |cells: Option<CellForm>, clue: &Clue| {
        *clue == Clue::Empty || parse_clue(cells, form.holes, &clue_text(cells, clue)).is_ok()
    };
    for (cells, map) in [
        (form.cells, &mut board.cells),
        (form.points, &mut board.points),
        (form.dots, &mut board.dots),
    ] {
        let places: Vec<Cell> = map
            .iter()
            .filter(|(_, clue)| !is_possible(cells, clue))
            .map(|(place, _)| place)
            .collect();
        places.into_iter().for_each(|place| map[place] = Clue::Empty);
    }
    let Some(outside) = form.outside else { return };
    for line in board.outside.iter_mut().flatten() {
        if parse_outside_clue(outside, &outside_clue_text(outside, line)).is_none() {
            line.clear();
        }
    }
}

/// Reads the clue of a cell.
fn read_clue(form: Option<CellForm>, holes: bool, text: &str) -> Result<Clue, CellError> {
    match text {
        "." => return Ok(Clue::Empty),
        "#" if holes => return Ok(Clue::Hole),
        _ => {}
    }
    let error = |message: String| CellError {
        code: "puzzle.bad-character",
        message,
        hint: Some(clue_hint(form)),
    };
    let unknown = || error(format!("`{}` is not a clue", excerpt(text)));
    let Some(form) = form else { return Err(unknown()) };
    match form {
        CellForm::Numbers { min, max, unknown: may_be_unknown } => {
            let number = number(text).ok_or_else(unknown)?;
            match number {
                None if !may_be_unknown => Err(unknown()),
                Some(number) if !(min..=max).contains(&number) => {
                    let message = format!("{number} is not between {min} and {max}");
                    Err(CellError { code: "puzzle.out-of-range", message, hint: None })
                }
                number => Ok(Clue::Number(number)),
            }
        }
        CellForm::Marks(marks) => {
            let mark = marks.iter().position(|(symbol, _)| text.chars().eq([*symbol]));
            mark.map(Clue::Mark).ok_or_else(unknown)
        }
        CellForm::Circles => {
            let (black, rest) = match (text.strip_prefix('o'), text.strip_prefix('*')) {
                (Some(rest), _) => (false, rest),
                (_, Some(rest)) => (true, rest),
                (None, None) => return Err(unknown()),
            };
            let number = if rest.is_empty() { None } else { number(rest).ok_or_else(unknown)? };
            Ok(Clue::Circle { black, number })
        }
        CellForm::Arrows { coloured } => {
            let (colour, rest) = match text.strip_prefix('o') {
                Some(rest) if coloured => (Colour::White, rest),
                _ => match text.strip_prefix('*') {
                    Some(rest) if coloured => (Colour::Black, rest),
                    _ => (Colour::Grey, text),
                },
            };
            let arrow = ARROWS.iter().position(|&arrow| rest.ends_with(arrow));
            let digits = if arrow.is_some() { &rest[..rest.len() - 1] } else { rest };
            let number = match digits {
                "" if colour != Colour::Grey && arrow.is_none() => None,
                digits => number(digits).filter(|_| !digits.is_empty()).ok_or_else(unknown)?,
            };
            let direction = arrow.map(|index| Direction::ALL[index]);
            Ok(Clue::Arrow { colour, direction, number })
        }
        CellForm::Several => {
            let numbers: Option<Vec<Option<u32>>> = text.split(',').map(number).collect();
            let is_clue = |numbers: &Vec<Option<u32>>| {
                (1..=4).contains(&numbers.len()) && numbers.iter().flatten().all(|&n| n <= 8)
            };
            numbers.filter(is_clue).map(Clue::Several).ok_or_else(unknown)
        }
        CellForm::Compass => {
            let part = |part| if part == "-" { Some(None) } else { number(part) };
            let numbers: Option<Vec<Option<u32>>> = text.split(',').map(part).collect();
            let numbers = numbers.and_then(|numbers| <[Option<u32>; 4]>::try_from(numbers).ok());
            numbers.map(Clue::Compass).ok_or_else(unknown)
        }
        CellForm::Sums if text == "#" => Ok(Clue::Sums { down: None, right: None }),
        CellForm::Sums => {
            let part = |part: &str| match part {
                "" => Some(None),
                _ => number(part).filter(|number| number.is_some_and(|it| SUMS.contains(&it))),
            };
            let sums = text.split_once('\\').and_then(|(down, right)| {
                Some(Clue::Sums { down: part(down)?, right: part(right)? })
            });
            sums.ok_or_else(unknown)
        }
    }
}

fn clue_hint(form: Option<CellForm>) -> &'static str {
    match form {
        None => "a cell is `.`, or `#` for a hole",
        Some(CellForm::Numbers { max: 0..=9, .. }) => {
            "a clue is a number or `?`; `.` is a blank cell"
        }
        Some(CellForm::Numbers { .. }) => {
            "a clue is a number or `?`, and `.` a blank cell; separate the cells by blanks"
        }
        Some(CellForm::Marks(_)) => "the page of the kind lists the marks; `.` is a blank cell",
        Some(CellForm::Circles) => {
            "a clue is `o` (white) or `*` (black), with or without a number, such as `o5`"
        }
        Some(CellForm::Arrows { coloured: false }) => {
            "a clue is a number or `?` with an arrow, such as `2>`, `0^`, `1v` or `?<`"
        }
        Some(CellForm::Arrows { coloured: true }) => {
            "a clue is a number with an arrow, after `o` (white) or `*` (black) if it has a colour, such as `o2>`"
        }
        Some(CellForm::Several) => {
            "a clue has one to four numbers from 0 to 8 or `?`, separated by commas, such as `1,3`"
        }
        Some(CellForm::Sums) => {
            "a black cell is `#`, or has sums from 1 to 999: `16\\` below, `\\23` to the right, `16\\23` both; write \
             the board between three single quotation marks"
        }
        Some(CellForm::Compass) => {
            "a clue has four numbers, up, right, down and left, `-` for none, such as `1,-,2,-`"
        }
    }
}

/// Returns the text of a clue in puzzle files; see [`parse_clue`].
#[must_use]
pub fn clue_text(form: Option<CellForm>, clue: &Clue) -> String {
    let number = |number: &Option<u32>| number.map_or("?".to_owned(), |number| number.to_string());
    match clue {
        Clue::Empty => ".".to_owned(),
        Clue::Hole => "#".to_owned(),
        Clue::Number(it) => number(it),
        Clue::Mark(mark) => match form {
            Some(CellForm::Marks(marks)) => marks[*mark].0.to_string(),
            _ => "?".to_owned(),
        },
        Clue::Circle { black, number } => {
            let number = number.map_or_else(String::new, |number| number.to_string());
            format!("{}{number}", if *black { '*' } else { 'o' })
        }
        Clue::Arrow { colour, direction, number: it } => {
            let colour = match colour {
                Colour::Grey => "",
                Colour::White => "o",
                Colour::Black => "*",
            };
            let arrow = direction.map(|it| ARROWS[usize::from(it.quarter_turns())]);
            let number = match (it, arrow) {
                (None, None) if !colour.is_empty() => String::new(),
                _ => number(it),
            };
            let arrow = arrow.map_or_else(String::new, String::from);
            format!("{colour}{number}{arrow}")
        }
        Clue::Several(numbers) => numbers.iter().map(number).collect::<Vec<_>>().join(","),
        Clue::Compass(numbers) => {
            let part = |it: &Option<u32>| it.map_or("-".to_owned(), |number| number.to_string());
            numbers.iter().map(part).collect::<Vec<_>>().join(",")
        }
        Clue::Sums { down: None, right: None } => "#".to_owned(),
        Clue::Sums { down, right } => {
            let part = |it: &Option<u32>| it.map_or_else(String::new, |sum| sum.to_string());
            format!("{}\\{}", part(down), part(right))
        }
    }
}

/// Reads the clues outside.
fn read_outside(
    form: &Form,
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
) -> Option<Vec<(Side, Vec<OutsideClue>)>> {
    let Some(outside) = form.outside else { return Some(Vec::new()) };
    let mut sides = Vec::new();
    for &side in outside.sides {
        let Some(value) = table.get(side.key()) else { continue };
        let text = reader.text(side.key(), value)?;
        let lines: Option<Vec<OutsideClue>> =
            text.split_whitespace().map(|text| parse_outside_clue(outside, text)).collect();
        let Some(lines) = lines else {
            let message = format!("`{}` is not a list of clues", excerpt(text));
            let hint = "write a clue for each line, separated by blanks: `.` for none, and numbers of one line \
                        separated by commas";
            let diagnostic = Diagnostic::new("puzzle.bad-character", value.span(), message);
            reader.report(diagnostic.hint(hint));
            return None;
        };
        sides.push((side, lines));
    }
    Some(sides)
}

/// Reads the clue of a line outside the board from its text in puzzle files: `.` is none, commas
/// separate the numbers of a list; `None` for another text.
#[must_use]
pub fn parse_outside_clue(form: OutsideForm, text: &str) -> Option<OutsideClue> {
    if text == "." {
        return Some(Vec::new());
    }
    let part = |part: &str| {
        if form.is_letter && part != "?" {
            let [letter @ b'A'..=b'Z'] = part.as_bytes() else { return None };
            return Some(Some(u32::from(letter - b'A') + 1));
        }
        number(part).filter(|number| number.is_none_or(|number| number >= form.min))
    };
    let numbers: OutsideClue = text.split(',').map(part).collect::<Option<_>>()?;
    let is_clue = form.is_list && !numbers.contains(&None) || numbers.len() == 1 && !form.is_list;
    is_clue.then_some(numbers)
}

/// Returns the text of the clue of a line outside; see [`parse_outside_clue`].
#[must_use]
pub fn outside_clue_text(form: OutsideForm, clue: &OutsideClue) -> String {
    if clue.is_empty() {
        return ".".to_owned();
    }
    let numbers: Vec<String> = clue.iter().map(|&number| outside_text(form, number)).collect();
    numbers.join(",")
}

/// Returns the text of a number outside.
pub(crate) fn outside_text(form: OutsideForm, number: Option<u32>) -> String {
    match number {
        None => "?".to_owned(),
        Some(letter @ 1..=26) if form.is_letter => {
            char::from(b'A' + u8::try_from(letter - 1).expect("it is small")).to_string()
        }
        Some(number) => number.to_string(),
    }
}

/// Reads `walls`: pairs of cells, such as `r1c1-r1c2`.
fn read_walls(reader: &mut Reader<'_>, value: &Value<'_>, board: &mut Board) -> Option<()> {
    let text = reader.text("walls", value)?;
    let size = board.size();
    for pair in text.split_whitespace() {
        let cells = pair.split_once('-').and_then(|(a, b)| Some([cell(a, size)?, cell(b, size)?]));
        let edge = cells.and_then(|[a, b]| {
            let side = Direction::ALL.into_iter().find(|&side| size.neighbour(a, side) == Some(b));
            side.map(|side| Edge::of(a, side))
        });
        let Some(edge) = edge else {
            let message = format!("`{}` is not a pair of adjacent cells", excerpt(pair));
            let diagnostic = Diagnostic::new("puzzle.bad-text", value.span(), message);
            reader.report(diagnostic.hint("write walls such as `r1c1-r1c2 r1c1-r2c1`"));
            return None;
        };
        board.walls[edge] = true;
    }
    Some(())
}

/// Reads a cell such as `r1c2`.
fn cell(text: &str, size: Size) -> Option<Cell> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let part = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some(Cell::new(part(row)?, part(column)?)).filter(|&cell| size.contains(cell))
}

fn read_pieces(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Vec<Piece>> {
    let Some(value) = table.get("pieces") else {
        let diagnostic = Diagnostic::new("puzzle.missing-key", 0..0, "there is no `pieces`");
        reader.report(diagnostic.hint(PIECES_HINT));
        return None;
    };
    let text = reader.text("pieces", value)?;
    let pieces: Option<Vec<Piece>> =
        text.split_whitespace().map(|text| text.parse().ok()).collect();
    let pieces = pieces.filter(|pieces| (1..=piece::MAX_PIECES).contains(&pieces.len()));
    if pieces.is_none() {
        let message = format!("`{}` is not a list of pieces", excerpt(text));
        reader.report(Diagnostic::new("puzzle.bad-text", value.span(), message).hint(PIECES_HINT));
    }
    pieces
}

const PIECES_HINT: &str =
    "write pieces separated by blanks, the rows of each separated by slashes: `### ##/#. ##/##`";

/// Returns the keys of a file after the metadata.
pub(crate) fn write(form: &Form, board: &Board) -> String {
    let size = board.size();
    let mut out = String::new();
    let rows = |map: &CellMap<Clue>, cells: Option<CellForm>| {
        let blank = if is_narrow(cells) { "" } else { " " };
        let row = |row: &[Clue]| {
            row.iter().map(|clue| clue_text(cells, clue)).collect::<Vec<_>>().join(blank)
        };
        map.rows().map(row).collect::<Vec<String>>()
    };
    let is_blank = board.cells.values().iter().all(|clue| *clue == Clue::Empty);
    // Puzzles of rules need not speak of rooms.
    let has_rooms = form.walls == Walls::Rooms
        && (board.rules.is_empty() || board.walls.iter().any(|(_, wall)| *wall));
    let states_size = has_rooms || form.points.is_some() || form.dots.is_some();
    if !has_board(form) && !states_size || has_board(form) && is_blank && !states_size {
        out.push_str(&format!("size = [{}, {}]\n", size.rows, size.columns));
    }
    if let Some((key, _)) = form.parameter {
        out.push_str(&format!("{key} = {}\n", board.parameter.expect("the kind has a number")));
    }
    for (_, key) in form.options.iter().filter(|(letter, _)| board.has_option(*letter)) {
        out.push_str(&format!("{key} = true\n"));
    }
    if has_rooms {
        let labels = labels(board);
        let rows = labels.rows().map(|row| row.iter().collect());
        out.push_str(&block_form("rooms", None, Size::MAX_SIDE).to_toml(rows));
    }
    let walls = walls(form, board);
    if !walls.is_empty() {
        out.push_str(&format!("walls = \"{}\"\n", walls.join(" ")));
    }
    if has_board(form) && !is_blank {
        let rows = rows(&board.cells, form.cells).into_iter();
        out.push_str(&block_form("board", form.cells, Size::MAX_SIDE).to_toml(rows));
    }
    for (key, cells, map) in
        [("points", form.points, &board.points), ("dots", form.dots, &board.dots)]
    {
        if cells.is_some() {
            out.push_str(
                &block_form(key, cells, Size::MAX_SIDE).to_toml(rows(map, cells).into_iter()),
            );
        }
    }
    if let Some(outside) = form.outside {
        for &side in outside.sides {
            let lines = &board.outside[side as usize];
            if lines.iter().all(Vec::is_empty) {
                continue;
            }
            let lines: Vec<String> =
                lines.iter().map(|line| outside_clue_text(outside, line)).collect();
            out.push_str(&format!("{} = \"{}\"\n", side.key(), lines.join(" ")));
        }
    }
    if form.pieces {
        let pieces: Vec<String> = board.pieces.iter().map(ToString::to_string).collect();
        out.push_str(&format!("pieces = \"{}\"\n", pieces.join(" ")));
    }
    if !board.omitted.is_empty() {
        let names: Vec<String> = board.omitted.iter().map(|name| format!("\"{name}\"")).collect();
        out.push_str(&format!("omit = [{}]\n", names.join(", ")));
    }
    // Tables come after all keys.
    for rule in &board.rules {
        out.push('\n');
        out.push_str(&rule.to_toml());
    }
    out
}

/// Returns a letter for each room; rooms that touch have different ones.
fn labels(board: &Board) -> CellMap<char> {
    let size = board.size();
    let rooms = board.rooms();
    let mut labels: Vec<usize> = Vec::new();
    let n_labels = LABELS.len();
    let borders = rooms.borders();
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); rooms.rooms().len()];
    for [a, b] in borders {
        let [a, b] = [a, b].map(|cell| rooms.number(cell).expect("it is in a room"));
        beside[a].push(b);
        beside[b].push(a);
    }
    for (room, beside) in beside.iter().enumerate() {
        let is_free = |label: &usize| beside.iter().all(|&other| labels.get(other) != Some(label));
        // With few rooms, each has its own letter.
        let own = (0..n_labels).map(|shift| (room + shift) % n_labels).find(is_free);
        labels.push(own.unwrap_or(0));
    }
    let character = |index: usize| char::from(LABELS.as_bytes()[index]);
    CellMap::from_fn(size, |cell| rooms.number(cell).map_or('.', |room| character(labels[room])))
}

/// Returns whether two letters of `rooms` state a wall; `.` is a hole, which belongs to no room.
fn is_border(before: char, after: char) -> bool {
    before != after && before != '.' && after != '.'
}

/// Returns the walls that `rooms` does not state.
fn walls(form: &Form, board: &Board) -> Vec<String> {
    let size = board.size();
    let rooms = (form.walls == Walls::Rooms).then(|| labels(board));
    let mut walls = Vec::new();
    for (edge, _) in board.walls.iter().filter(|(_, wall)| **wall) {
        let [Some(before), Some(after)] = edge.cells(size) else { continue };
        if rooms.as_ref().is_none_or(|rooms| !is_border(rooms[before], rooms[after])) {
            walls.push(format!("{before}-{after}"));
        }
    }
    walls
}
