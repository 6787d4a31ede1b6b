//! Every kind of pencil puzzle on small random boards, with random rules of the catalogue: the model
//! and the checker have the same solutions, found by trying all of them; what is determined is what
//! all of them have in common; files and links are read as they are written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use gordian_core::Random;
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge, EdgeMap, Size};
use gordian_puzzles::pencil::{
    BLOCKED, Board, CUSTOM, CellForm, CellLayer, Clue, Colour, EdgeLayer, Form, Marks, PencilKind,
    Piece, Walls,
};
use gordian_puzzles::rules::{ParameterForm, RULES, Rule, RuleForm, Values};
use gordian_puzzles::{Kind, Metadata, Puzzle, Solution, check, parse, parse_link};
use gordian_solve::{Request, SolutionData, Task};
use gordian_testkit::seeds;
use serde_json::{Map, Value};

use crate::answer;

/// The largest number of assignments that are tried for a board.
const MAX_ASSIGNMENTS: u64 = 6000;

fn number(random: &mut Random, min: u32, max: u32) -> u32 {
    if random.below(30) == 0 {
        return max;
    }
    let span = (max.min(min + 4) - min) as usize;
    min + u32::try_from(random.below(span + 1)).unwrap()
}

fn some_number(random: &mut Random, max: usize) -> Option<u32> {
    (random.below(4) > 0).then(|| u32::try_from(random.below(max)).unwrap())
}

/// Returns a random clue of a form, for one in `sparsity` places.
fn clue(random: &mut Random, form: CellForm, sparsity: usize) -> Clue {
    if random.below(sparsity) > 0 {
        return Clue::Empty;
    }
    match form {
        CellForm::Numbers { min, max, unknown } => {
            if unknown && random.below(4) == 0 {
                Clue::Number(None)
            } else {
                Clue::Number(Some(number(random, min, max)))
            }
        }
        CellForm::Marks(marks) => Clue::Mark(random.below(marks.len())),
        CellForm::Circles => Clue::Circle {
            black: random.flip(),
            number: some_number(random, 5).filter(|&number| number > 0),
        },
        CellForm::Arrows { coloured } => {
            let colours = [Colour::Grey, Colour::White, Colour::Black];
            Clue::Arrow {
                colour: if coloured { *random.choose(&colours) } else { Colour::Grey },
                direction: (random.below(6) > 0).then(|| *random.choose(&Direction::ALL)),
                number: some_number(random, 3),
            }
        }
        CellForm::Several => {
            let n = 1 + random.below(3);
            Clue::Several((0..n).map(|_| some_number(random, 3).filter(|&n| n > 0)).collect())
        }
        CellForm::Compass => Clue::Compass([(); 4].map(|()| some_number(random, 3))),
        CellForm::Sums => {
            let mut sum = || some_number(random, 15).filter(|&sum| sum > 0);
            Clue::Sums { down: sum(), right: sum() }
        }
    }
}

