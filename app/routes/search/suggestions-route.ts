import { normalizeSearch } from "#app/features/search/normalize-search.ts";
import { findSuggestions } from "#app/features/search/search-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/suggestions-route";

export const handle: RouteHandle = { searchParams: { q: normalizeSearch }, hasFreeWords: true };

/** Cached like a page, so that common prefixes are searched only once. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = normalizeSearch(url.searchParams.get("q") ?? "");
  try {
    return Response.json(
      words === null ? { products: [], articles: [] } : await findSuggestions(context.get(publicDataContext), words),
    );
  } catch {
    return Response.json({ error: t("Failed to load products") }, { status: 503 });
  }
}
