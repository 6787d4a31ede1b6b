//! What models of pencil puzzles are made of: the variables of the cells and edges, and names for
//! constraints.
//!
//! A model of a kind is a function from the printed board to constraints. Constraints are named in
//! the words of players: one for each clue, and one for each rule and place.

use std::sync::{Arc, OnceLock};

use gordian_core::Index as _;
use gordian_model::{
    Domain, Expr, Graph, Model, Node, VarId, all_of, any_of, connected, connected_edges, regions,
    single_cycle, sum,
};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge, EdgeMap, Size, Vertex};
use gordian_puzzles::pencil::{
    BLOCKED, Board, CellLayer, EdgeLayer, Form, Marks, Place, Rooms, describe,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kind::{Contradiction, PartFacts, Words, to_i64};
use crate::model_budget::ModelBudget;

/// The memory of the words for a variable, in items of lists.
const WORDS_ITEMS: usize = 16;

/// The value of a cell or an edge in solutions.
#[derive(Clone, Copy, Debug)]
enum PlaceValue {
    /// The value of a variable.
    Variable(VarId),
    /// The same value in every solution.
    Fixed(u32),
}

/// A model of a pencil puzzle under construction.
///
/// All that it gets is charged to a budget. At a limit, it takes nothing more: new variables are
/// the first one, and constraints are dropped, as the sketch will be. Loops that work long or hold
/// long lists before they add something ask [`Sketch::check`] and [`Sketch::charge_items`] whether
/// they go on.
pub(crate) struct Sketch<'b> {
    board: &'b Board,
    budget: &'b ModelBudget,
    model: Model,
    cells: CellMap<PlaceValue>,
    edges: EdgeMap<PlaceValue>,
    definitions: FxHashSet<String>,
    words: FxHashMap<VarId, Words>,
    grid: OnceLock<Arc<Graph>>,
    /// The number of cells of the block of each cell, if it was asked for.
    block_sizes: Option<CellMap<Expr>>,
}

