// Grids of the gallery that are not among the example files, made by `sudoku generate`.

/** A 16×16 grid with one solution; every given is needed. */
export const LARGE_GRID = `kind = "grid"
title = "16 by 16"
givens = '''
.............2.G
.8F74..E..2...96
.4EB2...A.....1.
9.A....CD3..7.B8
1...E..24..3....
7..CB6F....53...
.EB......A..F.2.
.3..G754.......A
.B.4.1.F..E..3D.
..5D..A..G8....7
.A.17...9..4....
E.....D..B....C.
...5..C....2G...
6D89...G.5.....3
F....B86..71..E4
.C..D....4......
'''
`;

/** Irregular regions and both diagonals: eleven givens are enough. */
export const IRREGULAR_GRID = `kind = "grid"
title = "Irregular with diagonals"
givens = '''
..5..9...
....14...
.....7...
.92......
.........
.........
.........
.....17..
...6....8
'''
regions = '''
AADDDBCCC
AADBDBCCC
ADDBBBFFC
ADBBBEFCC
ADEEEEFFI
AAHEEEFII
HHHHHEFII
HHGGHGFII
GGGGGGFII
'''
diagonals = ["main", "anti"]
`;
