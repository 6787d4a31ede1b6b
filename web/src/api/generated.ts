// The documents of the API. Generated from the OpenAPI document by the test
// `page_has_the_types_of_the_openapi_document` of `gordian-server`; do not edit.

/** The task of a `solve` request. */
export type TaskName = "prove" | "determined" | "first" | "count" | "all";

/** A `solve` request. */
export interface SolveRequest {
  /** A puzzle file, a link, a model, or a Sudoku in any text format. */
  readonly puzzle: string;
  /** The task: `prove` by default. */
  readonly task?: TaskName | null;
  /** With `count` and `all`: stop after this many solutions. */
  readonly limit?: number | null;
  /** The time limit, in seconds; at most the limit of the service. */
  readonly time_limit?: number | null;
  /** The engine: `auto`, `search`, `model`, `sat`, `lcg`, `portfolio`, `batsat` or `cadical`. */
  readonly engine?: string | null;
  /** The seed of all random choices. */
  readonly seed?: number;
  /** For a scrambled 3×3×3 Sudoku Cube: find the turns too. */
  readonly moves?: boolean;
  /** Report what the compiler made of each rule. */
  readonly report?: boolean;
  /** If there is no solution: find rules and givens that exclude each other. */
  readonly conflict?: boolean;
}

/** What was established. */
export type OutcomeName = "optimal" | "solved" | "feasible" | "infeasible" | "stopped";

/** The time that a piece of work took, in seconds.
 * Documents round them to microseconds. */
export interface Seconds {
  /** The CPU time of all threads together. */
  readonly cpu: number;
  /** The elapsed time. */
  readonly wall: number;
}

/** The reason why a search stopped early. */
export type Limit = "time" | "effort" | "solutions" | "memory" | "interrupted" | "techniques";

/** What is the same in all solutions. */
export interface Determined {
  /** The part of the solution that is the same in all solutions (proved), in the form of the
   * puzzle's kind: `?` elsewhere. */
  readonly part: unknown;
  /** The number of its places: cells, lines or borders. */
  readonly common: number;
  /** The number of places that differ between two solutions. */
  readonly varying: number;
  /** The number of places that are the same in the solutions found, where a limit was reached
   * before it was decided whether they are the same in all solutions. */
  readonly undecided: number;
  /** These places, in the form of `part`; left out if there are none. */
  readonly undecided_part?: unknown;
  /** Whether every place is decided. */
  readonly proved: boolean;
}

/** Turns that solve a Sudoku Cube. */
export interface CubeMoves {
  /** The turns. */
  readonly sequence: string;
  /** The number of turns. */
  readonly length: number;
  /** The metric of the length. */
  readonly metric: string;
  /** No solution of the grid can be reached in fewer turns; null if some solutions were not
   * examined. */
  readonly lower_bound: number | null;
  /** Whether the turns were verified by replay, sticker by sticker: always true. */
  readonly checked: boolean;
  /** The number of solutions of the grid that were examined. */
  readonly goals: number;
  /** Whether these are all solutions of the grid. */
  readonly all_goals: boolean;
  /** The faces whose centres had an unknown direction: they may end in any direction. */
  readonly unknown_centres: readonly string[];
}

/** The answer about a puzzle or a model. */
export interface SolveResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind of the puzzle, or `model`. */
  readonly kind: string;
  /** The title. */
  readonly title: string | null;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** Whether the solution is unique; null: not decided. */
  readonly unique: boolean | null;
  /** The number of solutions, with the task `count`; if `limit` is not null, there may be more. */
  readonly count: number | null;
  /** The first solution, in the form of the puzzle's kind; null if none was found. */
  readonly solution: unknown;
  /** Whether there is a solution; each was checked by the rules. */
  readonly checked: boolean;
  /** The best objective found, if there is a goal. */
  readonly objective: number | null;
  /** No solution has a better objective than this. */
  readonly bound: number | null;
  /** The gap between them: their difference divided by the magnitude of the objective; 0 if it is
   * optimal. */
  readonly gap?: number | null;
  /** The engine that answered. */
  readonly engine: string;
  /** The time that the answer took. */
  readonly seconds: Seconds;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** What is the same in all solutions, with the task `determined`. */
  readonly determined?: Determined | null;
  /** All solutions found, with the task `all`, or if there are several; if `limit` is not null,
   * there may be more. */
  readonly solutions?: readonly unknown[] | null;
  /** The turns of a Sudoku Cube. */
  readonly moves?: CubeMoves | null;
  /** Further remarks. */
  readonly notes?: readonly string[];
  /** What the compiler did. */
  readonly report?: string | null;
  /** Givens and rules that exclude each other; if any one of them is removed, the others can be
   * satisfied. */
  readonly conflict?: readonly string[] | null;
}

/** The puzzle and the solution to check. */
export interface CheckRequest {
  /** A puzzle file, a link, a model, or a Sudoku in any text format. */
  readonly puzzle: string;
  /** The solution, in the form that `solve` returns; a solution of a grid may also be a text, in
   * one line or in rows. A part of a solution has `?` where nothing is known; of a model, it has
   * only some variables. */
  readonly solution: unknown;
  /** The time limit for a part, in seconds. A complete solution needs no time. */
  readonly time_limit?: number | null;
}

/** A rule that a solution breaks. */
export interface BrokenRule {
  /** The stable name of the rule within the kind of puzzle, such as `shaded-square`. */
  readonly rule: string;
  /** What is wrong and where, as a sentence without a final stop. */
  readonly message: string;
  /** The cells that it concerns, such as `r1c2`; none if they are not known. */
  readonly cells: readonly string[];
}

/** Clues and rules that exclude values of a part. */
export interface PartConflict {
  /** The clues and rules, or the names of constraints. */
  readonly reasons: readonly string[];
  /** The values that they exclude together, as sentences. */
  readonly values: readonly string[];
  /** These values alone, in the form of solutions: `?` elsewhere. */
  readonly part: unknown;
  /** Whether nothing can be left out of the reasons and values. */
  readonly minimal: boolean;
}

/** Whether a solution is right, and what is wrong with it. */
export interface CheckResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** Whether the solution is complete and keeps all rules. */
  readonly right: boolean;
  /** The rules that the solution breaks, as sentences. A part that breaks rules has `conflicts`. */
  readonly broken: readonly string[];
  /** Whether every place has a value. If not, the solution is a part of one. */
  readonly complete: boolean;
  /** The sentences of `broken` with the names of the rules and the cells. */
  readonly violations: readonly BrokenRule[];
  /** Whether a solution continues the part: true if one was found, false if it is proved that
   * there is none. Null for complete solutions, and if a limit was reached before. */
  readonly possible: boolean | null;
  /** Why no solution continues the part. First each clue and rule that the part breaks by itself;
   * if there is none, one set of clues and rules. */
  readonly conflicts: readonly PartConflict[];
  /** The limit that was reached before it was known whether a solution continues the part. */
  readonly limit: Limit | null;
}

/** The puzzle to draw. */
export interface DrawRequest {
  /** A puzzle file, a link, or a Sudoku in any text format. */
  readonly puzzle: string;
  /** The solution to draw into the puzzle, in the form that `solve` returns. It may be wrong. */
  readonly solution?: unknown;
}

/** The drawing of a puzzle. */
export interface DrawResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind of the puzzle. */
  readonly kind: string;
  /** The title. */
  readonly title: string | null;
  /** The drawing as lines of text. */
  readonly text: string;
  /** The drawing as a self-contained SVG element. */
  readonly svg: string;
  /** Further remarks, such as what was ignored in a link. */
  readonly notes?: readonly string[];
}

/** A text of any kind. */
export interface RecogniseRequest {
  /** The text: a link, a puzzle file, a model, a Sudoku in any text format, a position or a
   * sequence of a puzzle that turns, the name or the definition of one. Links are read, never
   * fetched. */
  readonly text: string;
}

