import { parsedJson } from "#app/values/unknown-value.ts";
import type { DeskCard } from "./desk.ts";

/** A pick not yet sent to the server. */
export interface LinePick {
  orderId: string;
  lineId: number;
  isPacked: boolean;
  /** ISO 8601, in the database's time as estimated by this device. */
  pickedAt: string;
}

/** Adds a pick; it replaces an earlier one of the same line. */
export function withPick(picks: readonly LinePick[], pick: LinePick): LinePick[] {
  return [...picks.filter(({ lineId }) => lineId !== pick.lineId), pick];
}

/** Removes a pick that the server has received, unless the line was changed again in the meantime. */
export function withoutPick(picks: readonly LinePick[], received: LinePick): LinePick[] {
  return picks.filter((pick) => pick.lineId !== received.lineId || pick.pickedAt !== received.pickedAt);
}

/** Returns the picked lines of an order, including picks not yet sent to the server, without refunded lines. */
export function packedLines(
  card: Pick<DeskCard, "id" | "lineIds" | "packedLineIds">,
  picks: readonly LinePick[],
): ReadonlySet<number> {
  const toPack = new Set(card.lineIds);
  const packed = new Set(card.packedLineIds.filter((id) => toPack.has(id)));
  for (const { orderId, lineId, isPacked } of picks) {
    if (orderId !== card.id) continue;
    if (isPacked && toPack.has(lineId)) packed.add(lineId);
    else packed.delete(lineId);
  }
  return packed;
}

/** Anyone can edit localStorage, so it is validated. */
export function readPicks(stored: string | null): LinePick[] {
  const found = parsedJson(stored);
  return Array.isArray(found) ? found.filter(isPick) : [];
}

function isPick(value: unknown): value is LinePick {
  const pick = value as Partial<LinePick> | null;
  return (
    typeof pick?.orderId === "string" &&
    Number.isSafeInteger(pick.lineId) &&
    typeof pick.isPacked === "boolean" &&
    typeof pick.pickedAt === "string" &&
    !Number.isNaN(Date.parse(pick.pickedAt))
  );
}
