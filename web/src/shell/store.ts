// What the browser remembers: drafts and settings. Storage may be full or forbidden; nothing depends on it.

/** Reads a remembered value; `fallback` if there is none or it cannot be read. */
export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`gordian.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Remembers a value. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`gordian.${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works on without a draft.
  }
}

/** Forgets a value. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(`gordian.${key}`);
  } catch {
    // As above.
  }
}
