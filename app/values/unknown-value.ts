/** Returns the fields of a value from outside, such as parsed JSON or a caught error; empty if it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Returns the text in a field of a value from outside; undefined if there is no text. */
export function textIn(value: unknown, field: string): string | undefined {
  const text = fieldsOf(value)[field];
  return typeof text === "string" ? text : undefined;
}

/** Parses stored JSON, which anyone can edit; undefined without a text, or if it is not JSON. */
export function parsedJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a stored text, cut to this length; empty if it is not a text. */
export function storedText(value: unknown, maxCharacters: number): string {
  return typeof value === "string" ? value.slice(0, maxCharacters) : "";
}

/** Returns the message of a caught value. */
export function messageOf(error: unknown): string {
  return textIn(error, "message") ?? String(error);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