impl<'b> Sketch<'b> {
    pub(super) fn new(board: &'b Board, budget: &'b ModelBudget) -> Self {
        let size = board.size();
        Self {
            board,
            budget,
            model: Model::new(),
            cells: CellMap::new(size, PlaceValue::Fixed(0)),
            edges: EdgeMap::new(size, PlaceValue::Fixed(0)),
            definitions: FxHashSet::default(),
            words: FxHashMap::default(),
            grid: OnceLock::new(),
            block_sizes: None,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.board.size()
    }

    /// Returns whether the work goes on: no limit was reached. For loops that work long before they
    /// add something.
    pub(super) fn check(&self) -> bool {
        self.budget.check()
    }

    /// Charges items of lists that are held while the model is built, and returns whether the work
    /// goes on.
    pub(super) fn charge_items(&self, n: usize) -> bool {
        self.budget.charge_items(n)
    }

    /// Adds a constraint, named in the words of players.
    pub(super) fn require(&mut self, name: impl Into<String>, condition: impl Into<Expr>) {
        let (name, condition) = (name.into(), condition.into());
        if self.budget.charge_constraint(&name, &condition) {
            self.model.require(name, condition);
        }
    }

    /// Adds a constraint that says what an auxiliary variable means, and is no clue or rule:
    /// explanations assume it.
    pub(super) fn define(&mut self, name: impl Into<String>, condition: impl Into<Expr>) {
        let name = name.into();
        if self.budget.charge_name(&name) {
            self.definitions.insert(name.clone());
            self.require(name, condition);
        }
    }

    /// Adds a variable.
    fn add(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let name = name.into();
        match self.budget.charge_variable(&name, &domain) {
            true => self.model.add_variable(name, domain),
            false => VarId::from_usize(0),
        }
    }

    /// Adds a variable with the values of a range.
    fn add_integer(
        &mut self,
        name: impl Into<String>,
        range: std::ops::RangeInclusive<i64>,
    ) -> VarId {
        self.add(name, Domain::from_range(range).expect("ranges of cells and edges are valid"))
    }

    /// Adds a condition.
    fn add_boolean(&mut self, name: impl Into<String>) -> VarId {
        self.add_integer(name, 0..=1)
    }

    /// Returns a new variable that is not part of solutions.
    pub(super) fn integer(
        &mut self,
        name: impl Into<String>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Expr {
        self.add_integer(name, range).into()
    }

    /// Returns a new variable with these values that is not part of solutions.
    pub(super) fn variable(&mut self, name: impl Into<String>, domain: Domain) -> Expr {
        self.add(name, domain).into()
    }

    /// Returns a new condition that is not part of solutions.
    pub(super) fn boolean(&mut self, name: impl Into<String>) -> Expr {
        self.add_boolean(name).into()
    }

    /// Says facts about a variable in the words of the puzzle: explanations use only facts that can
    /// be said.
    pub(super) fn say(&mut self, variable: &Expr, words: Words) {
        if let Node::Var(var) = variable.node()
            && self.charge_items(WORDS_ITEMS)
        {
            self.words.insert(*var, words);
        }
    }

    /// Says facts about a condition.
    pub(super) fn say_whether(&mut self, condition: &Expr, yes: String, no: String) {
        self.say(condition, Words::Condition { yes, no });
    }

    /// Says facts about the block of a cell, whose names are given by number.
    pub(super) fn say_member(
        &mut self,
        number: &Expr,
        cell: Cell,
        names: &Arc<FxHashMap<i64, String>>,
    ) {
        let (is, is_not) = (format!("{cell} is in "), format!("{cell} is not in "));
        self.say(number, Words::Value { is, is_not, names: Arc::clone(names), after: "" });
    }

    /// Says facts about a number, such as "it has " 3 " cells".
    pub(super) fn say_number(
        &mut self,
        number: &Expr,
        is: String,
        is_not: String,
        after: &'static str,
    ) {
        self.say(number, Words::Value { is, is_not, names: Arc::default(), after });
    }

    /// Returns a condition for each cell, "it is `what`"; never true where `may_be` is false.
    pub(super) fn cell_flags(
        &mut self,
        what: &str,
        may_be: impl Fn(Cell) -> bool,
    ) -> CellMap<Expr> {
        let size = self.size();
        CellMap::from_fn(size, |cell| {
            if !may_be(cell) {
                return Expr::from(0);
            }
            let var = self.add_boolean(format!("{cell} {what}"));
            self.cells[cell] = PlaceValue::Variable(var);
            var.into()
        })
    }

    /// Returns a condition for each cell: it is shaded. Never true where `may_be` is false.
    pub(super) fn shade(&mut self, may_be: impl Fn(Cell) -> bool) -> CellMap<Expr> {
        self.cell_flags("is shaded", may_be)
    }

    /// Returns a number for each cell with a range; `None` for the others.
    pub(super) fn numbers(
        &mut self,
        range: impl Fn(Cell) -> Option<std::ops::RangeInclusive<i64>>,
    ) -> CellMap<Option<Expr>> {
        let size = self.size();
        let empty: Arc<FxHashMap<i64, String>> =
            Arc::new([(0, "empty".to_owned())].into_iter().collect());
        CellMap::from_fn(size, |cell| {
            let var = self.add_integer(format!("the number in {cell}"), range(cell)?);
            self.cells[cell] = PlaceValue::Variable(var);
            let names = Arc::clone(&empty);
            let (is, is_not) = (format!("{cell} is "), format!("{cell} is not "));
            self.say(&var.into(), Words::Value { is, is_not, names, after: "" });
            Some(var.into())
        })
    }

    /// Returns a condition for each inner edge, "the line goes from one cell to the other": `None`
    /// on the outline and where `may_be` is false for one of the cells.
    pub(super) fn links(&mut self, may_be: impl Fn(Cell) -> bool) -> Links {
        self.numbered_links(1, may_be)
    }

    /// Returns the number of lines across each inner edge, 0 to `max`.
    pub(super) fn numbered_links(&mut self, max: i64, may_be: impl Fn(Cell) -> bool) -> Links {
        let size = self.size();
        let mut links = EdgeMap::new(size, None);
        for edge in size.edges() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            if may_be(before) && may_be(after) {
                let name = format!("the line from {before} to {after}");
                let var =
                    if max == 1 { self.add_boolean(name) } else { self.add_integer(name, 0..=max) };
                self.edges[edge] = PlaceValue::Variable(var);
                links[edge] = Some(var.into());
            }
        }
        Links { size, links }
    }

    /// Returns a condition for each edge, also on the outline: a line runs along it.
    pub(super) fn outline(&mut self) -> EdgeMap<Expr> {
        let size = self.size();
        let mut lines = EdgeMap::new(size, Expr::from(0));
        for edge in size.edges() {
            let var = self.add_boolean(format!("the line along {}", edge.name(size)));
            self.edges[edge] = PlaceValue::Variable(var);
            lines[edge] = var.into();
        }
        lines
    }

    /// Returns the number of lines across all of these edges, 0 to `max`: they are crossed
    /// together.
    pub(super) fn joint_link(
        &mut self,
        name: impl Into<String>,
        max: i64,
        edges: impl IntoIterator<Item = Edge>,
    ) -> Expr {
        let var = self.add_integer(name, 0..=max);
        for edge in edges {
            self.edges[edge] = PlaceValue::Variable(var);
        }
        var.into()
    }

    /// Returns a condition for each inner edge between two cells of the board: there is a border.
    /// `None` on the outline and at holes, where there is a border in every solution, except
    /// between two holes.
    pub(super) fn borders(&mut self) -> EdgeMap<Option<Expr>> {
        let size = self.size();
        let mut borders = EdgeMap::new(size, None);
        for edge in size.edges() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            match (self.board.is_cell(before), self.board.is_cell(after)) {
                (true, true) => {
                    let var = self.add_boolean(format!("the border between {before} and {after}"));
                    self.edges[edge] = PlaceValue::Variable(var);
                    borders[edge] = Some(var.into());
                    if self.board.walls[edge] {
                        let name = format!("the given border between {before} and {after}");
                        self.require(name, var.eq(1));
                    }
                }
                (false, false) => {}
                _ => self.edges[edge] = PlaceValue::Fixed(1),
            }
        }
        borders
    }

    /// Adds the variables of shaded cells, objects, lines or blocks, whatever solutions of a form
    /// have.
    pub(super) fn places(&mut self, form: &Form) {
        let board = self.board;
        let is_cell = |cell| board.is_cell(cell);
        match form.cell_layer {
            Some(CellLayer::Shade) => drop(self.shade(is_cell)),
            Some(CellLayer::Symbols([_, _])) => drop(self.cell_flags("has an object", is_cell)),
            Some(CellLayer::Symbols(_) | CellLayer::Numbers { .. }) => {
                unreachable!("the kind adds its variables")
            }
            None => {}
        }
        match form.edge_layer {
            Some(EdgeLayer::Links { max }) => {
                drop(self.numbered_links(i64::from(max), is_cell));
            }
            Some(EdgeLayer::Outline) => drop(self.outline()),
            Some(EdgeLayer::Borders) => {
                self.borders();
                // Each border separates two blocks.
                self.block_sizes();
            }
            None => {}
        }
    }

