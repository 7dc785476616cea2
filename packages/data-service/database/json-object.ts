/** Returns whether a JSON value is an object, not an array or null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deeper than any real request, and far below the depth at which PostgreSQL and JSON.stringify run out of stack. */
const MAX_DEPTH = 200;

/** Parses the JSON body of a request. @throws SyntaxError for invalid or too deeply nested JSON */
export function parseJson(text: string): unknown {
  let depth = 0;
  let isInText = false;
  for (let place = 0; place < text.length; place += 1) {
    const mark = text[place];
    if (isInText) {
      if (mark === "\\") place += 1;
      else if (mark === '"') isInText = false;
    } else if (mark === '"') isInText = true;
    else if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > MAX_DEPTH) throw new SyntaxError("The JSON is nested too deeply.");
  }
  return JSON.parse(text);
}
