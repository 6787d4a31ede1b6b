//! Links of Penpa+. The boards are written here as the program writes them.

use std::collections::BTreeMap;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use gordian_grid::Layout;
use gordian_sudoku::formats::{Cage, Format, FormatError, Note, ParsedPuzzle, parse_line};

/// A board as Penpa+ numbers its places.
struct Drawing {
    kind: &'static str,
    n: usize,
    /// The rows and columns around the grid: above, below, left, right.
    space: [usize; 4],
    setter: BTreeMap<&'static str, String>,
    player: BTreeMap<&'static str, String>,
    kinds: &'static str,
}

impl Drawing {
    fn new(n: usize, space: [usize; 4]) -> Self {
        let (setter, player) = (BTreeMap::new(), BTreeMap::new());
        Self { kind: "sudoku", n, space, setter, player, kinds: "[]" }
    }

    fn columns(&self) -> usize {
        self.n + self.space[2] + self.space[3]
    }

    fn rows(&self) -> usize {
        self.n + self.space[0] + self.space[1]
    }

    fn places(&self) -> usize {
        (self.columns() + 4) * (self.rows() + 4)
    }

    /// The place of a cell; cells outside of the grid have negative numbers.
    fn place(&self, row: isize, column: isize) -> usize {
        let row = row.checked_add_unsigned(self.space[0] + 2).unwrap();
        let column = column.checked_add_unsigned(self.space[2] + 2).unwrap();
        usize::try_from(row).unwrap() * (self.columns() + 4) + usize::try_from(column).unwrap()
    }

    /// Draws digits.
    fn with_digits(mut self, rows: &[&str]) -> Self {
        let digits = rows.iter().enumerate().flat_map(|(row, text)| {
            let digits = text.chars().enumerate().filter(|(_, digit)| *digit != '.');
            digits.map(move |(column, digit)| (row, column, digit))
        });
        let texts: Vec<String> = digits
            .map(|(row, column, digit)| {
                let place = self.place(row.try_into().unwrap(), column.try_into().unwrap());
                format!("\"{place}\":[\"{digit}\",1,\"1\"]")
            })
            .collect();
        self.setter.insert("zN", format!("{{{}}}", texts.join(",")));
        self
    }

    /// Draws bold borders between cells with different letters.
    fn with_regions(mut self, rows: &[&str]) -> Self {
        let letter = |row: usize, column: usize| rows[row].as_bytes()[column];
        let mut lines = Vec::new();
        let corners = self.places();
        let mut line = |from: usize, to: usize| {
            lines.push(format!("\"{},{}\":2", corners + from, corners + to));
        };
        for row in 0..self.n {
            for column in 0..self.n {
                let at = |row: usize, column: usize| {
                    self.place(row.try_into().unwrap(), column.try_into().unwrap())
                };
                if column + 1 < self.n && letter(row, column) != letter(row, column + 1) {
                    line(at(row, column) - self.columns() - 4, at(row, column));
                }
                if row + 1 < self.n && letter(row, column) != letter(row + 1, column) {
                    line(at(row, column) - 1, at(row, column));
                }
            }
        }
        self.setter.insert("zE", format!("{{{}}}", lines.join(",")));
        self
    }

    fn text(&self) -> String {
        let drawn = |drawing: &BTreeMap<&str, String>| {
            let fields = ["zR:{z_:[]}".to_owned()].into_iter();
            let fields = fields.chain(drawing.iter().map(|(key, value)| format!("{key}:{value}")));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        };
        let header = format!(
            "{},{},{},38,0,1,1,380,380,84,84,0,0,0,0,Title: Boxes%2C small,Author: A setter,,\
             First%2Dsecond,OFF,false",
            self.kind,
            self.columns(),
            self.rows()
        );
        let space = format!("{:?}", self.space);
        let mut lines = vec![header, space, "{z9:zQ}".to_owned()];
        lines.extend([drawn(&self.setter), drawn(&self.player)]);
        lines.extend((5..17).map(|_| "[]".to_owned()));
        lines.push(self.kinds.to_owned());
        lines.join("\n")
    }

    fn packed(&self) -> String {
        STANDARD.encode(deflated(&self.text()))
    }

    fn link(&self) -> String {
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", self.packed())
    }

    fn read(&self) -> Result<ParsedPuzzle, FormatError> {
        parse_line(&self.link(), None)
    }
}

