//! The table of techniques: one row holds everything that the crate knows about a technique.
//!
//! The type [`Technique`](super::Technique), the names, the weights and the examples are generated
//! from the rows in this module; the sentences in [`text`](crate::text), the finders in
//! [`techniques`](crate::techniques). So a row that lacks one of them does not compile. The rows
//! are in the order in which techniques are tried by default. The file is long because it is the
//! only list of all techniques.
//!
//! To add a technique, add a row. Its example is a position as a line of HoDoKu's library and the
//! conclusion of the step as in Eureka notation; leave both empty and the ignored test
//! `examples_are_written` looks for one and prints it.

/// Passes all rows to a macro, which takes the columns that its module needs.
macro_rules! for_each_technique {
    ($take_rows:ident) => {
        $take_rows! {
            FullHouse {
                name: "full house", aliases: ["last digit"], weight: 10, assumes_one_solution: false,
                hodoku: default(100, 4, Level::Easy), hodoku_codes: ["0000"],
                finder: singles::full_houses(), sentence: full_house, explanation: reason_and_conclusion,
                example: ":0000:x:5+6..9..1.+2498...3.87+1......4....67+299+2....+4+6+3..642+9..1..2..1.4.......3..35...8...::::" => "r1c3=3",
            }
            NakedSingle {
                name: "naked single", aliases: ["sole candidate", "elimination"], weight: 23, assumes_one_solution: false,
                hodoku: default(200, 4, Level::Easy), hodoku_codes: ["0003"],
                finder: singles::naked(), sentence: naked_single, explanation: reason_and_conclusion,
                example: ":0000:x:3........51.7....2..9....57...134.......9.6..9..+6.8...75..4..1.1.4.....5+8+9+3+56+12+7+4::::" => "r2c5=8",
            }
            HiddenSingle {
                name: "hidden single", aliases: ["lone ranger", "unique candidate"], weight: 12, assumes_one_solution: false,
                hodoku: default(300, 14, Level::Easy), hodoku_codes: ["0002"],
                finder: singles::hidden(), sentence: hidden_single, explanation: reason_and_conclusion,
                example: ":0000:x:5...9..1..498...3.87.......4....67.99..........642...1..2..1.4.......3..35...8...::::" => "r6c6=9",
            }
            LockedPair {
                name: "locked pair", aliases: [], weight: 24, assumes_one_solution: false,
                hodoku: default(1000, 40, Level::Medium), hodoku_codes: ["0110"],
                finder: subsets::locked(), sentence: naked_subset, explanation: reason_and_conclusion,
                example: ":0000:x:28+6.4.+7+591..+85+263+4+5+43.+6.+2184+6+8...97+2....+98.+6...562..+81.3...+6......27..466........:752 753 154 354 554 366 771 982 792 992:::" => "r6c1 r789c3<>9",
            }
            LockedTriple {
                name: "locked triple", aliases: [], weight: 25, assumes_one_solution: false,
                hodoku: default(1100, 60, Level::Medium), hodoku_codes: ["0111"],
                finder: subsets::locked(), sentence: naked_subset, explanation: reason_and_conclusion,
                example: ":0000:x:...1.+8.6..+85..9.+13.....3.8..5..971...9...+1..712+7..+6.+9.+5+7..+14.2...2.65.+7.8..97+24..::::" => "r23c4 r5c5<>2, r23c4 r56c5<>4, r3c4 r56c5<>5",
            }
            Pointing {
                name: "pointing", aliases: ["locked candidates type 1", "pointing pair", "pointing triple"], weight: 26, assumes_one_solution: false,
                hodoku: default(1200, 50, Level::Medium), hodoku_codes: ["0100"],
                finder: locked::find(), sentence: locked_candidates, explanation: reason_and_conclusion,
                example: ":0000:x:5+6+3.9..1.+2498+1..3.87+1..+3...4+1...67+299+2.+1..+4+6+3+7+3642+9..1+6.2..1.4.+1.....3..35...8+1..::::" => "r789c9<>7",
            }
            Claiming {
                name: "claiming", aliases: ["locked candidates type 2", "box/line reduction"], weight: 28, assumes_one_solution: false,
                hodoku: default(1210, 50, Level::Medium), hodoku_codes: ["0101"],
                finder: locked::find(), sentence: locked_candidates, explanation: reason_and_conclusion,
                example: ":0000:x:5+6+3.9..1.+2498+1.+63.87+1..+3...4+1...67+299+2.+1..+4+6+3+7+3642+9..1+6.2..1.4.+1.....3..35...8+1..:219 239 779 883 789 799:::" => "r8c456 r9c45<>7",
            }
            NakedPair {
                name: "naked pair", aliases: ["twins"], weight: 30, assumes_one_solution: false,
                hodoku: default(1300, 60, Level::Medium), hodoku_codes: ["0200"],
                finder: subsets::naked(2), sentence: naked_subset, explanation: reason_and_conclusion,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 643 843 749 949 951 955 956 762 771 874 675 975 695 397:::" => "r5c3<>5, r4c2 r5c3<>8",
            }
            NakedTriple {
                name: "naked triple", aliases: ["triplets"], weight: 36, assumes_one_solution: false,
                hodoku: default(1400, 80, Level::Medium), hodoku_codes: ["0201"],
                finder: subsets::naked(3), sentence: naked_subset, explanation: reason_and_conclusion,
                example: ":0000:x:.4..+8.1+9.6..5+14+73+2+1..+9...8+4.27+8...6.9+61.........69...7..43+5+9......+168+473+31+6+42+7.5.:366 367 867 271 877 879:::" => "r5c7<>2, r45c7<>5",
            }
            HiddenPair {
                name: "hidden pair", aliases: ["hidden twins"], weight: 34, assumes_one_solution: false,
                hodoku: default(1500, 70, Level::Medium), hodoku_codes: ["0210"],
                finder: subsets::hidden(2), sentence: hidden_subset, explanation: reason_and_conclusion,
                example: ":0000:x:5+6+3.9..1.+2498+1.+63.87+1..+3...4+1...67+299+2.+1..+4+6+3+7+3642+9..1+6.2..1.4.+1.....3..35...8+1..:716 219 239 779 883 784 785 586 786 789 794 795 799:::" => "r7c45<>5, r7c4<>9",
            }
            HiddenTriple {
                name: "hidden triple", aliases: ["hidden triplets"], weight: 40, assumes_one_solution: false,
                hodoku: default(1600, 100, Level::Medium), hodoku_codes: ["0211"],
                finder: subsets::hidden(3), sentence: hidden_subset, explanation: reason_and_conclusion,
                example: ":0000:x:.....92...+9...+1..3.7.8.51+9.24+6.1+85..+7.9..6......7...6.....+87.....+7...84.9+8316+4+72+5:419 619 869 273 374:::" => "r5c8<>3, r56c9<>4, r6c9<>9",
            }
            NakedQuadruple {
                name: "naked quadruple", aliases: ["naked quad"], weight: 50, assumes_one_solution: false,
                hodoku: default(2000, 120, Level::Hard), hodoku_codes: ["0202"],
                finder: subsets::naked(4), sentence: naked_subset, explanation: reason_and_conclusion,
                example: ":0000:x:.....3.....75....9..67.234.+79......8621......4.........7.2.46..+1+6.....3....+36189+7:513 813 913 119 519 954 955 559 562 864 964 865 965 666 866 169 569 571 971 573 575 283 483 583 885 985 886 986 587 589 593:::" => "r46c5<>1, r45c5<>4, r5c5<>8",
            }
            HiddenQuadruple {
                name: "hidden quadruple", aliases: ["hidden quad"], weight: 54, assumes_one_solution: false,
                hodoku: default(2100, 150, Level::Hard), hodoku_codes: ["0212"],
                finder: subsets::hidden(4), sentence: hidden_subset, explanation: reason_and_conclusion,
                example: ":0000:x:.....3.....75....9..67.234.+79......8621......4.........7.2.46..+1+6.....3....+36189+7:513 813 913 119 519 954 955 559 562 864 964 865 965 666 866 169 569 571 971 573 575 283 483 583 885 985 886 986 587 589 593:::" => "r46c5<>1, r45c5<>4, r5c5<>8",
            }
            XWing {
                name: "X-wing", aliases: [], weight: 32, assumes_one_solution: false,
                hodoku: default(2200, 140, Level::Hard), hodoku_codes: ["0300"],
                finder: fish::find(Form::basic(2)), sentence: fish, explanation: fish,
                example: ":0000:x:+53.2.........513.29..6+3...5...175+9.4....+2...6..54...2.1...4.+2..3.47+1+28.+92....8..1:916 661 662:::" => "r1c38 r6c12<>8",
            }
            Swordfish {
                name: "swordfish", aliases: [], weight: 38, assumes_one_solution: false,
                hodoku: default(2300, 150, Level::Hard), hodoku_codes: ["0301"],
                finder: fish::find(Form::basic(3)), sentence: fish, explanation: fish,
                example: ":0000:x:.86.+412+7...4......2.....+4.6+4.....+197.2.1.+9..4+1.9+4..62.83+25.+47...45+713..+27.+18...4.:911 522 922 324 924 325 925 827 329 529 929 532 335 935 338 344 645 551 353 355 555 858 569 997 999:::" => "r29c5<>6",
            }
            Jellyfish {
                name: "jellyfish", aliases: [], weight: 52, assumes_one_solution: false,
                hodoku: default(2400, 160, Level::Hard), hodoku_codes: ["0302"],
                finder: fish::find(Form::basic(4)), sentence: fish, explanation: fish,
                example: ":0000:x:1.....9...3...7.4...5.....2.....6.7.....1.....4.3.8...9.......5.7.8...3...2...1..:613 813 619 819 624 625 825 631 831 637 837 842 652 852 658 858 668 173 277 485 685 486 591 999:::" => "r7c37 r9c19<>6",
            }
            Squirmbag {
                name: "squirmbag", aliases: ["starfish"], weight: 75, assumes_one_solution: false,
                hodoku: optional(2500, 470, Level::Unfair), hodoku_codes: ["0303"],
                finder: fish::find(Form::basic(5)), sentence: fish, explanation: fish,
                example: ":0000:x:...+2.35.+1.12+98+5+3.+6.+5+316...+23+2.79+1..+5.9.+4+5+2.+135+4+1+63872+9.3+5+8+2+916.+1.+95.+62+3.26.+3+1.+95.::::" => "r1c138 r8c9<>7",
            }
            Whale {
                name: "whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(2600, 470, Level::Unfair), hodoku_codes: ["0304"],
                finder: fish::find(Form::basic(6)), sentence: fish, explanation: fish,
                example: ":0000:x:.2...9.+8.+9.+3..8+2.1..81+2+39.7.3.+9+1.42.+2.+97+4.+13..148+32..+9.9.+2+8+46...4+63+9+7.1+2..2+56+1.+94:511 611 622 528 531 638 761 568 773 891:::" => "r1c7 r47c1<>5",
            }
            Leviathan {
                name: "leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(2700, 470, Level::Unfair), hodoku_codes: ["0305"],
                finder: fish::find(Form::basic(7)), sentence: fish, explanation: fish,
                example: ":0000:x:8+1.+7..+6....36..+1+7.+67+5+49+12+8+3.5+4..7+8......457....+71..+53+4+5.1.+7..68..85...1+7+79+6.+1.4..:215 918 225 241 941 344 245 249 949 251 951 252 352 254 954 259 959 262 266 866 374 276 376 381 385 286 386 294 296:::" => "r9c8<>2",
            }
            RemotePair {
                name: "remote pair", aliases: ["remote pairs"], weight: 41, assumes_one_solution: false,
                hodoku: default(2800, 110, Level::Hard), hodoku_codes: ["0703"],
                finder: remote_pairs::find(), sentence: remote_pair, explanation: remote_pair,
                example: ":0000:x:..27+4+5+38+1....3.4.634..6.......2.6+1.5...+4+1..3....+3597..+4.6+5+9.2+131..+624..9+2591.+3...:921 922 826 836 857 899:::" => "r4c2<>7, r4c2<>8",
            }
            BugPlusOne {
                name: "BUG+1", aliases: ["bivalue universal grave + 1"], weight: 56, assumes_one_solution: true,
                hodoku: default(2900, 100, Level::Hard), hodoku_codes: ["0610"],
                finder: uniqueness::bug(), sentence: bug_plus_one, explanation: reason_and_conclusion,
                example: ":0000:x:8+9+46+73+52+1132..+57+9+6..+6.+2.+8+34+4...1.+6.92+1....3.+8.6.5..+4+1+2.+2..9.+16+7947...+2+85+68+1.+5.+94+3:543 744 844 746 454 756 956 866 374:::" => "r6c3<>8, r6c3<>9",
            }
            Skyscraper {
                name: "skyscraper", aliases: [], weight: 40, assumes_one_solution: false,
                hodoku: default(3000, 130, Level::Hard), hodoku_codes: ["0400"],
                finder: single_digit::two_links(), sentence: two_strong_links, explanation: reason_and_conclusion,
                example: ":0000:x:.86..12....4......2.....+4.6+4.....+197.2.1....4+1.9...62.83+25..7...45+713..+27.+18...4.:911 915 522 922 324 924 925 926 827 329 529 929 532 335 935 936 338 344 551 353 355 555 556 858 569 997 999:::" => "r12c5 r6c4<>3",
            }
            TwoStringKite {
                name: "two-string kite", aliases: ["2-string kite"], weight: 41, assumes_one_solution: false,
                hodoku: default(3100, 150, Level::Hard), hodoku_codes: ["0401", "0404"],
                finder: single_digit::two_links(), sentence: two_strong_links, explanation: reason_and_conclusion,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 643 843 951 955 956 771 874 675 975 695 397:::" => "r4c9<>9",
            }
            TurbotFish {
                name: "turbot fish", aliases: [], weight: 41, assumes_one_solution: false,
                hodoku: default(3120, 120, Level::Hard), hodoku_codes: ["0403"],
                finder: single_digit::two_links(), sentence: two_strong_links, explanation: reason_and_conclusion,
                example: ":0000:x:.7+324+8.....+8.+7+54+2352+43..8..+8.1.+32.4...2..7+1383.7+81.5.+2.159+8+3....+3+6.5..+8..8+9.+26+3..:911 938 939 451 652 952 654:::" => "r2c1<>6",
            }
            EmptyRectangle {
                name: "empty rectangle", aliases: [], weight: 42, assumes_one_solution: false,
                hodoku: default(3170, 120, Level::Hard), hodoku_codes: ["0402", "0405"],
                finder: single_digit::empty_rectangles(), sentence: empty_rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 643 843 949 951 955 956 771 874 675 975 695 397:::" => "r4c9<>7",
            }
            WWing {
                name: "W-wing", aliases: [], weight: 44, assumes_one_solution: false,
                hodoku: default(3200, 150, Level::Hard), hodoku_codes: ["0803"],
                finder: wings::w_wings(), sentence: w_wing, explanation: chain,
                example: ":0000:x:.......87346......+8.79.1..4.9..5.+8...84.2....6.58.9.+4....24.17.....+97.38...3...9.:614 316 616 217 517 917 357 365 367 695:::" => "r5c4 r6c2<>1",
            }
            XyWing {
                name: "XY-wing", aliases: ["Y-wing"], weight: 42, assumes_one_solution: false,
                hodoku: default(3300, 160, Level::Hard), hodoku_codes: ["0800"],
                finder: wings::xy_wings(), sentence: xy_wing, explanation: reason_and_conclusion,
                example: ":0000:x:5+6+3.9..1.+2498+1.+63.87+1..+3...4+1...67+299+2.+1..+4+6+3+7+3642+9..1+6.2..1.4.+1.....3..35...8+1..:716 219 239 545 555 574 974 575 779 883 784 785 586 786 588 589 789 889 794 795 799:::" => "r8c45 r9c9<>6",
            }
            XyzWing {
                name: "XYZ-wing", aliases: [], weight: 44, assumes_one_solution: false,
                hodoku: default(3400, 180, Level::Hard), hodoku_codes: ["0801"],
                finder: wings::xyz_wings(), sentence: xyz_wing, explanation: reason_and_conclusion,
                example: ":0000:x:+9.4.+5..36+3..+69...+55+6.3..+9...+46+2+3.159.3+5+4.+9+6+2+7.+9+2.65.4.2+5+79.+6...+68+35..7+9.+41+9+87+3+562:216 126 226 135 136 861:::" => "r23c6<>7",
            }
            UniqueRectangle1 {
                name: "unique rectangle type 1", aliases: ["uniqueness test 1"], weight: 45, assumes_one_solution: true,
                hodoku: default(3500, 100, Level::Hard), hodoku_codes: ["0600"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:.......87346......+8.79.1..4.9..5.+8...84.2....6.58.9.+4....24.17.....+97.38...3...9.:111 614 316 616 217 517 917 143 154 357 162 365 367 181 191 192 695:::" => "r3c7<>3, r3c7<>6",
            }
            UniqueRectangle2 {
                name: "unique rectangle type 2", aliases: ["uniqueness test 2"], weight: 45, assumes_one_solution: true,
                hodoku: default(3600, 100, Level::Hard), hodoku_codes: ["0601"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:.+3+625.78..8.+37..+6.5.+7+8.6...+673.1.+8+52+9..+7+6+8413+8+1+45+2+36+9+72..+687...3.+8+1.+2.+76+761.3+5..+8:119 127 927 129 432 237 937 438 577 977 479 979 982:::" => "r3c5 r4c6<>9",
            }
            UniqueRectangle3 {
                name: "unique rectangle type 3", aliases: ["uniqueness test 3"], weight: 46, assumes_one_solution: true,
                hodoku: default(3700, 100, Level::Hard), hodoku_codes: ["0602"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:.6..+8.23.7.+3+26.8+1.18+23..+5...+1+8....25..98+2.+17.+27..+1+34.+8...7.2.+81+83+7.4.+65+2.+2+16.8+7..:914 916 926 938 939 975 491 995 999:::" => "r1c6<>4, r1c6<>5",
            }
            UniqueRectangle4 {
                name: "unique rectangle type 4", aliases: ["uniqueness test 4"], weight: 46, assumes_one_solution: true,
                hodoku: default(3800, 100, Level::Hard), hodoku_codes: ["0603"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:.6..+8.23.7.+3.6.8+1.18.3..+5.........25..98...7..7....4.....7.2..1.3..4..5....6.8...:144 345 146 355 555 156 861 263 863 164 365 565 166 975 981 183 987 789 989 195 995 799:::" => "r1c46<>9",
            }
            UniqueRectangle5 {
                name: "unique rectangle type 5", aliases: ["uniqueness test 5"], weight: 46, assumes_one_solution: true,
                hodoku: default(3900, 100, Level::Hard), hodoku_codes: ["0604"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:+9...8.+7.3+82+3...1.+6..7..3.98+132+56...74+9+6.1...+5+758........9...572.8.2.....+2+7+1..5..4:412 434 268 374 474 674 476 676 681 186 986 894:::" => "r1c3 r3c5<>4",
            }
            UniqueRectangle6 {
                name: "unique rectangle type 6", aliases: ["uniqueness test 6"], weight: 46, assumes_one_solution: true,
                hodoku: default(4000, 100, Level::Hard), hodoku_codes: ["0605"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:93+4+1+5+7+6+82+76+5+28+34+198+1+2+46+9+5+37..+3+8.5.+4+6.9+63+7+482.4.8+6....+3..7+9..364+6+41+7+3....+3.+95+46.+7.:145 167:::" => "r6c5 r7c6<>1",
            }
            HiddenRectangle {
                name: "hidden rectangle", aliases: [], weight: 47, assumes_one_solution: true,
                hodoku: default(4010, 100, Level::Hard), hodoku_codes: ["0606"],
                finder: uniqueness::rectangle(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:9.2.5....1.+74.2..+5+4+5876...2......24..+2+4..3..9.961+2+45.....2...58+243....7........+2.:117 317 617 817 318 119 319 619 327 927 328 937 342 149 672 175 775 975 176 177 677 977 186 187 192 692 193 594 894 895 196 596 896 197:::" => "r4c1<>7",
            }
            AvoidableRectangle1 {
                name: "avoidable rectangle type 1", aliases: [], weight: 45, assumes_one_solution: true,
                hodoku: default(4020, 100, Level::Hard), hodoku_codes: ["0607"],
                finder: uniqueness::avoidable(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:8+1.+7..+6+4...36..+1+7.+67+5+49+12+8+3.5+4..7+8......457....+71..+53+4+5.1.+7..68..85...1+7+79+6.+1.4+5+2:215 225 241 941 344 245 949 251 951 252 352 254 954 959 262 266 866 374 276 376 381 385 286 386:::" => "r8c1<>2",
            }
            AvoidableRectangle2 {
                name: "avoidable rectangle type 2", aliases: [], weight: 45, assumes_one_solution: true,
                hodoku: default(4030, 100, Level::Hard), hodoku_codes: ["0608"],
                finder: uniqueness::avoidable(), sentence: rectangle, explanation: reason_and_conclusion,
                example: ":0000:x:...+5+8942+78+27+3+4.569.5.+2+7+6+8+3+1....6.+2.4......9.8.85.+97+6+13..2.5.+39+63..+6+24.+8+5+5+6+89.3.+4+2:251:::" => "r4c46 r5c1236<>1",
            }
            FinnedXWing {
                name: "finned X-wing", aliases: [], weight: 46, assumes_one_solution: false,
                hodoku: default(4100, 130, Level::Hard), hodoku_codes: ["0310"],
                finder: fish::find(Form::finned(2)), sentence: fish, explanation: fish,
                example: ":0000:x:+53.2.........513.29..6+3...5...175+9.4....+2...6+7+954..+12.1...4.+2..3.47+1+28.+92....8..1:813 916 818 428 432 732 733 438 738 358 858:::" => "r5c23<>8",
            }
            SashimiXWing {
                name: "sashimi X-wing", aliases: [], weight: 47, assumes_one_solution: false,
                hodoku: default(4200, 150, Level::Hard), hodoku_codes: ["0320"],
                finder: fish::find(Form::sashimi(2)), sentence: fish, explanation: fish,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r6c9<>9",
            }
            FinnedSwordfish {
                name: "finned swordfish", aliases: [], weight: 51, assumes_one_solution: false,
                hodoku: default(4300, 200, Level::Unfair), hodoku_codes: ["0311"],
                finder: fish::find(Form::finned(3)), sentence: fish, explanation: fish,
                example: ":0000:x:.+6..+74.93.7......6.3..+6.+7.+8+7+1+26493+856+485..+97+1+3..1+8+7+2+641.+7..6+8.9.8+67....+2..3.586+1+7:511 421 225 325 431 385 291:::" => "r23c8<>5",
            }
            SashimiSwordfish {
                name: "sashimi swordfish", aliases: [], weight: 52, assumes_one_solution: false,
                hodoku: default(4400, 240, Level::Unfair), hodoku_codes: ["0321"],
                finder: fish::find(Form::sashimi(3)), sentence: fish, explanation: fish,
                example: ":0000:x:.+6..+74.93.7......6.3..+6.+7.+8+7+1+26493+856+485..+97+1+3..1+8+7+2+641.+7..6+8.9.8+67....+2..3.586+1+7:511 421 225 325 431 385 291:::" => "r23c8<>5",
            }
            FinnedJellyfish {
                name: "finned jellyfish", aliases: [], weight: 56, assumes_one_solution: false,
                hodoku: default(4500, 250, Level::Unfair), hodoku_codes: ["0312"],
                finder: fish::find(Form::finned(4)), sentence: fish, explanation: fish,
                example: ":0000:x:+53.2.........513.29..6+3...5...175+9.4....+2...6+7+954..+12.1...4.+2..3.47+1+28.+92....8..1:813 916 818 428 432 732 733 438 738 358 858:::" => "r5c23<>8",
            }
            SashimiJellyfish {
                name: "sashimi jellyfish", aliases: [], weight: 57, assumes_one_solution: false,
                hodoku: default(4600, 260, Level::Unfair), hodoku_codes: ["0322"],
                finder: fish::find(Form::sashimi(4)), sentence: fish, explanation: fish,
                example: ":0000:x:.2...9.+8.+9.+3..8+2.1..81+2+39.7.3.+9+1.42.+2.+97+4.+13..148+32..+9.9.+2+8+46...4.3+9+7.1+2..2+56+1.+94:622 528 643 761 773 891:::" => "r1c13<>6",
            }
            FinnedSquirmbag {
                name: "finned squirmbag", aliases: [], weight: 76, assumes_one_solution: false,
                hodoku: optional(4700, 470, Level::Unfair), hodoku_codes: ["0313"],
                finder: fish::find(Form::finned(5)), sentence: fish, explanation: fish,
                example: ":0000:x:.6..+8.23.7.+3+26.8+1.18+23..+5...+1+8....25..98+2.+17.+27..+1+34.+8...7.2.+81+83+7.4.+65+2.+2+16.8+7..:914 916 938 975 491 995 999:::" => "r2c6<>9",
            }
            SashimiSquirmbag {
                name: "sashimi squirmbag", aliases: [], weight: 76, assumes_one_solution: false,
                hodoku: optional(4800, 470, Level::Unfair), hodoku_codes: ["0323"],
                finder: fish::find(Form::sashimi(5)), sentence: fish, explanation: fish,
                example: ":0000:x:.2...9.+8.+9.+3..8+2.1..81+2+39.7.3.+9+1.42.+2.+97+4.+13..148+32..+9.9.+2+8+46...4.3+9+7.1+2..2+56+1.+94:622 528 643 761 773 891:::" => "r1c1<>6",
            }
            FinnedWhale {
                name: "finned whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(4900, 470, Level::Unfair), hodoku_codes: ["0314"],
                finder: fish::find(Form::finned(6)), sentence: fish, explanation: fish,
                example: ":0000:x:.23.5..+7.+5+7.......1...729.+5..+27.+5..1.57.16..3..+14+2.+75.2.6.....738...+7.12+71+5+28.3..:811 914 325 925 475 476 985 687:::" => "r4c1<>9",
            }
            SashimiWhale {
                name: "sashimi whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(5000, 470, Level::Unfair), hodoku_codes: ["0324"],
                finder: fish::find(Form::sashimi(6)), sentence: fish, explanation: fish,
                example: ":0000:x:+1..4.2+597........8.5......1.+72.1+4..+3....237+1..+31+76.4+29...+3+4..+7.34...7..+2718+25...+4:621 622 623 624 924 626 926 631 633 934 836 637 638 841 844 648 676 976 677 977 983 984 688:::" => "r5c23<>6",
            }
            FinnedLeviathan {
                name: "finned leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(5100, 470, Level::Unfair), hodoku_codes: ["0315"],
                finder: fish::find(Form::finned(7)), sentence: fish, explanation: fish,
                example: ":0000:x:....72+65..2+56+8...+76+7...5..8...8.7.3...1..47.6+7...1......7.4......87.3..5..3..8.+74:411 911 412 912 914 421 921 934 437 438 241 642 443 943 251 662 962 463 963 264 964 267 967 268 968:::" => "r1c9<>9",
            }
            SashimiLeviathan {
                name: "sashimi leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(5200, 470, Level::Unfair), hodoku_codes: ["0325"],
                finder: fish::find(Form::sashimi(7)), sentence: fish, explanation: fish,
                example: ":0000:x:+25.+8+1.3798...+37...3....+54..+9+8.6.+3.2.1...82.+63+6+325.18...9+3.......+2+8..+963.7+61+358...:465 765 475 775 277 478 279 479 489:::" => "r4c9<>4",
            }
            SueDeCoq {
                name: "Sue de Coq", aliases: ["two-sector disjoint subsets"], weight: 54, assumes_one_solution: false,
                hodoku: default(5300, 250, Level::Unfair), hodoku_codes: ["1101"],
                finder: sue_de_coq::find(), sentence: sue_de_coq, explanation: reason_and_conclusion,
                example: ":0000:x:....8.4....+86...2...1....7+83+765+1+824+9+9+1+42+6+3+78+58+25...1..1...+26+8.+4.+89.4+53.+2.4+283...7:511 611 312 714 716 118 918 721 522 631 532 934 936 764 997 598 698:::" => "r1c2<>9",
            }
            SimpleColours {
                name: "simple colours", aliases: ["simple coloring", "singles chain"], weight: 44, assumes_one_solution: false,
                hodoku: default(5330, 150, Level::Hard), hodoku_codes: ["0500", "0501"],
                finder: colouring::simple(), sentence: colours, explanation: colours,
                example: ":0000:x:+21.+7+6438.6..+8.524...829....+734...+8.6+5+2...+897.+98..7...+216.........73...2...21.....:138 146 159 666 167 979 989 999:::" => "r7c8 r9c9<>3",
            }
            MultiColours {
                name: "multi colours", aliases: ["multi coloring"], weight: 50, assumes_one_solution: false,
                hodoku: default(5360, 200, Level::Hard), hodoku_codes: ["0502", "0503"],
                finder: colouring::multi(), sentence: colours, explanation: colours,
                example: ":0000:x:+9.4+2+1.8+7.12+8..7..96.+7+9+8+4.2.+46.1.+8+5+97.+8574+9.1.+7+1+96.+5.8..41.92+7..8+7...1+93..9..+7....:325 528 259 574 579 589 689 594 697 698 599 699:::" => "r6c7<>3",
            }
            XChain {
                name: "X-chain", aliases: [], weight: 65, assumes_one_solution: false,
                hodoku: default(5400, 260, Level::Unfair), hodoku_codes: ["0701"],
                finder: chains::x_chains(), sentence: chain, explanation: chain,
                example: ":0000:x:.+6..+74.93.7......6.3..+6.+7.+8+7+1+26493+856+485..+97+1+3..1+8+7+2+641.+7..6+8.9.8+67....+2..3.586+1+7:511 421 225 325 431 385 291:::" => "r23c8 r8c7<>5",
            }
            XyChain {
                name: "XY-chain", aliases: [], weight: 66, assumes_one_solution: false,
                hodoku: default(5500, 260, Level::Unfair), hodoku_codes: ["0702"],
                finder: chains::xy_chains(), sentence: chain, explanation: chain,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r5c1 r7c6<>8",
            }
            ContinuousNiceLoop {
                name: "continuous nice loop", aliases: ["AIC ring"], weight: 70, assumes_one_solution: false,
                hodoku: default(5600, 280, Level::Unfair), hodoku_codes: ["0706"],
                finder: chains::ungrouped(), sentence: chain, explanation: chain,
                example: ":0000:x:28+6.4.+7+591+7+9+85+263+4+5+43.+6.+2184+6+8...97+2.+1+2.+98.+6..+9562..+81.3...+6.+2..+5+127..466+2.....+9.:354 554 366 771:::" => "r7c4<>1, r9c7<>3, r9c7<>5",
            }
            DiscontinuousNiceLoop {
                name: "discontinuous nice loop", aliases: [], weight: 70, assumes_one_solution: false,
                hodoku: default(5600, 280, Level::Unfair), hodoku_codes: ["0707"],
                finder: chains::ungrouped(), sentence: chain, explanation: chain,
                example: ":0000:x:28+6.4.+7+591+7+9+85+263+4+5+43.+6.+2184+6+8...97+2.+1+2.+98.+6..+9562..+81.3...+6.+2..+5+127..466+2.....+9.:354 554 366 771:::" => "r9c7<>3",
            }
            Aic {
                name: "AIC", aliases: ["alternating inference chain"], weight: 70, assumes_one_solution: false,
                hodoku: default(5600, 280, Level::Unfair), hodoku_codes: ["0708"],
                finder: chains::ungrouped(), sentence: chain, explanation: chain,
                example: ":0000:x:9.2.5....1.+74.2..+5+4+5876...2......24..+2+4..3..9.961+2+45.....2...58+243....7........+2.:117 317 617 817 318 119 319 619 327 927 328 937 342 149 672 175 775 975 176 177 677 977 186 187 192 692 193 594 894 895 196 596 896 197:::" => "r12c8 r5c7<>8",
            }
            GroupedContinuousNiceLoop {
                name: "grouped continuous nice loop", aliases: [], weight: 73, assumes_one_solution: false,
                hodoku: default(5650, 300, Level::Unfair), hodoku_codes: ["0709"],
                finder: chains::grouped(), sentence: chain, explanation: chain,
                example: ":0000:x:28+6.4.+7+591+7+9+85+263+4+5+43.+6.+2184+6+8...97+2.+1+2.+98.+6..+9562..+81.3...+6.+2..+5+127..466+2.....+9.:354 554 366 771:::" => "r7c4<>1, r9c7<>3, r9c7<>5",
            }
            GroupedDiscontinuousNiceLoop {
                name: "grouped discontinuous nice loop", aliases: [], weight: 73, assumes_one_solution: false,
                hodoku: default(5650, 300, Level::Unfair), hodoku_codes: ["0710"],
                finder: chains::grouped(), sentence: chain, explanation: chain,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r6c9<>9",
            }
            GroupedAic {
                name: "grouped AIC", aliases: ["grouped alternating inference chain"], weight: 73, assumes_one_solution: false,
                hodoku: default(5650, 300, Level::Unfair), hodoku_codes: ["0711"],
                finder: chains::grouped(), sentence: chain, explanation: chain,
                example: ":0000:x:..+7.3.+12.416..+2...+2..9+1.7..7.+152.39+8.28....+1+5...1...+7+2+17....+2.....+2.154+7..2....61:814 416 616 919 536 836 338 339 456 656 466 666 373 374 376 476 676 685 391 392 892 496 896:::" => "r9c56<>9",
            }
            AlsXz {
                name: "ALS-XZ", aliases: [], weight: 60, assumes_one_solution: false,
                hodoku: default(5700, 300, Level::Unfair), hodoku_codes: ["0901"],
                finder: als::xz(), sentence: almost_locked_sets, explanation: almost_locked_sets,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 737 738 739 841 842 843 749 949 951 553 853 762 771 874 675 875 695 895 896 397:::" => "r6c9<>9",
            }
            AlsXyWing {
                name: "ALS-XY-wing", aliases: ["ALS wing"], weight: 66, assumes_one_solution: false,
                hodoku: default(5800, 320, Level::Unfair), hodoku_codes: ["0902"],
                finder: als::wings(), sentence: almost_locked_sets, explanation: almost_locked_sets,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r8c2<>5",
            }
            AlsChain {
                name: "ALS chain", aliases: ["ALS-XY-chain"], weight: 74, assumes_one_solution: false,
                hodoku: default(5900, 340, Level::Unfair), hodoku_codes: ["0903"],
                finder: als::chains(), sentence: almost_locked_sets, explanation: almost_locked_sets,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r2c3<>7, r1c79<>9",
            }
            DeathBlossom {
                name: "death blossom", aliases: [], weight: 74, assumes_one_solution: false,
                hodoku: optional(6000, 360, Level::Unfair), hodoku_codes: ["0904"],
                finder: als::blossoms(), sentence: death_blossom, explanation: death_blossom,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 737 738 739 874 675 695 397:::" => "r4c9<>9",
            }
            FrankenXWing {
                name: "franken X-wing", aliases: [], weight: 65, assumes_one_solution: false,
                hodoku: default(6100, 300, Level::Unfair), hodoku_codes: ["0330"],
                finder: fish::find(Form::franken(2)), sentence: fish, explanation: fish,
                example: ":0000:x:5...9..1..498...3.87.......4....67.99..........642+9..1..2..1.4.......3..35...8...::::" => "r4c8 r5c789<>5",
            }
            FrankenSwordfish {
                name: "franken swordfish", aliases: [], weight: 66, assumes_one_solution: false,
                hodoku: default(6200, 350, Level::Unfair), hodoku_codes: ["0331"],
                finder: fish::find(Form::franken(3)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            FrankenJellyfish {
                name: "franken jellyfish", aliases: [], weight: 75, assumes_one_solution: false,
                hodoku: optional(6300, 370, Level::Unfair), hodoku_codes: ["0332"],
                finder: fish::find(Form::franken(4)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            FrankenSquirmbag {
                name: "franken squirmbag", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(6400, 470, Level::Extreme), hodoku_codes: ["0333"],
                finder: fish::find(Form::franken(5)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            FrankenWhale {
                name: "franken whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(6500, 470, Level::Extreme), hodoku_codes: ["0334"],
                finder: fish::find(Form::franken(6)), sentence: fish, explanation: fish,
                example: ":0000:x:1.....9...3...7.4...5.....2.....6.7.....1.....4.3.8...9.......5.7.8...3...2...1..:613 813 619 819 624 625 825 631 831 637 837 842 652 852 658 858 668 173 277 485 685 486 591 999:::" => "r7c37 r9c19<>6",
            }
            FrankenLeviathan {
                name: "franken leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(6600, 470, Level::Extreme), hodoku_codes: ["0335"],
                finder: fish::find(Form::franken(7)), sentence: fish, explanation: fish,
                example: ":0000:x:8+1.+7.......36..+1...7.+49.2+8..5...7+8......457.....1...3...1....68..85...1..9....4..:513 613 215 517 917 319 619 521 225 428 539 441 641 643 245 249 449 949 251 651 951 252 352 254 954 661 262 462 663 266 866 669 371 374 275 276 376 381 681 682 286 386 389 391 591 295 395 695 795 296 696:::" => "r3c9 r5c3<>6",
            }
            FinnedFrankenXWing {
                name: "finned franken X-wing", aliases: [], weight: 71, assumes_one_solution: false,
                hodoku: default(6700, 390, Level::Unfair), hodoku_codes: ["0340"],
                finder: fish::find(Form::finned_franken(2)), sentence: fish, explanation: fish,
                example: ":0000:x:+53.2.........513.29..6+3...5...175+9.4....+2...6+7+954..+12.1...4.+2..3.47+1+28.+92....8..1:813 916 818 428 432 732 733 438 738 358 858:::" => "r5c23<>8",
            }
            FinnedFrankenSwordfish {
                name: "finned franken swordfish", aliases: [], weight: 71, assumes_one_solution: false,
                hodoku: default(6800, 410, Level::Unfair), hodoku_codes: ["0341"],
                finder: fish::find(Form::finned_franken(3)), sentence: fish, explanation: fish,
                example: ":0000:x:..+7.3.+12.416..+2...+2..9+1.7..7.+152.39+8.28....+1+5...1...+7+2+17....+2.....+2.154+7..2....61:814 416 616 919 536 836 338 339 456 656 466 666 373 374 376 476 676 685 391 392 892 496 896:::" => "r9c15<>8",
            }
            FinnedFrankenJellyfish {
                name: "finned franken jellyfish", aliases: [], weight: 75, assumes_one_solution: false,
                hodoku: optional(6900, 430, Level::Unfair), hodoku_codes: ["0342"],
                finder: fish::find(Form::finned_franken(4)), sentence: fish, explanation: fish,
                example: ":0000:x:..+7.3.+12.416..+2...+2..9+1.7..7.+152.39+8.28....+1+5...1...+7+2+17....+2.....+2.154+7..2....61:814 416 616 919 536 836 338 339 456 656 466 666 373 374 376 476 676 685 391 392 892 496 896:::" => "r9c15<>8",
            }
            FinnedFrankenSquirmbag {
                name: "finned franken squirmbag", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7000, 470, Level::Extreme), hodoku_codes: ["0343"],
                finder: fish::find(Form::finned_franken(5)), sentence: fish, explanation: fish,
                example: ":0000:x:8..........36..+1...7.+49.2+8..5...7.......457.....1...3...1....68..85...1..9....4..:212 412 513 613 314 517 917 319 619 521 539 844 245 947 249 449 949 252 352 254 954 661 663 669 371 374 381 681 389 391 794 295 795 296:::" => "r78c6<>3",
            }
            FinnedFrankenWhale {
                name: "finned franken whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7100, 470, Level::Extreme), hodoku_codes: ["0344"],
                finder: fish::find(Form::finned_franken(6)), sentence: fish, explanation: fish,
                example: ":0000:x:8..........36..+1...7.+49.2+8..5...7.......457.....1...3...1....68..85...1..9....4..:212 412 513 613 314 517 917 319 619 521 539 844 245 947 249 449 949 252 352 254 954 661 663 669 371 374 381 681 389 391 794 295 795 296:::" => "r78c6<>3",
            }
            FinnedFrankenLeviathan {
                name: "finned franken leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7200, 470, Level::Extreme), hodoku_codes: ["0345"],
                finder: fish::find(Form::finned_franken(7)), sentence: fish, explanation: fish,
                example: ":0000:x:..+7.3.+12.416..+2...+2..9+1.7..7.+152.39+8.28....+1+5...1...+7+2+17....+2.....+2.154+7..2....61:814 416 616 919 536 836 338 339 456 656 466 666 373 374 376 476 676 685 391 392 892 496 896:::" => "r7c4<>4",
            }
            MutantXWing {
                name: "mutant X-wing", aliases: [], weight: 79, assumes_one_solution: false,
                hodoku: optional(7300, 450, Level::Extreme), hodoku_codes: ["0350"],
                finder: fish::find(Form::mutant(2)), sentence: fish, explanation: fish,
                example: ":0000:x:5...9..1..498...3.87.......4....67.99..........642...1..2..1.4.......3..35...8...::::" => "r2c679<>2",
            }
            MutantSwordfish {
                name: "mutant swordfish", aliases: [], weight: 79, assumes_one_solution: false,
                hodoku: optional(7400, 450, Level::Extreme), hodoku_codes: ["0351"],
                finder: fish::find(Form::mutant(3)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            MutantJellyfish {
                name: "mutant jellyfish", aliases: [], weight: 89, assumes_one_solution: false,
                hodoku: optional(7500, 450, Level::Extreme), hodoku_codes: ["0352"],
                finder: fish::find(Form::mutant(4)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            MutantSquirmbag {
                name: "mutant squirmbag", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7600, 470, Level::Extreme), hodoku_codes: ["0353"],
                finder: fish::find(Form::mutant(5)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            MutantWhale {
                name: "mutant whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7700, 470, Level::Extreme), hodoku_codes: ["0354"],
                finder: fish::find(Form::mutant(6)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            MutantLeviathan {
                name: "mutant leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(7800, 470, Level::Extreme), hodoku_codes: ["0355"],
                finder: fish::find(Form::mutant(7)), sentence: fish, explanation: fish,
                example: ":0000:x:...28..96...17..5......6.1..3.+6+1.5.+9..1...+6..6.+984.+1.22+835+9..61....+289.+55+94.6+1.+2.:512 712 416 421 326 429 431 532 334 437 339 354 759 859 784 788:::" => "r3c2<>4",
            }
            FinnedMutantXWing {
                name: "finned mutant X-wing", aliases: [], weight: 79, assumes_one_solution: false,
                hodoku: optional(7900, 470, Level::Extreme), hodoku_codes: ["0360"],
                finder: fish::find(Form::finned_mutant(2)), sentence: fish, explanation: fish,
                example: ":0000:x:.+6..+74.93.7......6.3..+6.+7.+8+7+1+26493+856+485..+97+1+3..1+8+7+2+641.+7..6+8.9.8+67....+2..3.586+1+7:511 421 225 325 431 385 291:::" => "r8c7<>5",
            }
            FinnedMutantSwordfish {
                name: "finned mutant swordfish", aliases: [], weight: 79, assumes_one_solution: false,
                hodoku: optional(8000, 470, Level::Extreme), hodoku_codes: ["0361"],
                finder: fish::find(Form::finned_mutant(3)), sentence: fish, explanation: fish,
                example: ":0000:x:..+7.3.+12.416..+2...+2..9+1.7..7.+152.39+8.28....+1+5...1...+7+2+17....+2.....+2.154+7..2....61:814 416 616 919 536 836 338 339 456 656 466 666 373 374 376 476 676 685 391 392 892 496 896:::" => "r9c15<>8",
            }
            FinnedMutantJellyfish {
                name: "finned mutant jellyfish", aliases: [], weight: 89, assumes_one_solution: false,
                hodoku: optional(8100, 470, Level::Extreme), hodoku_codes: ["0362"],
                finder: fish::find(Form::finned_mutant(4)), sentence: fish, explanation: fish,
                example: ":0000:x:8..+7.......36..+1...7.+49.2+8..5...7+8......457.....1...3...1....68..85...1..9....4..:212 412 513 613 215 517 917 319 619 521 225 428 539 441 245 249 449 949 251 651 951 252 352 254 954 661 262 462 663 266 866 669 371 374 276 376 381 681 682 286 386 389 391 295 395 695 795 296 696:::" => "r4c13<>6",
            }
            FinnedMutantSquirmbag {
                name: "finned mutant squirmbag", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(8200, 470, Level::Extreme), hodoku_codes: ["0363"],
                finder: fish::find(Form::finned_mutant(5)), sentence: fish, explanation: fish,
                example: ":0000:x:98.7.....7..86.....+35..4...3..6..9....2..........+3..51.7..8+93+1...+3..67.....+3+71.42:617 122 131 238 938 639 939 143 443 746 846 851 556 459 463 663 266 671 881 982 589 693 897:::" => "r12c7<>2",
            }
            FinnedMutantWhale {
                name: "finned mutant whale", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(8300, 470, Level::Extreme), hodoku_codes: ["0364"],
                finder: fish::find(Form::finned_mutant(6)), sentence: fish, explanation: fish,
                example: ":0000:x:8..+7.......36..+1...7.+49.2+8..5...7+8......457.....1...3...1....68..85...1..9....4..:212 412 513 613 215 517 917 319 619 521 225 428 539 441 245 249 449 949 251 651 951 252 352 254 954 661 262 462 663 266 866 669 371 374 276 376 381 681 682 286 386 389 391 295 395 695 795 296 696:::" => "r4c13<>6",
            }
            FinnedMutantLeviathan {
                name: "finned mutant leviathan", aliases: [], weight: 105, assumes_one_solution: false,
                hodoku: optional(8400, 470, Level::Extreme), hodoku_codes: ["0365"],
                finder: fish::find(Form::finned_mutant(7)), sentence: fish, explanation: fish,
                example: ":0000:x:8..+7.......36..+1...7.+49.2+8..5...7+8......457.....1...3...1....68..85...1..9....4..:212 412 513 613 215 517 917 319 619 521 225 428 539 441 245 249 449 949 251 651 951 252 352 254 954 661 262 462 663 266 866 669 371 374 276 376 381 681 682 286 386 389 391 295 395 695 795 296 696:::" => "r4c13<>6",
            }
            KrakenFish1 {
                name: "Kraken fish type 1", aliases: [], weight: 78, assumes_one_solution: false,
                hodoku: optional(8450, 500, Level::Extreme), hodoku_codes: ["0371"],
                finder: fish::kraken(), sentence: kraken_fish, explanation: kraken_fish,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r6c9<>9",
            }
            KrakenFish2 {
                name: "Kraken fish type 2", aliases: [], weight: 78, assumes_one_solution: false,
                hodoku: optional(8450, 500, Level::Extreme), hodoku_codes: ["0372"],
                finder: fish::kraken(), sentence: kraken_fish, explanation: kraken_fish,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:732 737 738 739 675 695 397:::" => "r7c4<>8",
            }
            WxyzWing {
                name: "WXYZ-wing", aliases: [], weight: 51, assumes_one_solution: false,
                hodoku: None, hodoku_codes: ["0802"],
                finder: wings::wxyz_wings(), sentence: wxyz_wing, explanation: reason_and_conclusion,
                example: ":0000:x:.2..45.+1.4..3+168+2.1.3+2........5.+213..+1.7....23.+2+1.46...3+1...+2..6...21.8.29......1:811 713 913 529 532 732 935 737 738 739 841 842 643 843 749 949 951 553 853 955 956 762 771 874 675 875 975 776 695 895 896 397:::" => "r5c1 r7c6<>8",
            }
            AlignedPairExclusion {
                name: "aligned pair exclusion", aliases: ["APE"], weight: 62, assumes_one_solution: false,
                hodoku: None, hodoku_codes: ["1000"],
                finder: aligned::find(), sentence: aligned_pair_exclusion, explanation: reason_and_conclusion,
                example: ":0000:x:28+6.4.+7+591+7+9+85+263+4+5+43.+6.+2184+6+8...97+2.+1+2.+98.+6..+9562..+81.3...+6.+2..+5+127..466+2.....+9.:354 554 366 771:::" => "r8c7<>3",
            }
            JuniorExocet {
                name: "junior exocet", aliases: [], weight: 84, assumes_one_solution: false,
                hodoku: None, hodoku_codes: [],
                finder: exocet::find(), sentence: exocet, explanation: reason_and_conclusion,
                example: ":0000:x:..2.8..6767....8.....67......6...78..2..16.54..5...612.61...4.5..8.5.1.6457361298:412 514 516 424 425 426 328 432 436 536 338 444 446 351 951 954 464 466:::" => "r1c4 r2c9 r3c12<>1, r2c4<>2, r3c9<>3, r2c4<>5, r2c4 r3c9<>9",
            }
            SeniorExocet {
                name: "senior exocet", aliases: [], weight: 88, assumes_one_solution: false,
                hodoku: None, hodoku_codes: [],
                finder: exocet::find(), sentence: exocet, explanation: reason_and_conclusion,
                example: ":0000:x:....8.4....+86...2...1....7+83+765+1+824+9+9+1+42+6+3+78+58+25...1..1...+26+8.+4.+89.4.3.+2.4+283...7:511 611 714 516 716 118 721 522 526 631 532 536 588 598:::" => "r1c2<>3, r9c6<>5, r1c2<>9",
            }
            MultiSectorLockedSets {
                name: "multi-sector locked sets", aliases: ["MSLS"], weight: 86, assumes_one_solution: false,
                hodoku: None, hodoku_codes: [],
                finder: multi_sector::find(), sentence: multi_sector_locked_sets, explanation: reason_and_conclusion,
                example: ":0000:x:+35+1...724.8..+431+56.4..1+5+8+93.3......+71+784..2....4.7.....+6+35+2.97..1768......5..+7+6..:924 244 264 966 398:::" => "r6c8<>3, r8c17<>4, r5c5<>6, r14c6<>9",
            }
            ForcingChainContradiction {
                name: "forcing chain contradiction", aliases: ["digit forcing chain"], weight: 82, assumes_one_solution: false,
                hodoku: default(8500, 500, Level::Extreme), hodoku_codes: ["1301"],
                finder: forcing::chains(), sentence: contradiction, explanation: contradiction,
                example: ":0000:x:8..........36..+1...7.+49.2+8..5...7.......457.....1...3...1....68..85...1..9....4..:212 412 513 613 314 517 917 319 619 521 539 844 245 947 249 449 949 252 352 254 954 661 663 669 371 374 381 681 389 391 794 295 795 296:::" => "r7c6<>3",
            }
            ForcingChainVerity {
                name: "forcing chain verity", aliases: ["cell forcing chain", "region forcing chain", "unit forcing chain"], weight: 82, assumes_one_solution: false,
                hodoku: default(8500, 500, Level::Extreme), hodoku_codes: ["1302"],
                finder: forcing::chains(), sentence: verity, explanation: verity,
                example: ":0000:x:8..........36..+1...7.+49.2+8..5...7.......457.....1...3...1....68..85...1..9....4..:212 412 513 613 314 517 917 319 619 521 539 844 245 947 249 449 949 252 352 254 954 661 663 669 371 374 381 681 389 391 794 295 795 296:::" => "r7c6<>3",
            }
            ForcingNetContradiction {
                name: "forcing net contradiction", aliases: ["Nishio"], weight: 95, assumes_one_solution: false,
                hodoku: default(8600, 700, Level::Extreme), hodoku_codes: ["1303"],
                finder: forcing::nets(), sentence: contradiction, explanation: contradiction,
                example: ":0000:x:8..........36..+1...7.+49.2+8..5...7.......457.....1...3...1....68..85...1..9....4..:212 412 513 613 314 517 917 319 619 521 539 245 947 252 661 663 669 371 374 381 681 389 295 795 296:::" => "r9c5<>6",
            }
            ForcingNetVerity {
                name: "forcing net verity", aliases: ["cell forcing net", "region forcing net"], weight: 95, assumes_one_solution: false,
                hodoku: default(8600, 700, Level::Extreme), hodoku_codes: ["1304"],
                finder: forcing::nets(), sentence: verity, explanation: verity,
                example: ":0000:x:..2.8..6767....8.....67......6...78..2..16.54..5...612.61...4.5..8.5.1.6457361298:412 514 516 323 424 425 426 328 432 436 536 338 339 444 346 446 351 951 954 962 464 466 984:::" => "r3c6<>3",
            }
            TemplateSet {
                name: "template set", aliases: ["pattern overlay method"], weight: 110, assumes_one_solution: false,
                hodoku: optional(8700, 10000, Level::Extreme), hodoku_codes: ["1201"],
                finder: templates::set(), sentence: template_set, explanation: reason_and_conclusion,
                example: ":0000:x:.23.5..+7+4+5+7..+4....1...729.+5..+27.+5..1.57.16..3..+14+2.+75.2.6.....738..+6+7.12+71+5+28+43..:811 914 617 824 924 838 941 442 966 976 978:::" => "r2c8=2, r5c7=2",
            }
            TemplateDelete {
                name: "template delete", aliases: [], weight: 110, assumes_one_solution: false,
                hodoku: optional(8800, 10000, Level::Extreme), hodoku_codes: ["1202"],
                finder: templates::delete(), sentence: template_delete, explanation: reason_and_conclusion,
                example: ":0000:x:8..+7.......36..+1...7.+49.2+8..5...7+8......457.....1...3...1....68..85...1..9....4..:212 412 513 613 215 517 917 319 619 521 225 428 539 441 245 249 449 949 251 651 951 252 352 254 954 661 262 462 663 266 866 669 371 374 276 376 381 681 682 286 386 389 391 295 395 695 795 296 696:::" => "r4c13<>6",
            }
            BruteForce {
                name: "brute force", aliases: ["trial and error", "guessing"], weight: 120, assumes_one_solution: false,
                hodoku: default(8900, 10000, Level::Extreme), hodoku_codes: [],
                finder: brute_force::find(), sentence: brute_force, explanation: reason_and_conclusion,
                example: ":0000:x:.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....::::" => "r1c4=8",
            }
        }
    };
}

pub(crate) use for_each_technique;
