import { type CommandResult, commandResult } from "#app/features/orders/order-commands.ts";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { type Substitution, type SubstitutionRow, substitutionRow } from "#app/features/orders/substitution.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import type { SubstitutionPreference } from "#app/values/substitution-preference.ts";
import { type Desk, type DeskCard, type DeskCardRow, type DeskRow, type Lane, toDesk, toDeskCard } from "./desk.ts";
import type { LinePick } from "./picks.ts";

/** Line of a pick list. */
export interface PickLine {
  id: number;
  name: string;
  size: string | null;
  quantity: number;
  /** How many of them are neither replaced nor missing. */
  bagQuantity: number;
  imageUrl: string;
  unitPriceCents: number;
  wish: SubstitutionPreference | null;
  note: string;
  /** Substitutions of the line. */
  changes: Substitution[];
  /** Aisle in the store. */
  aisle: string;
  isFrozen: boolean;
  packedBy: string | null;
}

/** An order to be packed: its lines in the order of the aisles, what is frozen last. */
export interface PickList {
  card: DeskCard;
  deliveryAddress: string;
  driverNote: string;
  lines: PickLine[];
  /** Lines that were left out entirely and finalized; nothing of them is packed. */
  goneLines: PickLine[];
}

interface PickListRow extends DeskCardRow {
  delivery_address: string;
  driver_note: string;
  lines: {
    id: number;
    name: string;
    size: string | null;
    quantity: number;
    bag_quantity: number;
    image_url: string;
    unit_price: number;
    wish: SubstitutionPreference | null;
    note: string;
    changes: SubstitutionRow[];
    aisle: string;
    is_frozen: boolean;
    picked_by: string | null;
  }[];
}

/** Reads the order board: open orders of any day, and orders completed today. */
export async function readDesk(data: BrowserData): Promise<Desk> {
  return toDesk(rowsOf(await data.rest.rpc("read_desk", {})) as unknown as DeskRow);
}

/** The cards of a column that follow its last one. */
export function listMoreCards(data: BrowserData, lane: Lane, last: DeskCard): Promise<DeskCard[]> {
  return readWithRetries(["desk", lane, last.id], async () => {
    const after_at = (lane === "done" ? last.movedAt : last.promisedAt) ?? last.promisedAt;
    const found = await data.rest.rpc("list_desk", { lane, after_at, after_id: last.id });
    return (rowsOf(found) as unknown as DeskCardRow[]).map(toDeskCard);
  });
}

/** By number, name or telephone. */
export function findCards(data: BrowserData, words: string): Promise<DeskCard[]> {
  return readWithRetries(["desk", "find", words], async () =>
    (rowsOf(await data.rest.rpc("find_on_desk", { words })) as unknown as DeskCardRow[]).map(toDeskCard),
  );
}

/** Returns the pick lists in the requested order; those missing or hidden from the reader are left out. */
export function readPickSheets(data: BrowserData, orderIds: readonly string[]): Promise<PickList[]> {
  return readWithRetries(["pick-sheets", ...orderIds], async () => {
    const found = await data.rest.rpc("read_pick_sheets", { order_ids: [...orderIds] });
    return (rowsOf(found) as unknown as PickListRow[]).map(pickListFromRow);
  });
}

/** Marks orders as seen for all staff. */
export async function seeOrders(data: BrowserData, orderIds: readonly string[]): Promise<void> {
  rowsOf(await data.rest.rpc("acknowledge_orders", { order_ids: [...orderIds] }));
}

/**
 * Sends a pick: saved, rejected with the reason, or not received, to be sent again; without a session after a login.
 */
export async function sendPick(
  data: BrowserData,
  pick: LinePick,
): Promise<CommandResult | { kind: "not heard"; hasEnded: boolean }> {
  const answer = await data.rest.rpc("pick_line", {
    order_item_id: pick.lineId,
    is_packed: pick.isPacked,
    ticked_at: pick.pickedAt,
  });
  // A tick of a session that has ended counts after the next login.
  if (answer.error && (answer.status >= 500 || [0, 401, 429].includes(answer.status))) {
    return { kind: "not heard", hasEnded: answer.status === 401 };
  }
  return commandResult(answer);
}

/** Result of a step for one order; the message explains a rejection. */
interface StepAnswer {
  order_id: string;
  status: OrderStatus | null;
  message: string | null;
  was_told?: boolean;
}

export interface StepsTaken {
  movedIds: string[];
  /** Each once. */
  refusals: string[];
  /** Whether the customer had already received the email about the undone step. */
  wereTold: boolean;
}

/** The next steps of several orders, each by itself. Their mails wait ten seconds. */
export async function moveOrders(
  data: BrowserData,
  moves: readonly { orderId: string; to: OrderStatus }[],
): Promise<StepsTaken> {
  return stepsTaken(
    await data.rest.rpc("move_orders", {
      moves: moves.map(({ orderId, to }) => ({ order_id: orderId, to_status: to })),
    }),
  );
}

/** Takes the last step of each back, and its mail if that has not left. */
export async function stepBackOrders(data: BrowserData, orderIds: readonly string[]): Promise<StepsTaken> {
  return stepsTaken(await data.rest.rpc("undo_order_moves", { order_ids: [...orderIds] }));
}

function stepsTaken(answer: { data: unknown; error: { code: string; message: string } | null }): StepsTaken {
  const result = commandResult(answer);
  if (result.kind === "refused") return { movedIds: [], refusals: [result.message], wereTold: false };
  const answers = answer.data as StepAnswer[];
  return {
    movedIds: answers.filter(({ message }) => message === null).map(({ order_id }) => order_id),
    refusals: [...new Set(answers.flatMap(({ message }) => message ?? []))],
    wereTold: answers.some(({ was_told }) => was_told === true),
  };
}

function pickListFromRow(row: PickListRow): PickList {
  const lines = row.lines.map(({ image_url, unit_price, is_frozen, picked_by, changes, bag_quantity, ...line }) => ({
    ...line,
    bagQuantity: bag_quantity,
    imageUrl: image_url,
    unitPriceCents: centsFrom(unit_price),
    changes: changes.map(substitutionRow),
    isFrozen: is_frozen,
    packedBy: picked_by,
  }));
  return {
    card: toDeskCard(row),
    deliveryAddress: row.delivery_address,
    driverNote: row.driver_note,
    lines: lines.filter(({ quantity }) => quantity > 0),
    goneLines: lines.filter(({ quantity }) => quantity === 0),
  };
}
