import type { MiddlewareHandler } from "hono";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import { inLocale, localeOf } from "#server/base/locale.ts";

/**
 * Middleware that handles a request in its page's language. Pages send it in Accept-Language; without a page, browsers
 * send their user's.
 */
export const inPageLanguage: MiddlewareHandler = (c, next) => inLocale(localeOf(c.req.header("accept-language")), next);

/** Functions whose rows may have the error of one of several orders. */
const PARTLY_REJECTED = /\/rpc\/(?:move_orders|undo_order_moves)$/;

/**
 * Middleware that translates errors of the database for its page. A hosted project responds to browsers directly, in
 * English.
 */
export const translateErrors: MiddlewareHandler = async (c, next) => {
  const locale = localeOf(c.req.header("accept-language"));
  await next();
  const hasErrors = c.res.status >= 400 || PARTLY_REJECTED.test(c.req.path);
  if (locale === DEFAULT_LOCALE || !hasErrors || !c.res.headers.get("content-type")?.includes("json")) return;
  const body: unknown = await c.res.clone().json();
  const translated = inLocale(locale, () => (Array.isArray(body) ? body.map(withText) : withText(body)));
  const headers = new Headers(c.res.headers);
  headers.delete("content-length");
  c.res = new Response(JSON.stringify(translated), { status: c.res.status, headers });
};

function withText(given: unknown): unknown {
  const error = fieldsOf(given);
  const { message, details } = error;
  return typeof message === "string" ? { ...error, message: errorText({ message, details }) } : given;
}