fn deflated(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

const BOXES: [&str; 4] = ["aabb", "aabb", "ccdd", "ccdd"];
const JIGSAW: [&str; 4] = ["aaab", "acbb", "ccdb", "cddd"];
const DIGITS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

fn small(space: [usize; 4]) -> Drawing {
    Drawing::new(4, space).with_regions(&BOXES).with_digits(&DIGITS)
}

#[test]
fn boards_with_boxes_are_read() {
    let expected = parse_line("1.....2..3.....4", None).unwrap().puzzle;
    for space in [[0; 4], [1, 0, 1, 0], [2, 1, 0, 3]] {
        for kind in ["sudoku", "square"] {
            let read = Drawing { kind, ..small(space) }.read().unwrap();
            assert_eq!((read.format, &read.puzzle), (Format::Penpa, &expected), "{space:?}");
            assert_eq!(read.missing_rules(), Vec::<String>::new());
            assert_eq!(read.metadata.title.as_deref(), Some("Boxes, small"));
            assert_eq!(read.metadata.author.as_deref(), Some("A setter"));
            assert_eq!(read.metadata.description.as_deref(), Some("First\nsecond"));
            assert_eq!(read.metadata.source, None);
        }
    }
}

#[test]
fn all_forms_of_links_are_read() {
    let board = small([0; 4]);
    let expected = board.read().unwrap();
    let packed = board.packed();
    let bare = STANDARD_NO_PAD.encode(deflated(&board.text()));
    for link in [
        format!("swaroopg92.github.io/penpa-edit/#m=edit&p={bare}"),
        format!("https://example.org/penpa/?m=edit&p={packed}"),
        format!("https://swaroopg92.github.io/penpa-edit/#m=solve&p={packed}&a=x"),
        format!("m=edit&p={packed}"),
        format!("  #m=edit&p={}  ", packed.replace('+', "%2B").replace('=', "%3D")),
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", packed.replace('+', " ")),
    ] {
        assert_eq!(parse_line(&link, None).as_ref(), Ok(&expected), "{link}");
    }
}

#[test]
fn irregular_regions_are_read() {
    let drawing = Drawing::new(4, [0; 4]).with_regions(&JIGSAW).with_digits(&DIGITS);
    let read = drawing.read().unwrap();
    let labels: Vec<u8> = JIGSAW.concat().into_bytes();
    assert_eq!(read.puzzle.layout, Layout::regions(4, &labels).unwrap());
    assert_eq!(read.missing_rules(), Vec::<String>::new());
}

#[test]
fn lines_around_the_grid_and_their_direction_make_no_difference() {
    let mut drawing = small([1, 1, 1, 1]);
    let expected = drawing.read().unwrap().puzzle;
    let corners = drawing.places();
    let corner = |row, column| corners + drawing.place(row, column);
    let frame = (0..4).flat_map(|at| {
        [
            (corner(-1, at - 1), corner(-1, at)),
            (corner(3, at - 1), corner(3, at)),
            (corner(at - 1, -1), corner(at, -1)),
            (corner(at, 3), corner(at - 1, 3)),
        ]
    });
    let frame: Vec<String> = frame.map(|(from, to)| format!("\"{from},{to}\":21")).collect();
    let borders = drawing.setter["zE"].replace('{', &format!("{{{},", frame.join(",")));
    drawing.setter.insert("zE", borders);
    let read = drawing.read().unwrap();
    assert_eq!((read.puzzle, read.unknown_constructs), (expected, vec![]));
}

#[test]
fn killer_cages_are_read() {
    let mut drawing = Drawing::new(4, [0; 4]).with_regions(&BOXES);
    let place = |row, column| drawing.place(row, column);
    let cages = format!(
        "[[{},{}],[\"{}\",{}],[{}],[]]",
        place(0, 0),
        place(0, 1),
        place(2, 2),
        place(3, 2),
        place(1, 3)
    );
    let sum = 4 * (drawing.places() + place(0, 1)) + 1;
    drawing.setter.insert("z6", cages);
    drawing.setter.insert("z1", format!("{{\"{sum}\":[\" 5\",1]}}"));
    let read = drawing.read().unwrap();
    assert_eq!(read.cages, [Cage { cells: vec![0, 1], sum: 5, distinct: true }]);
    assert_eq!(read.missing_rules(), ["killercages"]);
    let houses = read.puzzle.layout.houses();
    let groups: Vec<_> = houses.iter().filter(|it| it.cells == [10, 14]).collect();
    assert_eq!(groups.len(), 1);

    // A small number outside of the cages has a meaning of its own.
    let other = 4 * (drawing.places() + drawing.place(3, 3));
    let sums = format!("{{\"{sum}\":[\"5\",1],\"{other}\":[\"7\",1]}}");
    drawing.setter.insert("z1", sums);
    assert_eq!(drawing.read().unwrap().missing_rules(), ["killercages", "numberS"]);
    drawing.setter.insert("z1", format!("{{\"{sum}\":[\"<5\",1]}}"));
    assert!(drawing.read().unwrap().unknown_constructs.contains(&"killercages".to_owned()));
    drawing.setter.insert("z6", "[[3]]".to_owned());
    assert_eq!(drawing.read().unwrap_err().code(), "sudoku.bad-value");
}

#[test]
fn everything_else_that_is_drawn_is_named() {
    for (key, value, name) in [
        ("zT", "[[30,31]]", "thermo"),
        ("z3", "[[30,31]]", "arrows"),
        ("zS", "{\"30\":1}", "surface"),
        ("zY", "{\"30\":[1,\"circle_L\",1]}", "symbol"),
        ("z1", "{\"500\":[\"5\",1]}", "numberS"),
        ("\"newer\"", "[1]", "newer"),
    ] {
        let mut drawing = small([0; 4]);
        drawing.setter.insert(key, value.to_owned());
        assert_eq!(drawing.read().unwrap().missing_rules(), [name], "{key}");
    }
    let named = |number: &str| {
        let mut drawing = small([1, 0, 1, 0]);
        let numbers = drawing.setter["zN"].replace('{', &format!("{{{number},"));
        drawing.setter.insert("zN", numbers);
        drawing.read().unwrap().missing_rules()
    };
    let places = small([1, 0, 1, 0]);
    let (inside, outside) = (places.place(0, 1), places.place(-1, 0));
    assert_eq!(named(&format!("\"{inside}\":[\"5\",1,\"1\"]")), ["number"]);
    assert_eq!(named(&format!("\"{inside}\":[\"3\",1,\"5\"]")), ["number"]);
    assert_eq!(named(&format!("\"{inside}\":[\"\",1,\"1\"]")), Vec::<String>::new());
    assert_eq!(named(&format!("\"{outside}\":[\"3\",1,\"1\"]")), ["number outside of the grid"]);
    let kinds = Drawing { kinds: "[\"classic\",\"thermo\"]", ..small([0; 4]) };
    assert_eq!(kinds.read().unwrap().missing_rules(), ["thermo"]);
    let mut thin = small([0; 4]);
    let corner = thin.places() + thin.place(0, 1);
    let borders = thin.setter["zE"].replace('{', &format!("{{\"{},{corner}\":80,", corner - 1));
    thin.setter.insert("zE", borders);
    assert_eq!(thin.read().unwrap().unknown_constructs, ["lineE"]);
}

#[test]
fn digits_of_the_player_are_placed() {
    let mut drawing = small([0; 4]);
    let numbers = format!(
        "{{\"{}\":[\"2\",2,\"1\"],\"{}\":[\"1\",2,\"1\"],\"{}\":[[1,1,0,0],2,\"7\"]}}",
        drawing.place(0, 1),
        drawing.place(0, 0),
        drawing.place(3, 0)
    );
    drawing.player.insert("zN", numbers);
    drawing.player.insert("zS", "{\"30\":1}".to_owned());
    let read = drawing.read().unwrap();
    assert_eq!(read.placed, [(1, 2)]);
    let ignored = |what: &str| Note::Ignored { what: what.to_owned() };
    assert_eq!(read.notes, [ignored("marks of the player"), ignored("surface of the player")]);
    assert_eq!(read.missing_rules(), Vec::<String>::new());
}

#[test]
fn other_boards_are_refused() {
    let without_regions = Drawing::new(4, [0; 4]).with_digits(&DIGITS);
    let uneven = Drawing::new(4, [0; 4]).with_regions(&["aaab"; 4]).with_digits(&DIGITS);
    let empty = Drawing::new(4, [0; 4]).with_regions(&BOXES);
    let hexagons = Drawing { kind: "hex", ..small([0; 4]) };
    for drawing in [without_regions, uneven, empty, hexagons] {
        assert_eq!(drawing.read(), Err(FormatError::NoSudoku));
    }
    let mut oblong = small([0; 4]).text();
    oblong = oblong.replace("sudoku,4,4", "sudoku,5,4");
    let read =
        |text: &str| parse_line(&format!("m=edit&p={}", STANDARD.encode(deflated(text))), None);
    assert_eq!(read(&oblong), Err(FormatError::NoSudoku));
    let huge = small([0; 4]).text().replace("sudoku,4,4", "sudoku,900,900");
    assert_eq!(read(&huge), Err(FormatError::TooLarge { n: 900 }));
    assert_eq!(read("sudoku,4,4"), Err(FormatError::DamagedLink));
    assert_eq!(read("sudoku,4,4\n[9,0,0,0]\n{}\n{}\n{}"), Err(FormatError::DamagedLink));
    assert_eq!(read("sudoku,4,4\n[0,0,0,0]\n{}\n[]\n{}").unwrap_err().code(), "sudoku.bad-value");
    assert_eq!(read("sudoku,4,4\n[0,0,0,0]\n{}\n{\n{}").unwrap_err().code(), "sudoku.bad-json");
}

#[test]
fn damaged_and_very_long_links_are_refused() {
    let packed = small([0; 4]).packed();
    for damaged in ["", "!", &packed[..packed.len() / 2], &packed[8..]] {
        let found = parse_line(&format!("m=edit&p={damaged}"), None).unwrap_err();
        assert_eq!(found, FormatError::DamagedLink, "{damaged}");
    }
    // Few bytes that unpack to very many.
    let packed = STANDARD.encode(deflated(&"z".repeat(1 << 24)));
    assert!(packed.len() < 1 << 16);
    let found = parse_line(&format!("m=edit&p={packed}"), None).unwrap_err();
    assert_eq!(found.code(), "sudoku.too-much");
}