/** One way to read a text. */
export interface Reading {
  /** What the text is. */
  readonly content: Content;
  /** The kind of the puzzle, such as `grid`, `nurikabe` or `square1`; `model`; or for a puzzle of
   * permutations its name, `definition` for the text of one. */
  readonly kind: string;
  /** The title, if the text has one. */
  readonly title: string | null;
  /** The number of puzzles in the text. */
  readonly puzzles: number;
  /** What was assumed or ignored. */
  readonly notes: readonly string[];
}

/** What a text is. */
export type Content = "puzzle" | "model" | "position" | "permutations";

/** What the text is. */
export interface RecogniseResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The readings of the text, the most likely one first; at least one. */
  readonly readings: readonly Reading[];
}

/** The text to read. */
export interface SudokuReadRequest {
  /** One puzzle or several: lines, drawn grids, links, files. */
  readonly text: string;
}

/** A puzzle as data. */
export interface ReadPuzzle {
  /** The title. */
  readonly title: string | null;
  /** The author. */
  readonly author: string | null;
  /** The format of the text. */
  readonly format: string;
  /** The number of rows, columns and digits. */
  readonly n: number;
  /** The given digits, row by row; 0: none. */
  readonly givens: readonly number[];
  /** The digits placed by a player; 0: none. */
  readonly placed: readonly number[];
  /** The pencil marks of each cell, if the text has any. */
  readonly marks: readonly (readonly number[])[] | null;
  /** Sets of cells in which no digit repeats. */
  readonly houses: readonly House[];
  /** Sets of cells with a sum. */
  readonly cages: readonly CageDocument[];
  /** The puzzle as a puzzle file, without placed digits and marks. */
  readonly puzzle: string;
  /** What was assumed or ignored. */
  readonly notes: readonly string[];
}

/** A house: a set of cells that must differ. */
export interface House {
  /** The kind of house. */
  readonly kind: HouseKind;
  /** The name in messages, such as `row 3` or `box 5`. */
  readonly name: string;
  /** The cells, row by row from 0, each once, in increasing order: n of them, or any number in an
   * extra group. */
  readonly cells: readonly number[];
}

/** The kind of a house. */
export type HouseKind = "row" | "column" | "region" | "main-diagonal" | "anti-diagonal" | "group";

/** A set of cells with a sum. */
export interface CageDocument {
  /** The name, as in messages. */
  readonly name: string;
  /** The sum of the digits. */
  readonly sum: number;
  /** Whether digits must not repeat in the cage. */
  readonly different: boolean;
  /** The cells, row by row from 0. */
  readonly cells: readonly number[];
}

/** The puzzles of a text. */
export interface SudokuReadResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The puzzles, in the order of the text. */
  readonly puzzles: readonly ReadPuzzle[];
}

/** The grid to examine. */
export interface SudokuCandidatesRequest {
  /** A grid in any text format, or a puzzle file; placed digits count as givens. */
  readonly puzzle: string;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A digit that repeats in a house. */
export interface Conflict {
  /** The name of the house. */
  readonly house: string;
  /** The digit that repeats. */
  readonly digit: number;
  /** The cells that hold it. */
  readonly cells: readonly number[];
}

/** What is known of a grid. */
export interface SudokuCandidatesResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The number of rows, columns and digits. */
  readonly n: number;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** 0, 1, or 2 for two or more; null: not decided. */
  readonly solutions: number | null;
  /** Of each cell, digits that occur in some solution; all of them if `limit` is null. */
  readonly candidates: readonly (readonly number[])[];
  /** Of each cell, digits that no digit in its houses excludes. */
  readonly basic: readonly (readonly number[])[];
  /** Digits that repeat in a house. */
  readonly conflicts: readonly Conflict[];
}

/** The order in which techniques are tried. */
export type TechniqueOrder = "all" | "hodoku";

/** The grid whose next step is wanted. */
export interface SudokuHintRequest {
  /** A grid in any text format, or a puzzle file, with placed digits and pencil marks. */
  readonly puzzle: string;
  /** The digits placed by a player, row by row; 0: none. They replace those of the text. */
  readonly placed?: readonly number[] | null;
  /** The pencil marks of each cell, row by row; in a cell without marks, every digit is possible.
   * They replace those of the text. */
  readonly marks?: readonly (readonly number[])[] | null;
  /** The order in which techniques are tried: `all` by default. */
  readonly order?: TechniqueOrder | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A step of a human solving technique. Empty lists are left out. */
export interface StepDocument {
  /** The technique, in lower case with hyphens. */
  readonly technique: string;
  /** The name of the technique as players write it; documents before 0.2 do not have it. */
  readonly name: string;
  /** Whether the conclusion holds only for puzzles with exactly one solution. */
  readonly assumes_unique: boolean;
  /** The placed digits. */
  readonly placements?: readonly CandidateDocument[];
  /** The eliminated candidates. */
  readonly eliminations?: readonly CandidateDocument[];
  /** The digits of the pattern. */
  readonly digits?: readonly number[];
  /** The cells of the pattern. */
  readonly cells?: readonly string[];
  /** The houses of the pattern: the base sets of a fish, the house of a subset. */
  readonly houses?: readonly string[];
  /** The cover sets of a fish, the house that loses locked candidates. */
  readonly covers?: readonly string[];
  /** The fins of a fish. */
  readonly fins?: readonly string[];
  /** Candidates with their role in the pattern. */
  readonly marks?: readonly MarkDocument[];
  /** Almost locked sets and other groups of cells. */
  readonly sets?: readonly SetDocument[];
  /** The links of chains and nets. */
  readonly links?: readonly LinkDocument[];
  /** The branches of a forcing chain or net. */
  readonly branches?: readonly BranchDocument[];
  /** The difficulty on Gordian's scale; documents of 0.1.0 do not have it. */
  readonly weight?: number | null;
  /** The step as a sentence. */
  readonly text: string;
  /** The step in Eureka notation. */
  readonly eureka: string;
  /** The step sentence by sentence. */
  readonly explanation?: readonly SentenceDocument[];
}

/** A digit in a cell. */
export interface CandidateDocument {
  /** The cell, such as `r2c5`. */
  readonly cell: string;
  /** The digit. */
  readonly digit: number;
}

/** A candidate with its role in the pattern. */
export interface MarkDocument {
  /** The cell, such as `r2c5`. */
  readonly cell: string;
  /** The digit. */
  readonly digit: number;
  /** The role. */
  readonly mark: Mark;
}

/** The role of a candidate in a pattern. */
export type Mark = "pattern" | "extra" | "first" | "second";

/** A group of cells with their candidates. */
export interface SetDocument {
  /** The cells. */
  readonly cells: readonly string[];
  /** Their candidates. */
  readonly digits: readonly number[];
  /** What the set is. */
  readonly kind: SetKind;
}

/** The kind of the sets of a pattern. */
export type SetKind = "almost-locked" | "colour" | "group";

/** A link between two nodes of a chain. */
export interface LinkDocument {
  /** The first node. */
  readonly from: NodeDocument;
  /** The second node. */
  readonly to: NodeDocument;
  /** Whether at least one node is true (strong), rather than at least one false (weak). */
  readonly strong: boolean;
  /** The house of a strong link between places of one digit. */
  readonly house?: string | null;
}

/** A node of a chain: one of the cells holds the digit. */
export interface NodeDocument {
  /** The digit. */
  readonly digit: number;
  /** The cells. */
  readonly cells: readonly string[];
  /** The cells of the almost locked set through which the link to the next node leads. */
  readonly through?: readonly string[];
}

/** A branch of a forcing chain or net: an assumption and the links that follow from it. */
export interface BranchDocument {
  /** The assumed node. */
  readonly assumed: NodeDocument;
  /** Whether the node is assumed to be true. */
  readonly holds: boolean;
  /** The links of the branch, from 0. */
  readonly links: readonly number[];
}

/** A sentence of an explanation. Empty lists are left out. */
export interface SentenceDocument {
  /** The sentence; numbers in brackets refer to other sentences. */
  readonly text: string;
  /** The case that the sentence belongs to, from 1. */
  readonly case?: number | null;
  /** The links it follows, from 0. */
  readonly links?: readonly number[];
  /** The sets it refers to, from 0. */
  readonly sets?: readonly number[];
  /** Other candidates it refers to. */
  readonly candidates?: readonly CandidateDocument[];
}

/** A position. */
export interface PositionDocument {
  /** The digits, row by row; 0: empty. */
  readonly values: readonly number[];
  /** The candidates of each cell; empty for cells with a digit. */
  readonly candidates: readonly (readonly number[])[];
}

/** The next step. */
export interface SudokuHintResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** Whether the solution is unique; null: not decided, or no solution. */
  readonly unique: boolean | null;
  /** Whether there are steps and each was verified against all solutions. */
  readonly checked: boolean;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** The step; null if there is none: see `outcome` and `limit`. */
  readonly step: StepDocument | null;
  /** Cells whose placed digit is wrong. */
  readonly wrong: readonly string[];
  /** Further remarks. */
  readonly notes: readonly string[];
  /** The position before the first step. */
  readonly start: PositionDocument;
}

