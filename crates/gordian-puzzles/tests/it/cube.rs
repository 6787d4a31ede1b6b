//! The rules of the Sudoku Cube, reachability, and the simulator.

use gordian_core::Random;
use gordian_puzzles::SudokuCube;
use gordian_puzzles::cube::scramble::{self, IllegalMove, apply_illegal_move};
use gordian_puzzles::cube::{
    Ambiguity, CORNERS, Centre, CubeViolation, Direction, EDGES, Face, Placement, SolvedNet,
    Sticker, StickerCube, Unreachable,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{cube, json, text, words};

/// The net as drawn in the post: for each sticker, the number of its corner place times 3 or of its
/// edge place times 2, plus the index of the sticker in the place.
///
/// Source: Adam Furmanek's blog, ILP series, part 105, `diagram`.
const DIAGRAM: [[u8; 12]; 9] = [
    [0, 0, 0, 16, 17, 26, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 23, 0, 11, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 14, 3, 4, 0, 0, 0, 0, 0, 0],
    [17, 22, 13, 12, 2, 3, 5, 10, 25, 24, 16, 15],
    [21, 0, 9, 8, 0, 4, 5, 0, 14, 15, 0, 20],
    [19, 24, 11, 9, 6, 6, 7, 12, 23, 21, 18, 18],
    [0, 0, 0, 10, 7, 8, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 25, 0, 13, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 20, 19, 22, 0, 0, 0, 0, 0, 0],
];

/// The arrows of one face in that drawing, as clockwise quarter turns from up.
///
/// Source: as above, `fieldsOrientations`, which is the same on every face.
const ARROWS: [[u8; 3]; 3] = [[3, 0, 0], [3, 0, 1], [2, 2, 1]];

/// The top left row and column of each face in that drawing, in the order of `Face::ALL`.
const TOP_LEFT: [(usize, usize); 6] = [(0, 3), (3, 0), (3, 3), (3, 6), (3, 9), (6, 3)];

fn example_cube() -> SudokuCube {
    cube(&text("../../puzzles/sudoku-cube.toml"))
}

/// The solution of the cube in `puzzles/`, from the post.
fn example_solution() -> SolvedNet {
    let faces = [
        [[2, 3, 9], [5, 6, 8], [1, 4, 7]],
        [[8, 2, 9], [1, 5, 7], [6, 3, 4]],
        [[5, 2, 3], [6, 1, 8], [4, 9, 7]],
        [[6, 8, 1], [9, 7, 4], [5, 3, 2]],
        [[5, 2, 9], [3, 4, 7], [6, 8, 1]],
        [[8, 6, 3], [2, 1, 9], [4, 5, 7]],
    ];
    use Direction::{Down, Left, Right};
    let digits = faces.map(|rows| rows.map(Vec::from).to_vec());
    SolvedNet { digits, directions: [Left, Down, Right, Right, Right, Right] }
}

/// Returns the net of placed pieces by the tables of the post instead of by geometry.
fn net_by_tables(cube: &SudokuCube, placement: &Placement) -> [[[(u8, u8); 3]; 3]; 6] {
    std::array::from_fn(|face| {
        let (top, left) = TOP_LEFT[face];
        std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let number = DIAGRAM[top + row][left + column];
                let sticker = match (row, column) {
                    (1, 1) => {
                        let Centre { digit, direction } = cube.centres[face];
                        return (digit, direction.unwrap().quarter_turns());
                    }
                    (1, _) | (_, 1) => {
                        let (place, k) = (number / 2 - 1, number % 2);
                        let piece = placement.edges.iter().position(|at| at.0 == place).unwrap();
                        cube.edges[piece][usize::from((k + placement.edges[piece].1) % 2)]
                    }
                    _ => {
                        let (place, k) = (number / 3 - 1, number % 3);
                        let piece = placement.corners.iter().position(|at| at.0 == place).unwrap();
                        cube.corners[piece][usize::from((k + placement.corners[piece].1) % 3)]
                    }
                };
                (sticker.digit, (sticker.rotation + ARROWS[row][column]) % 4)
            })
        })
    })
}

fn identity_placement() -> Placement {
    Placement::new(3, |kind| (0..12).take(kind.count()).map(|place| (place, 0)).collect())
}

