import { findCategory } from "#app/features/catalog/categories.ts";
import { type Substitution, substitutionRow } from "#app/features/orders/substitution.ts";
import { readTranslatedLines, type TranslatedRow, translationOf } from "#app/features/orders/translated-lines.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { type Desk, type DeskCard, type DeskColumn, toDesk, toDeskCard } from "./desk.ts";

const MAX_READS = 3;

/** Order to be packed, with its lines in aisle sequence, frozen products last. */
export type PickList = ReturnType<typeof pickListFromRow>;

/** Line of a pick list. `bagQuantity` is the number of units that are neither replaced nor left out. */
export type PickLine = PickList["lines"][number];

/** Reads the order board: open orders of any day, and orders completed today. */
export async function readDesk(data: BrowserData): Promise<Desk> {
  return toDesk(resultOf(await data.rest.rpc("read_desk", {})));
}

/**
 * Reads again if the board was updated during the read, because the response may be older than the update.
 * @param countUpdates returns the number of updates so far
 * @throws what `read` throws
 */
export async function readLatest<Result>(read: () => Promise<Result>, countUpdates: () => number): Promise<Result> {
  for (let reads = 1; ; reads += 1) {
    const before = countUpdates();
    const result = await read();
    if (countUpdates() === before || reads === MAX_READS) return result;
  }
}

/** Returns the cards of a column after the last loaded one. */
export function listMoreCards(data: BrowserData, column: DeskColumn, last: DeskCard): Promise<DeskCard[]> {
  return readWithRetries(["desk", column, last.id], async () => {
    const after_at = (column === "done" ? last.movedAt : last.promisedAt) ?? last.promisedAt;
    const found = await data.rest.rpc("list_desk", { board_column: column, after_at, after_id: last.id });
    return resultOf(found).map(toDeskCard);
  });
}

/** Finds orders by number, name, phone, email, or product. */
export function findCards(data: BrowserData, words: string): Promise<DeskCard[]> {
  return readWithRetries(["desk", "find", words], async () =>
    resultOf(await data.rest.rpc("find_on_desk", { words })).map(toDeskCard),
  );
}

/**
 * Returns the pick lists in the requested order, with names in the language of the page, without orders that don't exist
 * or that the user may not see.
 */
export async function readPickLists(data: BrowserData, orderIds: readonly string[]): Promise<PickList[]> {
  const [pickLists, rows] = await Promise.all([
    readWithRetries(["pick-lists", ...orderIds], async () => {
      const found = await data.rest.rpc("read_pick_lists", { order_ids: [...orderIds] });
      return resultOf(found).map(pickListFromRow);
    }),
    readTranslatedLines(data, orderIds),
  ]);
  return pickLists.map((pickList) => translatePickList(pickList, rows));
}

/** Returns a pick list with translated names; a line without a row stays as it is. */
export function translatePickList(pickList: PickList, rows: readonly TranslatedRow[]): PickList {
  const translate = (line: PickLine): PickLine => {
    const { row, changes } = translationOf(line, rows);
    if (!row) return { ...line, changes };
    return {
      ...line,
      changes,
      name: row.name,
      englishName: row.name === line.name ? null : line.name,
      size: line.size && (row.size_label ?? line.size),
      packSize: line.packSize && (row.size_label ?? line.packSize),
    };
  };
  return { ...pickList, lines: pickList.lines.map(translate), goneLines: pickList.goneLines.map(translate) };
}

function pickListFromRow({ lines: rows, delivery_address, driver_note, ...card }: FunctionRow<"read_pick_lists">) {
  const lines = rows.map(({ price_per_pound, picked_by, substitution_preference, category, ...row }) => ({
    ...camelCased(row, "unit_price"),
    /** Name on the package and the shelf label where `name` is a translation of it; otherwise null. */
    englishName: null as string | null,
    /** Price per pound on the day of the order; null for a line sold by the piece. */
    perPoundCents: centsFrom(price_per_pound),
    preference: substitution_preference,
    changes: row.changes.map(substitutionRow),
    aisle: findCategory(category)?.title() ?? row.aisle,
    packedBy: picked_by,
  }));
  return {
    card: toDeskCard(card),
    deliveryAddress: delivery_address,
    driverNote: driver_note,
    lines: lines.filter(isInBag),
    /** Lines of which nothing goes into the bag. */
    goneLines: lines.filter((line) => !isInBag(line)),
  };
}

/** Returns whether something of a line goes into the bag, as it is or as its replacement. */
function isInBag({ bagQuantity, changes }: { bagQuantity: number; changes: readonly Substitution[] }): boolean {
  return bagQuantity > 0 || changes.some(({ replacement }) => replacement !== null);
}
