/** What a route tells the server about itself; its `handle` export. */
export interface RouteHandle {
  /**
   * The search parameters that its page depends on, each with the one spelling of a value; null where the page
   * is the same as without it. Anything else in an address never reaches the renderer.
   */
  searchParams: Readonly<Record<string, (value: string) => string | null>>;
  /** One of them is whatever visitors type: there are pages without end, which must push out no others. */
  hasFreeWords?: boolean;
}
