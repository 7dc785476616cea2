import type { DeskCard } from "./desk.ts";

/** What somebody said of a line on this device, and the shop has not heard yet. */
export interface Tick {
  orderId: string;
  lineId: number;
  isPacked: boolean;
  /** ISO 8601, by the database's clock as far as this device knows it. */
  tickedAt: string;
}

/** Of each line only the latest word waits. */
export function withTick(ticks: readonly Tick[], tick: Tick): Tick[] {
  return [...ticks.filter(({ lineId }) => lineId !== tick.lineId), tick];
}

/** What is left when the shop has heard one; a later word on the same line still waits. */
export function withoutTick(ticks: readonly Tick[], heard: Tick): Tick[] {
  return ticks.filter((tick) => tick.lineId !== heard.lineId || tick.tickedAt !== heard.tickedAt);
}

/** Which lines of an order are in the bag, with what was said here and not heard yet. */
export function packedLines(
  card: Pick<DeskCard, "id" | "packedLineIds">,
  ticks: readonly Tick[],
): ReadonlySet<number> {
  const packed = new Set(card.packedLineIds);
  for (const { orderId, lineId, isPacked } of ticks) {
    if (orderId !== card.id) continue;
    if (isPacked) packed.add(lineId);
    else packed.delete(lineId);
  }
  return packed;
}

/** The browser's storage is anybody's to write. */
export function readTicks(stored: string | null): Tick[] {
  try {
    const found: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(found) ? found.filter(isTick) : [];
  } catch {
    return [];
  }
}

function isTick(value: unknown): value is Tick {
  const tick = value as Partial<Tick> | null;
  return (
    typeof tick?.orderId === "string" &&
    Number.isSafeInteger(tick.lineId) &&
    typeof tick.isPacked === "boolean" &&
    typeof tick.tickedAt === "string" &&
    !Number.isNaN(Date.parse(tick.tickedAt))
  );
}
