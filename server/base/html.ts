import { html as tagged } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Escaped HTML. */
export type Html = HtmlEscapedString;

type Part = string | number | false | null | undefined | Html | readonly Part[];

/**
 * Template tag for HTML: interpolated values, also in quoted attributes, are escaped unless they are `Html`. Promises
 * are a type error, so that the result is never a promise.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return tagged(strings, ...parts) as Html;
}
