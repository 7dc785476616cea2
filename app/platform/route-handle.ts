/** The `handle` export of a route, read by the server. */
export interface RouteHandle {
  /**
   * Search parameters that affect the page, each with a function that returns the canonical form of its first value, or
   * of all values if several are allowed. It returns null or an empty list if the parameter changes nothing. The
   * renderer never receives any other part of a URL's query.
   */
  searchParams: Readonly<Record<string, (first: string, all: readonly string[]) => string | readonly string[] | null>>;
  /**
   * Whether a parameter contains free text. There is no limit to such pages, so they have their own partition of the
   * page cache.
   */
  hasFreeWords?: boolean;
  /** Parameters with too many combinations to cache. Such pages have their own partition of the page cache. */
  combined?: readonly string[];
}
