/** All positions: histograms of distances in both models, and a map of the shapes. */

import { useEffect, useState } from "preact/hooks";
import type { Square1ReportResponse } from "../api/generated";
import { JobButton } from "../jobs/JobButton";
import { Faults } from "../ui/Faults";
import { formatNumber } from "../ui/text";
import { errorOf, useRequest } from "../ui/useRequest";
import { Outline } from "./Flat";
import type { Colours } from "./position";
import {
  heights,
  MODEL_2007,
  maxDistance,
  meanDistance,
  TRUE_MODEL,
  totalPositions,
} from "./report";

const WIDTH = 640;
const HEIGHT = 240;
const BASE = HEIGHT - 22;
const TOP = 20;

function short(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)}G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)}M`;
  return n >= 1e4 ? `${Math.round(n / 1e3)}k` : String(n);
}

function Chart({
  a,
  b,
  logarithmic,
}: {
  a: readonly number[];
  b: readonly number[];
  logarithmic: boolean;
}) {
  const n = Math.max(a.length, b.length);
  const max = Math.max(...a, ...b);
  const step = WIDTH / n;
  const bars = (levels: readonly number[], name: string, offset: number) =>
    heights(levels, max, logarithmic).map((height, level) => {
      const count = levels[level] ?? 0;
      if (count === 0) return null;
      const [x, y] = [level * step + offset, BASE - height * (BASE - TOP)];
      return (
        <rect
          key={`${name} ${level}`}
          class={name}
          x={x}
          y={y}
          width={step * 0.36}
          height={Math.max(1, BASE - y)}
          fill={name === "bar-b" ? "url(#hatch)" : undefined}
        >
          <title>{`${level} twists: ${formatNumber(count)}`}</title>
        </rect>
      );
    });
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Positions by distance, in both models; the numbers are in the table below"
    >
      <defs>
        <pattern
          id="hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line class="hatch-line" x1="0" y1="0" x2="0" y2="6" />
        </pattern>
      </defs>
      <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
      {bars(a, "bar-a", step * 0.12)}
      {bars(b, "bar-b", step * 0.52)}
      {Array.from({ length: n }, (_, level) => (
        <text key={level} x={(level + 0.5) * step} y={HEIGHT - 6}>
          {level}
        </text>
      ))}
    </svg>
  );
}

function Levels({ report }: { report: Square1ReportResponse }) {
  const [logarithmic, setLogarithmic] = useState(true);
  const a = report.models[TRUE_MODEL];
  const b = report.models[MODEL_2007];
  const levels = Array.from({ length: Math.max(a.length, b.length) }, (_, level) => level);
  return (
    <div class="stacked">
      <div class="row">
        <span>
          <span class="key-a" aria-hidden="true" /> true distance
        </span>
        <span>
          <span class="key-b" aria-hidden="true" /> middle layer ignored (2007)
        </span>
        <label>
          <input
            type="checkbox"
            checked={logarithmic}
            onChange={(event) => setLogarithmic(event.currentTarget.checked)}
          />
          logarithmic
        </label>
      </div>
      <Chart a={a} b={b} logarithmic={logarithmic} />
      <table class="distances">
        <caption class="muted small">
          Positions, up to turns of the layers and flips, at each distance
        </caption>
        <thead>
          <tr>
            <th scope="col">Twists</th>
            <th scope="col">True</th>
            <th scope="col">Middle ignored</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{formatNumber(a[level] ?? 0)}</td>
              <td>{formatNumber(b[level] ?? 0)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">all</th>
            <td>{formatNumber(totalPositions(a))}</td>
            <td>{formatNumber(totalPositions(b))}</td>
          </tr>
          <tr>
            <th scope="row">mean</th>
            <td>{meanDistance(a).toFixed(2)}</td>
            <td>{meanDistance(b).toFixed(2)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Shapes({ report, shape }: { report: Square1ReportResponse; shape: string }) {
  const most = Math.max(...report.shapes.map((it) => it.distance_from_square));
  const rings = Array.from({ length: most + 1 }, (_, away) => away);
  return (
    <div>
      <p class="muted small">
        The {report.shapes.length} shapes by the number of twists from the square. Below each: how
        many positions have it, and their greatest distance.
      </p>
      {rings.map((away) => {
        const here = report.shapes.filter((it) => it.distance_from_square === away);
        return (
          <section key={away} aria-label={`${away} twists from the square`}>
            <h3>
              {away === 0 ? "The square" : `${away} twist${away === 1 ? "" : "s"} away`}{" "}
              <span class="muted small">
                {here.length} shape{here.length === 1 ? "" : "s"}
              </span>
            </h3>
            <ul class="shapes">
              {here.map((it) => (
                <li key={it.shape} class={it.shape === shape ? "now" : undefined} title={it.shape}>
                  <svg viewBox="-20 -19 80 38" aria-hidden="true">
                    <Outline word={it.shape.split("/")[0] ?? ""} />
                    <g transform="translate(40 0)">
                      <Outline word={it.shape.split("/")[1] ?? ""} />
                    </g>
                  </svg>
                  <span class="spoken">
                    {it.shape}
                    {it.shape === shape ? ", the shape of this position" : ""}:
                  </span>
                  {it.shape === shape ? <strong>here · </strong> : null}
                  {short(totalPositions(it.modulo_flip))} ·{" "}
                  <strong>{maxDistance(it.modulo_flip)}</strong>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The error code while the server has not counted these positions yet. */
const NO_TABLE = "square1.no-table";

/** The names of the tables. */
const PUZZLES: Record<Colours, string> = { six: "square1", silver: "square1-silver" };

/** The card; asks the server when it is opened. */
export function ReportCard({ colours, shape }: { colours: Colours; shape: string }) {
  const [open, setOpen] = useState(false);
  const { answer, ask } = useRequest<"square1/report">();
  const error = errorOf(answer);
  useEffect(() => {
    if (open) void ask("square1/report", { colours });
  }, [open, colours, ask]);
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>All positions at once</summary>
      {error?.faults.some((it) => it.code === NO_TABLE) ? (
        // Not an error: the server has not counted the positions yet.
        <div class="stacked" role="status">
          <p>
            These figures need the table of six colours, which has not been built yet. A job builds
            it once, within a minute or so; it takes 787 MiB on the server.
          </p>
          <p>
            <JobButton kind="build-table" input={() => ({ puzzle: PUZZLES[colours] })}>
              Build the table
            </JobButton>
          </p>
        </div>
      ) : (
        <Faults error={error} />
      )}
      {answer.state === "asking" ? <p class="loading">Asking…</p> : null}
      {answer.state === "answered" ? (
        <div class="stacked">
          <Levels report={answer.value} />
          <Shapes report={answer.value} shape={shape} />
        </div>
      ) : null}
    </details>
  );
}
