// The rules of the catalogue that a puzzle has: chosen from a list, with their parameters.
import { useEffect, useState } from "preact/hooks";
import type { BoardDocument, CatalogueRule, RuleParameter } from "../api/generated";
import { Faults } from "../ui/Faults";
import { answeredOf, errorOf, useRequest } from "../ui/useRequest";
import {
  namesIn,
  namesValue,
  type Rule,
  rulesOf,
  withOmitted,
  withParameter,
  withRule,
  withRules,
} from "./rules";

interface RulesEditorProps {
  readonly kind: string;
  readonly board: BoardDocument;
  readonly onChange: (change: (board: BoardDocument) => BoardDocument) => void;
}

interface ParameterProps {
  readonly rule: Rule;
  readonly parameter: RuleParameter;
  readonly onRule: (rule: Rule) => void;
}

/** The value of an option that leaves a parameter out. */
const LEFT_OUT = "";

function Parameter({ rule, parameter, onRule }: ParameterProps) {
  const { key, description, names, several, optional, max } = parameter;
  const change = (value: unknown) => onRule(withParameter(rule, key, value));
  if (max !== null) {
    const value = rule[key];
    return (
      <label title={description}>
        {key}
        <input
          type="number"
          class="short"
          min={0}
          max={max}
          value={typeof value === "number" ? value : ""}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const number = Number(text);
            if (text === "" && optional) change(undefined);
            else if (text !== "" && Number.isInteger(number) && number >= 0 && number <= max) {
              change(number);
            }
          }}
        />
      </label>
    );
  }
  const chosen = namesIn(rule, parameter);
  if (several) {
    return (
      <fieldset class="bare row" title={description}>
        <legend>{key}</legend>
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              // One has to stay.
              disabled={chosen.length === 1 && chosen[0] === name}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked;
                const next = names.filter((one) =>
                  one === name ? isChosen : chosen.includes(one),
                );
                change(namesValue(next));
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label title={description}>
      {key}
      <select
        value={chosen[0] ?? LEFT_OUT}
        onChange={(event) => {
          const name = event.currentTarget.value;
          change(name === LEFT_OUT ? undefined : name);
        }}
      >
        {optional ? <option value={LEFT_OUT}>–</option> : null}
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** The editor. */
export function RulesEditor({ kind, board, onChange }: RulesEditorProps) {
  const request = useRequest<"pencil/rules">();
  const { ask } = request;
  useEffect(() => void ask("pencil/rules", { kind }), [ask, kind]);
  const answer = answeredOf(request.answer)?.value;
  const known: readonly CatalogueRule[] = answer?.rules ?? [];
  const omittable = answer?.omittable ?? [];
  const [added, setAdded] = useState("");
  const chosen = known.find(({ name }) => name === added) ?? known[0];
  return (
    <div class="stacked">
      {omittable.length === 0 ? null : (
        <fieldset class="bare stacked">
          <legend>Allow what the rules of the kind forbid</legend>
          {omittable.map(({ name, broken }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={board.omit?.includes(name) ?? false}
                onChange={(event) => {
                  const isOmitted = event.currentTarget.checked;
                  onChange((old) => withOmitted(old, name, isOmitted));
                }}
              />
              {broken}
            </label>
          ))}
        </fieldset>
      )}
      {rulesOf(board).map((rule, index) => {
        const form = known.find(({ name }) => name === rule.name);
        return (
          <fieldset key={index}>
            <legend>{String(rule.name)}</legend>
            {form ? <p class="muted small">{form.description}</p> : null}
            <div class="row">
              {form?.parameters.map((parameter) => (
                <Parameter
                  key={parameter.key}
                  rule={rule}
                  parameter={parameter}
                  onRule={(next) => onChange((old) => withRule(old, index, next))}
                />
              ))}
              <button
                type="button"
                aria-label={`Remove the rule ${String(rule.name)}`}
                onClick={() => onChange((old) => withRule(old, index, null))}
              >
                Remove
              </button>
            </div>
          </fieldset>
        );
      })}
      {chosen === undefined ? null : (
        <div class="row">
          <label>
            Rule
            <select value={chosen.name} onChange={(event) => setAdded(event.currentTarget.value)}>
              {known.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() => onChange((old) => withRules(old, [...rulesOf(old), chosen.example]))}
          >
            Add the rule
          </button>
        </div>
      )}
      <Faults error={errorOf(request.answer)} />
    </div>
  );
}
