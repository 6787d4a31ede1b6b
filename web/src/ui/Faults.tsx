// An error as a reader needs it: what is wrong, where, and what to do next.
import type { ApiError, Fault } from "../api/client";

/** The line with the fault, and the place in it marked by a sign below as well as by colour. */
function Place({ source, fault }: { source: string; fault: Fault }) {
  if (fault.line === null) return null;
  const line = source.split("\n")[fault.line - 1];
  if (line === undefined) return null;
  const at = Math.max(0, (fault.column ?? 1) - 1);
  const from = Math.max(0, at - 30);
  const letters = Array.from(line);
  const before = (from > 0 ? "…" : "") + letters.slice(from, at).join("");
  return (
    <pre class="place" aria-hidden="true">
      {before}
      {fault.column === null ? null : <mark>{letters[at] ?? "⏎"}</mark>}
      {letters.slice(fault.column === null ? at : at + 1, at + 40).join("")}
      {fault.column === null ? null : `\n${" ".repeat(Array.from(before).length)}^`}
    </pre>
  );
}

/** All faults of an error; `source` is the text they are about. */
export function Faults({ error, source }: { error: ApiError | null; source?: string | undefined }) {
  if (error === null) return null;
  // The request id finds an error of the service in its log; an error of the input needs none.
  const inputAtFault = error.status >= 400 && error.status < 500;
  return (
    <div class="faults" role="alert">
      {error.faults.slice(0, 20).map((fault, index) => (
        <div key={index}>
          <p class="what">
            {fault.message}
            {fault.line === null ? null : (
              <span class="where">
                {" "}
                (line {fault.line}
                {fault.column === null ? "" : `, column ${fault.column}`})
              </span>
            )}
          </p>
          {source === undefined ? null : <Place source={source} fault={fault} />}
          {fault.hint === null ? null : <p class="hint">{fault.hint}</p>}
        </div>
      ))}
      {error.faults.length > 20 ? <p>and {error.faults.length - 20} more</p> : null}
      {error.retryAfter === null ? null : <p>Try again in {error.retryAfter} s.</p>}
      {error.requestId === null || inputAtFault ? null : (
        <p class="request">request {error.requestId}</p>
      )}
    </div>
  );
}
