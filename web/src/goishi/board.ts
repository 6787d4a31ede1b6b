// A board of Golden Waste: which places hold coins, and where the walk starts.

/** A board; places are numbered row by row from 0. */
export interface CoinBoard {
  readonly rows: number;
  readonly columns: number;
  readonly coins: readonly boolean[];
  /** The coin to start with, or null for any. */
  readonly start: number | null;
}

/** The largest board that is drawn here. */
export const MAX_SIDE = 30;

/** A board without coins. */
export function emptyCoins(rows: number, columns: number): CoinBoard {
  return { rows, columns, coins: new Array<boolean>(rows * columns).fill(false), start: null };
}

/** Places a coin on an empty cell, or removes the coin. */
export function toggleCoin(board: CoinBoard, place: number): CoinBoard {
  const coins = board.coins.map((coin, i) => (i === place ? !coin : coin));
  return { ...board, coins, start: coins[board.start ?? -1] ? board.start : null };
}

/** Makes a coin the first one, or clears that; an empty cell gets a coin. */
export function toggleStart(board: CoinBoard, place: number): CoinBoard {
  if (board.start === place) return { ...board, start: null };
  return { ...board, coins: board.coins.map((coin, i) => coin || i === place), start: place };
}

/** The board with another size; coins outside are removed. */
export function resizeBoard(board: CoinBoard, rows: number, columns: number): CoinBoard {
  const place = (r: number, c: number) => r * board.columns + c;
  const inside = (r: number, c: number) => r < board.rows && c < board.columns;
  const coins: boolean[] = [];
  let start: number | null = null;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const coin = inside(r, c) && (board.coins[place(r, c)] ?? false);
      if (coin && place(r, c) === board.start) start = coins.length;
      coins.push(coin);
    }
  }
  return { rows, columns, coins, start };
}

/** The rows of a board as text: `.` empty, `X` a coin, `1` the first one. */
export function boardLines(board: CoinBoard): string[] {
  const lines: string[] = [];
  for (let r = 0; r < board.rows; r++) {
    let line = "";
    for (let c = 0; c < board.columns; c++) {
      const place = r * board.columns + c;
      line += place === board.start ? "1" : board.coins[place] ? "X" : ".";
    }
    lines.push(line);
  }
  return lines;
}

/** Reads rows of text; returns null if they are not a board. */
export function readLines(lines: readonly string[]): CoinBoard | null {
  const columns = lines[0]?.length ?? 0;
  if (columns === 0 || lines.length > MAX_SIDE || columns > MAX_SIDE) return null;
  const coins: boolean[] = [];
  let start: number | null = null;
  for (const line of lines) {
    if (line.length !== columns || !/^[.Xxo1]*$/.test(line)) return null;
    for (const char of line) {
      if (char === "1") {
        if (start !== null) return null;
        start = coins.length;
      }
      coins.push(char !== ".");
    }
  }
  return { rows: lines.length, columns, coins, start };
}

/** The board of a puzzle file, or null if it has none that can be drawn here. */
export function readFile(text: string): CoinBoard | null {
  const match = /^\s*board\s*=\s*(?:'''|""")\r?\n([\s\S]*?)(?:'''|""")/m.exec(text);
  const lines = (match?.[1] ?? "").split(/\r?\n/).map((line) => line.trim());
  const board = readLines(lines.filter((line) => line !== ""));
  if (board === null || board.start !== null) return board;
  const start = /^\s*start\s*=\s*\[\s*(\d+)\s*,\s*(\d+)\s*\]/m.exec(text);
  const [row, column] = [Number(start?.[1]), Number(start?.[2])];
  const place = (row - 1) * board.columns + column - 1;
  return board.coins[place] ? { ...board, start: place } : board;
}

/** The board as a puzzle file. */
export function puzzleFile(board: CoinBoard): string {
  const start = board.start === null ? 'start = "any"\n' : "";
  return `kind = "goishi"\n${start}board = '''\n${boardLines(board).join("\n")}\n'''\n`;
}

/** A board for a link: its rows joined by `-`. */
export function toLink(board: CoinBoard): string {
  return boardLines(board).join("-");
}

/** The puzzle file of a link, also of an invalid board, so that the server names the error. */
export function linkFile(text: string): string {
  if (text.includes("=")) return text;
  const rows = text.split("-").join("\n");
  return `kind = "goishi"\nstart = "any"\nboard = '''\n${rows}\n'''\n`;
}

/** The board of a link: rows joined by `-`, or a puzzle file. */
export function fromLink(text: string): CoinBoard | null {
  return text.includes("=") ? readFile(text) : readLines(text.split("-"));
}