/// Returns a random board of a form.
fn board(random: &mut Random, form: &Form, size: Size) -> Board {
    let mut board = Board::new(size);
    let sparsity = *random.choose(&[3, 6, 15]);
    for cell in size.cells() {
        if form.holes && random.below(8) == 0 {
            board.cells[cell] = Clue::Hole;
        } else if let Some(form) = form.cells {
            board.cells[cell] = clue(random, form, sparsity);
        }
    }
    if form.walls != Walls::None {
        let n = if form.walls == Walls::Rooms { 2 } else { 6 };
        for edge in size.edges().filter(|edge| !edge.is_outer(size)) {
            board.walls[edge] = random.below(n) == 0;
        }
    }
    if form.room_numbers {
        // Only the first clue of a room stays: in its first cell, where links have it.
        for room in board.rooms().rooms() {
            let clues: Vec<Clue> =
                room.iter().map(|&cell| std::mem::take(&mut board.cells[cell])).collect();
            let first = clues.into_iter().find(Clue::is_clue);
            board.cells[room[0]] = first.unwrap_or_default();
        }
    }
    if let Some(points) = form.points {
        let places = Size::new(size.rows + 1, size.columns + 1);
        board.points = CellMap::from_fn(places, |_| clue(random, points, sparsity));
    }
    if let Some(dots) = form.dots {
        let places = Size::new(2 * size.rows - 1, 2 * size.columns - 1);
        board.dots = CellMap::from_fn(places, |_| clue(random, dots, 2 * sparsity));
    }
    if let Some(outside) = form.outside {
        for &side in outside.sides {
            for line in &mut board.outside[side as usize] {
                if random.below(sparsity) == 0 {
                    let n = if outside.is_list { 1 + random.below(2) } else { 1 };
                    *line = (0..n).map(|_| Some(number(random, outside.min, 3))).collect();
                }
            }
        }
    }
    if form.pieces {
        let pieces = [("#", 1, 1), ("##", 1, 2), ("#/#", 2, 1), ("##/#.", 2, 2)];
        let n = 1 + random.below(2);
        board.pieces = (0..n)
            .map(|_| {
                let &(text, rows, columns) = random.choose(&pieces);
                let cells = text.chars().filter(|&c| c != '/').map(|c| c == '#').collect();
                Piece { cells: CellMap::from_values(Size::new(rows, columns), cells).unwrap() }
            })
            .collect();
    }
    board.parameter = form.parameter.map(|_| number(random, 1, 2));
    for (letter, _) in form.options {
        if random.below(4) == 0 {
            board.options.push(*letter);
        }
    }
    board
}

/// Returns a random value of a parameter, as JSON.
fn parameter(random: &mut Random, values: Values) -> Value {
    match values {
        Values::One(names) => (*random.choose(names)).into(),
        Values::Several(names) => {
            let mut chosen: Vec<&str> = names.iter().copied().filter(|_| random.flip()).collect();
            chosen.push(*random.choose(names));
            chosen.into()
        }
        Values::Number => (*random.choose(&[0, 1, 1, 2, 2, 3, 4, 9])).into(),
    }
}

/// Returns a random rule of the catalogue that puzzles of a form can have.
fn rule(random: &mut Random, form: &Form) -> Rule {
    loop {
        let RuleForm { name, parameters, .. } = *random.choose(RULES);
        let mut object = Map::new();
        object.insert("name".to_owned(), name.into());
        for ParameterForm { key, values, is_optional, .. } in parameters {
            if !is_optional || random.flip() {
                object.insert((*key).to_owned(), parameter(random, *values));
            }
        }
        let object = Value::Object(object);
        if let Ok(rule) = Rule::from_json(&object, form) {
            assert_eq!(Rule::from_json(&rule.to_json(), form).as_ref(), Ok(&rule), "{object}");
            return rule;
        }
    }
}

/// The number of values of a cell on a small board.
fn n_cell_values(form: &Form, layer: CellLayer, size: Size) -> u64 {
    match layer {
        // Digits, whatever the size is.
        CellLayer::Numbers { .. } if form.cells == Some(CellForm::Sums) => 10,
        CellLayer::Shade => 2,
        CellLayer::Symbols(symbols) => symbols.len() as u64,
        CellLayer::Numbers { .. } => size.n_cells().min(5) as u64 + 1,
    }
}

/// The cells and edges of a solution, with the number of their values.
type Places = (Vec<(Cell, u64)>, Vec<(Edge, u64)>);

fn places(form: &Form, size: Size) -> Places {
    let cells = form.cell_layer.map_or_else(Vec::new, |layer| {
        size.cells().map(|cell| (cell, n_cell_values(form, layer, size))).collect()
    });
    let edges = form.edge_layer.map_or_else(Vec::new, |layer| {
        let n = match layer {
            EdgeLayer::Links { max } => u64::from(max) + 1,
            EdgeLayer::Outline | EdgeLayer::Borders => 2,
        };
        let with_outline = layer == EdgeLayer::Outline;
        let edges = size.edges().filter(|edge| with_outline || !edge.is_outer(size));
        edges.map(|edge| (edge, n)).collect()
    });
    (cells, edges)
}

