import { useState } from "react";
import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Question } from "#app/ui/question.tsx";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { addressOf, type DeliveryRun, loadOf, loadText, movedStop, type RunStop } from "./run.ts";
import type { Driver, WaitingDelivery } from "./run-queries.ts";
import styles from "./runs.module.css";
import { Handover } from "./stop-card.tsx";
import { WaitingDeliveries } from "./waiting-deliveries.tsx";

/** Page where managers create runs and follow their progress. */
export function RunsPage({
  runs,
  deliveries,
  drivers,
}: {
  runs: readonly DeliveryRun[];
  deliveries: readonly WaitingDelivery[];
  drivers: readonly Driver[];
}) {
  const open = runs.filter(({ endedAt }) => endedAt === null);
  const ended = runs.filter(({ endedAt }) => endedAt !== null);
  return (
    <>
      <h1>{t("Delivery runs")}</h1>
      <Section title={t("Waiting deliveries")}>
        <WaitingDeliveries deliveries={deliveries} drivers={drivers} />
      </Section>
      <Section title={t("Open runs")}>
        <RunList runs={open} drivers={drivers} label={t("Open runs")} empty={t("No open runs.")} />
      </Section>
      {ended.length > 0 ? (
        <Section title={t("Finished runs")}>
          <RunList runs={ended} drivers={drivers} label={t("Finished runs")} empty="" />
        </Section>
      ) : null}
    </>
  );
}

function RunList({
  runs,
  drivers,
  label,
  empty,
}: {
  runs: readonly DeliveryRun[];
  drivers: readonly Driver[];
  label: string;
  empty: string;
}) {
  if (runs.length === 0) return <p>{empty}</p>;
  return (
    <Stack as="ul" gap={3} aria-label={label}>
      {runs.map((run) => (
        <li key={run.id}>
          <RunCard run={run} drivers={drivers} />
        </li>
      ))}
    </Stack>
  );
}

function RunCard({ run, drivers }: { run: DeliveryRun; drivers: readonly Driver[] }) {
  const { isBusy, answer, run: attempt } = useAttempt();
  const [isDeleting, setDeleting] = useState(false);
  const { id, driverId, driverName, startedAt, endedAt, stops } = run;
  const orderIds = stops.map(({ orderId }) => orderId);
  const finishedCount = stops.filter(({ outcome }) => outcome !== null).length;
  const title = t("Run {id}, {driver}", { id, driver: driverName });

  const change = (command: () => Promise<void>, text: string) =>
    attempt(async () => {
      await command();
      showToast({ kind: "success", text });
      await invalidateReads();
    });

  return (
    <article className={styles.run} aria-label={title}>
      <Row gap={3} rowGap={1} align="baseline" justify="between">
        <strong>
          <UserText>{title}</UserText>
        </strong>
        <span className={textStyles.soft}>
          {startedAt === null
            ? t("Not started")
            : t("{finished} of {total} stops finished", { finished: finishedCount, total: stops.length })}
        </span>
      </Row>
      <p className={textStyles.soft}>
        {loadText(loadOf(stops))}
        {endedAt === null ? null : nodes(t(" · Finished <time/>"), { time: <DateTime at={endedAt} /> })}
      </p>
      {endedAt === null ? (
        <SelectField
          label={t("Driver")}
          value={driverId}
          disabled={isBusy}
          onValue={(value) =>
            void change(
              () => runCommand("assign_run", { run_id: id, driver_id: value }),
              t("{driver} takes run {id}.", { id, driver: drivers.find(({ userId }) => userId === value)?.name ?? "" }),
            )
          }
        >
          {/* Someone who may no longer drive still has the run. */}
          {drivers.some(({ userId }) => userId === driverId) ? null : <option value={driverId}>{driverName}</option>}
          <Options of={drivers.map(({ userId, name }) => [userId, name])} />
        </SelectField>
      ) : null}
      <Stack as="ol" gap={2}>
        {stops.map((stop, place) => (
          <li key={stop.orderId} className={styles.line}>
            <span className={styles.name}>
              <Link to={`/desk/orders/${stop.orderId}`}>#{stop.number}</Link> <UserText>{stop.name}</UserText>
              <br />
              <span className={textStyles.soft}>
                {addressOf(stop)} · <OutcomeText stop={stop} />
              </span>
            </span>
            {endedAt === null ? (
              <span className={styles.actions}>
                {([-1, 1] as const).map((step) => {
                  const sorted = movedStop(orderIds, stop.orderId, step);
                  const move = () =>
                    change(
                      () => runCommand("sort_run", { run_id: id, order_ids: sorted, expected: orderIds }),
                      t("#{number} is stop {place}.", { number: stop.number, place: place + step + 1 }),
                    );
                  return (
                    <SmallButton key={step} disabled={isBusy || !(place + step in stops)} onClick={move}>
                      {step < 0 ? t("Earlier") : t("Later")}
                      <HiddenText>: #{stop.number}</HiddenText>
                    </SmallButton>
                  );
                })}
              </span>
            ) : null}
          </li>
        ))}
      </Stack>
      {endedAt === null && finishedCount === 0 ? (
        <SmallButton disabled={isBusy} onClick={() => setDeleting(true)} isNarrow>
          {partlyHidden(t("Delete run<hidden>: {title}</hidden>", { title }))}
        </SmallButton>
      ) : null}
      {isDeleting ? (
        <Question
          title={t("Delete this run?")}
          yes={t("Delete")}
          no={t("Keep")}
          onYes={async () => {
            await runCommand("delete_run", { run_id: id });
            showToast({ kind: "success", text: t("Run deleted. Its deliveries wait again.") });
            await invalidateReads();
            focusIfLost(document.querySelector<HTMLElement>("#content"));
          }}
          onClose={() => setDeleting(false)}
        >
          {t("Its deliveries will wait for another run.")}
        </Question>
      ) : null}
      <FormAnswer answer={answer} />
    </article>
  );
}

function OutcomeText({ stop }: { stop: RunStop }) {
  if (stop.outcome === null) return stop.isPacked ? t("Packed") : t("Not packed yet");
  return (
    <>
      {stop.outcome === "not_home" ? t("Not at home") : t("Delivered")}
      <Handover stop={stop} />
    </>
  );
}