    /// Returns the value of a cell in solutions.
    pub(super) fn cell_value(&self, cell: Cell) -> Expr {
        self.place_value(self.cells[cell])
    }

    /// Returns the value of an edge in solutions.
    pub(super) fn edge_value(&self, edge: Edge) -> Expr {
        self.place_value(self.edges[edge])
    }

    fn place_value(&self, place: PlaceValue) -> Expr {
        match place {
            PlaceValue::Variable(var) => var.into(),
            PlaceValue::Fixed(value) => i64::from(value).into(),
        }
    }

    /// Returns the condition that the value of a cell is not 0.
    pub(super) fn is_marked(&self, cell: Cell) -> Expr {
        match self.cells[cell] {
            PlaceValue::Variable(var) => match self.domain_of(var) {
                Some((0, 1)) => var.into(),
                _ => var.ge(1),
            },
            PlaceValue::Fixed(value) => i64::from(value != 0).into(),
        }
    }

    /// Returns whether the value of a cell may be 0.
    pub(super) fn may_be_zero(&self, cell: Cell) -> bool {
        match self.cells[cell] {
            PlaceValue::Variable(var) => self.domain_of(var).is_none_or(|(min, _)| min <= 0),
            PlaceValue::Fixed(value) => value == 0,
        }
    }

    /// Returns the least and the greatest value of a variable; `None` for one that was dropped at a
    /// limit.
    fn domain_of(&self, var: VarId) -> Option<(i64, i64)> {
        let variable = self.model.variables().get(var)?;
        Some((variable.domain.min(), variable.domain.max()))
    }

    /// Returns for each cell how many cells its block has, between borders that are there already; 1
    /// for a hole. Each border then separates two blocks.
    pub(super) fn block_sizes(&mut self) -> CellMap<Expr> {
        if let Some(sizes) = &self.block_sizes {
            return sizes.clone();
        }
        let (size, board) = (self.size(), self.board);
        let n = to_i64(size.n_cells());
        let numbers = CellMap::from_fn(size, |cell| {
            if !board.is_cell(cell) {
                return Expr::from(1);
            }
            let number = self.integer(format!("the number of cells of the block of {cell}"), 1..=n);
            let is = format!("the block of {cell} has ");
            let is_not = format!("the block of {cell} does not have ");
            self.say_number(&number, is, is_not, " cells");
            number
        });
        // A hole is a vertex without edges.
        let joined = size.edges().filter_map(|edge| match edge.cells(size) {
            [Some(a), Some(b)] if board.is_cell(a) && board.is_cell(b) => {
                Some((edge, !self.edge_value(edge)))
            }
            _ => None,
        });
        let (graph, joined) = edge_graph(size, joined);
        let sizes = regions(&graph, joined, numbers.values().iter().cloned());
        self.define("the blocks have their sizes", sizes);
        self.block_sizes = Some(numbers.clone());
        numbers
    }

    /// Returns the graph of cells that share an edge, numbered row by row.
    pub(super) fn grid(&self) -> Arc<Graph> {
        Arc::clone(self.grid.get_or_init(|| Arc::new(grid_graph(self.size()))))
    }

    /// Requires that the cells with a condition are connected.
    pub(super) fn require_connected(&mut self, name: impl Into<String>, members: &CellMap<Expr>) {
        let graph = self.grid();
        self.require(name, connected(&graph, members.values().iter().cloned()));
    }

    /// Requires that the cells of a list with a condition are connected by cells of the list.
    pub(super) fn require_connected_among(
        &mut self,
        name: impl Into<String>,
        members: &[(Cell, Expr)],
    ) {
        // Only the members are visited: a large board can have thousands of lists.
        let size = self.size();
        let mut places: Vec<(Cell, u32)> = members.iter().map(|it| it.0).zip(0..).collect();
        places.sort_unstable();
        let number = |cell: Cell| places.binary_search_by_key(&cell, |it| it.0).ok();
        let mut edges = Vec::new();
        for &(cell, place) in &places {
            for beside in [Direction::Right, Direction::Down].map(|it| size.neighbour(cell, it)) {
                edges.extend(beside.and_then(number).map(|other| [place, places[other].1]));
            }
        }
        let n = u32::try_from(members.len()).expect("boards are small");
        let graph = Graph::new(n, edges).expect("each pair of adjacent cells is joined once");
        let conditions = members.iter().map(|(_, condition)| condition.clone());
        self.require(name, connected(&Arc::new(graph), conditions));
    }

    /// Requires that borders divide the board into blocks, where each cell has the size of its
    /// block.
    pub(super) fn require_blocks(
        &mut self,
        name: impl Into<String>,
        borders: &EdgeMap<Option<Expr>>,
        sizes: &CellMap<Expr>,
    ) {
        let joined = borders.iter().filter_map(|(edge, border)| Some((edge, !border.as_ref()?)));
        let (graph, joined) = edge_graph(self.size(), joined);
        // A hole is a vertex without edges.
        let board = self.board;
        let sizes = sizes.iter().map(|(cell, size)| match board.is_cell(cell) {
            true => size.clone(),
            false => Expr::from(1),
        });
        self.require(name, regions(&graph, joined, sizes));
    }

