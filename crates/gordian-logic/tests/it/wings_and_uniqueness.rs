//! Wings, colours, uniqueness and other techniques that are neither fish nor chains, at generated
//! positions that were checked by hand.

use gordian_core::Cancel;
use gordian_grid::{Candidate, Grid, Layout};
use gordian_logic::{Pattern, Position, Step, Technique};

/// Parses a number or a letter: 10 is `a`.
fn number(c: char) -> usize {
    usize::try_from(c.to_digit(36).expect("a digit")).expect("small")
}

/// Parses candidates, each written as digit, row and column.
fn candidates(n: usize, text: &str) -> Vec<Candidate> {
    let candidate = |word: &str| {
        let numbers: Vec<usize> = word.chars().map(number).collect();
        let digit = u8::try_from(numbers[0]).expect("small");
        Candidate::new((numbers[1] - 1) * n + numbers[2] - 1, digit)
    };
    text.split_whitespace().map(candidate).collect()
}

/// Parses a position: digits row by row, a plus before placed digits, and the eliminated
/// candidates.
fn position(layout: &Layout, text: &str, eliminated: &str) -> Position {
    let mut puzzle = Grid::new(layout.clone(), vec![0; layout.n_cells()]);
    let (mut placed, mut cell, mut is_placed) = (Vec::new(), 0, false);
    for c in text.chars() {
        match c {
            '+' => {
                is_placed = true;
                continue;
            }
            '.' => {}
            _ if is_placed => placed.push((cell, u8::try_from(number(c)).expect("small"))),
            _ => puzzle.givens[cell] = u8::try_from(number(c)).expect("small"),
        }
        is_placed = false;
        cell += 1;
    }
    assert_eq!(cell, layout.n_cells());
    let mut position = Position::of_player(&puzzle, &placed, &Cancel::new());
    position.apply(&Step {
        technique: Technique::BruteForce,
        placements: Vec::new(),
        eliminations: candidates(layout.n(), eliminated),
        pattern: Pattern::default(),
    });
    position
}

/// Returns the eliminations and placements of all steps of a technique, with bars between steps.
fn conclusions(position: &Position, technique: Technique) -> String {
    let n = position.layout().n();
    let letter = |number: usize| {
        char::from_digit(u32::try_from(number).expect("small"), 36).expect("up to 35")
    };
    let conclusion = |step: &Step| {
        let all = step.eliminations.iter().chain(&step.placements).map(|candidate| {
            let digit = letter(usize::from(candidate.digit));
            format!("{digit}{}{}", letter(candidate.cell / n + 1), letter(candidate.cell % n + 1))
        });
        all.collect::<Vec<_>>().join(" ")
    };
    position.steps(technique).iter().map(conclusion).collect::<Vec<_>>().join(" | ")
}

#[track_caller]
fn check(layout: &Layout, text: &str, eliminated: &str, technique: Technique, expected: &str) {
    assert_eq!(conclusions(&position(layout, text, eliminated), technique), expected);
}

fn six_by_six() -> Layout {
    Layout::boxes(2, 3).expect("a layout")
}

fn latin_square() -> Layout {
    Layout::latin(6).expect("a layout")
}

fn latin_with_diagonal() -> Layout {
    latin_square().with_main_diagonal()
}

/// A position of the classic grid with steps of several techniques.
const WINGS: &str = "+2+6+7+598+3+414+35+1+6+7+89+29+1+82+43+7+5+6+5+8+231+6+9+7+4+3+967+2+45+18\
                     +1+7+4+8+5+9+2+63.+49+6.+2+1...5+3+4.16+29+62+1+98+54..";

#[test]
fn remote_pairs() {
    use Technique::RemotePair;
    let text = "+1+2+5+487+6+9+3+7+38.9.+14+569+43+1+5+7+2+8+9+1+6+7+4+385+25+8+3+9.1.+6+7+2+4+78+5\
                ..+1937+1...+5+84+8+6+257+49+3+14+5+9+1+3+82+76";
    check(&Layout::classic(), text, "", RemotePair, "276 676");
    // Only three cells of the pair are left.
    check(&Layout::classic(), text, "276 676 624", RemotePair, "");
    let text = "3+2+1+5+6+4+456+2+13+2+341+5+66+154..+56....1+4...5";
    check(&six_by_six(), text, "", RemotePair, "255 355");
    check(
        &latin_square(),
        "3+1+2+5+64+4+5+321+6.+3+4+65..4.3..5+2+61+43.6.+4+35",
        "",
        RemotePair,
        "141 241",
    );
    let text = "..5+2+6.+2+5+1+6+3+4.6+4.+5262+3.+45..+6+52.+5+3+241+6";
    check(&latin_with_diagonal(), text, "", RemotePair, "151 351");
}

