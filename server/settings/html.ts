import { html as tagged } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** HTML in which nothing is left to escape. */
export type Html = HtmlEscapedString;

type Part = string | number | false | null | undefined | Html | readonly Part[];

/**
 * HTML as a tagged template: what stands between the tags and in quoted attributes is escaped, unless it is `Html`
 * itself. Parts that are waited for are a type error, so that the whole is there at once.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return tagged(strings, ...parts) as Html;
}