    /// Requires that borders divide the board into blocks of this size.
    pub(super) fn require_blocks_of(
        &mut self,
        name: impl Into<String>,
        borders: &EdgeMap<Option<Expr>>,
        n_cells: i64,
    ) {
        let sizes = CellMap::new(self.size(), Expr::from(n_cells));
        self.require_blocks(name, borders, &sizes);
    }

    /// Requires that each number is how many edges of its cell are borders, those of the outline
    /// and of holes included.
    pub(super) fn require_border_counts(&mut self, borders: &EdgeMap<Option<Expr>>) {
        for (cell, clue) in self.board.clues() {
            let Some(number) = clue.number() else { continue };
            let border = |side| borders[Edge::of(cell, side)].clone();
            let n_borders =
                sum(Direction::ALL.map(|side| border(side).unwrap_or_else(|| Expr::from(1))));
            self.require(
                format!("the {number} at {cell} has {number} borders"),
                n_borders.eq(i64::from(number)),
            );
        }
    }

    /// Returns the cells that are connected with some cells by open cells, these cells included.
    pub(super) fn reachable(&self, first: &[Cell], is_open: impl Fn(Cell) -> bool) -> Vec<Cell> {
        if !self.check() {
            return Vec::new();
        }
        let size = self.size();
        let mut seen = CellMap::new(size, false);
        first.iter().for_each(|&cell| seen[cell] = true);
        let mut cells = first.to_vec();
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            if !self.check() {
                return Vec::new();
            }
            next += 1;
            for beside in size.neighbours(cell) {
                if !seen[beside] && is_open(beside) {
                    seen[beside] = true;
                    cells.push(beside);
                }
            }
        }
        if self.charge_items(2 * cells.len()) { cells } else { Vec::new() }
    }

    /// Returns a number for each cell of the board, from `min` to the number of cells of its room.
    pub(super) fn room_numbers(&mut self, min: i64) -> CellMap<Option<Expr>> {
        let rooms = self.board.rooms();
        let range = |cell| rooms.number(cell).map(|room| min..=to_i64(rooms.rooms()[room].len()));
        self.numbers(range)
    }

    /// Returns for each cell the number of its block, one of those in `candidates`, and requires it
    /// to be one of them; 0 for a hole. `names` has a name for each block.
    pub(super) fn block_numbers(
        &mut self,
        what: &str,
        candidates: &CellMap<Vec<usize>>,
        names: impl IntoIterator<Item = String>,
    ) -> CellMap<Expr> {
        let (size, board) = (self.size(), self.board);
        let names: Arc<FxHashMap<i64, String>> = Arc::new((0..).zip(names).collect());
        CellMap::from_fn(size, |cell| {
            if !board.is_cell(cell) {
                return Expr::from(0);
            }
            let numbers = candidates[cell].iter().map(|&number| to_i64(number));
            match Domain::from_values(numbers) {
                Ok(domain) => {
                    let number = self.variable(format!("{what} of {cell}"), domain);
                    self.say_member(&number, cell, &names);
                    number
                }
                Err(_) => {
                    self.require(format!("{cell} has {what}"), Expr::from(0));
                    Expr::from(0)
                }
            }
        })
    }

    /// Requires that there is a border exactly where two adjacent cells belong to blocks of
    /// different numbers.
    pub(super) fn require_borders_between(
        &mut self,
        borders: &EdgeMap<Option<Expr>>,
        numbers: &CellMap<Expr>,
    ) {
        for (edge, border) in borders.iter() {
            if let (Some(border), [Some(a), Some(b)]) = (border, edge.cells(self.size())) {
                let name = format!("the border between {a} and {b} separates two blocks");
                self.require(name, border.iff(numbers[a].ne(&numbers[b])));
            }
        }
    }

    /// Requires that four blocks never meet in a point.
    pub(super) fn require_no_crossing_borders(&mut self, borders: &EdgeMap<Option<Expr>>) {
        let size = self.size();
        for [first, right, below, last] in squares(size) {
            let edges = [(first, right), (first, below), (right, last), (below, last)];
            let border = |(a, b): (Cell, Cell)| {
                let side = if a.row == b.row { Direction::Right } else { Direction::Down };
                borders[Edge::of(a, side)].clone().unwrap_or_else(|| Expr::from(1))
            };
            let name = format!("four blocks do not meet at the lower right corner of {first}");
            self.require(name, !all_of(edges.map(border)));
        }
    }

    /// Requires that the cells hold the given numbers.
    pub(super) fn require_given_numbers(&mut self, numbers: &CellMap<Option<Expr>>) {
        for (cell, clue) in self.board.clues() {
            if let (Some(given), Some(number)) = (clue.number(), &numbers[cell]) {
                self.require(format!("the given {given} at {cell}"), number.eq(i64::from(given)));
            }
        }
    }

    /// Requires that the links are one closed loop.
    pub(super) fn require_loop(&mut self, name: impl Into<String>, links: &Links) {
        let (graph, exprs) = links.graph();
        self.require(name, single_cycle(&graph, exprs));
    }

    /// Returns a condition for each vertex: it is inside the loop of the links. A cell that the
    /// loop does not visit is inside if its corners are.
    pub(super) fn inside(&mut self, links: &Links) -> CellMap<Expr> {
        let size = self.size();
        let vertices = Size::new(size.rows + 1, size.columns + 1);
        let inside = CellMap::from_fn(vertices, |Cell { row, column }| {
            if row.is_multiple_of(size.rows) || column.is_multiple_of(size.columns) {
                return Expr::from(0);
            }
            let name = Vertex { row, column }.name(size);
            let inside: Expr = self.add_boolean(format!("{name} is inside the loop")).into();
            let (yes, no) =
                (format!("{name} is inside the loop"), format!("{name} is outside the loop"));
            self.say_whether(&inside, yes, no);
            inside
        });
        for edge in size.edges() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            let [one, other] = edge.ends().map(|it| &inside[Cell::new(it.row, it.column)]);
            let separates = match links.links[edge].as_ref() {
                Some(link) => one.ne(other).iff(link),
                None => one.eq(other),
            };
            let name = format!(
                "inside and outside of the loop change where it goes from {before} to {after}"
            );
            self.define(name, separates);
        }
        inside
    }

    /// Requires that the loop enters and leaves each room once, and crosses no wall inside a room.
    /// With `may_stay`, it need not leave the only room of a board.
    pub(super) fn require_rooms_once(&mut self, rooms: &Rooms, links: &Links, may_stay: bool) {
        let size = self.size();
        let mut crossed = vec![Vec::new(); rooms.rooms().len()];
        for (edge, link) in links.iter() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            let (Some(one), Some(other)) = (rooms.number(before), rooms.number(after)) else {
                continue;
            };
            if one != other {
                crossed[one].push(link.clone());
                crossed[other].push(link.clone());
            } else if self.board.walls[edge] {
                let name = format!("the loop does not cross the wall between {before} and {after}");
                self.require(name, !link);
            }
        }
        if crossed.len() == 1 && may_stay {
            return;
        }
        for (number, crossed) in crossed.into_iter().enumerate() {
            let name = format!("the loop enters and leaves {} once", rooms.name(number));
            self.require(name, sum(crossed).eq(2));
        }
    }

    /// Requires that each cell without clue is shaded or visited by the loop, that no two shaded
    /// cells are adjacent, and that there is one loop, or none if all of these cells are shaded.
    pub(super) fn require_shaded_or_visited(
        &mut self,
        is_clue: impl Fn(Cell) -> bool,
        shaded: &CellMap<Expr>,
        links: &Links,
    ) {
        let size = self.size();
        for cell in size.cells().filter(|&cell| !is_clue(cell)) {
            let degree = (!&shaded[cell]) * 2;
            let name = format!("{cell} is shaded or visited by the loop");
            self.require(name, links.degree(cell).eq(degree));
        }
        self.require_no_adjacent_shaded(shaded);
        let (graph, exprs) = links.graph();
        self.require("there is one loop", connected_edges(&graph, exprs));
    }

    /// Requires that the shaded cells are outside the loop.
    pub(super) fn require_shaded_outside(&mut self, shaded: &CellMap<Expr>, links: &Links) {
        let inside = self.inside(links);
        for (cell, shaded) in shaded.iter() {
            let name = format!("{cell} is not shaded if it is inside the loop");
            self.require(name, !(shaded & &inside[cell]));
        }
    }

    /// Requires that no two adjacent cells are shaded.
    pub(super) fn require_no_adjacent_shaded(&mut self, shaded: &CellMap<Expr>) {
        for [a, b] in adjacent(self.size()) {
            self.require(format!("{a} and {b} are not both shaded"), !(&shaded[a] & &shaded[b]));
        }
    }

    /// Requires that a clue sees as many cells as its number, of those with a condition: itself,
    /// and in each direction the cells up to the first one without it.
    pub(super) fn require_view(&mut self, clue: Cell, number: u32, open: &CellMap<Expr>) {
        if !self.check() {
            return;
        }
        let mut seen = Vec::new();
        for direction in Direction::ALL {
            // Whether this cell of the ray and all before it are open. One cell too many is enough
            // to refuse.
            let mut all_open: Option<Expr> = None;
            for cell in self.size().ray(clue, direction).take(number as usize) {
                let is_seen = match all_open {
                    None => open[cell].clone(),
                    Some(before) => before & &open[cell],
                };
                seen.push(is_seen.clone());
                all_open = Some(is_seen);
            }
        }
        let name = format!("the {number} at {clue} sees {number} cells");
        self.require(name, sum(seen).eq(i64::from(number) - 1));
    }

    /// Requires that the shaded cells are the pieces of the bank, each used once. `apart` has the
    /// pairs of cells that cannot belong to two pieces.
    pub(super) fn require_pieces(&mut self, shaded: &CellMap<Expr>, apart: &[[Cell; 2]]) {
        let size = self.size();
        // The different pieces, each with its text and how often it is in the bank.
        let mut pieces: Vec<(Vec<Shape>, String, i64)> = Vec::new();
        for piece in &self.board.pieces {
            let turned = orientations(piece.cells().map(|Cell { row, column }| (row, column)));
            match pieces.iter_mut().find(|(known, _, _)| *known == turned) {
                Some((_, _, n)) => *n += 1,
                None => pieces.push((turned, piece.to_string(), 1)),
            }
        }
        // The placements that cover each cell.
        let mut over: CellMap<Vec<(usize, Expr)>> = CellMap::new(size, Vec::new());
        let mut n_placements = 0;
        for (turned, text, n) in pieces {
            let mut options = Vec::new();
            for cells in turned.iter().flat_map(|shape| placements(size, shape)) {
                let yes = format!("the piece {text} is at {}", names(&cells));
                let no = format!("the piece {text} is not at {}", names(&cells));
                let option = self.boolean(yes.clone());
                self.say_whether(&option, yes, no);
                if !self.charge_items(2 * cells.len() + 1) {
                    return;
                }
                for cell in cells {
                    over[cell].push((n_placements, option.clone()));
                }
                n_placements += 1;
                options.push(option);
            }
            let times = if n == 1 { "once".to_owned() } else { format!("{n} times") };
            self.require(format!("the piece {text} is used {times}"), sum(options).eq(n));
        }
        for (cell, options) in over.iter() {
            let n = sum(options.iter().map(|(_, option)| option.clone()));
            let name = format!("{cell} is shaded if one piece covers it, otherwise not");
            self.define(name, n.eq(&shaded[cell]));
        }
        for &[a, b] in apart {
            // The lists are in the order of the placements.
            let is_over_b =
                |number: usize| over[b].binary_search_by_key(&number, |it| it.0).is_ok();
            let both = over[a].iter().filter(|(number, _)| is_over_b(*number));
            let both = any_of(both.map(|(_, option)| option.clone()));
            let name = format!("{a} and {b} do not belong to two pieces");
            self.require(name, !&shaded[a] | !&shaded[b] | both);
        }
    }

    /// Returns the model, the names of its definitions, and the places of solutions.
    pub(super) fn finish(
        mut self,
        form: &Form,
    ) -> (Model, FxHashSet<String>, FxHashMap<VarId, Words>, Places) {
        let mut answer = Vec::new();
        let places = self.cells.values().iter().chain(self.edges.iter().map(|(_, place)| place));
        answer.extend(places.filter_map(|place| match place {
            PlaceValue::Variable(var) => Some(*var),
            PlaceValue::Fixed(_) => None,
        }));
        self.model.set_answer_variables(answer);
        if form.has_black_clues() && matches!(form.cell_layer, Some(CellLayer::Numbers { .. })) {
            for (cell, _) in self.board.clues() {
                self.cells[cell] = PlaceValue::Fixed(BLOCKED);
            }
        }
        let blank = Marks::unknown(form, self.board);
        let by_variable = OnceLock::new();
        let places = Places { cells: self.cells, edges: self.edges, blank, by_variable };
        (self.model, self.definitions, self.words, places)
    }
}

