/** The `handle` export of a route, read by the server. */
export interface RouteHandle {
  /**
   * The search parameters that its page depends on, each with the one spelling of its first value, or of all of them
   * where there may be several; null or none where the page is the same as without it. Anything else in an address
   * never reaches the renderer.
   */
  searchParams: Readonly<Record<string, (first: string, all: readonly string[]) => string | readonly string[] | null>>;
  /** One of them is whatever visitors type: there are pages without end, which must push out no others. */
  hasFreeWords?: boolean;
  /** Those that can be put together in more ways than are worth keeping: such pages must push out no others. */
  combined?: readonly string[];
}
