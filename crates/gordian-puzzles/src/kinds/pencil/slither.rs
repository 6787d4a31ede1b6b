//! Slitherlink: a loop along the edges of cells.

use crate::board::{Cell, CellMap, Direction, Edge, Size, Vertex};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Slitherlink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slither;

impl Rules for Slither {
    const NAME: &'static str = "slither";
    const TITLE: &'static str = "Slitherlink";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["slither", "slitherlink"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        link: &[Section::FourCell],
        edge_layer: Some(EdgeLayer::Outline),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop along the edges of cells.

- The loop goes horizontally and vertically from corner to corner of cells, also along the outline of the board. It does
  not branch, cross itself or touch itself at a corner, and need not pass every corner.
- A number is how many of the four edges of its cell the loop has; `?` says nothing.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends at a corner"),
        ("branch", "three lines meet at a corner"),
        ("crossing", "four lines meet at a corner"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("number-of-lines", "a number is not how many edges of its cell the loop has"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            let sides = Direction::ALL.map(|side| Edge::of(cell, side));
            let n = sides.into_iter().filter(|&edge| solution.edges[edge] > 0).count();
            board.cells[cell] = Clue::count(n);
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let has_line = |edge: Edge| solution.edges[edge] > 0;
        // A cell at a vertex.
        let beside = |vertex: Vertex| {
            Cell::new(vertex.row.min(size.rows - 1), vertex.column.min(size.columns - 1))
        };
        for vertex in size.vertices() {
            let lines = vertex.edges(size).into_iter().flatten().filter(|&edge| has_line(edge));
            let (rule, what) = match lines.count() {
                0 | 2 => continue,
                1 => ("loose-end", "ends"),
                3 => ("branch", "branches"),
                _ => ("crossing", "crosses itself"),
            };
            let message = format!("the line {what} at {}", vertex.name(size));
            broken.add(rule, message, vec![beside(vertex)]);
        }
        // Follow the lines from the first one.
        let lines: Vec<Edge> = size.edges().filter(|&edge| has_line(edge)).collect();
        let place = |vertex: Vertex| Cell::new(vertex.row, vertex.column);
        let mut is_reached = CellMap::new(Size::new(size.rows + 1, size.columns + 1), false);
        let mut stack: Vec<Vertex> = lines.iter().take(1).map(|edge| edge.ends()[0]).collect();
        while let Some(vertex) = stack.pop() {
            is_reached[place(vertex)] = true;
            for edge in vertex.edges(size).into_iter().flatten().filter(|&edge| has_line(edge)) {
                stack.extend(edge.ends().into_iter().filter(|&end| !is_reached[place(end)]));
            }
        }
        if lines.is_empty() {
            broken.add("no-loop", "there is no loop", Vec::new());
        }
        if let Some(edge) = lines.iter().find(|edge| !is_reached[place(edge.ends()[0])]) {
            let vertex = edge.ends()[0];
            let message = format!("the line at {} is not part of the same loop", vertex.name(size));
            broken.add("several-loops", message, vec![beside(vertex)]);
        }
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let sides = Direction::ALL.map(|side| Edge::of(cell, side));
            let n = sides.into_iter().filter(|&edge| has_line(edge)).count();
            if n != number as usize {
                let message = format!("the {number} at {cell} has {n} lines around it");
                broken.add("number-of-lines", message, vec![cell]);
            }
        }
    }
}
