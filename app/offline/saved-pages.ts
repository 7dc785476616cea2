import { categories } from "#app/features/catalog/categories.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { OFFLINE_TEXTS } from "#app/messages/language-texts.ts";
import { type Locale, languageTag, splitLocale } from "#app/messages/locales.ts";
import { PHOTO_CACHE, PRIVATE_CACHE, PUBLIC_CACHE } from "#app/platform/personal-data.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";

/**
 * Rules of the service worker that do not depend on a browser: which responses are saved, and how a saved page is
 * marked.
 */

export const ASSET_CACHE = "assets-v1";
export const IMAGE_CACHE = "images-v1";
export const CACHES: readonly string[] = [PUBLIC_CACHE, PRIVATE_CACHE, PHOTO_CACHE, ASSET_CACHE, IMAGE_CACHE];

/** Header of a saved response with the time when it was received, ISO 8601. */
export const SAVED_AT = "x-saved-at";

const PUBLIC_PAGES = new Set([
  ...["/home", "/search", "/cart", "/blog", "/recipes", "/about", "/contact", "/privacy", "/delivery-and-returns"],
  ...categories.map(({ path }) => path),
]);
const PUBLIC_FOLDER = /^\/(products\/[a-z]+\/\d+|blogs\/\d+)$/;
const ORDER_PAGE = /^\/orders\/[0-9a-f-]{36}$/;
/** Suffix of the URLs that React Router fetches data from on a client-side navigation. */
const DATA = /\.data$/;

/**
 * Returns the cache for a page or its data; null for pages that are never saved: login, staff, checkout, and payment
 * pages.
 */
export function cacheOfPage(pathname: string): typeof PUBLIC_CACHE | typeof PRIVATE_CACHE | null {
  const { path } = splitLocale(pathname.replace(DATA, ""));
  if (PUBLIC_PAGES.has(path) || PUBLIC_FOLDER.test(path)) return PUBLIC_CACHE;
  return ORDER_PAGE.test(path) ? PRIVATE_CACHE : null;
}

/** Returns whether a request reads an order, its billing details, or the profile, as the order page does. */
export function isOrderRead({ pathname, searchParams }: URL): boolean {
  const name = /^\/rest\/v1\/(\w+)$/.exec(pathname)?.[1];
  if (name === "orders" || name === "profiles") return (searchParams.get("id") ?? "").startsWith("eq.");
  return name === "billing_details" && (searchParams.get("order_id") ?? "").startsWith("eq.");
}

export function isAsset(pathname: string): boolean {
  return pathname.startsWith("/assets/");
}

export function isImage(pathname: string): boolean {
  return (
    /^\/storage\/v1\/(object|render\/image)\/public\//.test(pathname) || /^\/[\w-]+\.(svg|png|ico)$/.test(pathname)
  );
}

/**
 * Returns the id of the order that a response contains; null unless the order is the reader's own. A manager can read
 * the orders of all customers, which must not be saved on the device.
 * @param token the request's access token
 * @param answer the response: a list of one order
 */
export function ownOrderId(token: string, answer: unknown): string | null {
  const [row, ...others]: unknown[] = Array.isArray(answer) ? answer : [];
  if (others.length > 0) return null;
  const { id, user_id: owner } = fieldsOf(row);
  return typeof id === "string" && typeof owner === "string" && owner === subjectOf(token) ? id : null;
}

/**
 * Returns the account of an access token; null if there is none. The signature is not verified here: the server does
 * that.
 */
export function subjectOf(token: string): string | null {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: { sub?: unknown } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims.sub === "string" ? claims.sub : null;
  } catch {
    return null;
  }
}

/**
 * Saves a page unless saved pages are deleted meanwhile, such as at a logout while a slow page was still loading.
 * @param isCurrent returns whether no pages were deleted since the page was requested
 */
export async function saveWhileCurrent(
  isCurrent: () => boolean,
  page: { put: () => Promise<unknown>; remove: () => Promise<unknown> },
): Promise<void> {
  if (!isCurrent()) return;
  await page.put();
  if (!isCurrent()) await page.remove();
}

/** Element with the note on a saved page, styled in app/styles/base.css. */
export const NOTE_TAG = "offline-note";

export function savedText(savedAt: string, locale: Locale): string {
  const time = dateFormat({ dateStyle: "medium", timeStyle: "short" }, locale);
  return OFFLINE_TEXTS[locale].saved(time.format(new Date(savedAt)));
}

/** Adds the note to a saved page. When React hydrates the body, it skips unknown elements. */
export function withNote(html: string, savedAt: string, locale: Locale): string {
  return html
    .replace("<html", `<html data-saved-at="${savedAt}"`)
    .replace(/<body[^>]*>/, (body) => `${body}<${NOTE_TAG} role="status">${savedText(savedAt, locale)}</${NOTE_TAG}>`);
}

/** Saved page that can be read offline. */
export type SavedPage = { path: string; label: string };

/**
 * Returns the page shown for a URL that is not saved.
 * @param saved pages to read instead
 */
export function offlinePage(saved: readonly SavedPage[], locale: Locale): string {
  const texts = OFFLINE_TEXTS[locale];
  const links = saved.map(({ path, label }) => `<li><a href="${escaped(path)}">${escaped(label)}</a></li>`).join("");
  const list = links === "" ? "" : `<p>${texts.others}</p><ul>${links}</ul>`;
  return `<!doctype html><html lang="${languageTag(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.title}</title><style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:2rem 1rem}a{display:inline-block;min-height:2.75rem;color:LinkText}</style></head><body><main><h1>${texts.title}</h1><p>${texts.notSaved}</p><p><a href="">${texts.again}</a></p>${list}</main></body></html>`;
}

/** Returns the title of a saved page as plain text, without the store's name. */
export function titleOf(html: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  return title
    .replace(/ \| [^|]*$/, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
