import type { ComponentType } from "react";
import { type PageQuery, usePageQuery } from "./use-page-query.ts";

type Loaded<Loader extends (...args: never) => Promise<object>> = Awaited<ReturnType<Loader>>;

/** Returns the component of a route that shows a page with all that its loader returns. */
export function loadedPage<Loader extends (...args: never) => Promise<object>>(Page: ComponentType<Loaded<Loader>>) {
  return ({ loaderData }: { loaderData: Loaded<Loader> }) => <Page {...loaderData} />;
}

/** Returns the component of a route whose loader returns `loadPage`; it reads its data again after `invalidateReads`. */
export function queryPage<Loader extends (...args: never) => Promise<PageQuery<object>>>(
  Page: ComponentType<Loaded<Loader>["initialData"]>,
) {
  return ({ loaderData }: { loaderData: Loaded<Loader> }) => <Page {...usePageQuery(loaderData)} />;
}