/// Returns the graph of the cells of a board, which are numbered row by row, and of the edges of a
/// board.
fn grid_graph(size: Size) -> Graph {
    let side = |n: usize| u32::try_from(n).expect("boards are small");
    Graph::grid(side(size.columns), side(size.rows))
}

/// Returns the graph of the cells, numbered row by row, that some inner edges join, and the
/// conditions of these edges in the order of its edges.
pub(super) fn edge_graph(
    size: Size,
    conditions: impl Iterator<Item = (Edge, Expr)>,
) -> (Arc<Graph>, Vec<Expr>) {
    let number = |cell: Cell| u32::try_from(cell.index(size.columns)).expect("boards are small");
    let (mut edges, mut exprs) = (Vec::new(), Vec::new());
    for (edge, condition) in conditions {
        if let [Some(before), Some(after)] = edge.cells(size) {
            edges.push([number(before), number(after)]);
            exprs.push(condition);
        }
    }
    let n = u32::try_from(size.n_cells()).expect("boards are small");
    let graph = Graph::new(n, edges).expect("each pair of adjacent cells is joined once");
    (Arc::new(graph), exprs)
}

/// The places of a solution.
pub(super) struct Places {
    cells: CellMap<PlaceValue>,
    edges: EdgeMap<PlaceValue>,
    blank: Marks,
    /// The place of each variable that is part of solutions, when it is needed.
    by_variable: OnceLock<FxHashMap<VarId, Place>>,
}

