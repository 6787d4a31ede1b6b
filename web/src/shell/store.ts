// Drafts and settings in local storage. Storage may be full or forbidden; nothing depends on it.

/** Reads a stored value; `fallback` if it is missing or cannot be read. */
export function loadStored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`gordian.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Stores a value. */
export function saveStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(`gordian.${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works on without a draft.
  }
}

/** Removes a stored value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(`gordian.${key}`);
  } catch {
    // As above.
  }
}
