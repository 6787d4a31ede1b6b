import { render } from "preact";
import { describe, expect, it, vi } from "vitest";
import { lazily } from "./lazily";

function Greeting({ name }: { name: string }) {
  return <p>hello {name}</p>;
}

describe("a part that is loaded when it is shown", () => {
  it("is loaded once, and has its properties", async () => {
    let loads = 0;
    const Lazy = lazily(() => {
      loads += 1;
      return Promise.resolve(Greeting);
    });
    expect(loads).toBe(0);
    const root = document.createElement("div");
    render(<Lazy name="one" />, root);
    await vi.waitFor(() => expect(root.textContent).toBe("hello one"));
    render(<Lazy name="two" />, root);
    await vi.waitFor(() => expect(root.textContent).toBe("hello two"));
    render(null, root);
    // It is there at once when it is shown again.
    render(<Lazy name="three" />, root);
    expect(root.textContent).toBe("hello three");
    expect(loads).toBe(1);
  });
  it("says that it could not be loaded, and tries again", async () => {
    let isBroken = true;
    const Lazy = lazily(() =>
      isBroken ? Promise.reject(new Error("offline")) : Promise.resolve(Greeting),
    );
    const root = document.createElement("div");
    render(<Lazy name="you" />, root);
    await vi.waitFor(() => expect(root.textContent).toContain("could not be loaded"));
    isBroken = false;
    root.querySelector("button")?.click();
    await vi.waitFor(() => expect(root.textContent).toBe("hello you"));
  });
  it("comes when the page is used, because the server may be away later", async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return Promise.resolve(Greeting);
    };
    const Lazy = lazily(load);
    expect(loads).toBe(0);
    dispatchEvent(new Event("pointerdown"));
    dispatchEvent(new Event("keydown"));
    await Promise.resolve();
    // It is there at once when it is shown.
    const root = document.createElement("div");
    render(<Lazy name="you" />, root);
    expect(root.textContent).toBe("hello you");
    expect(loads).toBe(1);
    // So do those of scenes that are opened later.
    lazily(load);
    expect(loads).toBe(2);
  });
});