#[test]
fn w_wings() {
    use Technique::WWing;
    let text = "+5+8+9+6+2+17+341+42+397+65+8+7+36+5+482+1+92+9+148+3+5+6+7+8+63+7+5+9+4+2+1+4+5+72169\
                +8+33...+6+4.+72+67..+3+2.9+5+9+28.7+5.+4+6";
    check(&Layout::classic(), text, "", WWing, "874 887");
    check(
        &six_by_six(),
        "+3+2+54+16+41+6..2+5+6+1+24+32+3+4...6+52+1+34+1+43...",
        "",
        WWing,
        "644 665",
    );
    check(
        &latin_square(),
        "1+5+4+26+34.2+5+1.+5.13+2.6+2+3+4+5+1+31+564+2+2..+135",
        "",
        WWing,
        "432",
    );
    let text = "+652+3+1+4.3+6.+253+2+1+4+56..4+5+6+35+6+3+2+4+1..+56+3+2";
    check(&latin_with_diagonal(), text, "", WWing, "461");
}

#[test]
fn xy_wings() {
    use Technique::XyWing;
    check(&Layout::classic(), WINGS, "", XyWing, "779");
    check(
        &six_by_six(),
        "+23+1.+6.+5+462+3+11+2..+564+6..2.+6+1+2.4.+35+46+1+2",
        "",
        XyWing,
        "344",
    );
    check(&latin_square(), "52.4..4+13+5..+1+4+52+63+26.+34.+3546..6+3+2+1+5+4", "", XyWing, "146");
    let text = "+14+265.+5+2+3+461.5+6...+6+1+5+3+2+42+31+5+4+6.6...+5";
    check(&latin_with_diagonal(), text, "", XyWing, "331");
}

#[test]
fn xyz_wings() {
    use Technique::XyzWing;
    let text = "+2+3+14+9+6+5..8+695+3+7+1+4+257+4+28+1+3+9+67+9+3+6+1+8.2.+61+5+742+83+9+42+8+3+5+9+761\
                +3.297+4.1.1+46+8+25+9+73+9.+7+16+3...";
    check(&Layout::classic(), text, "", XyzWing, "579");
    // The pivot is down to two candidates: an XY-wing if anything.
    check(&Layout::classic(), text, "599", XyzWing, "");
    check(
        &six_by_six(),
        "4+6+53+1+2..1+5+46+1+4+2+6+53.+3.1+2+4.5+42.+1...4.+5",
        "",
        XyzWing,
        "351",
    );
    check(
        &latin_square(),
        "3+1.+5.4+4+5+321+6.+3+4+65..4.3..5+2+61+43.6.+4+35",
        "",
        XyzWing,
        "243",
    );
    let text = "+4+5....1+2+46+3+531+6+5+4+22+4+5...6+3+12+54+5+6.4..";
    check(&latin_with_diagonal(), text, "", XyzWing, "144");
}

#[test]
fn bug_plus_one() {
    use Technique::BugPlusOne;
    let text = "+41+8..697.+629+8..51.7+3+5.+91+8+6.+25+3+148.+9.+89+6.2.+4+3+11+7+4+9+6+3+2+8+5+94+1.8+2\
                +35.+5+6+23.+9.+48+3+87....29";
    check(&Layout::classic(), text, "", BugPlusOne, "494 694");
    let text = "+4.+1+2+3..2..14+6+153+42.4...1.+3+4+1..1..+4.3";
    check(&six_by_six(), text, "665", BugPlusOne, "255 655");
    // A second cell with three candidates.
    check(&six_by_six(), text, "", BugPlusOne, "");
    // Both places of 5 in row 1 in one more house, which need not have a 5.
    let group = six_by_six().with_group("diagonal", vec![1, 5]).expect("a layout");
    check(&group, text, "665", BugPlusOne, "");
    let group = six_by_six().with_group("free", vec![0, 2]).expect("a layout");
    check(&group, text, "665", BugPlusOne, "255 655");
    let text = "+3+1+6.+5.1+2.5+6..+3+5.2+1.6.+13+5.5+1.+4.54..+16";
    check(&latin_with_diagonal(), text, "", BugPlusOne, "354 654");
}

