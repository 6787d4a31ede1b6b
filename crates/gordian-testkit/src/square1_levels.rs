//! Numbers of Square-1 positions at each distance in twists: the expected values of tests.
//!
//! *Sources*: silver, ignoring the middle: the level table published with the Square-1 database of
//! 2007, whose levels begin at 1. Six colours, rotations only: Mike Masonjones, 2005. The others
//! were computed by two other programs (breadth-first search over hashed positions for the first
//! levels, and an enumeration with bit planes without symmetry) that agree with each other and,
//! where they overlap, with the published tables.

/// The numbers of one colouring, one slice per way of counting; index `d` is distance `d`.
pub struct Square1Levels {
    /// Up to turns and flip, without the middle layer: the model of 2007.
    pub ignoring_middle: &'static [u64],
    /// Up to turns and flip, with the middle layer.
    pub modulo_flip: &'static [u64],
    /// Up to turns; a flipped position is a different one.
    pub rotations_only: &'static [u64],
}

/// The silver puzzle.
pub const SILVER: Square1Levels = Square1Levels {
    ignoring_middle: &[
        1,
        32,
        536,
        7_652,
        102_204,
        1_296_753,
        15_250_126,
        153_335_000,
        1_138_303_312,
        4_067_633_460,
        1_434_709_972,
        164_952,
    ],
    modulo_flip: &[
        1,
        32,
        568,
        8_189,
        109_856,
        1_398_957,
        16_546_879,
        168_585_126,
        1_291_638_312,
        5_205_936_772,
        5_502_343_432,
        1_434_874_924,
        164_952,
    ],
    rotations_only: &[
        1,
        64,
        1_137,
        16_378,
        219_712,
        2_797_914,
        33_093_758,
        337_170_252,
        2_583_276_624,
        10_411_873_544,
        11_004_686_864,
        2_869_749_848,
        329_904,
    ],
};

/// The six-colour puzzle.
pub const SIX_COLOURS: Square1Levels = Square1Levels {
    ignoring_middle: &[
        1,
        32,
        544,
        7_980,
        109_592,
        1_436_137,
        18_010_478,
        208_005_091,
        2_021_578_661,
        14_813_953_724,
        59_937_201_744,
        31_893_833_640,
        78_726_376,
    ],
    modulo_flip: &[
        1,
        32,
        576,
        8_525,
        117_572,
        1_545_729,
        19_446_615,
        226_015_569,
        2_229_583_752,
        16_835_532_385,
        74_751_155_468,
        91_831_035_384,
        31_972_560_016,
        78_726_376,
    ],
    rotations_only: &[
        1,
        64,
        1_153,
        17_050,
        235_144,
        3_091_458,
        38_893_230,
        452_031_138,
        4_459_167_504,
        33_671_064_770,
        149_502_310_936,
        183_662_070_768,
        63_945_120_032,
        157_452_752,
    ],
};
