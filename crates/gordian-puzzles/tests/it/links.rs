//! The errors of links.

use std::collections::BTreeSet;

use gordian_puzzles::link::LinkError;
use gordian_puzzles::{Kind, parse_link, parse_link_with_notes};

use crate::support::text;

/// The codes of the errors of links are in the list of codes.
#[test]
fn every_code_of_a_link_is_documented() {
    let position = 1;
    let errors = [
        LinkError::UnknownHost { host: String::new() },
        LinkError::NoKind,
        LinkError::UnknownKind { kind: String::new() },
        LinkError::InvalidSize { what: "rows", found: String::new() },
        LinkError::UnsupportedFlag { kind: String::new(), flag: 'b' },
        LinkError::UnexpectedCharacter { position, found: 'f', expected: "a clue" },
        LinkError::UnexpectedEnd { position, expected: "a clue" },
        LinkError::TooShort { position, is_end: true, what: "cells", missing: 1, total: 4 },
        LinkError::TooLong { position, rest: String::new() },
        LinkError::OutOfRange { position, what: "number", min: 1, max: 2 },
        LinkError::NotSupported { position, what: "a piece" },
        LinkError::Invalid { message: String::new() },
        LinkError::NotExpressible { what: String::new() },
    ];
    let list = text("../gordian-cli/src/reference/error_codes.toml");
    let rows = list.lines().filter_map(|line| line.strip_prefix("[\"link.")?.strip_suffix("\"]"));
    let documented: BTreeSet<String> = rows.map(|row| format!("link.{row}")).collect();
    assert_eq!(documented, errors.iter().map(|error| error.code().to_owned()).collect());
}

#[test]
fn errors_say_what_to_do() {
    let check = |link: &str, expected: &str| {
        assert_eq!(parse_link(link).unwrap_err().hint(), expected, "{link}");
    };
    let sites = "links of puzz.link, pzv.jp, pzplus.tck.mn, pzprxs.vercel.app are read";
    check("https://example.org/p?akari/3/2/k", sites);
    let form = "https://puzz.link/p?kind/columns/rows/clues";
    check("https://puzz.link/db/", &format!("a link has the form {form}"));
    check("akarii/3/2/k", "did you mean `akari`?");
    check("akari", &format!("the columns and the rows follow the kind: {form}"));
    check("akari/b/3/2/k", &format!("without a variant, a link has the form {form}"));
    let copied = "check that the whole link was copied, and nothing else";
    for link in ["akari/3/2/é", "kakuro/2/2/l1"] {
        check(link, copied);
    }
    // The hint lists the kinds with links, whichever there are.
    let hint = parse_link("zzzzzzzzzz/3/2/k").unwrap_err().hint();
    assert!(hint.starts_with("kinds in links are ") && hint.contains("kakuro"), "{hint}");
    let goishi = gordian_puzzles::parse("kind = 'goishi'\nboard = '1X'").unwrap();
    let error = goishi.to_link().unwrap_err();
    assert_eq!(error.hint(), "write the puzzle as a file instead");
}

/// Links as they were published, with what puzz.link ignores in them.
#[test]
fn what_puzz_link_ignores_is_ignored_and_noted() {
    let check = |link: &str, clean: &str, notes: &[&str]| {
        let (puzzle, found) = parse_link_with_notes(link).unwrap_or_else(|e| panic!("{link}: {e}"));
        assert_eq!(parse_link(clean).as_ref(), Ok(&puzzle), "{link}");
        assert_eq!(found, notes, "{link}");
        // The link that is written has nothing that is ignored.
        let written = puzzle.to_link().unwrap().to_string();
        assert_eq!(parse_link_with_notes(&written), Ok((puzzle, Vec::new())), "{link}");
    };
    let rest = |rest: &str| format!("ignored what follows the last cell in the link, `{rest}`");
    let akari = "akari/10/10/.hbi.g.j6bg.bkag7ch.i.ibagch.g.iblbg6ch6bi.h.";
    check(&format!("{akari}/"), akari, &[]);
    check(&format!("https://puzz.link/p?{akari}/"), akari, &[]);
    let shikaku = "shikaku/8/8/j3j9j4l4h6h5n9h5h4l6j4j5j";
    check(&format!("{shikaku}&id=259flcep"), shikaku, &[&rest("&id=259flcep")]);
    let shikaku = "shikaku/10/10/l7h9jfm6m9k5h2z4h5k4mcmaj4h8l";
    check(&format!("{shikaku}%22"), shikaku, &[&rest("%22")]);
    let mashu = "mashu/10/10/410001944313911a9013219371a9c30000";
    check(&format!("{mashu}.0"), mashu, &[&rest(".0")]);
    let yajilin =
        "18/14/c30g30zf20i11c32c34a22d12n2112g31a32j41k33c40o21l34e22a40zd41b22b40h32l21g21e20s";
    check(&format!("yajirin/{yajilin}"), &format!("yajilin/{yajilin}"), &[]);
    for site in ["https://pzprxs.vercel.app/p?", "http://pzv.jp/p.html?", "puzz.link/p?", "p.html?"]
    {
        check(&format!("{site}{akari}/"), akari, &[]);
    }
    // Of each encoding, what follows the last place.
    for clean in [
        "kakuro/2/2/l2-m---",
        "hitori/2/2/1212",
        "goishi/2/2/0",
        "lits/4/2/000",
        "creek/1/1/0000",
        "tents/2/2/1g1g0ii0",
        "tapa/2/1/0.",
        "compass/1/1/....",
        "tatamibari/2/1/12",
        "balance/2/1/23",
        "castle/2/1/012b",
        "yajikazu/2/1/112.",
        "fourcells/2/2/0a12",
        "starbattle/2/2/1/00",
        "aquarium/2/2/00/1g1g",
        "nonogram/2/2/1111",
    ] {
        let clean = parse_link(clean).unwrap_or_else(|e| panic!("{clean}: {e}"));
        let written = clean.to_link().unwrap().to_string();
        check(&format!("{written}&x=1"), &written, &[&rest("&x=1")]);
        check(&format!("{written}/"), &written, &[]);
    }
}

