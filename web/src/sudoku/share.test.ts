// What links and files have besides the digits: packed puzzles, rules in words; and what a comparison says of a board.
import { describe, expect, it } from "vitest";
import { emptyBoard, isLine, savedFile, toQuery, type } from "./board";
import { compare } from "./check";
import { boxedLayout } from "./layout";
import { rulesComment, rulesOfText, unpackLz } from "./linkRules";
import { pack, unpack } from "./packed";

/** A puzzle with rules in words, as f-puzzles writes it. */
const JSON_TEXT = '{"size":9,"title":"T","ruleset":"Rows, columns.\\n\\"Boxes\\"."}';

/** Packs with new characters and codes of earlier entries as `unpackLz` reads them. */
function packLz(text: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const bits: number[] = [];
  const write = (value: number, width: number) => {
    for (let bit = 0; bit < width; bit++) bits.push(Math.floor(value / 2 ** bit) % 2);
  };
  const codes = new Map<string, number>();
  const unwritten = new Set<string>();
  let [next, width, left] = [3, 2, 2];
  const grow = () => {
    left--;
    if (left > 0) return;
    left = 2 ** width;
    width++;
  };
  const emit = (word: string) => {
    if (unwritten.delete(word)) {
      write(word.charCodeAt(0) < 256 ? 0 : 1, width);
      write(word.charCodeAt(0), word.charCodeAt(0) < 256 ? 8 : 16);
      grow();
    } else {
      write(codes.get(word) ?? 0, width);
    }
    grow();
  };
  let word = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (!codes.has(letter)) {
      codes.set(letter, next++);
      unwritten.add(letter);
    }
    if (codes.has(word + letter)) {
      word += letter;
      continue;
    }
    emit(word);
    codes.set(word + letter, next++);
    word = letter;
  }
  if (word !== "") emit(word);
  write(2, width);
  let packed = "";
  for (let at = 0; at < bits.length; at += 6) {
    let sextet = 0;
    for (let bit = 0; bit < 6; bit++) sextet = 2 * sextet + (bits[at + bit] ?? 0);
    packed += digits[sextet];
  }
  return packed;
}

describe("unpackLz", () => {
  it("reads what a link of f-puzzles has", () => {
    // The first cells of a puzzle, packed by lz-string 1.5.0.
    const packed =
      "N4IgzglgXgpiBcBOANCALhNAbO8QFEBDMATxFUIFc0ALAewCcEQBxRgEwkIDtyQBzBhHYIA2qNAA3Qlkq4ArKn4RJMXvDQM5AX2RSZchAGYlKtQk069u4DZDTZuAOynV6yzBtfr1gLrIJewNcADZXcw0tTx9bPSDHBABGcPcouwdDJBSLNLiMhWzIq1iS7X8JdOCEFAEzVOL4zIAOQo9vUpjG0Nbc23L9BPgW2rcc4vbKwbCRiLaY9q7jHp1+xfgAFmXojoHmrYX8pZn67YOq+GTjsc9Vw/gXK6LT+bzzgCZ9l5K16eVRp7KAW+d1+dWuEy+aw+jzmu1wwz+s16gIqkLumxhvTWl0RJ0mmRquPBaPOikxKyBEOB5wRYIBJMGDyJ9Lh1X2vl82iAA";
    const text = unpackLz(packed) ?? "";
    expect(JSON.parse(text).size).toBe(9);
  });
  it("is the inverse of packing", () => {
    for (const text of [JSON_TEXT, "a", "aaaaaaaaaaaaaaaa", "ä中中ä中", JSON_TEXT.repeat(40)]) {
      expect(unpackLz(packLz(text))).toBe(text);
    }
  });
  it("refuses what is cut off or wrong", () => {
    expect(unpackLz("")).toBeNull();
    expect(unpackLz("N4Ig")).toBeNull();
    expect(unpackLz("////")).toBeNull();
  });
});

describe("rulesOfText", () => {
  const rules = 'Rows, columns.\n"Boxes".';
  it("reads JSON and links of f-puzzles and SudokuPad", () => {
    const packed = packLz(JSON_TEXT);
    expect(rulesOfText(JSON_TEXT)).toBe(rules);
    expect(rulesOfText(`https://www.f-puzzles.com/?load=${packed}`)).toBe(rules);
    expect(rulesOfText(`https://sudokupad.app/fpuz${encodeURIComponent(packed)}`)).toBe(rules);
    const short = packLz("{id:'x',metadata:{rules:'It\\'s a cage.'},cells:[]}");
    expect(rulesOfText(`https://sudokupad.app/sudoku/scl${short}?setting=1`)).toBe("It's a cage.");
  });
  it("reads the comment that the page writes, and no other", () => {
    const file = 'kind = "grid"\n';
    expect(rulesOfText(`${rulesComment(rules)}${file}`)).toBe(rules);
    expect(rulesOfText(`# A killer.\n${file}`)).toBeNull();
    expect(rulesOfText("1".repeat(81))).toBeNull();
    expect(rulesOfText("https://sudokupad.app/4FN8RN9LfN")).toBeNull();
  });
});

describe("pack", () => {
  it("is undone by unpack, with characters of addresses only", async () => {
    const text = `kind = "grid"\n${"[[rule]]\nsum = 10\n".repeat(30)}# ä中`;
    const packed = (await pack(text)) ?? "";
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(packed.length).toBeLessThan(text.length / 3);
    expect(await unpack(packed)).toBe(text);
  });
  it("refuses what is not packed, and what is too long", async () => {
    expect(await unpack("AAAA")).toBeNull();
    expect(await unpack("!")).toBeNull();
    expect(await unpack((await pack(" ".repeat(2 << 20))) ?? "")).toBeNull();
  });
});

describe("links", () => {
  const four = emptyBoard(boxedLayout(4, [2, 2]));
  it("are a line only if a line is the whole puzzle", () => {
    expect(toQuery(four).p).toBe(".".repeat(16));
    const named = { ...four, layout: { ...four.layout, author: "A", rules: "One\nTwo" } };
    expect(isLine(named.layout)).toBe(false);
    expect(toQuery(named).p).toBe(savedFile(named));
    expect(savedFile(named)).toMatch(/^# Rules:\n# One\n# Two\n\nkind = "grid"/);
  });
});

describe("compare", () => {
  const four = emptyBoard(boxedLayout(4, [2, 2]));
  const candidates = Array.from({ length: 16 }, (_, cell) => [(cell % 4) + 1]);
  it("names digits that are in no solution, and marks without the right digit", () => {
    let board = type(four, [1], "digit", 3);
    board = type(board, [2], "digit", 3);
    board = type(board, [4], "mark", 2);
    board = type(board, [5], "mark", 2);
    expect(compare(board, { outcome: "solved", solutions: 1, candidates })).toEqual({
      wrong: ["r1c2"],
      lacking: ["r2c1"],
      solvable: true,
    });
  });
  it("says nothing of cells whose solutions are not known", () => {
    const board = type(four, [1], "digit", 3);
    const unknown = { wrong: [], lacking: [], solvable: null };
    expect(compare(board, { outcome: "stopped", solutions: null, candidates: [] })).toEqual(
      unknown,
    );
    expect(compare(board, { outcome: "solved", solutions: 2, candidates: [] })).toEqual(unknown);
    expect(compare(board, { outcome: "infeasible", solutions: 0, candidates: [] })).toEqual({
      ...unknown,
      solvable: false,
    });
  });
});
