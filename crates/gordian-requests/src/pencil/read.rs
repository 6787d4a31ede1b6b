//! `pencil/kinds`, `pencil/read`, `pencil/blank`, `pencil/write`: boards as documents.

use gordian_puzzles::pencil::{Board, PencilKind};
use gordian_puzzles::{Kind, Metadata, name_problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{BoardDocument, size_of};
use super::form::FormDocument;
use super::{EXAMPLE, kind_named, read_puzzle};
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_puzzles::pencil::Family;

/// The largest number of cells of a board as a document.
const MAX_CELLS: usize = 10_000;

/// Asks for the kinds of pencil puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindsRequest {}

/// A kind of pencil puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PencilKind")]
pub struct KindDocument {
    /// The name in puzzle files and links.
    pub kind: String,
    /// The name as players write it.
    pub title: String,
    /// What is drawn.
    pub family: Family,
}

/// The kinds of pencil puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KindsResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The kinds.
    pub kinds: Vec<KindDocument>,
}

/// A pencil puzzle as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// A puzzle file or a link.
    pub puzzle: String,
}

/// Asks for an empty board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlankRequest {
    /// The kind.
    pub kind: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// A board to write as a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The kind.
    pub kind: String,
    /// The title.
    pub title: Option<String>,
    /// What is printed on the board.
    pub board: BoardDocument,
}

/// A pencil puzzle as a document, as text and as a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The kind.
    pub kind: String,
    /// The name of the kind as players write it.
    pub name: String,
    /// What is drawn.
    pub family: Family,
    /// The rules for players, in Markdown: a sentence, and a list.
    pub rules: String,
    /// The title of the puzzle.
    pub title: Option<String>,
    /// The parts that boards and solutions of the kind have.
    pub form: FormDocument,
    /// What is printed on the board.
    pub board: BoardDocument,
    /// The puzzle file; null if the board is not valid.
    pub puzzle: Option<String>,
    /// The link of puzz.link; null if the board has none.
    pub link: Option<String>,
    /// Why the board is not valid; null if it is.
    pub invalid: Option<String>,
    /// What was ignored in the link that was read.
    pub notes: Vec<String>,
}

impl PuzzleResponse {
    pub(super) fn new(
        kind: Kind,
        pencil: &PencilKind,
        metadata: Metadata,
        board: Board,
    ) -> Result<Self, ErrorDetail> {
        let n_cells = board.size().n_cells();
        if n_cells > MAX_CELLS {
            let message =
                format!("the board has {n_cells} cells; at most {MAX_CELLS} can be edited");
            return Err(ErrorDetail::new("request.too-large", message)
                .hint("`solve` and `draw` answer larger boards"));
        }
        let document = BoardDocument::new(pencil.form, &board);
        let mut rules = pencil.description.to_owned();
        for name in &board.omitted {
            if let Some((_, broken)) = pencil.rules.iter().find(|(rule, _)| rule == name) {
                rules.push_str(&format!(
                    "- Left out in this puzzle, so that this is allowed: {broken}.\n"
                ));
            }
        }
        for rule in &board.rules {
            rules.push_str(&format!("- {}\n", rule.sentence()));
        }
        let title = metadata.title.clone();
        let (puzzle, invalid) = match (pencil.puzzle)(metadata, board) {
            Ok(puzzle) => (Some(puzzle), None),
            Err(message) => (None, Some(message)),
        };
        Ok(Self {
            schema: SchemaVersion,
            kind: kind.name().to_owned(),
            name: pencil.title.to_owned(),
            family: pencil.family,
            rules,
            title,
            form: pencil.form.into(),
            board: document,
            puzzle: puzzle.as_ref().and_then(gordian_puzzles::Puzzle::to_toml),
            link: puzzle.and_then(|puzzle| puzzle.to_link().ok()).map(|link| link.to_string()),
            invalid,
            notes: Vec::new(),
        })
    }
}

/// Returns the error of a board that is not one of its kind.
fn invalid_board(message: String) -> ErrorDetail {
    ErrorDetail::new("puzzle.invalid-board", message)
}

impl RequestKind for KindsRequest {
    const NAME: &'static str = "pencil/kinds";
    const SUMMARY: &'static str = "Lists the kinds of pencil puzzles with their families.";
    type Response = KindsResponse;

    fn example() -> Self {
        Self {}
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<KindsResponse, RequestError> {
        let kind = |kind: &Kind| {
            let pencil = kind.pencil()?;
            Some(KindDocument {
                kind: kind.name().to_owned(),
                title: pencil.title.to_owned(),
                family: pencil.family,
            })
        };
        let kinds = Kind::all().iter().filter_map(kind).collect();
        Ok(KindsResponse { schema: SchemaVersion, kinds })
    }
}

impl RequestKind for ReadRequest {
    const NAME: &'static str = "pencil/read";
    const SUMMARY: &'static str =
        "Reads a pencil puzzle from a puzzle file or a link, as a document for editors.";
    type Response = PuzzleResponse;

    fn example() -> Self {
        Self { puzzle: EXAMPLE.to_owned() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<PuzzleResponse, RequestError> {
        let (puzzle, notes) = read_puzzle(&self.puzzle, ctx)?;
        let pencil = puzzle.kind().pencil().expect("the puzzle is a pencil puzzle");
        let board = puzzle.pencil_board().expect("pencil puzzles have boards").clone();
        let metadata = puzzle.metadata().clone();
        Ok(PuzzleResponse { notes, ..PuzzleResponse::new(puzzle.kind(), pencil, metadata, board)? })
    }
}

impl RequestKind for BlankRequest {
    const NAME: &'static str = "pencil/blank";
    const SUMMARY: &'static str = "Returns an empty board of a kind of pencil puzzle.";
    type Response = PuzzleResponse;

    fn example() -> Self {
        Self { kind: "nurikabe".to_owned(), rows: 5, columns: 5 }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<PuzzleResponse, RequestError> {
        let (kind, pencil) = kind_named(&self.kind)?;
        let size = size_of(self.rows, self.columns).map_err(invalid_board)?;
        let board = Board::empty(pencil.form, size);
        Ok(PuzzleResponse::new(kind, pencil, Metadata::default(), board)?)
    }
}

impl RequestKind for WriteRequest {
    const NAME: &'static str = "pencil/write";
    const SUMMARY: &'static str =
        "Writes the board of a pencil puzzle as a puzzle file and a link.";
    type Response = PuzzleResponse;

    fn example() -> Self {
        let row = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        Self {
            kind: "nurikabe".to_owned(),
            title: None,
            board: BoardDocument {
                rows: 2,
                columns: 2,
                cells: vec![row(["1", "."]), row([".", "."])],
                walls: Default::default(),
                points: Vec::new(),
                dots: Vec::new(),
                outside: Default::default(),
                pieces: Vec::new(),
                parameter: None,
                options: Vec::new(),
                rules: Vec::new(),
                omit: Vec::new(),
            },
        }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<PuzzleResponse, RequestError> {
        let (kind, pencil) = kind_named(&self.kind)?;
        if let Some(problem) = self.title.as_deref().and_then(name_problem) {
            return Err(ErrorDetail::new("puzzle.bad-text", format!("title {problem}"))
                .hint("give a short title, or none")
                .into());
        }
        let board = self.board.board(pencil).map_err(invalid_board)?;
        let metadata = Metadata { title: self.title.clone(), ..Metadata::default() };
        Ok(PuzzleResponse::new(kind, pencil, metadata, board)?)
    }
}