impl Places {
    /// Returns the place of a variable; `None` if it is not part of solutions.
    pub(super) fn of_variable(&self, var: VarId) -> Option<Place> {
        self.by_variable.get_or_init(|| self.by_variable()).get(&var).copied()
    }

    fn by_variable(&self) -> FxHashMap<VarId, Place> {
        let cells = self.cells.iter().map(|(cell, value)| (Place::Cell(cell), value));
        let edges = self.edges.iter().map(|(edge, value)| (Place::Edge(edge), value));
        let variable = |(place, value): (Place, &PlaceValue)| match *value {
            PlaceValue::Variable(var) => Some((var, place)),
            PlaceValue::Fixed(_) => None,
        };
        cells.chain(edges).filter_map(variable).collect()
    }

    /// Returns what marks say about the variables, and where they contradict the board.
    pub(super) fn facts(&self, form: &Form, size: Size, marks: &Marks) -> PartFacts<Marks> {
        let cells = self.cells.iter().map(|(cell, place)| (Place::Cell(cell), place));
        let edges = self.edges.iter().map(|(edge, place)| (Place::Edge(edge), place));
        let mut facts = PartFacts { values: Vec::new(), impossible: Vec::new() };
        for (place, known) in cells.chain(edges) {
            let value = match place {
                Place::Cell(cell) => marks.cell(cell),
                Place::Edge(edge) => marks.edge(edge),
            };
            let Some(value) = value else { continue };
            match *known {
                PlaceValue::Variable(var) => facts.values.push((var, i64::from(value))),
                // Nothing is written there, whether it is said to be closed or not.
                PlaceValue::Fixed(BLOCKED) if value == 0 => {}
                PlaceValue::Fixed(fixed) if fixed == value => {}
                PlaceValue::Fixed(fixed) => {
                    let mut part = self.marks(&|_| None);
                    part.set(place, value);
                    facts.impossible.push(Contradiction {
                        said: describe(form, size, place, value),
                        puzzle: describe(form, size, place, fixed),
                        part,
                    });
                }
            }
        }
        facts
    }

