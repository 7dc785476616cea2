/** What was typed and not yet saved stays on this device: a closed tab or an empty battery loses nothing. */
export interface KeptTyping<Typed> {
  typed: Typed;
  /** An instant in ISO 8601. */
  at: string;
}

const LONGEST = 200_000;

/** @param name of the form and of whom it is about; one person's typing is not another's */
export function readKeptTyping<Typed>(name: string): KeptTyping<Typed> | null {
  try {
    const text = localStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as KeptTyping<Typed>);
  } catch {
    return null;
  }
}

export function keepTyping(name: string, typed: unknown): void {
  const text = JSON.stringify({ typed, at: new Date().toISOString() });
  try {
    if (text.length <= LONGEST) localStorage.setItem(name, text);
  } catch {
    // A full or forbidden store: the question before leaving is still asked.
  }
}

export function forgetTyping(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