#[test]
fn unique_rectangles() {
    use Technique::*;
    let classic = Layout::classic();
    let text = "+1+2+5+487+6+9+3+7+38.9.+14+569+43+1+5+7+2+8+9+1+6+7+4+385+25+8+3+9+21+4+6+7+2+4+78+5.+3\
                +1937+1.+6.+5+84+8+6+257+49+3+14+5+9+1+3+82+76";
    check(&classic, text, "", UniqueRectangle1, "276");
    let text = "8+3+47+1+2+96+5+16+98+3+54+27+72+5+694+8+1+32+43+5..6.+195+7+1+26+38+4+6+1+8+94.+5.+2+5+9\
                +2+3..+7+4+6+4+7+62+59+13+8+38+1+4..25+9";
    check(&classic, text, "", UniqueRectangle2, "748 766");
    let text = "+1+2+6+4+97+35+8+8+4+935+67+21+7+5+3+1+2+86+9+4+482+9+6+1+5+73..1+574+8+6+2+6+75+28+31+49\
                +51+4+7+39+2+86..8+61.+4+3+7..7+84.+9+1+5";
    check(&classic, text, "", UniqueRectangle3, "392");
    let text = "26+9+71+8+5+3+4+3+1+7.+4+68.+9+8+4+5.+39..+75+2+1+4+87+3+96+438+69+1+2+7+5+9+7+63+2+5+4+81\
                +18+4+9+72..37+5+3+86+49.2+69+2+1+5+374+8";
    check(&classic, text, "", UniqueRectangle4, "138");
    let text = "+93+8.+6.7+254..32+9+6+81+62+1+58+7+43+98...5.9+6.+3+9+26+4+8+15+7+51+6+9+7..481+8.7+3..\
                +94+7.3.+9.81.+2..+8+1..+7.";
    check(&classic, text, "246 286 492", UniqueRectangle5, "484");
    let text = "47+5+3+9+26+8+1+8+23+615+9+4+7+9+6+18+4+7+3+5+25..7+64+1+9.+61+4+9+53+7+287.9+12+8+4+65+3+5\
                +74+89+21+6+2965+7+18+3+4+1..+2+3+6+57+9";
    check(&classic, text, "", UniqueRectangle6, "843 892");
    check(&classic, text, "", HiddenRectangle, "342");
}

#[test]
fn rectangles_of_other_layouts() {
    use Technique::*;
    let text = "+4+6+1+2+3+5.2.+614+6+153+42.4.+5+61.+3+4+1+5+61+5+6+4+23";
    check(&six_by_six(), text, "", UniqueRectangle1, "321");
    // A house that holds one corner and no other keeps the digits apart.
    let group = six_by_six().with_group("corner", vec![6, 19]).expect("a layout");
    check(&group, text, "", UniqueRectangle1, "");
    let text = "+1+5+326+4+2+461+35+3+14.+5.62+5..+1+532...+4+6+15+2+3";
    check(&six_by_six(), text, "", UniqueRectangle6, "444 455");
    check(&six_by_six(), text, "", HiddenRectangle, "654");
    // Without regions any two rows and columns make a rectangle.
    let text = ".+325+6.+654+3+2+13+1+52+46.2+16...4+6+1.3.+6+3+41.";
    check(&latin_square(), text, "", UniqueRectangle2, "545");
    let text = "+2+6+31+45+5.+126.+356+4+21+1.+453.4+12.+5.6.+5.+1.";
    check(&latin_square(), text, "", UniqueRectangle4, "362 366");
    let text = "+36+421+5.+1...+2+152..+4+6+3542+1+42..+53+2+4...+6";
    check(&latin_with_diagonal(), text, "", UniqueRectangle3, "325");
}

#[test]
fn avoidable_rectangles() {
    use Technique::{AvoidableRectangle1, AvoidableRectangle2};
    let text = "+41+8+2+5697+3+629+8+3+751+47+3+5+4+91+8+6+2+25+3+148.+9.+89+6+72+5+4+3+11+7+4+9+6+3+2+8+5\
                +94+1+68+2+35.+5+6+23.+9.+48+3+87..+4.29";
    check(&Layout::classic(), text, "", AvoidableRectangle1, "749");
    // The same grid with everything printed.
    check(&Layout::classic(), &text.replace('+', ""), "", AvoidableRectangle1, "");
    let text = "+2+6+3+541+4+1+2+6+35+3+2+5+41+66+4+13+5+2+1+5.+2.+3+53.1.+4";
    check(&latin_with_diagonal(), text, "", AvoidableRectangle1, "653");
    let text = ".+341.+23+6+5+21+4.+4+1+3...+5.4..+41.62..2+6+5+4.";
    check(&latin_with_diagonal(), text, "", AvoidableRectangle2, "635");
    check(&latin_with_diagonal(), &text.replace('+', ""), "", AvoidableRectangle2, "");
}