/** The grid to explain. */
export interface SudokuExplainRequest {
  /** A grid in any text format, or a puzzle file, with placed digits and pencil marks. */
  readonly puzzle: string;
  /** The digits placed by a player, row by row; 0: none. They replace those of the text. */
  readonly placed?: readonly number[] | null;
  /** The pencil marks of each cell, row by row; in a cell without marks, every digit is possible.
   * They replace those of the text. */
  readonly marks?: readonly (readonly number[])[] | null;
  /** The order in which techniques are tried: `all` by default. */
  readonly order?: TechniqueOrder | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A rating on Gordian's own scale, for a solution with all techniques ([`crate::Config::all`]).
 * Each step has a weight ([`crate::Step::weight`]), from 1.0 for the last cell of a house to 12.0
 * for brute force, and the solver always takes an easiest step. The rating is the weight of the
 * hardest step; the effort is the sum of all weights. */
export interface Rating {
  /** The weight of the hardest step. */
  readonly hardest: number;
  /** The sum of the weights of all steps. */
  readonly effort: number;
  /** The technique of the first step of that weight. */
  readonly technique: string;
}

/** The solution, step by step. */
export interface SudokuExplainResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** Whether the solution is unique; null: not decided, or no solution. */
  readonly unique: boolean | null;
  /** Whether there are steps and each was verified against all solutions. */
  readonly checked: boolean;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** The solution, as one line; null unless the steps lead to it. */
  readonly solution: string | null;
  /** The rating on Gordian's scale; null unless the steps lead to the solution. */
  readonly rating: Rating | null;
  /** The steps, in order. */
  readonly steps: readonly StepDocument[];
  /** Cells whose placed digit is wrong. */
  readonly wrong: readonly string[];
  /** Further remarks. */
  readonly notes: readonly string[];
  /** The position before the first step. */
  readonly start: PositionDocument;
}

/** The scale of a rating. */
export type Scale = "gordian" | "hodoku" | "explainer";

/** The grid to rate, and the scale. */
export interface SudokuRateRequest {
  /** A grid in any text format, or a puzzle file. Placed digits are ignored. */
  readonly puzzle: string;
  /** The scale: `gordian` by default. */
  readonly scale?: Scale | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A rating on one of the scales. */
export type RatingDocument = Rating | HodokuDocument | ExplainerRating;

/** A rating on HoDoKu's scale, with the hardest technique. */
export interface HodokuDocument {
  /** The sum of the scores of all steps. */
  readonly score: number;
  /** The level. */
  readonly level: Level;
  /** The hardest technique of the solution. */
  readonly technique: string;
}

/** A difficulty level of HoDoKu. */
export type Level = "easy" | "medium" | "hard" | "unfair" | "extreme";

/** The difficulty of a puzzle on Sudoku Explainer's scale. */
export interface ExplainerRating {
  /** The rating of the hardest step. */
  readonly er: number;
  /** The "pearl" rating: that of the hardest step up to the first digit placed, its own
   * included. */
  readonly ep: number;
  /** The "diamond" rating: that of the first step. */
  readonly ed: number;
}

/** A rating. */
export interface SudokuRateResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** Whether the solution is unique; null: not decided, or no solution. */
  readonly unique: boolean | null;
  /** Whether there are steps and each was verified against all solutions. */
  readonly checked: boolean;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** The scale. */
  readonly scale: Scale;
  /** The rating; null if there is none: see `outcome` and `unique`. */
  readonly rating: RatingDocument | null;
}

/** The requested puzzle. */
export interface SudokuGenerateRequest {
  /** The number of rows, columns and digits: 9 by default. */
  readonly size?: number | null;
  /** Rows and columns of a box; as close to square as possible by default. */
  readonly box?: readonly [number, number] | null;
  /** Whether digits must not repeat on the two main diagonals. */
  readonly diagonals?: boolean;
  /** The symmetry of the givens: `none` (default), `half-turn`, `quarter-turn`, `diagonal`,
   * `anti-diagonal`, `left-right`, `top-bottom` or `full`. */
  readonly symmetry?: string | null;
  /** The number of givens. */
  readonly clues?: number | null;
  /** Whether the puzzle must be minimal: without any given (or any symmetric set of givens) it
   * would have several solutions. */
  readonly minimal?: boolean;
  /** HoDoKu's level: `easy`, `medium`, `hard`, `unfair` or `extreme`. */
  readonly level?: string | null;
  /** Techniques that the solution must use. */
  readonly needs?: readonly string[];
  /** Techniques that the solution must not use. */
  readonly avoids?: readonly string[];
  /** The seed: equal seeds give equal puzzles. Chosen at random if left out. */
  readonly seed?: number | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A rating on HoDoKu's scale (version 2.2, its own defaults).
 * Each step adds the score of its technique. The level is the lowest that is not below the hardest
 * step and whose limit the score does not exceed: very many easy steps do not make an easy puzzle. */
export interface HodokuRating {
  /** The sum of the scores of all steps. */
  readonly score: number;
  /** The level. */
  readonly level: Level;
}

/** The generated puzzle. */
export interface SudokuGenerateResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** The seed that reproduces this result. */
  readonly seed: number;
  /** The puzzle as one line; null if none was found in time. */
  readonly puzzle: string | null;
  /** The solution. */
  readonly solution: string | null;
  /** Whether the solution was checked by the rules. */
  readonly checked: boolean;
  /** True: the solution is proved to be unique. */
  readonly unique: boolean | null;
  /** The number of givens. */
  readonly clues: number | null;
  /** Whether the puzzle is known to be minimal. */
  readonly minimal: boolean | null;
  /** The puzzle as a puzzle file. */
  readonly file: string | null;
  /** HoDoKu's rating, if a difficulty was requested. */
  readonly rating?: HodokuRating | null;
}

/** Asks for the kinds of pencil puzzles. */
export type PencilKindsRequest = Readonly<Record<string, unknown>>;

/** A kind of pencil puzzle. */
export interface PencilKind {
  /** The name in puzzle files and links. */
  readonly kind: string;
  /** The name as players write it. */
  readonly title: string;
  /** What is drawn. */
  readonly family: Family;
}

/** A family of kinds: what is drawn to solve them. */
export type Family = "shading" | "lines" | "division" | "numbers" | "objects" | "pictures";

/** The kinds of pencil puzzles. */
export interface PencilKindsResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kinds. */
  readonly kinds: readonly PencilKind[];
}

/** A pencil puzzle as text. */
export interface PencilReadRequest {
  /** A puzzle file or a link. */
  readonly puzzle: string;
}

/** The parts that boards and solutions of a kind have. */
export interface FormDocument {
  /** The clues in cells. */
  readonly cells: ClueForm | null;
  /** Whether the cells with clues are black, and nothing is drawn into them. */
  readonly black_clues: boolean;
  /** Whether cells can be missing. */
  readonly holes: boolean;
  /** The walls. */
  readonly walls: WallsForm;
  /** Whether the number in a cell belongs to its room: at most one in each. */
  readonly room_numbers: boolean;
  /** The clues at vertices. */
  readonly points: ClueForm | null;
  /** The dots at centres of cells, middles of edges and vertices. */
  readonly dots: ClueForm | null;
  /** The clues outside. */
  readonly outside: OutsideClueForm | null;
  /** Whether there is a bank of pieces. */
  readonly pieces: boolean;
  /** The number of the puzzle. */
  readonly parameter: ParameterForm | null;
  /** The options. */
  readonly options: readonly string[];
  /** The values of cells in solutions. */
  readonly cell_layer: CellLayerForm | null;
  /** The values of edges in solutions. */
  readonly edge_layer: EdgeLayerForm | null;
}

