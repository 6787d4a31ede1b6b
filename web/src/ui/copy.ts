// Texts out of the page: to the clipboard, or as a file.
import { announce } from "../shell/announce";

/** Copies a text and says so; false if the browser does not allow it. */
export async function copy(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    return true;
  } catch {
    return false;
  }
}

/** Offers a text as a file to save. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
