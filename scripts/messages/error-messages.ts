/** Context of the errors that database and endpoints answer with: `server/http/translate-errors.ts` translates them. */
export const ERROR_CONTEXT = "error";

const SENTENCE = /"(\p{Lu}[^"\n]* [^"\n]*\.)"|`(\p{Lu}[^`\n]* [^`\n]*\.)`/gu;
const RAISED = /(?:message = (format\()?|raise (?:exception|[a-z_]+) )'((?:[^']|'')+)'/g;

/**
 * Returns the messages that a schema file raises, with {v1}, {v2} for what stands in them: `format` has %s for it,
 * `raise exception` %.
 */
export function sqlMessages(sql: string): string[] {
  return [...sql.matchAll(RAISED)].flatMap(([found, format, text = ""]) => {
    const isTemplate = format !== undefined || found.startsWith("raise");
    let count = 0;
    const message = text.replaceAll("''", "'").replaceAll(/%%|%[sLI]?/g, (sign) => {
      if (!isTemplate || sign === "%%") return "%";
      count += 1;
      return `{v${count}}`;
    });
    // Codes, and words for programmers.
    return /^\p{Lu}.* /u.test(message) && !/\{(?!v\d)/.test(message) ? [message] : [];
  });
}

/** Returns the sentences of an endpoint, with {v1}, {v2} for what stands in them. */
export function endpointMessages(code: string): string[] {
  return [...code.matchAll(SENTENCE)].map(([, plain, template = ""]) => {
    let count = 0;
    return plain ?? template.replaceAll(/\$\{[^}]*\}/g, () => `{v${++count}}`);
  });
}
