import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { type Locale, splitLocale } from "#app/messages/locales.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

/** A page as the renderer is asked for it, whatever the visitor's spelling. */
export interface KnownAddress {
  /** Language of the page, from the beginning of its URL. */
  locale: Locale;
  /** Path without the language, and search. Requests with the same key get the same page. */
  path: string;
  /** The route at its end. */
  routeId: string;
  /** Suffix of the data that the router in the browser reads instead of a document. */
  isData: boolean;
  /** The shop has no such address. */
  isNowhere: boolean;
  /** Partition of the page cache; unlimited kinds of URLs have partitions of their own. */
  partition: Partition;
}

/** Pages that the shop has; those for words that visitors type; those that visitors put together from choices. */
export type Partition = "shop" | "words" | "choices";

type Match = NonNullable<ReturnType<typeof matchRoutes>>[number];

/** Stands where a visitor may write anything and the server's page does not depend on it. */
const ANYTHING = "-";
const NOWHERE = `/${ANYTHING}`;
const DATA = ".data";

/**
 * Reads what a visitor asks for as one of the addresses that the shop has: letter case, a slash at the end,
 * unknown parameters and made-up values never reach the renderer. Whatever is no address of the shop is the
 * one that says so.
 */
export function createKnownAddresses(routes: ServerBuild["routes"]): (url: URL) => KnownAddress {
  const tree = routeTree(routes, undefined);
  return ({ pathname: requestedPathname, searchParams }) => {
    const { locale, path: pathname } = splitLocale(requestedPathname);
    const isData = pathname.endsWith(DATA);
    const requestedPath = readable(isData ? documentPath(pathname) : pathname);
    // The router's "*" stands for any text of one line.
    const matches = matchRoutes(tree, requestedPath) ?? matchRoutes(tree, NOWHERE) ?? [];
    const leaf = matches.at(-1);
    const route = leaf && routes[leaf.route.id ?? ""];
    if (!route) throw new Error("The shop has no route for unknown addresses.");
    // Without a loader, the server knows only the path: one page for everyone, without any order.
    const isNowhere = leaf.route.path === "*";
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

/** A path that cannot be decoded matches no page. */
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

/** The router asks for some of a page's routes, by their ids. */
function requestedRoutes(matches: Match[], searchParams: URLSearchParams): [string, string][] {
  const ids = searchParams.get("_routes")?.split(",") ?? [];
  const known = matches.map(({ route }) => route.id ?? "").filter((id) => ids.includes(id));
  return known.length > 0 ? [["_routes", known.join(",")]] : [];
}
