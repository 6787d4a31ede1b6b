// The texts of the fish: forty-two techniques that differ in size, houses and fins.
import type { TechniqueText } from "./texts";

const SIZES: Readonly<Record<string, number>> = {
  "x-wing": 2,
  swordfish: 3,
  jellyfish: 4,
  squirmbag: 5,
  whale: 6,
  leviathan: 7,
};

const WORDS = ["", "", "two", "three", "four", "five", "six", "seven"];

const WHY = (n: string) =>
  `Each base house needs the digit once, and no cover house can take it twice. So the ${n} digits of the base fill the ${n} cover houses, one each, and a cover house cannot contain the digit anywhere else.`;

const SHAPES = {
  basic: (n: string) =>
    `${n} rows in which all candidates for one digit lie in the same ${n} columns, or ${n} columns in which they lie in the same ${n} rows.`,
  franken: (n: string) =>
    `${n} base houses whose candidates for one digit all lie in ${n} cover houses, where boxes take part: the base consists of rows and boxes and the cover of columns and boxes, or the other way round with columns and rows.`,
  mutant: (n: string) =>
    `${n} base houses without a common candidate, whose candidates for one digit all lie in ${n} cover houses. Any mixture of rows, columns and boxes may be base or cover, as long as it is neither a basic nor a Franken fish.`,
};

/** Returns the text of a fish; null if the technique is not a fish. */
export function fishText(technique: string): TechniqueText | null {
  const match = /^(?:(finned|sashimi)-)?(?:(franken|mutant)-)?(.+)$/.exec(technique);
  const [, fins, shape, name = ""] = match ?? [];
  const size = SIZES[name];
  if (size === undefined) return null;
  const n = WORDS[size] ?? "";
  const kind = shape === "franken" || shape === "mutant" ? shape : "basic";
  const body = SHAPES[kind](n);
  const begin = body.charAt(0).toUpperCase() + body.slice(1);
  const large =
    size <= 4
      ? ""
      : kind === "basic" && fins === undefined
        ? " In a 9×9 grid there is always a smaller fish in the other direction that eliminates the same, so this one is not needed."
        : " In a 9×9 grid fish of more than four houses are hardly ever needed.";
  const family = kind === "basic" ? (fins ? "finned" : "fish") : "complex fish";
  if (fins === undefined) {
    return {
      family,
      definition: `${begin}${large}`,
      why: `${WHY(n)} Every candidate for the digit that is in a cover house but not in the base is eliminated.${
        kind === "basic"
          ? ""
          : " So is a base candidate that is in two cover houses: it would fill both of them, and too few would be left for the other base houses."
      }`,
    };
  }
  const sashimi =
    fins === "sashimi"
      ? ` It is called sashimi because without its fins at least one base house has only one candidate left in the cover, so that the fish would fall apart.`
      : "";
  const endo =
    kind === "basic" ? "" : " A candidate that is in two base houses counts as a fin, too.";
  return {
    family,
    definition: `${begin} Some base candidates, the fins, are outside of the cover.${endo}${sashimi}${large}`,
    why: `If all fins are false, the fish without fins is valid, and so are its eliminations. If a fin is true, every candidate that sees it is false. So a candidate that the fish would eliminate and that sees all fins is false in every case.`,
  };
}
