// The definition and the proof of each technique, in players' terms.
import { fishText } from "./fish";

/** The groups of the index. */
export const FAMILIES = {
  singles: "Singles",
  intersections: "Locked candidates",
  subsets: "Subsets",
  fish: "Basic fish",
  "one digit": "Patterns of one digit",
  wings: "Wings",
  uniqueness: "Uniqueness",
  finned: "Finned and sashimi fish",
  chains: "Chains and loops",
  "locked sets": "Almost locked sets",
  "complex fish": "Franken and mutant fish",
  "kraken fish": "Kraken fish",
  forcing: "Forcing chains and nets",
  "several houses": "Patterns of many houses",
  last: "Last resort",
} as const;

export type Family = keyof typeof FAMILIES;

/** The text of a technique's page. */
export interface TechniqueText {
  readonly family: Family;
  readonly definition: string;
  readonly why: string;
}

const NICE_LOOP =
  "A chain of alternating strong and weak links. A strong link joins two candidates of which at least one is true: the only two places for a digit in a house, or the only two candidates of a cell. A weak link joins two candidates of which at most one is true: two places for a digit in a house, or two candidates of a cell.";

const GROUPED =
  "As in the chain without groups, but a node may be a group: all candidates for a digit in the cells where a line crosses a box, of which one is true if the node is. A strong link may also lead through an almost locked set, from one of its digits to another: if the set does not contain the one, it contains all others.";

const LOOP_WHY =
  "Follow the loop in one direction and the other: either every second candidate is true or all others are, so of each link exactly one end is true. The weak links therefore act like strong ones: every candidate that sees both ends of a weak link is false, and in a cell with a weak link between two of its digits every other candidate is false.";

const AIC_WHY =
  "If the first candidate is false, the links make the last one true; read backwards, if the last is false, the first is true. So at least one of the two ends is true, and a candidate that cannot be true together with either end is false.";

const DISCONTINUOUS_WHY =
  "If both links at the starting point are weak, assuming that its candidate is true implies that it is false, so it is false. If both are strong, assuming that it is false implies that it is true, so it is true.";

const RECTANGLE =
  "Four open cells in exactly two rows, two columns and two boxes. If they held the same two digits crosswise, these digits could be exchanged, and the puzzle would have a second solution: a deadly pattern.";

const LOCKED_SET =
  "An almost locked set (ALS) is a group of cells of one house that has one candidate digit more than cells. If it does not contain one of its digits, it contains all others.";

const COMMON =
  "A digit is a restricted common candidate of two sets if each of its places in the one sees each of its places in the other: then at most one of the two sets contains it.";

