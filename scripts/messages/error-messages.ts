/**
 * Context of errors from the database and the endpoints. `server/http/translate-errors.ts` translates them.
 */
export const ERROR_CONTEXT = "error";

/** A call of `t` with a literal, which `sourceMessages` finds. */
const MESSAGE = /\bt\(\s*"(?:[^"\\]|\\.)*"/g;
const SENTENCE = /"(\p{Lu}[^"\n]* [^"\n]*\.)"|`(\p{Lu}[^`\n]* [^`\n]*\.)`/gu;
const RAISED = /(?:(?:message =|'(?:PT\d{3}|\d{5})',) (format\()?|raise (?:exception|[a-z_]+) )'((?:[^']|'')+)'/g;

/**
 * Returns the errors that a schema file raises, with {v1}, {v2} for their values; in SQL these are %s with `format` and
 * % with `raise exception`.
 */
export function sqlMessages(sql: string): string[] {
  return [...sql.matchAll(RAISED)].flatMap(([found, format, text = ""]) => {
    const message = messageOf(text, format !== undefined || found.startsWith("raise"));
    // Error codes and texts for developers are not translated.
    return /^(?:\p{Lu}|"?\{v1\}).* /u.test(message) && !/\{(?!v\d)/.test(message) ? [message] : [];
  });
}

function messageOf(text: string, isTemplate: boolean): string {
  let count = 0;
  return text.replaceAll("''", "'").replaceAll(/%%|%[sLI]?/g, (sign) => {
    if (!isTemplate || sign === "%%") return "%";
    count += 1;
    return `{v${count}}`;
  });
}

/** Returns the error sentences of an endpoint, with {v1}, {v2} for their values. */
export function endpointMessages(code: string): string[] {
  return [...code.replaceAll(MESSAGE, "").matchAll(SENTENCE)].map(([, plain, template = ""]) => {
    let count = 0;
    return plain ?? template.replaceAll(/\$\{[^}]*\}/g, () => `{v${++count}}`);
  });
}
