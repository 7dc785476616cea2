import type { MetaDescriptor } from "react-router";
import { pictureAddress } from "#app/ui/picture-address.ts";
import { defaultStoreSettings } from "./store-settings.ts";

const SHARE_PICTURE = "/storage/v1/object/public/wears_styles/share.webp";

interface Match {
  loaderData?: unknown;
}

/**
 * Title, description, canonical address and share texts of a page.
 * @param matches what the route's meta function receives; the shop's name and origin stand in it
 * @param page.picture shown where the page is shared; the shop's own when there is none
 * @param page.path the page's one address, without origin
 */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  page: { title: string; description: string; path: string; picture?: string; isPrivate?: boolean },
): MetaDescriptor[] {
  const shopName = settingsIn(matches)?.name ?? defaultStoreSettings.name;
  const title = page.title.includes(shopName) ? page.title : `${page.title} | ${shopName}`;
  const { publicOrigin, supabaseUrl } = configIn(matches);
  const address = `${publicOrigin}${page.path}`;
  const picture = pictureAddress(page.picture || SHARE_PICTURE, supabaseUrl || publicOrigin);
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:image", content: picture },
    { property: "og:site_name", content: shopName },
    ...(page.isPrivate ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

function settingsIn(matches: readonly (Match | undefined)[]): { name: string } | undefined {
  return valueIn(matches, "settings") as { name: string } | undefined;
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