/// Returns the net as drawn by `SudokuCube::draw`, as digits and quarter turns.
fn net_of_drawing(cube: &SudokuCube) -> [[[(u8, u8); 3]; 3]; 6] {
    let drawing = cube.draw(None);
    let lines: Vec<Vec<(u8, u8)>> = drawing
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let sticker = |word: &str| {
                let digit =
                    u8::try_from(word.chars().next().unwrap().to_digit(10).unwrap()).unwrap();
                let arrow = word.chars().nth(1).unwrap();
                (digit, Direction::ALL.iter().find(|d| d.arrow() == arrow).unwrap().quarter_turns())
            };
            line.split_whitespace().map(sticker).collect()
        })
        .collect();
    std::array::from_fn(|face| {
        let (top, left) = TOP_LEFT[face];
        let left = if lines[top].len() == 3 { 0 } else { left };
        std::array::from_fn(|row| std::array::from_fn(|column| lines[top + row][left + column]))
    })
}

/// The geometry of this crate and the numbering of the post give the same net for every cube.
#[test]
fn geometry_agrees_with_the_numbering_of_the_post() {
    for seed in 0..50 {
        let cube = scramble::random_scrambled(&mut Random::new(seed), 50);
        assert_eq!(net_of_drawing(&cube), net_by_tables(&cube, &identity_placement()));
    }
}

#[test]
fn net_and_pieces_describe_the_same_cube() {
    let pieces = cube(&text("testdata/cubes/pieces.toml"));
    let net = example_cube();
    assert_eq!((pieces.corners, &pieces.edges), (net.corners, &net.edges));
    assert_eq!(pieces.centres, net.centres);
    // A drawing can be parsed as a net.
    let again = cube(&format!("kind = 'sudoku-cube'\nnet = '''\n{}'''", net.draw(None)));
    assert_eq!((again.corners, again.edges, again.centres), (net.corners, net.edges, net.centres));
}

#[test]
fn the_solution_of_the_post_is_accepted() {
    let cube = example_cube();
    let placement = cube.check_net(&example_solution()).unwrap();
    assert_eq!(cube.check_placement(&placement), Ok(example_solution()));
    assert_eq!(cube.reachability(&placement, &example_solution().directions), Ok(()));
}

#[test]
fn each_broken_rule_is_named() {
    let cube = example_cube();
    let good = cube.check_net(&example_solution()).unwrap();
    let check = |change: &dyn Fn(&mut Placement), expected: &[&str]| {
        let mut placement = good.clone();
        change(&mut placement);
        let found = words(cube.check_placement(&placement));
        for expected in expected {
            assert!(found.iter().any(|found| found == expected), "{expected}: {found:?}");
        }
        assert_eq!(found.is_empty(), expected.is_empty(), "{found:?}");
    };
    check(&|_| {}, &[]);
    check(&|p| p.corners[0].0 = p.corners[1].0, &["pieces 1 and 2 are both put at UBR"]);
    check(&|p| p.edges[3].0 = p.edges[0].0, &["pieces 1 and 4 are both put at DR"]);
    check(
        &|p| p.edges[3] = (12, 0),
        &["edge piece 4 is put at place 13 with turn 0, which does not exist"],
    );
    check(
        &|p| p.corners[3].1 = 3,
        &["corner piece 4 is put at place 2 with turn 3, which does not exist"],
    );
    check(&|p| p.edges[0].1 ^= 1, &["on face R most digits point right, but those at r3c2 do not"]);
    check(
        &|p| p.corners[0].1 = 1,
        &["on face F most digits point right, but those at r3c1 do not"],
    );

    let check = |change: &dyn Fn(&mut SolvedNet), expected: &[&str]| {
        let mut net = example_solution();
        change(&mut net);
        assert_eq!(words(cube.check_net(&net)), expected);
    };
    check(&|net| net.digits[0][0][0] = 3, &["face U has 3 twice, at r1c1 and r1c2"]);
    check(
        &|net| net.digits[0][0][0] = 0,
        &["face U shows 0 at r1c1, which is not between 1 and 9"],
    );
    check(
        &|net| net.digits[2][1] = vec![6, 8, 1],
        &["the centre of face F shows 8, but the cube has 1 there"],
    );
    check(
        &|net| net.digits[2][1] = vec![8, 1, 6],
        &[
            "no piece of the cube is left for FR, with 6 and 9 in the directions of their faces",
            "no piece of the cube is left for FL, with 8 and 7 in the directions of their faces",
        ],
    );
    // A piece that exists once cannot be used twice.
    check(
        &|net| net.directions[0] = Direction::Up,
        &[
            "no piece of the cube is left for UFR, with 7, 3 and 6 in the directions of their faces",
            "no piece of the cube is left for UFL, with 1, 5 and 9 in the directions of their faces",
            "no piece of the cube is left for UBL, with 2, 9 and 8 in the directions of their faces",
            "no piece of the cube is left for UBR, with 9, 5 and 1 in the directions of their faces",
            "no piece of the cube is left for UF, with 4 and 2 in the directions of their faces",
            "no piece of the cube is left for UR, with 8 and 8 in the directions of their faces",
            "no piece of the cube is left for UB, with 3 and 2 in the directions of their faces",
            "no piece of the cube is left for UL, with 5 and 2 in the directions of their faces",
        ],
    );
}