    /// Returns the marks for the known values of variables.
    pub(super) fn marks(&self, known: &dyn Fn(VarId) -> Option<i64>) -> Marks {
        let value = |place: &PlaceValue| match *place {
            PlaceValue::Fixed(value) => Some(value),
            PlaceValue::Variable(var) => known(var)
                .map(|value| u32::try_from(value).expect("values of places are not negative")),
        };
        let mut marks = self.blank.clone();
        if let Some(cells) = &mut marks.cells {
            *cells = CellMap::from_fn(cells.size(), |cell| value(&self.cells[cell]));
        }
        if let Some(edges) = &mut marks.edges {
            for (edge, place) in self.edges.iter() {
                edges[edge] = value(place);
            }
        }
        marks
    }
}

/// The lines between adjacent cells.
pub(super) struct Links {
    size: Size,
    links: EdgeMap<Option<Expr>>,
}

impl Links {
    /// Returns the link from a cell in a direction; 0 where there cannot be one.
    pub(super) fn link(&self, cell: Cell, direction: Direction) -> Expr {
        self.links[Edge::of(cell, direction)].clone().unwrap_or_else(|| Expr::from(0))
    }

    /// Returns the links of a cell that can exist.
    pub(super) fn at(&self, cell: Cell) -> Vec<Expr> {
        Direction::ALL.into_iter().filter_map(|it| self.links[Edge::of(cell, it)].clone()).collect()
    }

    /// Returns the number of links of a cell.
    pub(super) fn degree(&self, cell: Cell) -> Expr {
        sum(self.at(cell))
    }

    /// Returns the condition that the line visits a cell.
    pub(super) fn visits(&self, cell: Cell) -> Expr {
        any_of(self.at(cell))
    }

    /// Returns the condition that the line goes straight through a cell.
    pub(super) fn is_straight(&self, cell: Cell) -> Expr {
        let both = |a, b| self.link(cell, a) & self.link(cell, b);
        both(Direction::Up, Direction::Down) | both(Direction::Left, Direction::Right)
    }

    /// Returns conditions for the straight line that leaves a cell in a direction: it has at least
    /// one step, at least two steps, and so on up to the side of the board.
    pub(super) fn arm(&self, cell: Cell, direction: Direction) -> Vec<Expr> {
        let mut steps: Vec<Expr> = Vec::new();
        for from in std::iter::once(cell).chain(self.size.ray(cell, direction)) {
            let Some(link) = &self.links[Edge::of(from, direction)] else { break };
            let step = steps.last().map_or_else(|| link.clone(), |before| before & link);
            steps.push(step);
        }
        steps
    }

    /// Returns every link with its edge.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Edge, &Expr)> {
        self.links.iter().filter_map(|(edge, link)| Some((edge, link.as_ref()?)))
    }

    /// Returns the graph of the cells, numbered row by row, and the links in the order of its
    /// edges.
    pub(super) fn graph(&self) -> (Arc<Graph>, Vec<Expr>) {
        edge_graph(self.size, self.iter().map(|(edge, link)| (edge, link.clone())))
    }
}

/// Returns the condition that two straight lines have the same number of steps, from the results of
/// [`Links::arm`].
pub(super) fn equal_arms(one: &[Expr], other: &[Expr]) -> Expr {
    let step =
        |arm: &[Expr], index: usize| arm.get(index).cloned().unwrap_or_else(|| Expr::from(0));
    let n = one.len().max(other.len());
    all_of((0..n).map(|index| step(one, index).iff(step(other, index))))
}

/// Returns each pair of adjacent cells, the upper or left one first.
pub(super) fn adjacent(size: Size) -> Vec<[Cell; 2]> {
    let below = |cell| [Direction::Right, Direction::Down].map(|side| size.neighbour(cell, side));
    let pairs =
        size.cells().flat_map(|cell| below(cell).into_iter().flatten().map(move |it| [cell, it]));
    pairs.collect()
}

/// Returns each pair of cells that touch at an edge or a corner, the upper or left one first.
pub(super) fn touching(size: Size) -> Vec<[Cell; 2]> {
    let later = |Cell { row, column }: Cell| {
        let below =
            (column.saturating_sub(1)..=column + 1).map(move |column| Cell::new(row + 1, column));
        std::iter::once(Cell::new(row, column + 1)).chain(below)
    };
    let pairs = size.cells().flat_map(|cell| later(cell).map(move |other| [cell, other]));
    pairs.filter(|&[_, other]| size.contains(other)).collect()
}

/// Returns the four cells of each 2×2 area.
pub(super) fn squares(size: Size) -> Vec<[Cell; 4]> {
    let square = |cell: Cell| {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| Cell::new(cell.row + r, cell.column + c))
    };
    size.cells().map(square).filter(|square| square.iter().all(|&it| size.contains(it))).collect()
}