#[test]
fn colours() {
    use Technique::{MultiColours, SimpleColours};
    check(&Layout::classic(), WINGS, "", SimpleColours, "779");
    check(&Layout::classic(), WINGS, "", MultiColours, "779");
    let text = "3+2+1+5+6+4+456+2+13+2+341+5+66+154.+2+56....1+4...5";
    check(&six_by_six(), text, "", SimpleColours, "355 365");
    let text = "1+5+4+26+34.2+5+1.+5.13+2.6+2+3+4+5+1+31+564+2+2..+135";
    check(&latin_square(), text, "", SimpleColours, "662");
    let text = "+652+3+1+4.3+6.+253+2+1+4+56..4+5+6+35+6+3+2+4+1..+56+3+2";
    check(&latin_with_diagonal(), text, "", SimpleColours, "121");
    check(&latin_with_diagonal(), text, "", MultiColours, "121");
}

#[test]
fn sue_de_coq() {
    use Technique::SueDeCoq;
    check(&Layout::classic(), WINGS, "", SueDeCoq, "775");
    check(
        &six_by_six(),
        "+1+5+324+6+46+2..+5+5+361+2+42+4+1..332+5..+1+6+14..+2",
        "",
        SueDeCoq,
        "544 565",
    );
    check(
        &six_by_six(),
        "+13+24..+5+4+6+312+4+1+5+2..623+1..+3+61+5+2+425+46..",
        "",
        SueDeCoq,
        "615 636",
    );
    // Houses that cross in one cell have none.
    check(&latin_square(), "52.4..4+13+5..+1+4+52+63+26.+34.+3546..6+3+2+1+5+4", "", SueDeCoq, "");
}

#[test]
fn templates() {
    use Technique::{TemplateDelete, TemplateSet};
    let text = "+63+45+1+22+5+16+3+4+1.+2+3+455+4+312+64..+2+5+3+32+5+46+1";
    check(&six_by_six(), text, "", TemplateDelete, "652");
    check(&six_by_six(), text, "", TemplateSet, "152 | 632 653");
    let text = "+15+2+436+3+16+2+4+55+2+3+6+1+44+61+3+5+2+6..+521+2..163";
    check(&latin_square(), text, "", TemplateDelete, "452 463");
}

#[test]
fn aligned_pairs() {
    use Technique::AlignedPairExclusion;
    let text = "+1+5+7+2+64+8+39+43+8+97+1+25+6+926+8+53+17+4+519+6+4+2+387+8+6+3.17+9+4+2+7+42.+9+8.61+2+75\
                +4+89+6+1+3+3+84+1+26+7+9+5+6+9+1+7+3+5428";
    check(&Layout::classic(), text, "", AlignedPairExclusion, "564");
    let text = "2+6+3+4+5+15+41+3+62+31+5+6+2+4+6+245+1+3.+5+2+136.+362.5";
    check(&six_by_six(), text, "", AlignedPairExclusion, "461");
    let text = "+16+4+5+3+2+64+3+25+1+51+26+432+3+54..+3+56+12+4+4+21+3.5";
    check(&latin_square(), text, "", AlignedPairExclusion, "645");
}

#[test]
fn wxyz_wings() {
    use Technique::WxyzWing;
    let text = "+4+915+78+3+26.+6.+1249+8.+2..+9+6+3+14..7.+6+32+4+1+964+38+9+1+5+7+2+9+12+7+4+5+6+38+1263\
                +5+7+8+94+7+89+41+6+25+3..+4+2+8+9+761";
    check(&Layout::classic(), text, "", WxyzWing, "521");
    check(
        &six_by_six(),
        "+4+5+216+3.+6.+2+54+1+3+45+2+6.2.4+31.4.6+1.21.+3+4.",
        "",
        WxyzWing,
        "553",
    );
    check(
        &six_by_six(),
        "+2+34+56+1...+4+32+5+23+6+14+41+6+32+5...+25.3..1+4.",
        "",
        WxyzWing,
        "652",
    );
}
