import { useCallback, useEffect, useRef, useState } from "react";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { showToast } from "#app/ui/toast.tsx";
import { type Outcome, readOutcomes, runWith, unsentText, withOutcome, withoutOutcome } from "./outcomes.ts";
import type { DeliveryRun } from "./run.ts";
import { listMyRuns } from "./run-queries.ts";
import { useWaitingPhotos } from "./use-waiting-photos.ts";

const STORAGE_KEY = "runOutcomes";
const RETRY_MS = 4_000;
const POLL_MS = 30_000;

/**
 * Returns the driver's runs with unsent outcomes applied, and a function to finish a stop, which also works offline.
 */
export function useMyRuns(initial: readonly DeliveryRun[], driverId: string) {
  const { data: runs, refresh } = usePolledQuery(
    ["my-runs", driverId],
    initial,
    () => listMyRuns(getBrowserData(), driverId),
    () => true,
    () => POLL_MS,
  );
  const latestRefresh = useRef(refresh);
  const sending = useRef(Promise.resolve());
  useEffect(() => {
    latestRefresh.current = refresh;
  });
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>(() => readOutcomes(localStorage.getItem(STORAGE_KEY)));

  useEffect(() => {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(outcomes));
    const [next] = outcomes;
    if (!next) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Outcomes are sent one after the other, so that an undo never arrives before the outcome that it undoes.
    const send = () => {
      clearTimeout(timer);
      sending.current = sending.current.then(async () => {
        if (isOver) return;
        const result = await sendOutcome(getBrowserData(), next).catch(() => ({ kind: "not received" }) as const);
        if (result.kind === "not received") {
          if (!isOver) timer = setTimeout(send, RETRY_MS);
          return;
        }
        if (result.kind === "rejected") showToast({ kind: "error", text: result.message });
        // Refreshes the runs before the outcome is removed, so that the stop doesn't jump back.
        await latestRefresh.current();
        setOutcomes((now) => withoutOutcome(now, next));
      });
    };
    send();
    const handleOnline = () => send();
    addEventListener("online", handleOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener("online", handleOnline);
    };
  }, [outcomes]);

  const photos = useWaitingPhotos(outcomes, refresh);
  const { replace } = photos;
  const finish = useCallback(
    (outcome: Omit<Outcome, "finishedAt">, photo: Blob | null) => {
      setOutcomes((now) => withOutcome(now, { ...outcome, finishedAt: new Date().toISOString() }));
      void replace(outcome, photo);
    },
    [replace],
  );

  return {
    runs: runs.map((run) => runWith(run, outcomes)),
    unsent: unsentText(outcomes.length, photos.count),
    finish,
    refresh,
  };
}

/**
 * Sends the outcome of a stop. The result is saved, rejected with the reason, or not received; the latter is sent
 * again.
 */
async function sendOutcome(
  data: BrowserData,
  { runId, orderId, outcome, receivedBy, finishedAt }: Outcome,
): Promise<CommandResult | { kind: "not received" }> {
  const answer = await data.rest.rpc("finish_stop", {
    run_id: runId,
    order_id: orderId,
    outcome: outcome as string,
    received_by: receivedBy,
    finished_at: finishedAt,
  });
  // An outcome after the session has ended (401) is sent after the next login.
  if (answer.error && (answer.status >= 500 || [0, 401, 429].includes(answer.status))) return { kind: "not received" };
  return commandResult(answer);
}
