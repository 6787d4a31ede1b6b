//! Every format is read, written and rejected as described in `docs/formats/sudoku-text.md`.

mod errors;
mod files;
mod links;
mod plain;
mod properties;

use gordian_sudoku::formats::{
    DocumentEntry, Format, ParsedPuzzle, parse_document, parse_line, to_line,
};

const SAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SDK: &str = include_str!("../../../testdata/formats/sample.sdk");
const XML: &str = include_str!("../../../testdata/formats/sample.opensudoku");

/// Packed by the JavaScript library lz-string 1.5.0.
const FPUZZLES: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QGUBDAWwAccRVCBXNACwHsAnBEAcWYBMJCA7SkE2o4wMNKwByzYoSwACISIB0AgOZMInBAG1toAG6zquAKypVEfTH7w0QmAF9kBo7gDM5y9YR3jTl1jGCAAsqADG1mgwTAAK1mEQWACyhEwA1mA6AIzIAEwAuv4gFla8cbwJyakZOrnIAGyFziCGgbgA7J6lPvb+fc59+ch6La4I9V3etr0DswFB8DnFXja+js2tCyjL3dN+G2PwZjtTa/3Ag8MXB20I2yWnM/O4AByTq0/n56O38BMnH32FyGI02r3ePSBXxuC3+D0B62uSKKYIQHgBkMcIOeIQhe0R31R8DeGPxhMO6PhmOhOMWeLO2J+C06pLOc3JvzqrM+7JhuDhK2p2JRhwFuzZyN5tK5VLJfIQJNlEocwqlTNwoW5QPVCCWSqeOqQ9J5SMNx31flVktNRMVgrl1sNLItiMN93tDKGIG4hFUDF4sgA1JjUDAAB52VIwCz+nSgCJYLCZeDaEAAJSyAGEsgI07lM7lc25M24QIUvWlEjgmGFfbgRgmkzp0yZs7n6m2vUSQFkcyrUPRosQGMQxNE4yAsBBeDBk7p04g26g04vC/ly1ReBg0rwIKo6OJ8aheP6wv7RGFaF4EAAzWSiVBgBiBDCxlNZQpAA==";
/// Shortened like SudokuPad, then packed by the same library.
const SHORTENED: &str = "https://sudokupad.app/sclN4YwzgXArADANCAphA2i4A3CBGAvnAgXThQMwgCZ9jTyBmfOURAOwBcAnRAWwEMOA1pBTY4FQrhoE4hYl1Rp4MGvGw1RykqLU0U8cSXh11Yk8d0U4mlJbUk6Vmg50kbpkpeP33KB+eIgvKjkAORsAJZsADbIAAQA4gD2HAAm4bwsADohYLEALCH4obwArmwAFskQsQCyiIVMWDmJUWXhiSzV2BR0BUUlLOEAjiXIbAjIio5acDpFYCXc0HADw6MQ40gKDtbOsnBYUJJwUcEgEL0AQpcAogBscBWUcADuAA4KSjR5cHmyx4kzhAAMTwDgbR7IEKFCRAA=";
const SUDOKUPAD: &str = "https://sudokupad.app/sudoku/ctcN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVzyRMc8EAmemu0xrXREAMwh63SADsALgCcIAWwxSA1vGT5irKtVoUdHGiBkBzAJYB7MSpRIADMWudb+Tmvu01TzjfUPiA597dfKk9WO05Qp1oBMKjiD1okUI1aUL9Y5KRov2DiEFkICQwAEwxCxFAJYwkoFhAAFRBcjEljRTFjQwALCURpXEJCIA=";

fn parse_one_line(line: &str) -> ParsedPuzzle {
    parse_line(line, None).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn parse_only(text: &str) -> ParsedPuzzle {
    let mut entries = parse_document(text, None);
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0).result.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_line(line: &str, format: Format, digits: &str) {
    let found = parse_one_line(line);
    assert_eq!((found.format, to_line(&found.puzzle).as_str()), (format, digits), "{line}");
    assert_eq!(found.unknown_constructs, [""; 0], "{line}");
}

/// Reads a text and returns for each entry its line, and its digits or the code of its error.
fn parse_to_strings(text: &str) -> Vec<(u64, String)> {
    let show = |entry: DocumentEntry| match entry.result {
        Ok(read) => (entry.line, to_line(&read.puzzle)),
        Err(error) => (entry.line, error.code().to_owned()),
    };
    parse_document(text, None).into_iter().map(show).collect()
}

fn check_document(text: &str, expected: &[(u64, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(line, text)| (line, text.to_owned())).collect();
    assert_eq!(parse_to_strings(text), expected, "{text}");
}
