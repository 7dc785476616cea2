import { readStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import type { Route } from "./+types/manifest-route";

/** Returns the web app manifest: https://www.w3.org/TR/appmanifest/ */
export async function loader({ context }: Route.LoaderArgs) {
  const { shopMode } = context.get(publicConfigContext);
  const { name } = await readStoreSettings(context.get(publicDataContext), shopMode);
  const manifest = {
    name,
    // One app, whose pages are in the language that it was installed in.
    id: "/home",
    start_url: localizedPath(currentLocale(), "/home"),
    display: "standalone",
    theme_color: "#0b3b26",
    background_color: "#fbfaf7",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: t("Cart"), url: localizedPath(currentLocale(), "/cart") },
      { name: t("My orders"), url: localizedPath(currentLocale(), "/auth") },
    ],
  };
  return Response.json(manifest, { headers: { "content-type": "application/manifest+json" } });
}