/// Returns the violations of a solved cube after every corner sticker of one digit is turned.
fn violations_after_turning(digit: u8, quarters: u8, ambiguity: Ambiguity) -> Vec<String> {
    let mut cube = scramble::random_solved(&mut Random::new(3));
    cube.ambiguity = ambiguity;
    let mut changed = 0;
    for corner in &mut cube.corners {
        for sticker in corner.iter_mut().filter(|sticker| sticker.digit == digit) {
            sticker.rotation = (sticker.rotation + quarters) % 4;
            changed += 1;
        }
    }
    assert!(changed > 0, "no corner shows {digit}");
    words(cube.check_placement(&identity_placement()))
}

#[test]
fn ambiguous_digits_may_be_upside_down() {
    let none = Ambiguity::default();
    let eight = Ambiguity { eight: true, ..none };
    let six_nine = Ambiguity { six_nine: true, ..none };
    let both = Ambiguity { six_nine: true, eight: true };
    for digit in 1..=9 {
        assert!(
            !violations_after_turning(digit, 1, both).is_empty()
                && !violations_after_turning(digit, 3, both).is_empty()
        );
    }
    assert!(violations_after_turning(1, 2, none).is_empty());
    assert!(!violations_after_turning(8, 2, none).is_empty());
    assert!(violations_after_turning(8, 2, eight).is_empty());
    for digit in [2, 3, 4, 5, 7] {
        assert!(
            !violations_after_turning(digit, 2, Ambiguity { eight: true, six_nine: true })
                .is_empty()
        );
    }
    // A 6 upside down is a second 9, not a second 6.
    let broken = violations_after_turning(6, 2, none);
    assert!(broken.iter().all(|text| text.contains("most digits point")), "{broken:?}");
    let broken = violations_after_turning(6, 2, six_nine);
    assert!(!broken.is_empty() && broken.iter().all(|text| text.contains("has 9 twice")));
}

#[test]
fn an_upside_down_nine_counts_as_a_six() {
    let mut cube = scramble::random_solved(&mut Random::new(5));
    let solved = cube.check_placement(&identity_placement()).unwrap();
    for piece in &mut cube.corners {
        for sticker in piece.iter_mut().filter(|sticker| [6, 9].contains(&sticker.digit)) {
            *sticker = Sticker { digit: 15 - sticker.digit, rotation: (sticker.rotation + 2) % 4 };
        }
    }
    assert!(cube.check_placement(&identity_placement()).is_err());
    cube.ambiguity.six_nine = true;
    assert_eq!(cube.check_placement(&identity_placement()), Ok(solved.clone()));
    assert!(cube.check_net(&solved).is_ok());
    // A centre may be read in both ways too.
    let face = (0..6).find(|&face| [6, 9].contains(&cube.centres[face].digit));
    let mut other = cube.clone();
    if let Some(face) = face {
        other.centres[face].digit = 15 - other.centres[face].digit;
    }
    assert_eq!(other.check_placement(&identity_placement()), Ok(solved));
}

fn pieces<const N: usize, const P: usize>(value: &Value) -> [[Sticker; N]; P] {
    let pieces: Vec<[[u8; N]; 2]> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| {
            let parts: Vec<Vec<u8>> = serde_json::from_value(piece.clone()).unwrap();
            [parts[0].clone().try_into().unwrap(), parts[1].clone().try_into().unwrap()]
        })
        .collect();
    std::array::from_fn(|piece| {
        let [digits, rotations] = pieces[piece];
        std::array::from_fn(|k| Sticker { digit: digits[k], rotation: rotations[k] })
    })
}

fn without_centre_directions(cube: &SudokuCube) -> SudokuCube {
    let mut free = cube.clone();
    free.centres.iter_mut().for_each(|centre| centre.direction = None);
    free
}

