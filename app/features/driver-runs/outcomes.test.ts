import { expect, test } from "vitest";
import { type Outcome, readOutcomes, runWith, unsentText, withOutcome, withoutOutcome } from "./outcomes.ts";
import type { DeliveryRun, RunStop } from "./run.ts";

const outcome: Outcome = {
  runId: 1,
  orderId: "a",
  outcome: "delivered",
  receivedBy: "Neighbor",
  finishedAt: "2026-11-26T15:00:00Z",
};

test("only the latest outcome of a stop is unsent", () => {
  const later: Outcome = { ...outcome, outcome: null, finishedAt: "2026-11-26T15:01:00Z" };
  const outcomes = withOutcome(withOutcome([], outcome), later);
  expect(outcomes).toEqual([later]);
  // The first outcome was being sent when the second was entered.
  expect(withoutOutcome(outcomes, outcome)).toEqual([later]);
  expect(withoutOutcome(outcomes, later)).toEqual([]);
  expect(withOutcome(outcomes, { ...outcome, runId: 2 })).toHaveLength(2);
});

test("a run shows unsent outcomes", () => {
  const stop = { orderId: "a", outcome: null, receivedBy: "", finishedAt: null } as unknown as RunStop;
  const run: DeliveryRun = { id: 1, driverId: "", driverName: "", startedAt: null, endedAt: null, stops: [stop] };
  expect(runWith(run, [outcome]).stops).toMatchObject([{ outcome: "delivered", receivedBy: "Neighbor" }]);
  expect(runWith(run, [{ ...outcome, runId: 2 }]).stops).toEqual([stop]);
  expect(
    runWith({ ...run, stops: [{ ...stop, outcome: "delivered" }] }, [{ ...outcome, outcome: null }]).stops,
  ).toMatchObject([{ outcome: null, finishedAt: null }]);
});

test("invalid stored outcomes are ignored", () => {
  expect(readOutcomes(JSON.stringify([outcome, { ...outcome, outcome: "lost" }, null, { runId: 1 }]))).toEqual([
    outcome,
  ]);
  expect(readOutcomes("{")).toEqual([]);
  expect(readOutcomes(null)).toEqual([]);
});

test("unsent stops and photos are counted", () => {
  expect(unsentText(0, 0)).toBeNull();
  expect(unsentText(1, 0)).toMatch(/^1 stop is saved on this device/);
  expect(unsentText(0, 1)).toMatch(/^1 photo is saved/);
  expect(unsentText(2, 1)).toMatch(/^2 stops and 1 photo are saved/);
});
