import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { type Locale, splitLocale } from "#app/messages/locales.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

/** A requested page in normalized form. */
export interface KnownAddress {
  /** Language of the page, from the URL's prefix. */
  locale: Locale;
  /** Path without the language, and search. Requests with equal paths get the same page. */
  path: string;
  /** Id of the last matched route. */
  routeId: string;
  /** Whether the request is for the page's loader data, which the client-side router reads. */
  isData: boolean;
  /** Whether no route has this path. */
  isNowhere: boolean;
  /** Partition of the page cache. Kinds of URLs without a limit have separate partitions. */
  partition: Partition;
}

/** Pages of the store, pages with typed search terms, and pages with combined filters. */
export type Partition = "shop" | "words" | "choices";

type Match = NonNullable<ReturnType<typeof matchRoutes>>[number];

/** Replaces parts of a URL that can be arbitrary and do not change the server's page. */
const ANYTHING = "-";
const NOWHERE = `/${ANYTHING}`;
const DATA = ".data";

/**
 * Creates a function that normalizes a URL: letter case, trailing slashes, unknown parameters, and invalid values never
 * reach the renderer. All unknown URLs become the same "not found" page.
 */
export function createKnownAddresses(routes: ServerBuild["routes"]): (url: URL) => KnownAddress {
  const tree = routeTree(routes, undefined);
  return ({ pathname: requestedPathname, searchParams }) => {
    const isData = requestedPathname.endsWith(DATA);
    const { locale, path: pathname } = splitLocale(isData ? documentPath(requestedPathname) : requestedPathname);
    const requestedPath = readable(pathname);
    const matches = matchRoutes(tree, requestedPath) ?? matchRoutes(tree, NOWHERE) ?? [];
    const leaf = matches.at(-1);
    const route = leaf && routes[leaf.route.id ?? ""];
    if (!route) throw new Error("The store has no route for unknown addresses.");
    // Without a loader, the server uses only the route, so the page is the same for everyone, for example for any
    // order.
    const isNowhere = leaf.route.path?.endsWith("*") === true;
    const isSame = isNowhere || route.module.loader === undefined;
    const handle = route.module.handle as RouteHandle | undefined;
    const search = new URLSearchParams([
      ...knownValues(handle?.searchParams ?? {}, searchParams),
      ...(isData ? requestedRoutes(matches, searchParams) : []),
    ]);
    const path = matches.flatMap((match) => segments(match, isSame)).join("/");
    const words = search.size > 0 ? `?${search}` : "";
    return {
      locale,
      path: `/${isData ? `${path || "_"}${DATA}` : path}${words}`,
      routeId: route.id,
      isData,
      isNowhere,
      partition: partitionOf(handle, search),
    };
  };
}

function routeTree(routes: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path } = route;
    const base = { id, ...(path === undefined ? {} : { path }) };
    return [route.index ? { ...base, index: true } : { ...base, children: routeTree(routes, id) }];
  });
}

function documentPath(pathname: string): string {
  const path = pathname.slice(0, -DATA.length);
  return path.endsWith("/_") ? path.slice(0, -1) : path;
}

/** Returns a path that matches no page for one that cannot be decoded. */
function readable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return NOWHERE;
  }
}

function segments({ route, params }: Match, isSame: boolean): string[] {
  return (route.path ? route.path.split("/") : []).map((segment) => {
    if (segment === "*") return ANYTHING;
    if (!segment.startsWith(":")) return segment;
    return isSame ? ANYTHING : encodeURIComponent(params[segment.slice(1)] ?? "");
  });
}

function knownValues(known: RouteHandle["searchParams"], searchParams: URLSearchParams): [string, string][] {
  return Object.entries(known).flatMap(([name, normalize]) => {
    const values = normalize(searchParams.get(name) ?? "", searchParams.getAll(name)) ?? [];
    return [values].flat().map((value): [string, string] => [name, value]);
  });
}

function partitionOf(handle: RouteHandle | undefined, search: URLSearchParams): Partition {
  if (handle?.combined?.some((name) => search.has(name))) return "choices";
  return handle?.hasFreeWords ? "words" : "shop";
}

/** Returns the `_routes` parameter: the router may request data of only some of a page's routes. */
function requestedRoutes(matches: Match[], searchParams: URLSearchParams): [string, string][] {
  const ids = searchParams.get("_routes")?.split(",") ?? [];
  const known = matches.map(({ route }) => route.id ?? "").filter((id) => ids.includes(id));
  return known.length > 0 ? [["_routes", known.join(",")]] : [];
}
