import { LOCALES, localizedPath } from "#app/messages/locales.ts";
import { publicConfigContext } from "#app/platform/contexts.ts";
import type { Route } from "./+types/robots-route";

/** Search engines may read all public pages; orders, accounts, and searches are excluded, in every language. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicOrigin } = context.get(publicConfigContext);
  const lines = [
    "User-agent: *",
    ...[
      "/auth",
      "/account",
      "/cart",
      "/checkout/",
      "/shippingInformation/",
      "/success/",
      "/error",
      "/orders/",
      "/pay",
      "/order-link",
      "/stock-messages",
      "/join",
      "/desk",
      "/search",
    ].flatMap((path) => LOCALES.map((locale) => `Disallow: ${localizedPath(locale, path)}`)),
    `Sitemap: ${publicOrigin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
