import type { MetaDescriptor } from "react-router";
import { bucketPicture, pictureAddress } from "#app/values/picture-address.ts";
import type { StoreSettings } from "./store-settings.ts";

const SHARE_PICTURE = bucketPicture("share.webp");

interface Match {
  loaderData?: unknown;
}

interface PageFacts {
  title: string;
  description: string;
  /** Canonical path; null for a private page, which is neither shared nor indexed. */
  path: string | null;
  /** Share image; the store's own by default. */
  picture?: string;
}

/**
 * Returns title, description, canonical URL, and share texts of a page.
 * @param matches argument of the route's meta function; it contains the store's name and origin
 * @param given the page's own texts, or a function of the store's settings
 */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  given: PageFacts | ((settings: StoreSettings) => PageFacts),
): MetaDescriptor[] {
  const settings = settingsIn(matches);
  // The settings could not be read: the error page has its own title.
  if (!settings) return [];
  const page = typeof given === "function" ? given(settings) : given;
  const shopName = settings.name;
  const title = page.title.includes(shopName) ? page.title : `${page.title} | ${shopName}`;
  const { publicOrigin, supabaseUrl } = configIn(matches);
  const picture = pictureAddress(page.picture || SHARE_PICTURE, supabaseUrl || publicOrigin);
  return [
    { title },
    { name: "description", content: page.description },
    ...(page.path === null ? [] : [{ tagName: "link", rel: "canonical", href: `${publicOrigin}${page.path}` }]),
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    ...(page.path === null ? [] : [{ property: "og:url", content: `${publicOrigin}${page.path}` }]),
    { property: "og:image", content: picture },
    { property: "og:site_name", content: shopName },
    { property: "og:type", content: "website" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.path === null ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

function settingsIn(matches: readonly (Match | undefined)[]): StoreSettings | undefined {
  return valueIn(matches, "settings") as StoreSettings | undefined;
}

function configIn(matches: readonly (Match | undefined)[]) {
  const config = valueIn(matches, "config") as { publicOrigin: string; supabaseUrl: string } | undefined;
  return config ?? { publicOrigin: "", supabaseUrl: "" };
}

function valueIn(matches: readonly (Match | undefined)[], name: string): unknown {
  for (const match of matches) {
    const found = (match?.loaderData as Record<string, unknown> | undefined)?.[name];
    if (found !== undefined) return found;
  }
  return undefined;
}