/** The form of the clues in cells, at vertices or at dots. */
export type ClueForm = {
  readonly form: "numbers";
  /** The smallest number. */
  readonly min: number;
  /** The largest number. */
  readonly max: number;
  /** Whether `?` is a clue. */
  readonly unknown: boolean;
} | {
  readonly form: "marks";
  /** The marks. */
  readonly marks: readonly SymbolDocument[];
} | {
  readonly form: "circles";
} | {
  readonly form: "arrows";
  /** Whether `o` (white) or `*` (black) may come before the number. */
  readonly coloured: boolean;
} | {
  readonly form: "several";
} | {
  readonly form: "compass";
} | {
  readonly form: "sums";
};

/** A character with its meaning. */
export interface SymbolDocument {
  /** The character in texts. */
  readonly symbol: string;
  /** What it means. */
  readonly meaning: string;
}

/** Whether walls divide the board. */
export type WallsForm = "none" | "rooms" | "borders";

/** The form of clues outside the board. */
export interface OutsideClueForm {
  /** The sides with clues. */
  readonly sides: readonly Side[];
  /** Whether a line may have several numbers, separated by commas. */
  readonly is_list: boolean;
  /** The smallest number. */
  readonly min: number;
  /** Whether clues are letters instead of numbers. */
  readonly is_letter: boolean;
}

/** The sides of a board with clues outside: above, below, left, right. */
export type Side = "above" | "below" | "left" | "right";

/** A whole number of the puzzle, such as the stars in each row. */
export interface ParameterForm {
  /** The key in puzzle files. */
  readonly key: string;
  /** The largest value; the smallest is 1. */
  readonly max: number;
}

/** The values of cells in solutions. */
export type CellLayerForm = {
  readonly layer: "shade";
} | {
  readonly layer: "numbers";
  /** The text of 0: no number, or a shaded cell. */
  readonly zero: string;
} | {
  readonly layer: "symbols";
  /** The symbols; the first one is for cells with nothing. */
  readonly symbols: readonly SymbolDocument[];
};

/** The values of edges in solutions. */
export type EdgeLayerForm = {
  readonly layer: "links";
  /** The largest number of lines between two cells. */
  readonly max: number;
} | {
  readonly layer: "outline";
} | {
  readonly layer: "borders";
};

/** What is printed on a board. The form of the kind says which parts there are; the others are
 * empty. */
export interface BoardDocument {
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns. */
  readonly columns: number;
  /** The clues of the cells, as in puzzle files: `.` is none, `#` a missing cell. */
  readonly cells: readonly (readonly string[])[];
  /** The walls: `1`, or `0` for none. */
  readonly walls: EdgeRows;
  /** The clues at vertices: one row and one column more than the cells have. */
  readonly points: readonly (readonly string[])[];
  /** The dots: at 2 · rows − 1 by 2 · columns − 1 places. */
  readonly dots: readonly (readonly string[])[];
  /** The clues outside. */
  readonly outside: OutsideDocument;
  /** The pieces: rows of `#` and `.`, separated by slashes. */
  readonly pieces: readonly string[];
  /** The number of the puzzle. */
  readonly parameter: number | null;
  /** The options that hold. */
  readonly options: readonly string[];
  /** The rules of the catalogue that hold besides those of the kind: objects with the `name` of
   * the rule and its parameters, as in puzzle files. */
  readonly rules?: readonly (Readonly<Record<string, unknown>>)[];
  /** The names of the rules of the kind that do not hold. */
  readonly omit?: readonly string[];
}

/** Values of the edges between cells: `right` has a row for each row of cells, with a digit for
 * each edge between a cell and the next one to its right; `down` has a row for each pair of rows. */
export interface EdgeRows {
  /** The edges between cells of a row. */
  readonly right: readonly string[];
  /** The edges between rows. */
  readonly down: readonly string[];
}

/** The clues outside, by side, with a text for each line; empty for sides without clues. */
export interface OutsideDocument {
  /** Above the columns. */
  readonly above: readonly string[];
  /** Below the columns. */
  readonly below: readonly string[];
  /** Left of the rows. */
  readonly left: readonly string[];
  /** Right of the rows. */
  readonly right: readonly string[];
}

/** A pencil puzzle as a document, as text and as a link. */
export interface PencilReadResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind. */
  readonly kind: string;
  /** The name of the kind as players write it. */
  readonly name: string;
  /** What is drawn. */
  readonly family: Family;
  /** The rules for players, in Markdown: a sentence, and a list. */
  readonly rules: string;
  /** The title of the puzzle. */
  readonly title: string | null;
  /** The parts that boards and solutions of the kind have. */
  readonly form: FormDocument;
  /** What is printed on the board. */
  readonly board: BoardDocument;
  /** The puzzle file; null if the board is not valid. */
  readonly puzzle: string | null;
  /** The link of puzz.link; null if the board has none. */
  readonly link: string | null;
  /** Why the board is not valid; null if it is. */
  readonly invalid: string | null;
  /** What was ignored in the link that was read. */
  readonly notes: readonly string[];
}

/** Asks for an empty board. */
export interface PencilBlankRequest {
  /** The kind. */
  readonly kind: string;
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns. */
  readonly columns: number;
}

/** A pencil puzzle as a document, as text and as a link. */
export interface PencilBlankResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind. */
  readonly kind: string;
  /** The name of the kind as players write it. */
  readonly name: string;
  /** What is drawn. */
  readonly family: Family;
  /** The rules for players, in Markdown: a sentence, and a list. */
  readonly rules: string;
  /** The title of the puzzle. */
  readonly title: string | null;
  /** The parts that boards and solutions of the kind have. */
  readonly form: FormDocument;
  /** What is printed on the board. */
  readonly board: BoardDocument;
  /** The puzzle file; null if the board is not valid. */
  readonly puzzle: string | null;
  /** The link of puzz.link; null if the board has none. */
  readonly link: string | null;
  /** Why the board is not valid; null if it is. */
  readonly invalid: string | null;
  /** What was ignored in the link that was read. */
  readonly notes: readonly string[];
}

/** Asks for the rules of the catalogue that puzzles of a kind can have. */
export interface PencilRulesRequest {
  /** The kind. */
  readonly kind: string;
}

/** A rule of the catalogue, with the values that its parameters can have in a puzzle of the kind. */
export interface CatalogueRule {
  /** The name. */
  readonly name: string;
  /** What it says. */
  readonly description: string;
  /** The parameters. */
  readonly parameters: readonly RuleParameter[];
  /** A rule of this name that a puzzle of the kind can have. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A parameter of a rule. */
export interface RuleParameter {
  /** The key. */
  readonly key: string;
  /** What it says. */
  readonly description: string;
  /** Whether it can be left out. */
  readonly optional: boolean;
  /** The names that it can be; empty for a number. */
  readonly names: readonly string[];
  /** Whether it can be a list of several names. */
  readonly several: boolean;
  /** The largest number; null for names. */
  readonly max: number | null;
}

/** A rule of a kind that puzzles can do without. */
export interface OmittableRule {
  /** The name. */
  readonly name: string;
  /** When it is broken, which is allowed without it. */
  readonly broken: string;
}

/** The rules of the catalogue. */
export interface PencilRulesResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The rules, in the order of their names. */
  readonly rules: readonly CatalogueRule[];
  /** The rules of the kind that puzzles can do without: their names are for `omit`. */
  readonly omittable: readonly OmittableRule[];
}

/** What is printed on a board. The form of the kind says which parts there are; the others are
 * empty. */
