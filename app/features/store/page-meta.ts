import type { MetaDescriptor } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale, localizedPath } from "#app/messages/locales.ts";
import { type PublicConfig, showsSamples } from "#app/platform/public-config.ts";
import { bucketPicture, pictureAddress } from "#app/values/picture-address.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { StoreSettings } from "./store-settings.ts";

const SHARE_PICTURE = bucketPicture("share.webp");

type SharedConfig = Pick<PublicConfig, "publicOrigin" | "supabaseUrl" | "shopMode">;

type Match = { loaderData?: unknown };

interface PageTexts {
  title: string;
  /** Share image; the store's own by default. */
  picture?: string;
}

/** `path` is the canonical one; null for a private page, which must not be shared or indexed. */
type PageFacts = PageTexts & ({ path: string; description: string } | { path: null });

/**
 * Returns title, description, canonical URL, and sharing metadata of a page.
 * @param matches argument of the route's meta function; it contains the store's name and origin
 * @param given the page's own texts, or a function of the store's settings
 */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  given: PageFacts | ((settings: StoreSettings) => PageFacts),
): MetaDescriptor[] {
  const settings = settingsIn(matches);
  // Without settings, the error page is shown, which has its own title.
  if (!settings) return [];
  const page = typeof given === "function" ? given(settings) : given;
  const shopName = settings.name;
  const title = page.title.includes(shopName) ? page.title : `${page.title} | ${shopName}`;
  // The rest is for search engines and link previews, which load documents. The browser build omits it.
  return [{ title }, ...(import.meta.env.SSR ? documentMeta(page, { title, shopName, ...configIn(matches) }) : [])];
}

function documentMeta(
  page: PageFacts,
  {
    title,
    shopName,
    publicOrigin,
    supabaseUrl,
    shopMode,
  }: { title: string; shopName: string } & ReturnType<typeof configIn>,
): MetaDescriptor[] {
  const shown = page.picture || (showsSamples({ shopMode }) ? SHARE_PICTURE : "");
  const addressIn = (locale: Locale) => publicOrigin + localizedPath(locale, page.path ?? "");
  const alternates = [
    ...LOCALES.map((locale) => [locale, addressIn(locale)]),
    ["x-default", addressIn(DEFAULT_LOCALE)],
  ];
  return [
    ...(page.path === null
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link" as const, rel: "canonical", href: addressIn(currentLocale()) },
          { name: "description", content: page.description },
          { property: "og:description", content: page.description },
          { property: "og:url", content: addressIn(currentLocale()) },
          ...alternates.map(([hrefLang, href]) => ({ tagName: "link" as const, rel: "alternate", hrefLang, href })),
        ]),
    { property: "og:title", content: title },
    ...(shown === "" ? [] : [{ property: "og:image", content: pictureAddress(shown, supabaseUrl || publicOrigin) }]),
    { property: "og:site_name", content: shopName },
    { property: "og:type", content: "website" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function settingsIn(matches: readonly (Match | undefined)[]): StoreSettings | undefined {
  return valueIn(matches, "settings") as StoreSettings | undefined;
}

function configIn(matches: readonly (Match | undefined)[]) {
  return (valueIn(matches, "config") ?? { publicOrigin: "", supabaseUrl: "", shopMode: "demo" }) as SharedConfig;
}

function valueIn(matches: readonly (Match | undefined)[], name: string): unknown {
  return matches.map((match) => fieldsOf(match?.loaderData)[name]).find(Boolean);
}
