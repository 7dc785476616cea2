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

/**
 * Middleware that translates errors of the database for its page. A hosted project responds to browsers directly, in
 * English.
 */
export const translateErrors: MiddlewareHandler = async (c, next) => {
  const locale = localeOf(c.req.header("accept-language"));
  await next();
  if (locale === DEFAULT_LOCALE || c.res.status < 400 || !c.res.headers.get("content-type")?.includes("json")) return;
  const error = fieldsOf(await c.res.clone().json());
  const known = error["message"];
  if (typeof known !== "string") return;
  const message = inLocale(locale, () => errorText({ message: known, details: error["details"] }));
  const headers = new Headers(c.res.headers);
  headers.delete("content-length");
  c.res = new Response(JSON.stringify({ ...error, message }), { status: c.res.status, headers });
};