export interface PencilWriteRequestBoardDocument {
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns. */
  readonly columns: number;
  /** The clues of the cells, as in puzzle files: `.` is none, `#` a missing cell. */
  readonly cells: readonly (readonly string[])[];
  /** The walls: `1`, or `0` for none. */
  readonly walls?: EdgeRows;
  /** The clues at vertices: one row and one column more than the cells have. */
  readonly points?: readonly (readonly string[])[];
  /** The dots: at 2 · rows − 1 by 2 · columns − 1 places. */
  readonly dots?: readonly (readonly string[])[];
  /** The clues outside. */
  readonly outside?: PencilWriteRequestOutsideDocument;
  /** The pieces: rows of `#` and `.`, separated by slashes. */
  readonly pieces?: readonly string[];
  /** The number of the puzzle. */
  readonly parameter?: number | null;
  /** The options that hold. */
  readonly options?: readonly string[];
  /** The rules of the catalogue that hold besides those of the kind: objects with the `name` of
   * the rule and its parameters, as in puzzle files. */
  readonly rules?: readonly (Readonly<Record<string, unknown>>)[];
  /** The names of the rules of the kind that do not hold. */
  readonly omit?: readonly string[];
}

/** The clues outside, by side, with a text for each line; empty for sides without clues. */
export interface PencilWriteRequestOutsideDocument {
  /** Above the columns. */
  readonly above?: readonly string[];
  /** Below the columns. */
  readonly below?: readonly string[];
  /** Left of the rows. */
  readonly left?: readonly string[];
  /** Right of the rows. */
  readonly right?: readonly string[];
}

/** A board to write as a puzzle. */
export interface PencilWriteRequest {
  /** The kind. */
  readonly kind: string;
  /** The title. */
  readonly title?: string | null;
  /** What is printed on the board. */
  readonly board: PencilWriteRequestBoardDocument;
}

/** A pencil puzzle as a document, as text and as a link. */
export interface PencilWriteResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind. */
  readonly kind: string;
  /** The name of the kind as players write it. */
  readonly name: string;
  /** What is drawn. */
  readonly family: Family;
  /** The rules for players, in Markdown: a sentence, and a list. */
  readonly rules: string;
  /** The title of the puzzle. */
  readonly title: string | null;
  /** The parts that boards and solutions of the kind have. */
  readonly form: FormDocument;
  /** What is printed on the board. */
  readonly board: BoardDocument;
  /** The puzzle file; null if the board is not valid. */
  readonly puzzle: string | null;
  /** The link of puzz.link; null if the board has none. */
  readonly link: string | null;
  /** Why the board is not valid; null if it is. */
  readonly invalid: string | null;
  /** What was ignored in the link that was read. */
  readonly notes: readonly string[];
}

/** A pencil puzzle to explain. */
export interface PencilExplainRequest {
  /** A puzzle file or a link. */
  readonly puzzle: string;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** The JSON form of an explanation. */
export interface Steps {
  /** The steps. */
  readonly steps: readonly Step[];
  /** Whether everything that is the same in all solutions is explained; otherwise a limit was
   * reached before. */
  readonly complete: boolean;
  /** `easy`, `medium`, `hard` or `expert`; null if the explanation is not complete. */
  readonly level: string | null;
  /** The largest number of clues and rules of a step. */
  readonly hardest: number | null;
  /** The sum over all steps of n · (n + 1) / 2, for n clues and rules. */
  readonly score: number | null;
}

/** The JSON form of a step. */
export interface Step {
  /** The clues and rules from which the step follows. */
  readonly reasons: readonly string[];
  /** What was known before and is used. */
  readonly known: readonly string[];
  /** What follows. */
  readonly conclusions: readonly string[];
  /** The step as a sentence, made of the conclusions, the reasons and what is known. */
  readonly text: string;
  /** What is known after the step, in the form of solutions: `?` elsewhere. */
  readonly part: unknown;
}

/** What is the same in all solutions, step by step. */
export interface PencilExplainResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** `solved`, `infeasible` without a solution, or `stopped` by the limit. */
  readonly outcome: OutcomeName;
  /** The limit that ended the explanation before everything was explained; null if none did. */
  readonly limit: Limit | null;
  /** The steps with the difficulty; null without a solution. */
  readonly explanation: Steps | null;
}

/** A symmetry of the places of the clues. */
export type PencilSymmetry = "none" | "half-turn" | "left-right" | "top-bottom";

/** A level of difficulty: the largest number of clues and rules of a step. */
export type PencilLevel = "easy" | "medium" | "hard" | "expert";

/** What to generate. */
export interface PencilGenerateRequest {
  /** The kind. */
  readonly kind: string;
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns. */
  readonly columns: number;
  /** The seed. */
  readonly seed?: number;
  /** The symmetry of the places of clues. */
  readonly symmetry?: PencilSymmetry;
  /** The level of difficulty; any by default, which is faster. */
  readonly difficulty?: PencilLevel | null;
  /** Rules of the catalogue: those of a custom puzzle, or others besides those of the kind. */
  readonly rules?: readonly (Readonly<Record<string, unknown>>)[];
  /** The names of the rules of the kind that do not hold. */
  readonly omit?: readonly string[];
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A new puzzle. */
export interface PencilGenerateResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The kind. */
  readonly kind: string;
  /** The name of the kind as players write it. */
  readonly name: string;
  /** What is drawn. */
  readonly family: Family;
  /** The rules for players, in Markdown: a sentence, and a list. */
  readonly rules: string;
  /** The title of the puzzle. */
  readonly title: string | null;
  /** The parts that boards and solutions of the kind have. */
  readonly form: FormDocument;
  /** What is printed on the board. */
  readonly board: BoardDocument;
  /** The puzzle file; null if the board is not valid. */
  readonly puzzle: string | null;
  /** The link of puzz.link; null if the board has none. */
  readonly link: string | null;
  /** Why the board is not valid; null if it is. */
  readonly invalid: string | null;
  /** What was ignored in the link that was read. */
  readonly notes: readonly string[];
  /** The seed that reproduces the puzzle. */
  readonly seed: number;
  /** Its only solution, which was checked by the rules. */
  readonly solution: unknown;
  /** The number of clues. */
  readonly clues: number;
  /** The number of clues that a full board has. */
  readonly possible_clues: number;
  /** The level of difficulty, if one was requested. */
  readonly difficulty: PencilLevel | null;
}

/** The colouring of the pieces, which determines the distinguishable pieces. */
export type Colours = "silver" | "six";

/** A metric: the cost of moves. */
export type Square1Metric = "twist" | "wca" | "face";

/** A notation of move sequences.
 * In both, `(a,b)` turns the top layer by `a` and the bottom layer by `b` slots of 30°, and `/` is
 * the twist. */
export type Notation = "wca" | "cube21";

/** A position and the kind of solution to find. */
export interface Square1SolveRequest {
  /** A position such as `01034547-F898BCDC,K`, or the sequence that leads to it. */
  readonly position: string;
  /** The colours of the puzzle that a sequence is applied to; a position implies its colours. */
  readonly colours?: Colours;
  /** The metric. */
  readonly metric?: Square1Metric;
  /** The notation of sequences in the request and in the response. */
  readonly notation?: Notation;
  /** List up to this many shortest solutions; in the metric `twist` only. */
  readonly all?: number | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A shortest solution of a position. */
export interface Square1SolveResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The position. */
  readonly position: string;
  /** The metric. */
  readonly metric: Square1Metric;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** The length of the solution; the distance, if the outcome is optimal. */
  readonly distance: number | null;
  /** The distance in twists in the model of 2007. */
  readonly distance_ignoring_middle: number | null;
  /** A proved lower bound on the length. */
  readonly lower_bound: number | null;
  /** The number of shortest solutions. */
  readonly shortest_solutions: number | null;
  /** The notation of the sequences. */
  readonly notation: Notation;
  /** A shortest solution, verified by replay. */
  readonly solution: string | null;
  /** Shortest solutions, up to `all` of them. */
  readonly solutions: readonly string[];
  /** Whether the solved puzzle ends upside down. */
  readonly flipped: boolean;
  /** Whether there is a solution; each was verified by replay. */
  readonly checked: boolean;
  /** The engine that answered. */
  readonly engine: string | null;
  /** The time that the answer took. */
  readonly seconds: Seconds;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** Further remarks. */
  readonly notes?: readonly string[];
}

