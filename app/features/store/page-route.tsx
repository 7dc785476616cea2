import { type Location, useLocation } from "react-router";
import { t } from "#app/messages/t.ts";
import { Page, type PageWidth } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { pageMeta } from "./page-meta.ts";

interface PageTexts {
  /** Receives the path of the page, for a layout that names several pages. */
  title: (path: string) => string;
  /** The title by default. */
  heading?: (path: string) => string;
  loading?: () => string;
}

/** The used part of the argument of a route's `meta`. */
type MetaArgs = { matches: Parameters<typeof pageMeta>[0]; location: Pick<Location, "pathname"> };

/**
 * Returns the exports of a private page's route module that every such page has: its metadata, and its heading with a
 * loading indicator until the browser has the data.
 * @param page texts as functions, because the server renders all languages
 */
export function pageRoute({
  width = "wide",
  hasSecretUrl = false,
  ...texts
}: PageTexts & {
  width?: PageWidth;
  /** Whether the URL contains a token, which links must not send as referrer. */
  hasSecretUrl?: boolean;
}) {
  const { meta, HydrateFallback } = deskRoute(texts);
  return {
    meta: (page: MetaArgs) => [...meta(page), ...(hasSecretUrl ? [{ name: "referrer", content: "no-referrer" }] : [])],
    // biome-ignore lint/correctness/noComponentHookFactories: a route module calls this once, when it loads.
    HydrateFallback: () => (
      <Page width={width}>
        <HydrateFallback />
      </Page>
    ),
  };
}

/**
 * Returns the same for a page of the back office in `desk-page-layout.tsx`, which lays it out, and names the pages of the
 * menu.
 */
export function deskRoute({ title, heading = title, loading = () => t("Loading...") }: PageTexts) {
  return {
    meta: ({ matches, location }: MetaArgs) => pageMeta(matches, { title: title(location.pathname), path: null }),
    // biome-ignore lint/correctness/noComponentHookFactories: a route module calls this once, when it loads.
    HydrateFallback: () => (
      <>
        <h1>{heading(useLocation().pathname)}</h1>
        <Spinner label={loading()} />
      </>
    ),
  };
}

/** Headers of a page that a secret link opens: its document has no personal data, but is neither cached nor indexed. */
export const secretPageHeaders = () => ({ "cache-control": "no-store", "x-robots-tag": "noindex" });