fn n_assignments(form: &Form, size: Size) -> u64 {
    let (cells, edges) = places(form, size);
    let factors = cells.iter().map(|it| it.1).chain(edges.iter().map(|it| it.1));
    factors.fold(1, u64::saturating_mul)
}

/// Returns every solution that the checker accepts, as text of its JSON form.
fn solutions_by_trying(puzzle: &Puzzle, kind: &PencilKind) -> BTreeMap<String, Marks> {
    let board = puzzle.pencil_board().unwrap();
    let size = board.size();
    let (cells, edges) = places(kind.form, size);
    let mut found = BTreeMap::new();
    for index in 0..n_assignments(kind.form, size) {
        let mut rest = index;
        let mut digit = |n: u64| {
            let value = rest % n;
            rest /= n;
            Some(u32::try_from(value).unwrap())
        };
        let mut marks = Marks::unknown(kind.form, board);
        if let Some(map) = &mut marks.cells {
            cells.iter().for_each(|&(cell, n)| map[cell] = digit(n));
        }
        if let (Some(map), Some(CellForm::Sums)) = (&mut marks.cells, kind.form.cells) {
            // In solutions, black cells are blocked: one of the numbers stands for that.
            let black: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
            if black.iter().any(|&cell| map[cell] != Some(0)) {
                continue;
            }
            black.iter().for_each(|&cell| map[cell] = Some(BLOCKED));
        }
        if let Some(map) = &mut marks.edges {
            edges.iter().for_each(|&(edge, n)| map[edge] = digit(n));
        }
        let solution = (kind.solution)(marks.clone());
        if check(puzzle, &solution).is_ok() {
            found.insert(solution.to_json().to_string(), marks);
        }
    }
    found
}

/// Returns the marks that all solutions have in common.
pub(crate) fn common(size: Size, all: &[&Marks]) -> Marks {
    let mut common = all[0].clone();
    if let Some(cells) = &mut common.cells {
        for cell in size.cells() {
            if all.iter().any(|marks| marks.cell(cell) != cells[cell]) {
                cells[cell] = None;
            }
        }
    }
    if let Some(edges) = &mut common.edges {
        let edges_of: &mut EdgeMap<_> = edges;
        for edge in size.edges() {
            if all.iter().any(|marks| marks.edge(edge) != edges_of[edge]) {
                edges_of[edge] = None;
            }
        }
    }
    common
}

/// Checks that files, links and drawings of a puzzle work.
fn check_forms(puzzle: &Puzzle) {
    let file = puzzle.to_toml().expect("pencil puzzles are written");
    assert_eq!(parse(&file).as_ref(), Ok(puzzle), "{file}");
    if let Ok(link) = puzzle.to_link() {
        assert_eq!(parse_link(&link.to_string()).as_ref(), Ok(puzzle), "{link}\n{file}");
        // What was read from a link is written as one, also with a hole in the place of a clue.
        let read = parse_link(&link.to_string()).unwrap();
        assert_eq!(read.to_link().map(|link| link.to_string()), Ok(link.to_string()));
    } else if puzzle.kind().pencil().is_some_and(|kind| !kind.form.link.is_empty()) {
        let board = puzzle.pencil_board().unwrap();
        let has_hole = board.cells.values().contains(&Clue::Hole);
        assert!(
            !has_hole || !board.rules.is_empty() || !board.omitted.is_empty(),
            "a board with holes is not written as a link:\n{file}"
        );
    }
    assert!(puzzle.svg(None).starts_with("<svg ") && !puzzle.draw(None).is_empty());
}

