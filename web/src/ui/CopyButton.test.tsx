import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveRegion } from "../shell/announce";
import { CopyButton } from "./CopyButton";

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
});

afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function press(writeText: (text: string) => Promise<void>): Promise<void> {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await act(() =>
    render(
      <>
        <CopyButton text={() => "#/cube?p=R"} what="link">
          Copy link
        </CopyButton>
        <LiveRegion />
      </>,
      root,
    ),
  );
  await act(async () => root.querySelector("button")?.click());
}

const told = () => root.querySelector("[role=status]")?.textContent ?? "";

describe("a copy button", () => {
  it("copies, says so for a while, and tells it", async () => {
    vi.useFakeTimers();
    const copied: string[] = [];
    await press(async (text) => {
      copied.push(text);
    });
    expect(copied).toEqual(["#/cube?p=R"]);
    expect(root.querySelector("button")?.textContent).toContain("Copied");
    expect(told()).toContain("Copied: link");
    expect(root.querySelector("textarea")).toBeNull();
    await act(async () => {
      await vi.advanceTimersByTimeAsync(5000);
    });
    expect(root.querySelector("button")?.textContent).toBe("Copy link");
  });
  it("selects the text where the clipboard is refused, and says so", async () => {
    await press(() => Promise.reject(new Error("not allowed")));
    const field = root.querySelector("textarea");
    expect(field?.value).toBe("#/cube?p=R");
    expect(document.activeElement).toBe(field);
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, 10]);
    expect(root.textContent).toContain("does not allow copying");
    expect(told()).toContain("is selected");
    expect(root.querySelector("button")?.textContent).toBe("Copy link");
  });
});
