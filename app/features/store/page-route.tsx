import { t } from "#app/messages/t.ts";
import { Page, type PageWidth } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { pageMeta } from "./page-meta.ts";

/**
 * Returns the exports of a private page's route module that every such page has: its metadata, and its heading with a
 * loading indicator until the browser has the data.
 * @param page texts as functions, because the server renders all languages; the heading is the title by default
 */
export function pageRoute({
  title,
  heading = title,
  loading = () => t("Loading..."),
  width = "wide",
  hasSecretUrl = false,
}: {
  title: () => string;
  heading?: () => string;
  loading?: () => string;
  width?: PageWidth;
  /** Whether the URL contains a token, which links must not send as referrer. */
  hasSecretUrl?: boolean;
}) {
  return {
    meta: ({ matches }: { matches: Parameters<typeof pageMeta>[0] }) => [
      ...pageMeta(matches, { title: title(), path: null }),
      ...(hasSecretUrl ? [{ name: "referrer", content: "no-referrer" }] : []),
    ],
    // biome-ignore lint/correctness/noComponentHookFactories: a route module calls this once, when it loads.
    HydrateFallback: () => (
      <Page width={width}>
        <h1>{heading()}</h1>
        <Spinner label={loading()} />
      </Page>
    ),
  };
}
