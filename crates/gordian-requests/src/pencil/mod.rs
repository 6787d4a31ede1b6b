//! Requests about pencil puzzles: their boards as documents for editors, explanations, and
//! generation.

mod board;
mod explain;
mod form;
mod generate;
mod read;
mod rules;

pub use board::{BoardDocument, EdgeRows, OutsideDocument, RuleDocument};
pub use explain::{ExplainRequest, ExplainResponse};
pub use form::{
    CellLayerForm, ClueForm, EdgeLayerForm, FormDocument, OutsideClueForm, ParameterForm,
    SymbolDocument, WallsForm,
};
pub use generate::{GenerateRequest, GenerateResponse};
pub use read::{
    BlankRequest, KindDocument, KindsRequest, KindsResponse, PuzzleResponse, ReadRequest,
    WriteRequest,
};
pub use rules::{CatalogueRule, OmittableRule, RuleParameter, RulesRequest, RulesResponse};

use gordian_core::excerpt;
use gordian_puzzles::pencil::PencilKind;
use gordian_puzzles::{Kind, Puzzle};

use super::{ErrorDetail, puzzle};
use gordian_solve::Problem;

/// The puzzle of the examples: a Slitherlink.
const EXAMPLE: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";

/// Returns the pencil kind with this name, in files or in links.
fn kind_named(name: &str) -> Result<(Kind, &'static PencilKind), ErrorDetail> {
    let found = Kind::named(name).and_then(|kind| Some((kind, kind.pencil()?)));
    found.ok_or_else(|| {
        let message = format!("`{}` is not a kind of pencil puzzle", excerpt(name));
        let hint = match Kind::nearest_name(name).filter(|_| Kind::named(name).is_none()) {
            Some(nearest) => format!("did you mean `{nearest}`? `pencil/kinds` lists the kinds"),
            None => "`pencil/kinds` lists the kinds".to_owned(),
        };
        ErrorDetail::new("request.out-of-range", message).hint(hint)
    })
}

/// Reads a text that holds one pencil puzzle; returns notes on what was ignored in a link as well.
fn read_puzzle(
    text: &str,
    ctx: &super::RequestContext<'_>,
) -> Result<(Puzzle, Vec<String>), super::RequestError> {
    let (problem, notes) = match puzzle::parse_text(text, ctx)? {
        puzzle::Text::Problem(problem, notes) => (*problem, notes),
        puzzle::Text::Sudoku(_) => {
            let message = "the text is neither a link nor a puzzle file of a pencil puzzle";
            return Err(ErrorDetail::new("request.not-applicable", message)
                .hint("a link begins with https://puzz.link/p?, and a puzzle file has a line `kind = …`")
                .into());
        }
    };
    match problem {
        Problem::Puzzle(puzzle) if puzzle.kind().pencil().is_some() => Ok((puzzle, notes)),
        other => {
            let message = format!("this operation needs a pencil puzzle, not a {}", other.kind());
            Err(ErrorDetail::new("request.not-applicable", message)
                .hint("`pencil/kinds` lists the kinds; `solve` answers every other puzzle")
                .into())
        }
    }
}