/// Returns the place and turn of each piece, from a list with the piece and turn of each place.
fn places<const P: usize>(value: &Value) -> [(u8, u8); P] {
    let by_place: Vec<(u8, u8)> = serde_json::from_value(value.clone()).unwrap();
    std::array::from_fn(|piece| {
        let piece = u8::try_from(piece).unwrap();
        let place = by_place.iter().position(|at| at.0 == piece).unwrap();
        (u8::try_from(place).unwrap(), by_place[place].1)
    })
}

/// The test data lists all solving placements of each cube, and which of them turns can reach.
#[test]
fn generated_cubes_have_the_solutions_they_state() {
    let mut solutions = 0;
    for i in 0..3 {
        let data = json(&format!("testdata/cubes/cube_{i}.json"));
        let digit =
            |face: Face| u8::try_from(data["centers"][face.name()].as_u64().unwrap()).unwrap();
        let turned = |face: Face| {
            let turns = data["centre_rotations"][face.name()].as_u64().unwrap();
            Direction::from_quarter_turns(u8::try_from(turns).unwrap())
        };
        let mut cube = example_cube();
        cube.corners = pieces(&data["corners"]);
        cube.edges = pieces::<2, 12>(&data["edges"]).to_vec();
        let centre = |face| Centre { digit: digit(face), direction: Some(turned(face)) };
        cube.centres = Face::ALL.map(centre).to_vec();
        let free = without_centre_directions(&cube);
        for solution in data["solutions"].as_array().unwrap() {
            let placement = Placement {
                corners: places(&solution["corners"]),
                edges: places::<12>(&solution["edges"]).to_vec(),
                ..identity_placement()
            };
            let net = cube.check_placement(&placement).unwrap();
            for face in Face::ALL {
                let turns = net.directions[face.index()].quarter_turns();
                assert_eq!(solution["dirs"][face.name()], serde_json::json!([turns]));
            }
            let reached =
                |cube: &SudokuCube| cube.reachability(&placement, &net.directions).is_ok();
            assert_eq!(solution["reachable"], reached(&free));
            assert_eq!(solution["reachable_with_centre_orientation"], reached(&cube));
            // All solutions of one of these cubes have the same net, so the net can be reached even
            // if the placement cannot.
            let reachable = cube.check_net(&net).unwrap();
            assert_eq!(cube.reachability(&reachable, &net.directions), Ok(()));
            assert_eq!(cube.check_placement(&reachable), Ok(net));
            solutions += 1;
        }
    }
    assert_eq!(solutions, 5);
}

/// Returns the solved net that `scramble::random_scrambled` with this seed starts from.
fn solved_net_of_seed(seed: u64) -> SolvedNet {
    let solved = scramble::random_solved(&mut Random::new(seed));
    solved.check_placement(&identity_placement()).unwrap()
}

#[test]
fn turns_never_make_a_cube_unsolvable() {
    for seed in 0..100 {
        let cube = scramble::random_scrambled(&mut Random::new(seed), 40);
        let placement = cube.check_net(&solved_net_of_seed(seed)).unwrap();
        assert_eq!(cube.check_placement(&placement), Ok(solved_net_of_seed(seed)));
    }
}

#[test]
fn tampered_cubes_are_rejected_with_the_reason() {
    let mut refused = [0; 4];
    for seed in 0..200 {
        let cube = scramble::random_scrambled(&mut Random::new(seed), 40);
        if cube.has_identical_pieces() {
            continue;
        }
        for (i, illegal_move) in IllegalMove::ALL.into_iter().enumerate() {
            let tampered = apply_illegal_move(&cube, illegal_move, &mut Random::new(1000 + seed));
            let reasons = tampered.check_net(&solved_net_of_seed(seed)).unwrap_err();
            assert_eq!(reasons.len(), 1, "{reasons:?}");
            let fits = match &reasons[0] {
                CubeViolation::Unreachable(Unreachable::Swap) => illegal_move == IllegalMove::Swap,
                CubeViolation::Unreachable(Unreachable::Twist { .. }) => {
                    illegal_move == IllegalMove::Twist
                }
                CubeViolation::Unreachable(Unreachable::Flip) => illegal_move == IllegalMove::Flip,
                CubeViolation::Unreachable(Unreachable::CentreTurn) => {
                    illegal_move == IllegalMove::CentreTurn
                }
                _ => false,
            };
            assert!(fits, "{illegal_move:?}: {reasons:?}");
            refused[i] += 1;
        }
    }
    assert!(refused.iter().all(|&n| n > 80), "{refused:?}");
}

