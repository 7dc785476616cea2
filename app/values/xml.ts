/** Characters that XML 1.0 does not allow, even escaped: https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match control characters.
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text for the content of an XML element. */
export function escapeXml(text: string): string {
  return text.replaceAll(INVALID, "").replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? "");
}
