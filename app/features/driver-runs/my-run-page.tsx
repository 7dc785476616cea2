import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { type DeliveryRun, loadOf, loadText, mapLink } from "./run.ts";
import styles from "./runs.module.css";
import { StopCard } from "./stop-card.tsx";
import { useMyRuns } from "./use-my-runs.ts";

/** Runs of the logged-in driver: the stops in order, each finished with one tap, with or without a network. */
export function MyRunPage({ initial, driverId }: { initial: readonly DeliveryRun[]; driverId: string }) {
  const { runs, unsent, finish } = useMyRuns(initial, driverId);
  const isSingle = runs.length === 1;
  return (
    <>
      <h1>{t("My run")}</h1>
      {unsent === null ? null : <FormMessage kind="information">{unsent}</FormMessage>}
      {runs.length === 0 ? <p>{t("No deliveries for you. A manager gives you a run.")}</p> : null}
      {runs.map((run) => (
        <MyRun key={run.id} run={run} title={isSingle ? null : t("Run {id}", { id: run.id })} onFinish={finish} />
      ))}
    </>
  );
}

function MyRun({
  run,
  title,
  onFinish,
}: {
  run: DeliveryRun;
  /** Null if there is only one run. */
  title: string | null;
  onFinish: ReturnType<typeof useMyRuns>["finish"];
}) {
  const { isBusy, answer, run: attempt } = useAttempt();
  const [status, setStatus] = useState("");
  const { id, startedAt, stops } = run;
  const open = stops.filter(({ outcome }) => outcome === null);
  const map = mapLink(stops);

  const start = () =>
    attempt(async () => {
      await runCommand("start_run", { run_id: id });
      await refreshPolled();
      showToast({ kind: "success", text: t("Run started. Customers know that you are on the way.") });
    });

  return (
    <Stack as="section" gap={3} aria-label={title ?? t("My run")}>
      {title === null ? null : <h2>{title}</h2>}
      <p>
        {open.length === 0
          ? t("All stops are finished.")
          : t("{total, plural, one {{count} of # stop left: {load}} other {{count} of # stops left: {load}}}", {
              count: open.length,
              total: stops.length,
              load: loadText(loadOf(open)),
            })}
      </p>
      <div className={styles.actions}>
        {startedAt === null ? (
          <Button size="large" disabled={isBusy} onClick={start}>
            {isBusy ? t("Starting run...") : t("Start run")}
          </Button>
        ) : null}
        {map === null ? null : (
          <a href={map} target="_blank" rel="noreferrer">
            {t("Open the route in the map")}
          </a>
        )}
      </div>
      <FormAnswer answer={answer} />
      <div role="status">{status}</div>
      <Stack as="ol" gap={2}>
        {stops.map((stop, place) => (
          <li key={stop.orderId}>
            <StopCard
              stop={stop}
              place={place + 1}
              isStarted={startedAt !== null}
              onFinish={(outcome, receivedBy, photo) => {
                onFinish({ runId: id, orderId: stop.orderId, outcome, receivedBy }, photo);
                setStatus(
                  outcome === null
                    ? t("Stop {place} is open again.", { place: place + 1 })
                    : t("Stop {place} is finished.", { place: place + 1 }),
                );
              }}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
