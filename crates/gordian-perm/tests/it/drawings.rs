//! Drawings as text and SVG.

use gordian_perm::square1::{Position, draw, svg, svg_shape};

use crate::support::position;

#[test]
fn text_drawings() {
    insta::assert_snapshot!("draw-solved", draw(&position("01234567-F89ABCDE,S")));
    insta::assert_snapshot!("draw-scrambled", draw(&position("CBD4539-E7180F26A,K")));
    insta::assert_snapshot!("draw-across", draw(&position("+23456701-+89ABCDEF,S")));
}

#[test]
fn vector_drawings() {
    insta::assert_snapshot!("svg-solved", svg(&position("01234567-F89ABCDE,S")));
    insta::assert_snapshot!("svg-kite", svg(&position("+23456701-F89ABCDE,K")));
    insta::assert_snapshot!("svg-shape", svg_shape(&position("CBD4539-E7180F26A,K").shape()));
}

/// Elements are properly nested, attributes are quoted, and there are no external references.
#[test]
fn vector_drawings_are_whole_documents() {
    let check = |document: &str| {
        let mut open = Vec::new();
        for tag in document.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap();
            assert!(!text.contains('&'), "{text}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split([' ', '/']).next().unwrap();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty());
        assert_eq!(document.matches("http").count(), 1, "only the name of the format");
        // A style sheet would apply to the rest of a page, and classes would need one.
        assert!(!document.contains("<style") && !document.contains("class="), "{document}");
    };
    let positions = ["01034547-F898BCDC,K", "CBD4539-E7180F26A,K", "+3579B1-02468ACEDF,S"];
    for position in positions.map(position) {
        check(&svg(&position));
        check(&svg_shape(&position.shape()));
        assert_eq!(svg(&position).matches("<polygon").count(), 18);
    }
}

/// In a drawing, each digit occurs once for a small and three times for a big piece.
#[test]
fn text_drawings_show_every_piece() {
    let check = |position: Position| {
        let drawing = draw(&position);
        let ring: String = drawing.lines().skip(3).take(13).collect();
        for piece in position.top().pieces().chain(position.bottom().pieces()) {
            let n = ring.matches(piece.digit()).count();
            assert_eq!(n, if piece.is_big() { 3 } else { 1 }, "{piece}\n{drawing}");
        }
        assert_eq!(ring.matches('·').count(), 16);
        assert_eq!(ring.matches('│').count(), 22);
        assert!(drawing.lines().all(|line| line.chars().count() <= 60 && line == line.trim_end()));
    };
    check(position("01234567-F89ABCDE,S"));
    check(position("CBD4539-E7180F26A,K"));
    check(position("+23456701-+89ABCDEF,K"));
    check(position("+3579B1-02468ACEDF,S"));
}