const TEXTS: Readonly<Record<string, TechniqueText>> = {
  "full-house": {
    family: "singles",
    definition: "A house (row, column or box) has only one open cell left.",
    why: "Every digit must be in the house once, so the one that is missing is in the last cell.",
  },
  "hidden-single": {
    family: "singles",
    definition:
      "A digit has only one possible cell left in a house. The cell may have other candidates, which hide the single.",
    why: "The house must contain the digit, and no other cell of it can. All other candidates of the cell are eliminated.",
  },
  "naked-single": {
    family: "singles",
    definition:
      "A cell has only one candidate left: its row, column and box contain all other digits, or techniques have eliminated them.",
    why: "The cell must contain a digit, and every other one is impossible.",
  },
  "locked-pair": {
    family: "intersections",
    definition:
      "Two cells where a line crosses a box have the same two candidates and no others: a naked pair that lies in two houses at once.",
    why: "The two digits fill the two cells in some order. So they are used up both for the line and for the box, and are eliminated from all other cells of both.",
  },
  "locked-triple": {
    family: "intersections",
    definition:
      "The three cells where a line crosses a box have only three candidates between them: a naked triple that lies in two houses at once.",
    why: "The three digits fill the three cells. So they are used up both for the line and for the box, and are eliminated from all other cells of both.",
  },
  pointing: {
    family: "intersections",
    definition:
      "All candidates for a digit in a box lie in one row or one column. With two or three candidates it is also called a pointing pair or pointing triple.",
    why: "The box must contain the digit, so the digit is in the part of the line inside the box. The line cannot have it again outside of the box.",
  },
  claiming: {
    family: "intersections",
    definition: "All candidates for a digit in a row or column lie in one box.",
    why: "The line must contain the digit, so the digit is in the part of the box on that line. The box cannot have it again elsewhere.",
  },
  "naked-pair": {
    family: "subsets",
    definition: "Two cells of a house have the same two candidates and no others.",
    why: "The two cells use up both digits, in some order, so no other cell of the house can have them.",
  },
  "naked-triple": {
    family: "subsets",
    definition:
      "Three cells of a house have only three different candidates between them. No cell needs to have all three: {1 2} {2 3} {1 3} is a triple.",
    why: "Three cells need three digits, and only these three are there. So the cells use them up, and no other cell of the house can have them.",
  },
  "naked-quadruple": {
    family: "subsets",
    definition: "Four cells of a house have only four different candidates between them.",
    why: "Four cells need four digits, and only these four are there. So the cells use them up, and no other cell of the house can have them.",
  },
  "hidden-pair": {
    family: "subsets",
    definition:
      "Two digits have only the same two cells left in a house. Other candidates of these cells hide the pair.",
    why: "Two digits need two cells, and only these two are there. So the cells hold nothing else, and all their other candidates are eliminated.",
  },
  "hidden-triple": {
    family: "subsets",
    definition:
      "Three digits have only three cells left between them in a house. Not every digit needs to be possible in all three.",
    why: "Three digits need three cells, and only these three are there. So the cells hold nothing else, and all their other candidates are eliminated.",
  },
  "hidden-quadruple": {
    family: "subsets",
    definition: "Four digits have only four cells left between them in a house.",
    why: "Four digits need four cells, and only these four are there. So the cells hold nothing else, and all their other candidates are eliminated.",
  },
  skyscraper: {
    family: "one digit",
    definition:
      "Two rows have only two places each for a digit, and one place of each row lies in the same column (the base). The other two places are the roof. The same with rows and columns exchanged.",
    why: "The two places of the base see each other, so at most one of them is true. In the other row the digit is in the roof. So at least one place of the roof is true, and candidates that see both places of the roof are eliminated.",
  },
  "two-string-kite": {
    family: "one digit",
    definition:
      "A row and a column have only two places each for a digit, and one place of each lies in the same box, in different cells.",
    why: "The two places inside the box are not both true, so at least one of the two outer ends is. The cell that sees both outer ends cannot have the digit.",
  },
  "turbot-fish": {
    family: "one digit",
    definition:
      "Two houses have only two places each for a digit (two strong links), and one end of the first sees one end of the second (a weak link). Skyscraper and two-string kite are the special cases that have names of their own.",
    why: "The two ends that see each other are not both true, so at least one of the two outer ends is. Candidates that see both outer ends are eliminated.",
  },
  "empty-rectangle": {
    family: "one digit",
    definition:
      "All candidates for a digit in a box lie in one row and one column of it; the other four cells, the empty rectangle, do not have it. A strong link elsewhere, two places that are the only ones in a line, has one end in that row (or column).",
    why: "Take the cell where the column of the box meets the line through the other end of the strong link. If it were true, the box would have its digit in the row, which excludes the near end of the strong link, and the cell itself excludes the far end: the strong link would have no place left. So the cell cannot have the digit.",
  },
  "simple-colours": {
    family: "one digit",
    definition:
      "Candidates for one digit that are joined by strong links (the only two places in a house) are coloured alternately with two colours.",
    why: "All candidates of one colour are true and all of the other are false. So a candidate that sees both colours is false (trap). If two candidates of the same colour see each other, that colour is false as a whole (wrap).",
  },
  "multi-colours": {
    family: "one digit",
    definition:
      "Two separate clusters of simple colours for the same digit, one with the colours A and a, the other with B and b, where an A candidate sees a B candidate.",
    why: "In each cluster exactly one colour is true. If A sees B, they are not both true, so a or b is, and candidates that see both an a and a b are eliminated. If A sees both B and b, A is false as a whole.",
  },
  "x-chain": {
    family: "chains",
    definition:
      "A chain of alternating strong and weak links between candidates of a single digit, with a strong link at both ends.",
    why: AIC_WHY,
  },
  "remote-pair": {
    family: "chains",
    definition:
      "A chain of four or more cells with the same two candidates, each of which sees the next.",
    why: "The two digits alternate along the chain. Two cells of the chain with an even number of cells between them therefore hold different digits, so a cell that sees both can have neither digit.",
  },
  "xy-chain": {
    family: "chains",
    definition:
      "A chain of cells with two candidates each. Neighbouring cells see each other and share a digit, and the chain begins and ends with the same digit.",
    why: "If the first cell is not that digit, it is its other one, so the second cell is its other one, and so on to the last cell, which is the digit. So one end of the chain has the digit, and candidates for it that see both ends are eliminated.",
  },
  "xy-wing": {
    family: "wings",
    definition:
      "A pivot cell with the candidates x and y sees a cell with x and z and a cell with y and z (the pincers).",
    why: "If the pivot is x, the first pincer is z; if it is y, the second one is. So z is in one of the pincers and is eliminated from every cell that sees both.",
  },
  "xyz-wing": {
    family: "wings",
    definition:
      "A pivot cell with the candidates x, y and z sees a cell with x and z and a cell with y and z.",
    why: "The pivot is z, or it is x or y and one of the other two cells is z. So z is in one of the three cells and is eliminated from every cell that sees all three.",
  },
  "wxyz-wing": {
    family: "wings",
    definition:
      "Four cells that have only four digits between them, w, x, y and z. They need not lie in one house, but all places of each digit except z see each other.",
    why: "Each of w, x and y can be in one of the four cells at most, so one cell is left for z. Candidates for z that see all places of z in the four cells are eliminated.",
  },
  "w-wing": {
    family: "wings",
    definition:
      "Two cells with the same candidates x and z, which do not see each other, and a house in which x has only two places: one sees the first cell, the other one sees the second cell.",
    why: "One of the two places in the house is x, so one of the two cells is not x and is therefore z. Candidates for z that see both cells are eliminated.",
  },
  "unique-rectangle-type-1": {
    family: "uniqueness",
    definition: `${RECTANGLE} Three of the corners have only these two candidates.`,
    why: "If the fourth corner were one of the two digits, the deadly pattern would be complete. So it is neither of them.",
  },
  "unique-rectangle-type-2": {
    family: "uniqueness",
    definition: `${RECTANGLE} Two corners side by side have only these two candidates; the other two have the same third candidate in addition.`,
    why: "The third digit must be in one of the two corners, or the deadly pattern would be complete. So it is eliminated from every cell that sees both corners.",
  },
  "unique-rectangle-type-3": {
    family: "uniqueness",
    definition: `${RECTANGLE} Two corners side by side have additional candidates, which form a naked subset with other cells of a house that the two corners share.`,
    why: "At least one of the two corners must be one of the additional digits. So both together act as one cell with these candidates, and the naked subset takes its digits from the rest of the house.",
  },
  "unique-rectangle-type-4": {
    family: "uniqueness",
    definition: `${RECTANGLE} Two corners side by side have additional candidates, and one of the two digits has no other place in a house that both corners share.`,
    why: "That digit must be in one of the two corners. If the other corner were the second digit, the deadly pattern would be complete. So the second digit is eliminated from both corners.",
  },
  "unique-rectangle-type-5": {
    family: "uniqueness",
    definition: `${RECTANGLE} Two opposite corners or three corners have the same third candidate in addition.`,
    why: "The third digit must be in one of these corners, or the deadly pattern would be complete. So it is eliminated from every cell that sees all of them.",
  },
  "unique-rectangle-type-6": {
    family: "uniqueness",
    definition: `${RECTANGLE} Two opposite corners have additional candidates, and one of the two digits has no other places in both rows or in both columns of the rectangle: an X-wing.`,
    why: "If that digit were in one of the two corners, the X-wing would put it into the opposite one as well, and the deadly pattern would be complete. So it is eliminated from both corners.",
  },
  "hidden-rectangle": {
    family: "uniqueness",
    definition: `${RECTANGLE} One corner has only the two candidates a and b. In the row and in the column of the opposite corner, a has no places outside of the rectangle.`,
    why: "If the opposite corner were b, both of its neighbours in the rectangle would be a, and the first corner b: the deadly pattern would be complete. So the opposite corner is not b.",
  },
  "avoidable-rectangle-type-1": {
    family: "uniqueness",
    definition:
      "A unique rectangle with cells that are already filled, but none of which is a given. Three corners are filled with two digits crosswise, and the fourth has the digit that would complete the rectangle among its candidates.",
    why: "If that digit were in the fourth corner, the two digits could be exchanged without touching a given, and the puzzle would have a second solution. So it is eliminated.",
  },
  "avoidable-rectangle-type-2": {
    family: "uniqueness",
    definition:
      "A unique rectangle with two corners side by side that are already filled, but not givens. The other two corners have the digit that would complete the rectangle and the same second candidate.",
    why: "The second candidate must be in one of the two open corners, or the two digits of the rectangle could be exchanged. So it is eliminated from every cell that sees both.",
  },
  "bug-plus-1": {
    family: "uniqueness",
    definition:
      "A bivalue universal grave (BUG) is a position in which every open cell has exactly two candidates and every digit has exactly two places, or none, in each house. Here all open cells except one have two candidates, and that one has three.",
    why: "A BUG has no solution or two, because all candidates could be exchanged. So the cell must be the candidate without which the position would be a BUG: the one that has three places in its row, column and box.",
  },
  "sue-de-coq": {
    family: "locked sets",
    definition:
      "Two or three cells where a line crosses a box have at least two digits more than cells. Other cells of the line and other cells of the box, whose digits do not overlap, supplement them so that all these cells together have exactly as many digits as cells.",
    why: "No digit is in these cells twice: the cells of the intersection share a house with each of the two other groups, and these have no digit in common. As there are as many digits as cells, each digit is in one of the cells. A digit that only cells on the line can have is eliminated from the rest of the line, and a digit that only cells in the box can have from the rest of the box; the intersection belongs to both.",
  },
  "als-xz": {
    family: "locked sets",
    definition: `${LOCKED_SET} ${COMMON} Here two sets A and B have a restricted common candidate x and another common digit z.`,
    why: "The set that does not contain x contains all of its other digits, so z is in A or in B. Candidates for z that see all places of z in both sets are eliminated. If there are two restricted common candidates (doubly linked), each set contains one of them, so every other digit is locked in its set.",
  },
  "als-xy-wing": {
    family: "locked sets",
    definition: `${LOCKED_SET} ${COMMON} Here a set B has a restricted common candidate x with A and another one, y, with C; A and C have a further common digit z.`,
    why: "If A does not contain z, it contains x, so B does not contain x and contains y, so C does not contain y and contains z. So z is in A or in C, and candidates for z that see all its places in both are eliminated.",
  },
  "als-chain": {
    family: "locked sets",
    definition: `${LOCKED_SET} ${COMMON} Here four or more sets form a chain in which neighbours have a restricted common candidate, a different one on each side of a set; the first and the last have a further common digit z.`,
    why: "If the first set does not contain z, it contains its restricted common candidate, which the next one lacks, so that set contains its next one, and so on: the last set contains z. So z is in the first or the last set, and candidates for z that see all its places in both are eliminated.",
  },
  "death-blossom": {
    family: "locked sets",
    definition: `${LOCKED_SET} Here a cell, the stem, sees for each of its candidates all places of that digit in an almost locked set of its own, a petal. The petals have a common digit z.`,
    why: "Whichever digit the stem holds, one petal loses it and contains all of its other digits, z among them. So z is in one of the petals in every case, and candidates for z that see all its places in all petals are eliminated. (A candidate z of the stem itself needs no petal if the eliminated candidates see the stem.)",
  },
  "aligned-pair-exclusion": {
    family: "locked sets",
    definition:
      "Every pair of digits for two cells is tested. A pair is impossible if the digits are equal and the cells see each other, or if the two digits would take so many candidates from an almost locked set that it has fewer digits than cells.",
    why: "A candidate of one of the two cells that is in no possible pair is false.",
  },
  "continuous-nice-loop": {
    family: "chains",
    definition: `${NICE_LOOP} The chain closes: strong and weak links alternate all the way round.`,
    why: LOOP_WHY,
  },
  "discontinuous-nice-loop": {
    family: "chains",
    definition: `${NICE_LOOP} The chain returns to the candidate where it began, with two links of the same kind there.`,
    why: DISCONTINUOUS_WHY,
  },
  aic: {
    family: "chains",
    definition: `${NICE_LOOP} The chain begins and ends with a strong link, at two different candidates.`,
    why: AIC_WHY,
  },
  "grouped-continuous-nice-loop": {
    family: "chains",
    definition: `A continuous nice loop with groups. ${GROUPED}`,
    why: `${LOOP_WHY} A digit that an almost locked set of the loop contains in any case is eliminated from the cells that see all of its places in the set.`,
  },
  "grouped-discontinuous-nice-loop": {
    family: "chains",
    definition: `A discontinuous nice loop with groups. ${GROUPED}`,
    why: DISCONTINUOUS_WHY,
  },
  "grouped-aic": {
    family: "chains",
    definition: `An alternating inference chain with groups. ${GROUPED}`,
    why: AIC_WHY,
  },
  "kraken-fish-type-1": {
    family: "kraken fish",
    definition:
      "A finned fish and a candidate that the fish would eliminate if it had no fins. The candidate does not see all fins, but from each fin a chain shows that it is false.",
    why: "If all fins are false, the fish stands and eliminates the candidate. If a fin is true, its chain does. So the candidate is false in every case.",
  },
  "kraken-fish-type-2": {
    family: "kraken fish",
    definition:
      "A fish, with fins or without, and one of its cover houses. From each fish candidate in that house and from each fin a chain leads to the same conclusion, which may be about any digit.",
    why: "If all fins are false, every cover house contains the digit at one of its fish candidates. So one of these candidates or one of the fins is true, and what follows from each of them is true.",
  },
  "forcing-chain-contradiction": {
    family: "forcing",
    definition:
      "A candidate is assumed to be true (or false). Chains in which each link follows from the one before lead to a contradiction: a cell without a candidate, a house without a place for a digit, or two digits where only one can be.",
    why: "An assumption that leads to a contradiction is false, so its opposite is true.",
  },
  "forcing-chain-verity": {
    family: "forcing",
    definition:
      "One of several candidates must be true: those of a cell (cell forcing chain), the places for a digit in a house (region or unit forcing chain), or a candidate is true or false (digit forcing chain). A chain leads from each of them to the same conclusion.",
    why: "One of the cases is the right one, and the conclusion follows in all of them.",
  },
  "forcing-net-contradiction": {
    family: "forcing",
    definition:
      "A candidate is assumed to be true (or false), and all singles that result are followed, each of which may depend on several earlier ones. They lead to a contradiction. With a single digit this is known as Nishio.",
    why: "An assumption that leads to a contradiction is false, so its opposite is true.",
  },
  "forcing-net-verity": {
    family: "forcing",
    definition:
      "One of several candidates must be true: those of a cell, or the places for a digit in a house, or a candidate is true or false. In each case all singles that result are followed, each of which may depend on several earlier ones, and they lead to the same conclusion.",
    why: "One of the cases is the right one, and the conclusion follows in all of them.",
  },
  "junior-exocet": {
    family: "several houses",
    definition:
      "Two base cells of a line in one box have three or four digits between them. Two target cells lie in the other two boxes of the same band, one in each, on lines that cross (the cross-lines) and outside of the base's line; the cells beside them on the cross-lines in the band do not have the base digits. Outside of the band, each base digit can be in at most two of the three cross-lines at once.",
    why: "A digit that the base contains is excluded from the cells that see both base cells. Each of the three cross-lines must still contain it, and outside of the band they can contain it at most twice, so one target contains it. That holds for both digits of the base: the targets contain the same two digits as the base, and every other candidate of the targets is eliminated. Checking the possible pairs gives further eliminations.",
  },
  "senior-exocet": {
    family: "several houses",
    definition:
      "An exocet whose targets are any two other cells of the cross-lines, usually with one at least outside of the band of the base. The base and the cross-lines are those of the junior exocet.",
    why: "The proof is the same: a base digit must be in every cross-line, and without the targets the cross-lines cannot contain it that often. So the targets contain the same two digits as the base, and what contradicts every possible pair is eliminated.",
  },
  "multi-sector-locked-sets": {
    family: "several houses",
    definition:
      "A set of open cells in many houses, and as many covers: a cover is a digit in a house, which has it once at most. Every candidate of the cells belongs to a cover. SK loops are of this kind.",
    why: "Each cell contains a digit and so fills one cover at least, and no cover is filled twice. With as many cells as covers every cover is filled by a cell of the set, so its digit is eliminated from the rest of its house. A candidate that belongs to two covers would fill both, so it is eliminated as well.",
  },
  "template-set": {
    family: "last",
    definition:
      "A template of a digit is a way to place it in the whole grid, once in every row, column and box. A cell is in all templates of a digit that the candidates allow.",
    why: "One of the templates is that of the solution, and all of them have the cell. It is an exhaustive search for one digit rather than a pattern that a player sees.",
  },
  "template-delete": {
    family: "last",
    definition:
      "A template of a digit is a way to place it in the whole grid, once in every row, column and box. A candidate is in no template of its digit that the candidates allow.",
    why: "One of the templates is that of the solution, and none of them has the candidate. It is an exhaustive search for one digit rather than a pattern that a player sees.",
  },
  "brute-force": {
    family: "last",
    definition:
      "No technique finds a step. A search tries digits one after the other, backtracks where they lead to a contradiction, and finds the solutions; a digit that all solutions have is placed.",
    why: "The search has gone through all possibilities, so the digit is right. A player cannot follow it as logic, and a solution that needs it is not counted as solved by logic.",
  },
};

/** Returns the text of a technique; null if it has none. */
export function textOf(technique: string): TechniqueText | null {
  return TEXTS[technique] ?? fishText(technique);
}
