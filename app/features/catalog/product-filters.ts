import type { RouteHandle } from "#app/platform/route-handle.ts";
import { ALLERGENS, type StorageKind } from "./product.ts";

/** Sort orders, named as in the URL and the database. */
export const SORTS = ["price", "unit-price", "newest", "name"] as const;
export type Sort = (typeof SORTS)[number];

export const STORAGE_KINDS = ["shelf", "chilled", "frozen"] as const satisfies readonly StorageKind[];

/** Sort order and filters of a product listing. */
export type ProductFilters = ReturnType<typeof filtersFromParams>;

export const PLAIN: ProductFilters = {
  sort: null,
  isAvailable: false,
  isOnOffer: false,
  isSnapEligible: false,
  storage: [],
  freeOf: [],
  sizes: [],
};

/** Maximum length of a size's label. */
const MAX_CHARACTERS = 40;
const MAX_SIZES = 8;
const YES = "yes";

/**
 * Parsers of the URL parameters. They drop invalid values and normalize spelling and order, so that equal listings
 * share a cached page.
 */
const READ = {
  sort: (values) => SORTS.filter((sort) => values[0] === sort),
  available: readYes,
  offer: readYes,
  snap: readYes,
  storage: (values) => STORAGE_KINDS.filter((kind) => values.includes(kind)),
  free: (values) => ALLERGENS.filter((allergen) => values.includes(allergen)),
  size: readSizes,
} satisfies Record<string, (values: readonly string[]) => readonly string[]>;

type Parameter = keyof typeof READ;
const PARAMETERS = Object.keys(READ) as Parameter[];

/** Search parameters that the content of a listing depends on, for its route's `handle`. */
export const filterParams: RouteHandle["searchParams"] = Object.fromEntries(
  PARAMETERS.map((name) => [name, (_first: string, all: readonly string[]) => READ[name](all)]),
);
export const combinedParameters: readonly string[] = PARAMETERS;

/** Parses sort order and filters from the URL; invalid values are ignored. */
export function filtersFromParams(params: URLSearchParams) {
  return {
    /** Null for the default order. */
    sort: READ.sort(params.getAll("sort"))[0] ?? null,
    isAvailable: READ.available(params.getAll("available")).length > 0,
    isOnOffer: READ.offer(params.getAll("offer")).length > 0,
    isSnapEligible: READ.snap(params.getAll("snap")).length > 0,
    /** Matches products with any of these. */
    storage: READ.storage(params.getAll("storage")),
    /** Matches products free of all of these. */
    freeOf: READ.free(params.getAll("free")),
    /** Matches products in any of these sizes, labeled as the owner spells them. */
    sizes: READ.size(params.getAll("size")),
  };
}

/**
 * Returns the URL of a filtered listing, in normalized form.
 * @param path path of the listing; it may have a query string
 */
export function filteredAddress(path: string, filters: ProductFilters): string {
  const values: Record<Parameter, readonly string[]> = {
    sort: filters.sort === null ? [] : [filters.sort],
    available: filters.isAvailable ? [YES] : [],
    offer: filters.isOnOffer ? [YES] : [],
    snap: filters.isSnapEligible ? [YES] : [],
    storage: filters.storage,
    free: filters.freeOf,
    size: filters.sizes,
  };
  const search = new URLSearchParams(
    PARAMETERS.flatMap((name) => READ[name](values[name]).map((value) => [name, value])),
  );
  if (search.size === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${search}`;
}

/** Returns whether there is no sort order or filter. Only such listings are indexed by search engines. */
export function isPlain(filters: ProductFilters): boolean {
  return filteredAddress("", filters) === "";
}

/**
 * Orders size labels: those that start with a number by that number, then letter sizes from small to large, then others
 * by name.
 */
export function compareSizes(one: string, other: string): number {
  const [first, second] = [sizeRank(one), sizeRank(other)];
  return first.kind - second.kind || first.rank - second.rank || one.localeCompare(other, "en-US");
}

function sizeRank(label: string): { kind: number; rank: number } {
  const [, times = "", extra = "", letter = ""] = /^(\d*)(x*)([sml])$/.exec(label.toLowerCase()) ?? [];
  if (letter !== "") {
    const far = times === "" ? extra.length : Number(times);
    return { kind: 1, rank: { s: -1 - far, m: 0, l: 1 + far }[letter as "s" | "m" | "l"] };
  }
  const figure = Number.parseFloat(label);
  return Number.isNaN(figure) ? { kind: 2, rank: 0 } : { kind: 0, rank: figure };
}

function readYes([first]: readonly string[]): string[] {
  return first === YES ? [YES] : [];
}

function readSizes(values: readonly string[]): string[] {
  const known = values
    .map((value) => value.trim())
    .filter((label) => label !== "" && label.length <= MAX_CHARACTERS && !/\p{C}/u.test(label));
  return [...new Set(known)].sort(compareSizes).slice(0, MAX_SIZES);
}