#[test]
fn unreachable_cubes_have_reasons() {
    let seed = (0..).find(|&seed| {
        !scramble::random_scrambled(&mut Random::new(seed), 40).has_identical_pieces()
    });
    let seed = seed.unwrap();
    let cube = scramble::random_scrambled(&mut Random::new(seed), 40);
    let check = |change: &dyn Fn(&mut SudokuCube), expected: &str| {
        let mut tampered = cube.clone();
        change(&mut tampered);
        assert_eq!(
            words(tampered.check_net(&solved_net_of_seed(seed))),
            [format!("not reachable by turns: {expected}")]
        );
    };
    check(&|cube| cube.edges.swap(0, 7), "two pieces would have to be swapped");
    check(&|cube| cube.corners.swap(0, 7), "two pieces would have to be swapped");
    check(&|cube| cube.edges[4].swap(0, 1), "one edge would have to be flipped");
    // The faces of a place are in clockwise order: a corner that shows its second sticker on the
    // first face is twisted anticlockwise, and must be twisted clockwise.
    check(
        &|cube| cube.corners[4].rotate_left(1),
        "one corner would have to be twisted by a third clockwise",
    );
    check(
        &|cube| cube.corners[4].rotate_left(2),
        "one corner would have to be twisted by a third anticlockwise",
    );
    check(
        &|cube| {
            let centre = &mut cube.centres[1];
            centre.direction =
                centre.direction.map(|d| Direction::from_quarter_turns(d.quarter_turns() + 1));
        },
        "one centre would have to be turned by a quarter",
    );
}

#[test]
fn centres_without_a_direction_are_ignored() {
    for seed in 0..50 {
        let mut cube = scramble::random_scrambled(&mut Random::new(seed), 40);
        cube = apply_illegal_move(&cube, IllegalMove::CentreTurn, &mut Random::new(seed));
        cube.centres[0].direction = None;
        assert!(cube.check_net(&solved_net_of_seed(seed)).is_ok());
    }
}

/// Two corners that are identical up to a twist are interchangeable, so a cube with two swapped
/// edges can still be solved.
#[test]
fn identical_pieces_allow_a_swap() {
    let has_twisted_duplicates = |cube: &SudokuCube| {
        let pairs = (0..8).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.into_iter().any(|(a, b)| {
            (1..3).any(|shift| {
                let mut twisted = cube.corners[a];
                twisted.rotate_left(shift);
                twisted == cube.corners[b]
            })
        })
    };
    let seeds = (0..)
        .filter(|&seed| has_twisted_duplicates(&scramble::random_solved(&mut Random::new(seed))));
    for seed in seeds.take(2) {
        let cube = scramble::random_scrambled(&mut Random::new(seed), 40);
        let mut cube = without_centre_directions(&cube);
        cube.edges.swap(2, 9);
        let placement = cube.check_net(&solved_net_of_seed(seed)).unwrap();
        assert_eq!(cube.check_placement(&placement), Ok(solved_net_of_seed(seed)));
    }
}

