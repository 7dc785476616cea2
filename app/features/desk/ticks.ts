import type { DeskCard } from "./desk.ts";

/** A pick not yet sent to the server. */
export interface Tick {
  orderId: string;
  lineId: number;
  isPacked: boolean;
  /** ISO 8601, by the database's clock as far as this device knows it. */
  tickedAt: string;
}

/** Adds a pick; it replaces an earlier one of the same line. */
export function withTick(ticks: readonly Tick[], tick: Tick): Tick[] {
  return [...ticks.filter(({ lineId }) => lineId !== tick.lineId), tick];
}

/** Removes a pick that the server has received, unless the line was changed again meanwhile. */
export function withoutTick(ticks: readonly Tick[], heard: Tick): Tick[] {
  return ticks.filter((tick) => tick.lineId !== heard.lineId || tick.tickedAt !== heard.tickedAt);
}

/** Returns the picked lines of an order, with picks not yet sent to the server. Refunded lines are not among them. */
export function packedLines(
  card: Pick<DeskCard, "id" | "lineIds" | "packedLineIds">,
  ticks: readonly Tick[],
): ReadonlySet<number> {
  const toPack = new Set(card.lineIds);
  const packed = new Set(card.packedLineIds.filter((id) => toPack.has(id)));
  for (const { orderId, lineId, isPacked } of ticks) {
    if (orderId !== card.id) continue;
    if (isPacked && toPack.has(lineId)) packed.add(lineId);
    else packed.delete(lineId);
  }
  return packed;
}

/** Anyone can edit localStorage, so it is validated. */
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
