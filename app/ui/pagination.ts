export interface PageOf<Item> {
  items: Item[];
  /** Starts at 0; the `page` parameter of the URL starts at 1. */
  pageIndex: number;
  pageCount: number;
  totalCount: number;
}

/** Returns the page index of a URL: 0 unless `page` is a whole number from 1 up. */
export function pageIndexFrom(searchParams: URLSearchParams): number {
  const text = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : 0;
}

/** Parser of `page` for a route's `handle`; the first page has no parameter. */
export const pageParameter = {
  page: (value: string) => {
    const pageIndex = pageIndexFrom(new URLSearchParams({ page: value }));
    return pageIndex === 0 ? null : String(pageIndex + 1);
  },
};

/**
 * Returns the URL of a page. The first page has no `page` parameter, so that it has only one URL.
 * @param path path of the list; it may have a query string
 */
export function pageAddress(path: string, pageIndex: number): string {
  return pageIndex === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}page=${pageIndex + 1}`;
}

/** Returns the first and the last row of a page, for the `range` of a query. */
export function rowsOfPage(pageIndex: number, pageSize: number): [first: number, last: number] {
  const first = pageIndex * pageSize;
  return [first, first + pageSize - 1];
}

/** Returns one page of a list; null past the last page. */
export function pageOf<Item>(
  items: Item[],
  totalCount: number,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): PageOf<Item> | null {
  const pageCount = pageCountOf(totalCount, pageSize);
  return pageIndex < pageCount ? { items, pageIndex, pageCount, totalCount } : null;
}

export function pageCountOf(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize));
}