/** The positions to look up. */
export interface Square1DistancesRequest {
  /** Positions, or sequences that lead to them. */
  readonly positions: readonly string[];
  /** The colours of the puzzle that a sequence is applied to. */
  readonly colours?: Colours;
  /** The notation of sequences. */
  readonly notation?: Notation;
  /** Whether to return a shortest solution of each position too. */
  readonly solutions?: boolean;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** A position that cannot be read, or is impossible. */
export interface InvalidPosition {
  /** The index of the position, from 0. */
  readonly index: number;
  /** A stable code. */
  readonly code: string;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly hint: string | null;
}

/** The distances of positions. */
export interface Square1DistancesResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** In the order of the positions: the distance in twists, with and without the middle layer;
   * null: see `errors`, or the time limit was reached. */
  readonly distances: readonly (readonly [number, number] | null)[];
  /** Invalid positions. */
  readonly errors: readonly InvalidPosition[];
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** A shortest solution of each position, verified by replay. */
  readonly solutions?: readonly (string | null)[];
}

/** A position and moves. */
export interface Square1ApplyRequest {
  /** A position, or the sequence that leads to it. */
  readonly position: string;
  /** The moves. */
  readonly moves: string;
  /** The colours of the puzzle that a sequence is applied to. */
  readonly colours?: Colours;
  /** The notation of sequences. */
  readonly notation?: Notation;
}

/** The positions after moves. */
export interface Square1ApplyResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The position after all moves. */
  readonly position: string;
  /** The position after each step, a turn or a twist. */
  readonly positions: readonly string[];
  /** The steps. */
  readonly steps: readonly string[];
}

/** The puzzle to scramble. */
export interface Square1ScrambleRequest {
  /** The colours of the puzzle. */
  readonly colours?: Colours;
  /** The notation of sequences. */
  readonly notation?: Notation;
  /** The seed: equal seeds give equal positions. Chosen at random if left out. */
  readonly seed?: number | null;
}

/** A random position. */
export interface Square1ScrambleResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The position. */
  readonly position: string;
  /** Moves from the solved puzzle to the position; null: a limit was reached. */
  readonly sequence: string | null;
  /** The seed that reproduces this result. */
  readonly seed: number;
}

/** A position. */
export interface Square1CheckRequest {
  /** A position, or the sequence that leads to it. */
  readonly position: string;
  /** The colours of the puzzle that a sequence is applied to. */
  readonly colours?: Colours;
  /** The notation of sequences. */
  readonly notation?: Notation;
}

/** What is known of a position without a search. */
export interface Square1CheckResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The position. */
  readonly position: string;
  /** Whether the position is possible: always true, because an impossible one is an error. */
  readonly possible: true;
  /** The colours of the puzzle. */
  readonly colours: Colours;
  /** Whether a twist is possible: no large piece lies across the cut. */
  readonly can_twist: boolean;
  /** A text drawing of both layers. */
  readonly drawing: string;
}

/** The puzzle to report on. */
export interface Square1ReportRequest {
  /** The colours: `silver` by default. `six` needs a table, which a job builds. */
  readonly colours?: Colours | null;
}

/** A shape in the JSON form of a report. */
export interface Square1Shape {
  /** The name, such as `eCeCeCeC/eCeCeCeC`. */
  readonly shape: string;
  /** The name of its mirror image. */
  readonly mirror: string;
  /** The distance from the square in twists. */
  readonly distance_from_square: number;
  /** The number of turns and flips that fix the shape. */
  readonly images: number;
  /** The number of twists with different results. */
  readonly moves: number;
  /** The names of the shapes one twist away. */
  readonly neighbours: readonly string[];
  /** The number of positions at each distance, in the model of 2007. */
  readonly ignoring_middle_modulo_flip: readonly number[];
  /** The number of positions at each distance, up to flips. */
  readonly modulo_flip: readonly number[];
}

/** A position at the largest distance in the JSON form of a report. */
export interface Square1Farthest {
  /** The position. */
  readonly position: string;
  /** The name of its shape. */
  readonly shape: string;
  /** The distance in twists. */
  readonly distance: number;
  /** The distance in the model of 2007. */
  readonly distance_ignoring_middle: number;
  /** The number of shortest solutions; null if it does not fit 64 bits. */
  readonly shortest_solutions: number | null;
  /** A shortest solution. */
  readonly solution: {
    /** The notation of the World Cube Association. */
    readonly wca: string;
    /** The notation of 2007. */
    readonly cube21: string;
  };
}

/** The number of positions at each distance, for every shape, and some of the farthest positions. */
export interface Square1ReportResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The puzzle of the table: `square1` or `square1-silver`. */
  readonly puzzle: string;
  /** The number of positions at each distance, in each model. */
  readonly models: {
    /** In the model of 2007, which ignores the middle layer. */
    readonly "ignoring-middle-modulo-flip": readonly number[];
    /** A position and the flipped one are the same. */
    readonly "modulo-flip": readonly number[];
    /** A position and the flipped one are different. */
    readonly "rotations-only": readonly number[];
  };
  /** The number of positions in each model. */
  readonly positions: {
    /** In the model of 2007, which ignores the middle layer. */
    readonly "ignoring-middle-modulo-flip": number;
    /** A position and the flipped one are the same. */
    readonly "modulo-flip": number;
    /** A position and the flipped one are different. */
    readonly "rotations-only": number;
  };
  /** The number of shapes at each distance from the square. */
  readonly shapes_by_distance_from_square: readonly number[];
  /** The 90 shapes; the square is the first. */
  readonly shapes: readonly Square1Shape[];
  /** Some of the positions at the largest distance. */
  readonly farthest: readonly Square1Farthest[];
}

/** A metric: what counts as one move.
 * In both metrics a rotation of the whole cube counts 0; a wide turn counts as one face turn and a
 * slice move as two, because they equal these turns up to a rotation of the whole cube. */
export type CubeMetric = "htm" | "qtm";

/** A position and the kind of solution to find. */
export interface CubeSolveRequest {
  /** Stickers (54 letters in the order U R F D L B, optionally followed by `,` and six directions
   * of centres), a net, or the sequence that leads to the position. */
  readonly position: string;
  /** Whether the centres must be solved too. */
  readonly centres?: boolean;
  /** The metric. */
  readonly metric?: CubeMetric;
  /** Search until a shortest solution is proved. */
  readonly optimal?: boolean;
  /** Stop at a solution of at most this length. */
  readonly max_length?: number | null;
  /** How long to search for a solution and improve it, in seconds: 1 by default. */
  readonly time_limit?: number | null;
}

/** A solution of a position. */
export interface CubeSolveResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The position. */
  readonly position: string;
  /** The metric. */
  readonly metric: CubeMetric;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** The moves, verified by replay. */
  readonly solution: string | null;
  /** The number of moves. */
  readonly length: number | null;
  /** No solution is shorter than this. */
  readonly lower_bound: number;
  /** Whether there is a solution; it was verified by replay. */
  readonly checked: boolean;
  /** The time that the answer took. */
  readonly seconds: Seconds;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** Further remarks. */
  readonly notes?: readonly string[];
}

/** A position and moves. */
export interface CubeApplyRequest {
  /** Stickers, a net, or the sequence that leads to the position. */
  readonly position: string;
  /** The moves. */
  readonly moves: string;
}

/** Clockwise quarter turns of the centres; null: not known. */
export interface Centres {
  readonly U: number | null;
  readonly L: number | null;
  readonly F: number | null;
  readonly R: number | null;
  readonly B: number | null;
  readonly D: number | null;
}

/** The position after moves. */
export interface CubeApplyResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** Stickers and directions of the centres, in one line. */
  readonly position: string;
  /** The stickers, in the order U R F D L B. */
  readonly facelets: string;
  /** The directions of the centres, if any is known. */
  readonly centres?: Centres;
}

/** The cube to scramble. */
export interface CubeScrambleRequest {
  /** Whether to scramble the directions of the centres too. */
  readonly centres?: boolean;
  /** The seed: equal seeds give equal positions. Chosen at random if left out. */
  readonly seed?: number | null;
}

