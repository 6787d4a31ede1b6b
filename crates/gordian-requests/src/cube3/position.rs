//! Positions and metrics in the documents of the cube.

use gordian_perm::cube3::{LowercaseMeaning, Position};
use gordian_puzzles::cube3::parse_state;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RequestError;

/// The stickers of a position, and the directions of its centres.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stickers {
    /// The stickers, in the order U R F D L B.
    pub facelets: String,
    /// The directions of the centres, if any is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Centres")]
    pub centres: Option<Centres>,
}

/// Clockwise quarter turns of the centres; null: not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "each field is the face of its name")]
pub struct Centres {
    pub u: Option<u8>,
    pub l: Option<u8>,
    pub f: Option<u8>,
    pub r: Option<u8>,
    pub b: Option<u8>,
    pub d: Option<u8>,
}

impl From<&Position> for Stickers {
    fn from(position: &Position) -> Self {
        let [u, l, f, r, b, d] = *position.centres();
        let is_known = position.centres().iter().any(Option::is_some);
        let centres = is_known.then_some(Centres { u, l, f, r, b, d });
        Self { facelets: position.facelets(), centres }
    }
}

/// Reads a position in any form.
pub(super) fn read(text: &str) -> Result<Position, RequestError> {
    parse_state(text, LowercaseMeaning::default())
        .map_err(|diagnostics| RequestError::of_diagnostics(diagnostics, text))
}