/// Returns the cells of each row and then of each column, with a name.
pub(super) fn lines(size: Size) -> Vec<(String, Vec<Cell>)> {
    let row = |row| size.cells().filter(|cell| cell.row == row).collect();
    let column = |column| size.cells().filter(|cell| cell.column == column).collect();
    let rows = (0..size.rows).map(|index| (format!("row {}", index + 1), row(index)));
    let columns = (0..size.columns).map(|index| (format!("column {}", index + 1), column(index)));
    rows.chain(columns).collect()
}

/// A rectangle of cells: its first cell and its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) first: Cell,
    pub(super) last: Cell,
}

impl Rectangle {
    pub(super) fn size(&self) -> Size {
        Size::new(self.last.row - self.first.row + 1, self.last.column - self.first.column + 1)
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        (self.first.row..=self.last.row).contains(&cell.row)
            && (self.first.column..=self.last.column).contains(&cell.column)
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let Cell { row, column } = self.first;
        self.size().cells().map(move |it| Cell::new(it.row + row, it.column + column))
    }

    /// Returns the edges between its cells.
    pub(super) fn inner_edges(&self) -> impl Iterator<Item = Edge> {
        let rectangle = *self;
        self.cells().flat_map(move |cell| {
            let right =
                (cell.column < rectangle.last.column).then(|| Edge::of(cell, Direction::Right));
            let below = (cell.row < rectangle.last.row).then(|| Edge::of(cell, Direction::Down));
            right.into_iter().chain(below)
        })
    }
}

impl std::fmt::Display for Rectangle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the rectangle from {} to {}", self.first, self.last)
    }
}

/// Returns every rectangle that contains a cell, of the sizes that fit. On a large board there are
/// millions.
pub(super) fn rectangles(
    size: Size,
    cell: Cell,
    fits: impl Fn(Size) -> bool,
) -> impl Iterator<Item = Rectangle> {
    let sizes = size.cells().map(|it| Size::new(it.row + 1, it.column + 1));
    sizes.filter(move |&size| fits(size)).flat_map(move |Size { rows, columns }| {
        // The first row that reaches down to the cell, and the last one that leaves room below.
        let tops = (cell.row + 1).saturating_sub(rows)..=cell.row.min(size.rows - rows);
        let lefts =
            (cell.column + 1).saturating_sub(columns)..=cell.column.min(size.columns - columns);
        tops.flat_map(move |top| {
            lefts.clone().map(move |left| {
                let last = Cell::new(top + rows - 1, left + columns - 1);
                Rectangle { first: Cell::new(top, left), last }
            })
        })
    })
}

/// The rows and columns of cells, relative to the smallest rectangle around them, in order.
pub(super) type Shape = Vec<(usize, usize)>;

/// Returns the different orientations of a shape, rotated and mirrored, in order.
pub(super) fn orientations(cells: impl Iterator<Item = (usize, usize)>) -> Vec<Shape> {
    let mut turned: Vec<(usize, usize)> = cells.collect();
    let mut shapes = Vec::new();
    for turn in 0..8 {
        // A quarter turn, and a mirror image after four of them.
        let far = turned.iter().map(|it| it.0).max().unwrap_or(0);
        turned = turned.into_iter().map(|(row, column)| (column, far - row)).collect();
        if turn == 4 {
            turned = turned.into_iter().map(|(row, column)| (column, row)).collect();
        }
        let top = turned.iter().map(|it| it.0).min().unwrap_or(0);
        let left = turned.iter().map(|it| it.1).min().unwrap_or(0);
        turned = turned.into_iter().map(|(row, column)| (row - top, column - left)).collect();
        turned.sort_unstable();
        shapes.push(turned.clone());
    }
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// Returns the cells of each placement of a shape on a board.
pub(super) fn placements(size: Size, shape: &Shape) -> Vec<Vec<Cell>> {
    let place = |first: Cell| -> Option<Vec<Cell>> {
        let cells = shape.iter().map(|&(r, c)| Cell::new(first.row + r, first.column + c));
        cells.map(|cell| size.contains(cell).then_some(cell)).collect()
    };
    size.cells().filter_map(place).collect()
}

/// Returns the names of cells.
pub(super) fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A maximal part of a row or column without a gap; it has at least one cell.
pub(super) struct Run {
    /// [`Direction::Right`] in a row, [`Direction::Down`] in a column.
    pub(super) direction: Direction,
    /// The cells in this direction.
    pub(super) cells: Vec<Cell>,
}

impl Run {
    /// Returns `row` or `column`.
    pub(super) fn line(&self) -> &'static str {
        if self.direction == Direction::Right { "row" } else { "column" }
    }
}

/// Returns the runs of the cells for which `is_inside` holds: those in rows, then those in columns.
pub(super) fn runs(size: Size, is_inside: impl Fn(Cell) -> bool) -> Vec<Run> {
    let mut runs = Vec::new();
    for direction in [Direction::Right, Direction::Down] {
        let continues = |cell| size.neighbour(cell, direction.opposite()).is_some_and(&is_inside);
        for start in size.cells().filter(|&cell| is_inside(cell) && !continues(cell)) {
            let after = size.ray(start, direction).take_while(|&cell| is_inside(cell));
            runs.push(Run { direction, cells: std::iter::once(start).chain(after).collect() });
        }
    }
    runs
}
