export interface PageOf<Item> {
  items: Item[];
  /** Counts from 0; the address says ?page=1 for it. */
  pageIndex: number;
  pageCount: number;
  totalCount: number;
}

/** Anything but a whole number from 1 up means the first page. */
export function pageIndexFrom(searchParams: URLSearchParams): number {
  const text = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : 0;
}

/** `page` as a route's handle tells the server about it: the first page is the one without it. */
export const pageParameter = {
  page: (value: string) => {
    const pageIndex = pageIndexFrom(new URLSearchParams({ page: value }));
    return pageIndex === 0 ? null : String(pageIndex + 1);
  },
};

/** The first page has no ?page=, so that it has one address only. The path may have a search of its own. */
export function pageAddress(path: string, pageIndex: number): string {
  return pageIndex === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}page=${pageIndex + 1}`;
}

export function pageCountOf(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize));
}