fn check_kind(kind: Kind, pencil: &PencilKind, seed: u64) -> Option<usize> {
    let mut random = Random::new(seed);
    let sizes: Vec<Size> = (1..=4)
        .flat_map(|rows| (1..=5).map(move |columns| Size::new(rows, columns)))
        .filter(|&size| n_assignments(pencil.form, size) <= MAX_ASSIGNMENTS && size.n_cells() > 1)
        .collect();
    // Half of them of the largest sizes.
    let largest = sizes.iter().map(|size| size.n_cells()).max().expect("some board is small");
    let large: Vec<Size> =
        sizes.iter().copied().filter(|size| size.n_cells() + 2 >= largest).collect();
    let size = if random.flip() { *random.choose(&sizes) } else { *random.choose(&large) };
    let mut board = board(&mut random, pencil.form, size);
    let n_rules = match is_custom(kind) {
        true => 1 + random.below(3),
        // Any kind can have rules besides its own.
        false => random.below(4).saturating_sub(2),
    };
    board.rules = (0..n_rules).map(|_| rule(&mut random, pencil.form)).collect();
    // Some do without rules of the kind.
    let omittable = (pencil.omittable)().into_iter();
    board.omitted = omittable.filter(|_| random.below(8) == 0).map(str::to_owned).collect();
    let puzzle = (pencil.puzzle)(Metadata::default(), board).ok()?;
    check_forms(&puzzle);
    let expected = solutions_by_trying(&puzzle, pencil);
    let at = format!("{kind}, seed {seed}:\n{}", puzzle.to_toml().unwrap());
    let engine = if seed.is_multiple_of(2) { "sat" } else { "lcg" }.parse().unwrap();
    let request = Request { task: Task::All { limit: None }, engine, ..Request::default() };
    let listed = answer(&puzzle, &request).solutions;
    let mut found: Vec<String> = listed.iter().map(|it| it.to_json().to_string()).collect();
    found.sort_unstable();
    let n_found = found.len();
    found.dedup();
    assert_eq!(found.len(), n_found, "a solution was listed twice: {at}");
    let expected_texts: Vec<&String> = expected.keys().collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected_texts, "{at}");
    for found in &listed {
        let SolutionData::Puzzle(found) = found else {
            panic!("a puzzle has solutions of its kind")
        };
        let read = Solution::parse(kind, &found.to_json().to_string());
        assert_eq!(read.as_ref(), Ok(found), "{at}");
        assert!(
            puzzle.svg(Some(found)).starts_with("<svg ") && !puzzle.draw(Some(found)).is_empty()
        );
    }
    let request = Request { task: Task::Determined, confirm: true, engine, ..Request::default() };
    let determined = answer(&puzzle, &request).determined;
    match (expected.is_empty(), determined) {
        (true, determined) => assert_eq!(determined, None, "{at}"),
        (false, None) => panic!("nothing is determined: {at}"),
        (false, Some(determined)) => {
            assert!(determined.undecided.is_none(), "{at}");
            let common = (pencil.solution)(common(size, &expected.values().collect::<Vec<_>>()));
            assert_eq!(determined.part, SolutionData::Puzzle(common), "{at}");
        }
    }
    Some(expected.len())
}

/// Checks kinds on random boards; returns how many boards there were of each.
fn check_kinds(is_checked: impl Fn(Kind) -> bool, seeds: Range<u64>) -> String {
    let mut counts = String::new();
    for &kind in Kind::all() {
        let Some(pencil) = kind.pencil().filter(|_| is_checked(kind)) else { continue };
        let (mut n_boards, mut n_solvable) = (0, 0);
        for seed in seeds.clone() {
            if let Some(n_solutions) = check_kind(kind, pencil, seed) {
                n_boards += 1;
                n_solvable += usize::from(n_solutions > 0);
            }
        }
        writeln!(counts, "{kind}: {n_boards} boards, {n_solvable} with solutions").unwrap();
    }
    counts
}

#[test]
fn models_have_the_solutions_that_the_checker_accepts() {
    println!("{}", check_kinds(|kind| !is_custom(kind), seeds(12, 3000)));
}

/// The rules of the catalogue in random combinations.
#[test]
fn custom_puzzles_have_the_solutions_that_the_checker_accepts() {
    println!("{}", check_kinds(is_custom, seeds(60, 4000)));
}

fn is_custom(kind: Kind) -> bool {
    kind.name().starts_with(CUSTOM)
}
