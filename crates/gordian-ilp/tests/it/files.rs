//! LP, MPS and OPB files of a small model.

use gordian_ilp::{IntegerProgram, linearise, write_lp, write_mps, write_opb};
use gordian_model::{Domain, Goal, Model, sum};

/// A model with every feature of the files: an integer column, one-hot columns, a big-M constant,
/// names that the formats do not allow, and a goal with a constant.
fn sample_model() -> Model {
    let mut model = Model::new();
    model.set_title("Sample");
    let x = model.int("cell[1,2]", -1..=4);
    let y = model.add_variable("y", Domain::from_values([-2, 3, 7]).unwrap());
    let e = model.boolean("e1");
    model.require("1st", sum([2 * x, y.into()]).le(9));
    model.require("not 3", e.implies(y.ne(3)));
    model.require("link", e.iff(x.ge(2)));
    model.set_goal(Goal::Maximise(3 * x + y - e + 5));
    model
}

fn written_file(
    write: impl Fn(&IntegerProgram, &mut dyn std::io::Write) -> std::io::Result<()>,
) -> String {
    let mut text = Vec::new();
    write(&linearise(&sample_model()).unwrap(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn lp_file_matches_snapshot() {
    let expected = r#"\ Written by gordian: a model as integer rows.
\ Title: "Sample"
\ Column cell_1_2: variable "cell[1,2]"
\ Column v_e1: variable "e1"
\ Row v_1st: constraint "1st"
\ Row not_3: constraint "not 3"
Maximize
 obj: 3 cell_1_2 - 2 y_m2 + 3 y_3 + 7 y_7 - v_e1 + 5 one
Subject To
 y: y_m2 + y_3 + y_7 = 1
 v_1st: 2 cell_1_2 - 2 y_m2 + 3 y_3 + 7 y_7 <= 9
 not_3: y_3 + v_e1 <= 1
 link: cell_1_2 - 3 v_e1 <= 1
 link_2: cell_1_2 - 3 v_e1 >= -1
 is_y: y + 2 y_m2 - 3 y_3 - 7 y_7 = 0
Bounds
 -1 <= cell_1_2 <= 4
 -2 <= y <= 7
 one = 1
General
 cell_1_2
 y
 one
Binary
 y_m2
 y_3
 y_7
 v_e1
End
"#;
    assert_eq!(written_file(write_lp), expected);
}

#[test]
fn mps_file_matches_snapshot() {
    let expected = r#"* Written by gordian: a model as integer rows.
* Title: "Sample"
* Column cell_1_2: variable "cell[1,2]"
* Column v_e1: variable "e1"
* Row v_1st: constraint "1st"
* Row not_3: constraint "not 3"
NAME gordian
OBJSENSE
    MAX
ROWS
 N obj
 E y
 L v_1st
 L not_3
 L link
 G link_2
 E is_y
COLUMNS
 MARKER 'MARKER' 'INTORG'
 cell_1_2 obj 3
 cell_1_2 v_1st 2
 cell_1_2 link 1
 cell_1_2 link_2 1
 y_m2 obj -2
 y_m2 y 1
 y_m2 v_1st -2
 y_m2 is_y 2
 y_3 obj 3
 y_3 y 1
 y_3 v_1st 3
 y_3 not_3 1
 y_3 is_y -3
 y_7 obj 7
 y_7 y 1
 y_7 v_1st 7
 y_7 is_y -7
 v_e1 obj -1
 v_e1 not_3 1
 v_e1 link -3
 v_e1 link_2 -3
 y is_y 1
 one obj 5
 MARKER 'MARKER' 'INTEND'
RHS
 RHS y 1
 RHS v_1st 9
 RHS not_3 1
 RHS link 1
 RHS link_2 -1
BOUNDS
 LO BND cell_1_2 -1
 UP BND cell_1_2 4
 LO BND y_m2 0
 UP BND y_m2 1
 LO BND y_3 0
 UP BND y_3 1
 LO BND y_7 0
 UP BND y_7 1
 LO BND v_e1 0
 UP BND v_e1 1
 LO BND y -2
 UP BND y 7
 FX BND one 1
ENDATA
"#;
    assert_eq!(written_file(write_mps), expected);
}

#[test]
fn opb_file_matches_snapshot() {
    let expected = r#"* #variable= 7 #constraint= 6
* Written by gordian: a model as integer rows.
* Title: "Sample"
* "cell[1,2]" = +1 x1 +2 x2 +4 x3 -1
* "y" = -2 x4 +3 x5 +7 x6 +0
* "e1" = +1 x7 +0
* The model's goal: maximise -1 min +2
min: -3 x1 -6 x2 -12 x3 +2 x4 -3 x5 -7 x6 +1 x7 ;
-1 x1 -2 x2 -4 x3 >= -5 ;
+1 x4 +1 x5 +1 x6 = 1 ;
-2 x1 -4 x2 -8 x3 +2 x4 -3 x5 -7 x6 >= -11 ;
-1 x5 -1 x7 >= -1 ;
-1 x1 -2 x2 -4 x3 +3 x7 >= -2 ;
+1 x1 +2 x2 +4 x3 -3 x7 >= 0 ;
"#;
    assert_eq!(written_file(write_opb), expected);
}
