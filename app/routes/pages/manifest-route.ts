import { readStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import type { Route } from "./+types/manifest-route";

/** Web app manifest: https://www.w3.org/TR/appmanifest/ */
export async function loader({ context }: Route.LoaderArgs) {
  const { shopMode } = context.get(publicConfigContext);
  const { name } = await readStoreSettings(context.get(publicDataContext), shopMode);
  const manifest = {
    name,
    start_url: "/home",
    display: "browser",
    icons: [{ src: "/apple-touch-icon.png", sizes: "180x180", type: "image/png" }],
  };
  return Response.json(manifest, { headers: { "content-type": "application/manifest+json" } });
}
