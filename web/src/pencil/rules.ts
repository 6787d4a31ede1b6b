// The rules of the catalogue that a puzzle has besides those of its kind.
import type { BoardDocument, RuleParameter } from "../api/generated";

/** A rule: its `name` and its parameters. */
export type Rule = Readonly<Record<string, unknown>>;

/** The rules of a board. */
export function rulesOf(board: BoardDocument): readonly Rule[] {
  return board.rules ?? [];
}

/** The board with other rules. */
export function withRules(board: BoardDocument, rules: readonly Rule[]): BoardDocument {
  return { ...board, rules };
}

/** The board with, or without, a rule of its kind. */
export function withOmitted(board: BoardDocument, name: string, isOmitted: boolean): BoardDocument {
  const others = (board.omit ?? []).filter((it) => it !== name);
  return { ...board, omit: isOmitted ? [...others, name] : others };
}

/** The board with one rule changed; null removes it. */
export function withRule(board: BoardDocument, index: number, rule: Rule | null): BoardDocument {
  const rules = [...rulesOf(board)];
  if (rule === null) rules.splice(index, 1);
  else rules[index] = rule;
  return withRules(board, rules);
}

/** The rule with a parameter changed; undefined leaves it out. */
export function withParameter(rule: Rule, key: string, value: unknown): Rule {
  const { [key]: _, ...others } = rule;
  return value === undefined ? others : { ...others, [key]: value };
}

/** The names that a parameter is, of those that it can be. */
export function namesIn(rule: Rule, { key, names }: RuleParameter): readonly string[] {
  const value = rule[key];
  const chosen = Array.isArray(value) ? value : [value];
  return names.filter((name) => chosen.includes(name));
}

/** The value of a parameter with these names: one of them alone is no list. */
export function namesValue(names: readonly string[]): unknown {
  return names.length === 1 ? names[0] : names;
}
