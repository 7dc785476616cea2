import { useCallback } from "react";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { isNotReceived, useOutbox, useStoredList } from "#app/platform/use-outbox.ts";
import { refreshPolled, usePolledQuery } from "#app/platform/use-polled-query.ts";
import { showToast } from "#app/ui/toast.tsx";
import { type Outcome, readOutcomes, runWith, unsentText, withOutcome, withoutOutcome } from "./outcomes.ts";
import type { DeliveryRun } from "./run.ts";
import { listMyRuns } from "./run-queries.ts";
import { useWaitingPhotos } from "./use-waiting-photos.ts";

const STORAGE_KEY = "runOutcomes";
const POLL_MS = 30_000;

/**
 * Returns the driver's runs with unsent outcomes applied, and a function to finish a stop, which also works offline.
 */
export function useMyRuns(initial: readonly DeliveryRun[], driverId: string) {
  const runs = usePolledQuery(
    ["my-runs", driverId],
    initial,
    () => listMyRuns(getBrowserData(), driverId),
    () => true,
    () => POLL_MS,
  );
  const [outcomes, setOutcomes] = useStoredList(STORAGE_KEY, readOutcomes);

  // Outcomes are sent one after the other, so that an undo never arrives before the outcome that it undoes.
  useOutbox(outcomes.length > 0 ? outcomes : null, async () => {
    const [next] = outcomes;
    if (!next) return true;
    const { error, status } = await sendOutcome(getBrowserData(), next);
    if (error && isNotReceived(status)) return false;
    if (error) showToast({ kind: "error", text: rejectionText(error) });
    // Refreshes the runs before the outcome is removed, so that the stop doesn't jump back.
    await refreshPolled();
    setOutcomes((now) => withoutOutcome(now, next));
    return true;
  });

  const photos = useWaitingPhotos(outcomes);
  const { replace } = photos;
  const finish = useCallback(
    (outcome: Omit<Outcome, "finishedAt">, photo: Blob | null) => {
      setOutcomes((now) => withOutcome(now, { ...outcome, finishedAt: new Date().toISOString() }));
      void replace(outcome, photo);
    },
    [setOutcomes, replace],
  );

  return { runs: runs.map((run) => runWith(run, outcomes)), unsent: unsentText(outcomes.length, photos.count), finish };
}

function sendOutcome({ rest }: BrowserData, { runId, orderId, outcome, receivedBy, finishedAt }: Outcome) {
  return rest.rpc("finish_stop", {
    run_id: runId,
    order_id: orderId,
    outcome: outcome as string,
    received_by: receivedBy,
    finished_at: finishedAt,
  });
}
