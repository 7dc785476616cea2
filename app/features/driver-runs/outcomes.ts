import { t } from "#app/messages/t.ts";
import { parsedJson } from "#app/values/unknown-value.ts";
import type { DeliveryRun, RunStop, StopOutcome } from "./run.ts";

export type StopId = Pick<Outcome, "runId" | "orderId">;

/** Outcome of a stop that is not yet sent to the server. */
export interface Outcome {
  runId: number;
  orderId: string;
  /** Null reopens the stop. */
  outcome: StopOutcome | null;
  receivedBy: string;
  /** ISO 8601 */
  finishedAt: string;
}

/** Returns "1 stop and 2 photos are saved on this device…"; null if nothing is unsent. */
export function unsentText(stopCount: number, photoCount: number): string | null {
  if (stopCount === 0 && photoCount === 0) return null;
  if (photoCount === 0) {
    return t(
      "{count, plural, one {# stop is} other {# stops are}} saved on this device and will be sent when you are online. Keep this page open.",
      { count: stopCount },
    );
  }
  if (stopCount === 0) {
    return t(
      "{count, plural, one {# photo is} other {# photos are}} saved on this device and will be sent when you are online. Keep this page open.",
      { count: photoCount },
    );
  }
  return t(
    "{stops, plural, one {# stop} other {# stops}} and {photos, plural, one {# photo} other {# photos}} are saved on this device and will be sent when you are online. Keep this page open.",
    { stops: stopCount, photos: photoCount },
  );
}

/** Adds an outcome; it replaces an earlier one of the same stop. */
export function withOutcome(outcomes: readonly Outcome[], outcome: Outcome): Outcome[] {
  return [...outcomes.filter((other) => !isSameStop(other, outcome)), outcome];
}

/** Removes an outcome that the server has received, unless the stop was changed again in the meantime. */
export function withoutOutcome(outcomes: readonly Outcome[], received: Outcome): Outcome[] {
  return outcomes.filter((other) => !isSameStop(other, received) || other.finishedAt !== received.finishedAt);
}

/** Returns the run with the unsent outcomes applied. */
export function runWith(run: DeliveryRun, outcomes: readonly Outcome[]): DeliveryRun {
  return { ...run, stops: run.stops.map((stop) => stopWith(stop, run.id, outcomes)) };
}

function stopWith(stop: RunStop, runId: number, outcomes: readonly Outcome[]): RunStop {
  const waiting = outcomes.find((one) => isSameStop(one, { runId, orderId: stop.orderId }));
  if (!waiting) return stop;
  const { outcome, receivedBy, finishedAt } = waiting;
  return { ...stop, outcome, receivedBy, finishedAt: outcome === null ? null : finishedAt };
}

/** Anyone can edit localStorage, so it is validated. */
export function readOutcomes(stored: string | null): Outcome[] {
  const found = parsedJson(stored);
  return Array.isArray(found) ? found.filter(isOutcome) : [];
}

export function isSameStop(one: StopId, other: StopId): boolean {
  return one.runId === other.runId && one.orderId === other.orderId;
}

function isOutcome(value: unknown): value is Outcome {
  const outcome = value as Partial<Outcome> | null;
  return (
    Number.isSafeInteger(outcome?.runId) &&
    typeof outcome?.orderId === "string" &&
    (outcome.outcome === null || outcome.outcome === "delivered" || outcome.outcome === "not_home") &&
    typeof outcome.receivedBy === "string" &&
    typeof outcome.finishedAt === "string" &&
    !Number.isNaN(Date.parse(outcome.finishedAt))
  );
}