/** A random position. */
export interface CubeScrambleResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** Stickers and directions of the centres, in one line. */
  readonly position: string;
  /** The stickers, in the order U R F D L B. */
  readonly facelets: string;
  /** The directions of the centres, if any is known. */
  readonly centres?: Centres;
  /** Moves from the solved cube to the position; null: a limit was reached. */
  readonly sequence: string | null;
  /** The seed that reproduces this result. */
  readonly seed: number;
}

/** A position. */
export interface CubeCheckRequest {
  /** Stickers, a net, or the sequence that leads to the position. */
  readonly position: string;
}

/** A possible position. */
export interface CubeCheckResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** Stickers and directions of the centres, in one line. */
  readonly position: string;
  /** The stickers, in the order U R F D L B. */
  readonly facelets: string;
  /** The directions of the centres, if any is known. */
  readonly centres?: Centres;
  /** Whether the position is possible: always true, because an impossible one is an error. */
  readonly possible: true;
}

/** What counts as one move. */
export type PermMetric = "htm" | "qtm";

/** A puzzle. */
export interface PermReadRequest {
  /** The name of a puzzle, or the text of a definition in the format of twsearch. */
  readonly puzzle: string;
  /** Only these moves and their powers, such as `U R2`; all by default. */
  readonly moves?: string | null;
  /** What counts as one move: `htm`, any number of turns of one kind, by default; single turns if
   * these are too many. */
  readonly metric?: PermMetric | null;
  /** Also returns the state after this sequence of moves. */
  readonly after?: string | null;
}

/** An orbit: positions whose pieces the moves can exchange. */
export interface OrbitDescription {
  /** The name. */
  readonly name: string;
  /** The number of positions. */
  readonly positions: number;
  /** The number of orientations of each piece. */
  readonly orientations: number;
  /** The number of different labels; fewer than positions if pieces are identical. */
  readonly labels: number;
}

/** A move with a name. */
export interface TurnDescription {
  /** The name. */
  readonly name: string;
  /** What it is used for. */
  readonly kind: MoveKind;
  /** The least number of repetitions without effect; null if it has more than 64 bits. */
  readonly order: number | null;
}

/** What a base move is used for. */
export type MoveKind = "turn" | "rotation" | "alias";

/** The pieces of an orbit, position by position. */
export interface OrbitState {
  /** The name of the orbit. */
  readonly orbit: string;
  /** The label of the piece at each position, from 1; identical pieces have the same label. */
  readonly pieces: readonly number[];
  /** The orientation of the piece at each position; null where it is ignored. */
  readonly orientations: readonly (number | null)[];
}

/** What a puzzle consists of. */
export interface PermReadResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The name of the puzzle. */
  readonly name: string;
  /** The orbits. */
  readonly orbits: readonly OrbitDescription[];
  /** The moves, rotations and aliases, in the order of the definition. */
  readonly moves: readonly TurnDescription[];
  /** The names of what counts as one move, of the moves that are allowed; empty if they are too
   * many. */
  readonly turns: readonly string[];
  /** The solved state. */
  readonly solved: readonly OrbitState[];
  /** The number of restrictions; with some, moves can be illegal. */
  readonly restrictions: number;
  /** The number of elements of the group that the moves generate; null if it is too large for the
   * limits. */
  readonly group_order: string | null;
  /** The number of states that the moves reach; null if it is not known without enumeration. */
  readonly states: string | null;
  /** The state after the sequence, if one was given. */
  readonly after?: readonly OrbitState[] | null;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** The names of all puzzles that have one. */
  readonly names: readonly string[];
}

/** A puzzle and moves. */
export interface PermApplyRequest {
  /** The name of a puzzle, or the text of a definition in the format of twsearch. */
  readonly puzzle: string;
  /** The sequence that leads from the solved state to the first one. */
  readonly setup?: string;
  /** The moves: a sequence with groups, commutators, conjugates and comments. */
  readonly moves: string;
}

/** The states after moves. */
export interface PermApplyResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The moves of the setup, all groups written out. */
  readonly setup: readonly string[];
  /** The state before the moves. */
  readonly start: readonly OrbitState[];
  /** The moves, all groups written out. */
  readonly steps: readonly string[];
  /** The state after each move. */
  readonly states: readonly (readonly OrbitState[])[];
  /** Whether the last state is the solved one. */
  readonly solved: boolean;
}

/** The puzzle to scramble. */
export interface PermScrambleRequest {
  /** The name of a puzzle, or the text of a definition in the format of twsearch. */
  readonly puzzle: string;
  /** Only these moves and their powers, such as `U R2`; all by default. */
  readonly moves?: string | null;
  /** What counts as one move: `htm`, any number of turns of one kind, by default. */
  readonly metric?: PermMetric;
  /** This many random moves; by default a random state. */
  readonly length?: number | null;
  /** The seed: equal seeds give equal states. Chosen at random if left out. */
  readonly seed?: number | null;
}

/** What of a scramble is random. */
export type RandomPart = "state" | "moves";

/** A scramble. */
export interface PermScrambleResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The name of the puzzle. */
  readonly name: string;
  /** What is random: the moves if `length` was given, otherwise the state. */
  readonly random: RandomPart;
  /** The moves from the solved state. */
  readonly sequence: string;
  /** The state, to which the moves were verified to lead. */
  readonly state: readonly OrbitState[];
  /** The seed that reproduces this result. */
  readonly seed: number;
}

/** A state of a puzzle. */
export interface PermSolveRequest {
  /** The name of a puzzle, or the text of a definition in the format of twsearch. */
  readonly puzzle: string;
  /** The sequence that leads from the solved state to the state. */
  readonly setup: string;
  /** The sequence that leads from the solved state to the target; by default, the target is the
   * solved state. */
  readonly to?: string | null;
  /** Only these moves and their powers, such as `U R2`; all by default. */
  readonly moves?: string | null;
  /** What counts as one move: `htm`, any number of turns of one kind, by default. */
  readonly metric?: PermMetric;
  /** The largest number of solutions to return: 1 by default. */
  readonly solutions?: number | null;
  /** The time limit, in seconds. */
  readonly time_limit?: number | null;
}

/** The shortest solutions of a state. */
export interface PermSolveResponse {
  /** The version of this document format. */
  readonly schema: 1;
  /** The name of the puzzle. */
  readonly name: string;
  /** What was established. */
  readonly outcome: OutcomeName;
  /** The first solution: a shortest one, or the best one at a limit. */
  readonly solution: string | null;
  /** All solutions found, each verified by replay. */
  readonly solutions: readonly string[];
  /** The number of moves of each. */
  readonly length: number | null;
  /** No solution is shorter than this; null if there is no solution. */
  readonly lower_bound: number | null;
  /** Whether there is a solution; each was verified by replay. */
  readonly checked: boolean;
  /** The number of states that the search visited. */
  readonly nodes: number;
  /** The number of patterns of each database that the search used. */
  readonly databases: readonly number[];
  /** The time that the answer took. */
  readonly seconds: Seconds;
  /** The limit that stopped the work early; null if none did. */
  readonly limit: Limit | null;
  /** Further remarks. */
  readonly notes?: readonly string[];
}

/** The state of a job. */
export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Why a job or its last attempt failed. */
export interface JobFailure {
  /** The stable error code. */
  readonly code: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
}

/** A job. */
export interface Job {
  /** the version of this document format */
  readonly schema: 1;
  /** Random; a decimal number for jobs of version 0.1.0. */
  readonly id: string;
  /** The kind; empty if it is unreadable (`job.unreadable`). */
  readonly kind: string;
  /** The title. */
  readonly title: string | null;
  /** The state. */
  readonly state: JobState;
  /** Whether the job is running and its cancellation was requested. */
  readonly cancelling: boolean;
  /** When it was submitted. */
  readonly created_at: string;
  /** When its first attempt started. */
  readonly started_at: string | null;
  /** When it ended. */
  readonly ended_at: string | null;
  /** The number of attempts so far. */
  readonly attempt: number;
  /** The most attempts. */
  readonly max_attempts: number;
  /** The number of its last event. */
  readonly events: number;
  /** The latest progress while it is running. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Why the job or its last attempt failed. */
  readonly error: JobFailure | null;
}

