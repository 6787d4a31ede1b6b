// The techniques: an index of all of them, and a page for each with an example.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SceneProps } from "../scenes";
import { formatHash } from "../shell/route";
import { GridDrawing } from "../sudoku/GridDrawing";
import { Legend } from "../sudoku/Legend";
import { boxedLayout } from "../sudoku/layout";
import { Explanation, Notation } from "../sudoku/StepText";
import "../style/grid.css";
import "../style/techniques.css";
import { slug, TECHNIQUES, type Technique, techniqueOf, title } from "./catalogue";
import { FAMILIES, type Family, textOf } from "./texts";

const LAYOUT = boxedLayout(9, [3, 3]);

function address(technique: string): string {
  return formatHash(`techniques/${technique}`);
}

/** Whether a technique has a word that was typed in one of its names. */
function isFound(technique: Technique, wanted: string): boolean {
  const words = slug(wanted).split("-");
  const names = [technique.name, ...technique.aliases].map(slug);
  return names.some((name) => words.every((word) => name.includes(word)));
}

function rating({ hodoku }: Technique): string {
  if (hodoku === null) return "–";
  const about = `${hodoku.level}, ${hodoku.score}`;
  return hodoku.default ? about : `(${about})`;
}

function Index() {
  const [wanted, setWanted] = useState("");
  const found = TECHNIQUES.filter((technique) => isFound(technique, wanted));
  const families = (Object.keys(FAMILIES) as Family[])
    .map((family) => ({
      family,
      members: found.filter(({ technique }) => textOf(technique)?.family === family),
    }))
    .filter(({ members }) => members.length > 0);
  return (
    <section class="techniques">
      <h1>Sudoku techniques</h1>
      <p>
        All {TECHNIQUES.length} techniques that hints and explanations use, each with a definition,
        the reason why it holds, and an example that the solver found. The weight is that of
        Gordian's own scale, from 1.0 to 12.0; HoDoKu's level and score stand in brackets where
        HoDoKu does not use the technique by default.
      </p>
      <label class="stack find">
        <span>Find a technique by any of its names</span>
        <input
          type="search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      <p class="spoken" role="status">
        {found.length} found
      </p>
      {families.length === 0 ? <p>No technique has this name.</p> : null}
      {families.map(({ family, members }) => (
        <section key={family}>
          <h2>{FAMILIES[family]}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Technique</th>
                <th scope="col">Weight</th>
                <th scope="col">HoDoKu</th>
              </tr>
            </thead>
            <tbody>
              {members.map((technique) => (
                <tr key={technique.technique}>
                  <th scope="row">
                    <a href={address(technique.technique)}>{title(technique)}</a>
                    {technique.aliases.length > 0 ? (
                      <span class="muted small also">{technique.aliases.join(", ")}</span>
                    ) : null}
                  </th>
                  <td>{technique.weight.toFixed(1)}</td>
                  <td>{rating(technique)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </section>
  );
}

/** The position of an example as the drawing takes it. */
export function positionOf({ example }: Technique) {
  const digits = (text: string) => [...text].map(Number);
  const [givens, values] = [digits(example.givens), digits(example.values)];
  return {
    givens,
    placed: values.map((value, cell) => (givens[cell] ? 0 : value)),
    marks: example.candidates.map(digits),
  };
}

function Example({ technique }: { technique: Technique }) {
  const { step, position } = technique.example;
  const { givens, placed, marks } = useMemo(() => positionOf(technique), [technique]);
  return (
    <section class="example" aria-label="Example">
      <div class="picture">
        <GridDrawing
          layout={LAYOUT}
          givens={givens}
          placed={placed}
          marks={marks}
          step={step}
          label={`Example of ${technique.name}: ${step.text}`}
        />
      </div>
      <div class="told">
        <h2>Example</h2>
        <Explanation step={step} />
        <Notation step={step} />
        <Legend step={step} open />
        <p>
          <a class="button" href={formatHash("sudoku", { p: position })}>
            Open this position
          </a>
        </p>
      </div>
    </section>
  );
}

function Ratings({ technique }: { technique: Technique }) {
  const { weight, hodoku, aliases, assumes_unique } = technique;
  return (
    <dl class="facts">
      {aliases.length > 0 ? (
        <div>
          <dt>Also called</dt>
          <dd>{aliases.join(", ")}</dd>
        </div>
      ) : null}
      <div>
        <dt>Gordian's scale</dt>
        <dd>{weight.toFixed(1)}</dd>
      </div>
      <div>
        <dt>HoDoKu</dt>
        <dd>
          {hodoku === null
            ? "not in HoDoKu"
            : `level ${hodoku.level}, score ${hodoku.score}${hodoku.default ? "" : "; not used by default"}`}
        </dd>
      </div>
      <div>
        <dt>Assumes</dt>
        <dd>{assumes_unique ? "exactly one solution" : "nothing but the rules"}</dd>
      </div>
    </dl>
  );
}

function Page({ technique }: { technique: Technique }) {
  const text = textOf(technique.technique);
  const at = TECHNIQUES.indexOf(technique);
  const [before, after] = [TECHNIQUES[at - 1], TECHNIQUES[at + 1]];
  const related = TECHNIQUES.filter(
    (other) => other !== technique && textOf(other.technique)?.family === text?.family,
  );
  return (
    <article class="technique">
      <p class="small">
        <a href={formatHash("techniques")}>All techniques</a>
        {text ? ` › ${FAMILIES[text.family]}` : ""}
      </p>
      <h1>{title(technique)}</h1>
      <Ratings technique={technique} />
      <h2>What it is</h2>
      <p>{text?.definition}</p>
      <h2>Why it holds</h2>
      <p>{text?.why}</p>
      <Example technique={technique} />
      {related.length > 0 ? (
        <nav aria-label="Related techniques">
          <h2>Related techniques</h2>
          <ul class="related">
            {related.map((other) => (
              <li key={other.technique}>
                <a href={address(other.technique)}>{title(other)}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <nav class="row neighbours" aria-label="By difficulty">
        {before ? <a href={address(before.technique)}>← {title(before)}</a> : null}
        {after ? <a href={address(after.technique)}>{title(after)} →</a> : null}
      </nav>
    </article>
  );
}

/** The scene. */
export default function Techniques({ route }: SceneProps) {
  const [name] = route.rest;
  const technique = name === undefined ? null : techniqueOf(name);
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    document.title = `${technique ? title(technique) : "Techniques"} · Gordian`;
    // Another technique is read from its beginning.
    if (shown.current !== name) {
      shown.current = name;
      root.current?.focus();
      window.scrollTo(0, 0);
    }
  }, [technique, name]);
  return (
    <div ref={root} tabIndex={-1} class="techniques-scene">
      {name === undefined ? (
        <Index />
      ) : technique ? (
        <Page key={technique.technique} technique={technique} />
      ) : (
        <section>
          <h1>No such technique</h1>
          <p>
            No technique is called “{name}”. <a href={formatHash("techniques")}>See all of them.</a>
          </p>
        </section>
      )}
    </div>
  );
}