/// puzz.link reads these, as another puzzle than the one that was meant.
#[test]
fn bodies_have_a_clue_or_a_blank_for_every_place_and_no_more() {
    let message = |link: &str, code: &str| {
        let error = parse_link(link).unwrap_err();
        assert_eq!(error.code(), code, "{link}");
        error.to_string()
    };
    let short = |link: &str, expected: &str| {
        let message = message(link, "link.too-short");
        assert!(message.ends_with(&format!(", but {expected} are missing")), "{message}");
    };
    short("slither/5/5/2", "24 of 25 cells");
    short("shikaku/3/3/3k", "3 of 9 cells");
    short("sudoku/4/4/1234", "12 of 16 cells");
    short("hitori/2/2/121", "1 of 4 cells");
    short("kakuro/2/2/.", "3 of 4 cells");
    short("kakuro/2/2/l2-l1", "2 of 3 sums outside");
    short("goishi/3/2/0", "1 of 6 places");
    short("mashu/2/2/1", "1 of 4 cells");
    short("lits/4/2/0", "1 of 6 borders");
    short("creek/1/1/1", "3 of 4 corners");
    short("heyawake/2/1/g", "2 of 2 rooms");
    short("tents/2/2/1g", "2 of 4 places outside");
    short("tents/2/2/1g1g0", "3 of 4 cells");
    short("nonogram/2/2/11", "2 of 4 places outside");
    short("tentaisho/2/2/1", "8 of 9 places of dots");
    short("statuepark/3/2/0//p", "3 of 6 cells");
    short("aquarium/2/2/00/1g", "2 of 4 places outside");
    let long = |link: &str, expected: &str| {
        let message = message(link, "link.too-long");
        let expected = format!("`{expected}` from character");
        assert!(message.starts_with(&expected), "{message}");
    };
    long("slither/2/2/2222222", "222");
    long("shikaku/2/2/4ik4", "k4");
    long("sudoku/4/4/1234v0010", "0010");
    long("mashu/2/2/0123", "23");
    long("goishi/3/2/00i", "i");
    long("kakuro/2/2/l2-m1232k", "2k");
    // As at puzz.link: a link without clues, and cells that are left out before a bank.
    for link in ["slither/5/5", "slither/5/5/", "simpleloop/4/4/", "statuepark/4/4///p"] {
        assert!(parse_link(link).is_ok(), "{link}");
    }
}

/// The rest of the link could be another part of the puzzle.
#[test]
fn what_is_not_known_within_the_board_is_an_error() {
    for link in [
        "shikaku/8/8/j3j9&id=2",
        "akari/3/3/0%22",
        "lits/4/2/0&00",
        // Given borders may follow.
        "fillomino/2/1/11&id=1",
    ] {
        assert_eq!(parse_link(link).unwrap_err().code(), "link.unexpected-character", "{link}");
    }
}

#[test]
fn old_and_other_names_of_kinds_are_read() {
    let names = [
        ("hashikake", "hashi"),
        ("bridges", "hashi"),
        ("lightup", "akari"),
        ("bijutsukan", "akari"),
        ("bag", "cave"),
        ("building", "skyscrapers"),
        ("skyscraper", "skyscrapers"),
        ("heyawacky", "heyawake"),
        ("hakyukoka", "ripple"),
        ("masyu", "mashu"),
        ("pearl", "mashu"),
        ("numberlink", "numlin"),
        ("slitherlink", "slither"),
        ("yajirin", "yajilin"),
        ("yajirin-regions", "yajilin-regions"),
        ("fillomino01", "fillomino"),
    ];
    for (name, kind) in names {
        let puzzle = parse_link(&format!("{name}/2/2/")).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(puzzle.kind().name(), kind, "{name}");
    }
    // No name stands for two kinds.
    let mut all: Vec<&str> =
        Kind::all().iter().flat_map(|kind| kind.link_names()).copied().collect();
    let n = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), n);
    // The new encoding has this flag on other sites.
    for kind in ["lits", "creek", "gokigen"] {
        let body = if kind == "lits" { "000" } else { "u" };
        let flagged = parse_link(&format!("{kind}/c/4/2/{body}")).unwrap();
        assert_eq!(parse_link(&format!("{kind}/4/2/{body}")), Ok(flagged));
        assert_eq!(
            parse_link(&format!("{kind}/d/4/2/{body}")).unwrap_err().code(),
            "link.unsupported-flag"
        );
    }
}