#[test]
fn identical_pieces_are_detected() {
    let distinct =
        |seed: &u64| !scramble::random_solved(&mut Random::new(*seed)).has_identical_pieces();
    let cube = scramble::random_solved(&mut Random::new((0..).find(distinct).unwrap()));
    let check = |change: &dyn Fn(&mut SudokuCube)| {
        let mut other = cube.clone();
        change(&mut other);
        assert!(other.has_identical_pieces());
    };
    check(&|cube| cube.edges[3] = [cube.edges[3][0]; 2]);
    check(&|cube| cube.corners[3] = [cube.corners[3][0]; 3]);
    check(&|cube| cube.edges[3] = cube.edges[9]);
    check(&|cube| {
        cube.corners[3] = cube.corners[5];
        cube.corners[3].rotate_left(1);
    });
    check(&|cube| {
        cube.edges[3] = [Sticker { digit: 1, rotation: 1 }, Sticker { digit: 1, rotation: 3 }];
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Geometry and tables agree for every placement, including unreachable ones.
    #[test]
    fn placing_by_geometry_agrees_with_the_tables(
        seed in any::<u64>(),
        corners in Just((0..8_u8).collect::<Vec<_>>()).prop_shuffle(),
        edges in Just((0..12_u8).collect::<Vec<_>>()).prop_shuffle(),
        twists in prop::array::uniform8(0..3_u8),
        flips in prop::array::uniform12(0..2_u8),
    ) {
        let cube = scramble::random_scrambled(&mut Random::new(seed), 20);
        let placement = Placement {
            corners: std::array::from_fn(|i| (corners[i], twists[i])),
            edges: (0..12).map(|i| (edges[i], flips[i])).collect(),
            ..identity_placement()
        };
        let net = net_by_tables(&cube, &placement);
        // The checker accepts exactly the faces that are solved according to the tables.
        let broken = cube.check_placement(&placement).err().unwrap_or_default();
        for face in Face::ALL {
            let solved = (0..4).any(|direction| {
                let mut digits = [0; 10];
                (0..9).all(|i| {
                    let (digit, turns) = net[face.index()][i / 3][i % 3];
                    digits[usize::from(digit)] += 1;
                    i == 4 || turns == direction || digit == 1 && turns % 2 == direction % 2
                }) && digits[1..].iter().all(|&n| n == 1)
            });
            let is_reported = broken.iter().any(|violation| matches!(violation,
                CubeViolation::MixedDirections { face: f, .. } | CubeViolation::Repeated { face: f, .. }
                    if *f == face));
            prop_assert_eq!(solved, !is_reported, "{}: {:?}", face, broken);
        }
    }

    /// The inverse of a random reassembly is a placement that solves the reassembled cube.
    #[test]
    fn random_assemblies_survive_conversion(
        seed in any::<u64>(),
        corners in Just((0..8_usize).collect::<Vec<_>>()).prop_shuffle(),
        edges in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
        twists in prop::array::uniform8(0..3_usize),
        flips in prop::array::uniform12(0..2_usize),
    ) {
        let solved = scramble::random_solved(&mut Random::new(seed));
        let mut apart = solved.clone();
        let mut placement = identity_placement();
        for i in 0..8 {
            apart.corners[i] = solved.corners[corners[i]];
            apart.corners[i].rotate_left(twists[i]);
            let back = u8::try_from((3 - twists[i]) % 3).unwrap();
            placement.corners[i] = (u8::try_from(corners[i]).unwrap(), back);
        }
        for i in 0..12 {
            apart.edges[i] = solved.edges[edges[i]];
            apart.edges[i].rotate_left(flips[i]);
            placement.edges[i] =
                (u8::try_from(edges[i]).unwrap(), u8::try_from(flips[i]).unwrap());
        }
        prop_assert_eq!(
            apart.check_placement(&placement),
            solved.check_placement(&identity_placement())
        );
    }
}

#[test]
fn face_turns_move_the_pieces_of_their_face() {
    let cube = scramble::random_solved(&mut Random::new(9));
    for face in Face::ALL {
        let mut sticker_cube = StickerCube::from_cube(&cube);
        sticker_cube.turn(face, 1);
        let turned = sticker_cube.to_cube(&cube);
        let corners = (0..8).filter(|&i| turned.corners[i] != cube.corners[i]);
        assert!(
            corners.clone().count() == 4 && corners.clone().all(|i| CORNERS[i].contains(&face))
        );
        let edges = (0..12).filter(|&i| turned.edges[i] != cube.edges[i]);
        assert!(edges.clone().count() == 4 && edges.clone().all(|i| EDGES[i].contains(&face)));
        for other in Face::ALL {
            let quarter = if other == face { 1 } else { 0 };
            let before = cube.centres[other.index()].direction.unwrap().quarter_turns();
            let after = turned.centres[other.index()].direction.unwrap().quarter_turns();
            assert_eq!(after, (before + quarter) % 4);
        }
    }
    // A turn of F moves the right column of L to the bottom row of U, that to the left column of R,
    // …
    let mut sticker_cube = StickerCube::from_cube(&cube);
    sticker_cube.turn(Face::F, 1);
    let (before, after) = (net_of_drawing(&cube), net_of_drawing(&sticker_cube.to_cube(&cube)));
    let (u, l, f, r, d) = (0, 1, 2, 3, 5);
    assert_eq!(after[r][0][0].0, before[u][2][0].0);
    assert_eq!(after[d][0][2].0, before[r][0][0].0);
    assert_eq!(after[l][2][2].0, before[d][0][2].0);
    assert_eq!(after[u][2][0].0, before[l][2][2].0);
    assert_eq!(after[f][0][2].0, before[f][0][0].0);
}
