import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { ApiError } from "../api/client";
import { Faults } from "./Faults";

const root = document.createElement("div");

afterEach(() => act(() => render(null, root)));

function shown(status: number): string {
  const fault = { code: "x", message: "wrong", hint: null, line: null, column: null };
  act(() => render(<Faults error={new ApiError(status, [fault], "abc")} />, root));
  return root.textContent ?? "";
}

it("shows the number of a request only for faults of the service", () => {
  expect(shown(400)).toBe("wrong");
  expect(shown(429)).toBe("wrong");
  expect(shown(500)).toBe("wrongrequest abc");
  expect(shown(503)).toBe("wrongrequest abc");
});
