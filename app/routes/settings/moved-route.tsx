import { redirect } from "react-router";
import type { Route } from "./+types/moved-route";

/** Where the pages of the shopkeeper went that stood under /admin. */
const MOVED: Record<string, string> = {
  "/admin/settings": "/desk/settings",
  "/admin/discounts": "/desk/settings/codes",
  "/admin/search": "/desk/settings/words",
  "/admin/delivery": "/desk/settings",
  "/admin/tax": "/desk/settings/tax",
  "/admin/tax/report": "/desk/settings/tax/report",
};

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect((MOVED[pathname] ?? "/desk/settings") + search);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

export default function MovedRoute() {
  return null;
}