/** A request to count the solutions, whatever its task is. */
export type CountJobInput = SolveRequest;

/** The table to build. */
export interface BuildTableJobInput {
  /** `square1-silver` or `square1`. */
  readonly puzzle: string;
}

/** A page of the list of jobs. */
export interface JobList {
  /** the version of this document format */
  readonly schema: 1;
  /** The jobs, newest first. */
  readonly jobs: readonly Job[];
  /** The cursor of the next page. */
  readonly next: string | null;
}

/** A job with its input and its result. */
export interface JobWithResult {
  /** the version of this document format */
  readonly schema: 1;
  /** Random; a decimal number for jobs of version 0.1.0. */
  readonly id: string;
  /** The kind; empty if it is unreadable (`job.unreadable`). */
  readonly kind: string;
  /** The title. */
  readonly title: string | null;
  /** The state. */
  readonly state: JobState;
  /** Whether the job is running and its cancellation was requested. */
  readonly cancelling: boolean;
  /** When it was submitted. */
  readonly created_at: string;
  /** When its first attempt started. */
  readonly started_at: string | null;
  /** When it ended. */
  readonly ended_at: string | null;
  /** The number of attempts so far. */
  readonly attempt: number;
  /** The most attempts. */
  readonly max_attempts: number;
  /** The number of its last event. */
  readonly events: number;
  /** The latest progress while it is running. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Why the job or its last attempt failed. */
  readonly error: JobFailure | null;
  /** The result document if the job is done; otherwise null. */
  readonly result: unknown;
  /** The input of the job. */
  readonly input: unknown;
}

/** An example puzzle. */
export interface Example {
  /** The name. */
  readonly name: string;
  /** The title. */
  readonly title: string | null;
  /** The kind of the puzzle. */
  readonly kind: string;
  /** The family of the kind, if it is one of pencil puzzles. */
  readonly family: Family | null;
  /** The puzzle file. */
  readonly puzzle: string;
}

/** The examples. */
export interface Examples {
  /** the version of this document format */
  readonly schema: 1;
  /** The examples, by name. */
  readonly examples: readonly Example[];
}

/** The limits of requests. */
export interface Limits {
  /** The longest time of a request, in seconds. */
  readonly time_limit: number;
  /** The longest body, in bytes. */
  readonly body_bytes: number;
  /** The most puzzles, positions or solutions in one response. */
  readonly items: number;
  /** The most queued and running jobs of a client. */
  readonly jobs_per_client: number;
}

/** A kind of job. */
export interface JobKind {
  /** The name. */
  readonly name: string;
  /** What the job does. */
  readonly summary: string;
}

/** The version, the limits and the operations. */
export interface About {
  /** the version of this document format */
  readonly schema: 1;
  /** The version of the program. */
  readonly version: string;
  /** The limits of requests. */
  readonly limits: Limits;
  /** Whether a token is required to submit jobs. */
  readonly token_required: boolean;
  /** The names of the operations. */
  readonly operations: readonly string[];
  /** The kinds of jobs. */
  readonly jobs: readonly JobKind[];
}

/** The answer of a process that responds. */
export interface Health {
  /** the version of this document format */
  readonly schema: 1;
  /** Always true. */
  readonly healthy: boolean;
}

/** The answer of a service that is ready. */
export interface Readiness {
  /** the version of this document format */
  readonly schema: 1;
  /** Always true; a service that is not ready answers with an error. */
  readonly ready: boolean;
  /** The conditions, all of which hold. */
  readonly checks: Readonly<Record<string, boolean>>;
}

/** An error as in documents: what is wrong, where, and what to do. */
export interface ErrorDetail {
  /** A stable code for programs, the same as on the command line. */
  readonly code: string;
  /** What is wrong: a lower-case fragment. */
  readonly message: string;
  /** How to fix it. */
  readonly hint: string | null;
  /** The line of the input text, from 1. */
  readonly line: number | null;
  /** The column in this line, in characters from 1. */
  readonly column: number | null;
}

/** The document of an error response. */
export interface Problem {
  /** `about:blank`: the code says more. */
  readonly type: string;
  /** The reason phrase of the status. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** The stable error code. */
  readonly code: string;
  /** What is wrong. */
  readonly detail: string;
  /** What to do about it. */
  readonly hint: string | null;
  /** The line of the text, from 1. */
  readonly line: number | null;
  /** The column in this line, from 1. */
  readonly column: number | null;
  /** The id under which the log has the details. */
  readonly request_id: string | null;
  /** All errors, if there are several. */
  readonly errors?: readonly ErrorDetail[];
}

/** The requests that are answered at once, with their responses, by path. */
export interface Operations {
  readonly "solve": { readonly request: SolveRequest; readonly response: SolveResponse };
  readonly "check": { readonly request: CheckRequest; readonly response: CheckResponse };
  readonly "draw": { readonly request: DrawRequest; readonly response: DrawResponse };
  readonly "recognise": { readonly request: RecogniseRequest; readonly response: RecogniseResponse };
  readonly "sudoku/read": { readonly request: SudokuReadRequest; readonly response: SudokuReadResponse };
  readonly "sudoku/candidates": { readonly request: SudokuCandidatesRequest; readonly response: SudokuCandidatesResponse };
  readonly "sudoku/hint": { readonly request: SudokuHintRequest; readonly response: SudokuHintResponse };
  readonly "sudoku/explain": { readonly request: SudokuExplainRequest; readonly response: SudokuExplainResponse };
  readonly "sudoku/rate": { readonly request: SudokuRateRequest; readonly response: SudokuRateResponse };
  readonly "sudoku/generate": { readonly request: SudokuGenerateRequest; readonly response: SudokuGenerateResponse };
  readonly "pencil/kinds": { readonly request: PencilKindsRequest; readonly response: PencilKindsResponse };
  readonly "pencil/read": { readonly request: PencilReadRequest; readonly response: PencilReadResponse };
  readonly "pencil/blank": { readonly request: PencilBlankRequest; readonly response: PencilBlankResponse };
  readonly "pencil/rules": { readonly request: PencilRulesRequest; readonly response: PencilRulesResponse };
  readonly "pencil/write": { readonly request: PencilWriteRequest; readonly response: PencilWriteResponse };
  readonly "pencil/explain": { readonly request: PencilExplainRequest; readonly response: PencilExplainResponse };
  readonly "pencil/generate": { readonly request: PencilGenerateRequest; readonly response: PencilGenerateResponse };
  readonly "square1/solve": { readonly request: Square1SolveRequest; readonly response: Square1SolveResponse };
  readonly "square1/distances": { readonly request: Square1DistancesRequest; readonly response: Square1DistancesResponse };
  readonly "square1/apply": { readonly request: Square1ApplyRequest; readonly response: Square1ApplyResponse };
  readonly "square1/scramble": { readonly request: Square1ScrambleRequest; readonly response: Square1ScrambleResponse };
  readonly "square1/check": { readonly request: Square1CheckRequest; readonly response: Square1CheckResponse };
  readonly "square1/report": { readonly request: Square1ReportRequest; readonly response: Square1ReportResponse };
  readonly "cube/solve": { readonly request: CubeSolveRequest; readonly response: CubeSolveResponse };
  readonly "cube/apply": { readonly request: CubeApplyRequest; readonly response: CubeApplyResponse };
  readonly "cube/scramble": { readonly request: CubeScrambleRequest; readonly response: CubeScrambleResponse };
  readonly "cube/check": { readonly request: CubeCheckRequest; readonly response: CubeCheckResponse };
  readonly "perm/read": { readonly request: PermReadRequest; readonly response: PermReadResponse };
  readonly "perm/apply": { readonly request: PermApplyRequest; readonly response: PermApplyResponse };
  readonly "perm/scramble": { readonly request: PermScrambleRequest; readonly response: PermScrambleResponse };
  readonly "perm/solve": { readonly request: PermSolveRequest; readonly response: PermSolveResponse };
}
