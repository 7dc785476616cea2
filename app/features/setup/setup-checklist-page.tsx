import { useIsFetching } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { openStore } from "#app/features/store/store-opening.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads, queryClient } from "#app/platform/reads.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type Answer, done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import {
  type ChargeTrial,
  confirmHours,
  type FirstStep,
  type SetupChecklist,
  saveExamples,
  sendTestMail,
  tryCharge,
} from "./setup-checklist.ts";
import styles from "./setup-checklist-page.module.css";

/** Page with the setup checklist of a new store. */
export function SetupChecklistPage({ steps, findings }: SetupChecklist) {
  const isReading = useIsFetching({}, queryClient) > 0;
  const doneCount = steps.filter(({ level }) => level === "good").length;
  return (
    <>
      <h1>{t("Setup checklist")}</h1>
      <p role="status">
        {doneCount === steps.length
          ? t("All steps are done.")
          : t("{done} of {total} steps are done.", { done: doneCount, total: steps.length })}
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.hasTestCharge ? step.title : step.title + step.text} step={step} />
        ))}
      </ol>
      <Section title={t("Server")}>
        <ul className={styles.steps}>
          {findings.map((finding) => (
            <Step key={finding.title + finding.text} step={finding} />
          ))}
        </ul>
      </Section>
      <Button variation="secondary" disabled={isReading} onClick={invalidateReads} isNarrow>
        {t("Check again")}
      </Button>
    </>
  );
}

function Step({ step }: { step: FirstStep }) {
  return (
    <li className={styles.step} data-level={step.level}>
      <span className={styles.mark}>
        <Icon name={MARKS[step.level]} />
        <HiddenText>{stepLevels()[step.level]}</HiddenText>
      </span>
      <div>
        <h2 className={styles.title}>{step.title}</h2>
        <p>{step.text}</p>
        {step.remedy ? (
          <details className={styles.remedy}>
            <summary>
              {partlyHidden(t("For whoever runs your server<hidden>: {step}</hidden>", { step: step.title }))}
            </summary>
            <p>{step.remedy}</p>
          </details>
        ) : null}
        {step.hasTestMail ? (
          <StepButton
            label={t("Send test email")}
            busyLabel={t("Sending...")}
            onPress={async () =>
              done(t("Sent to {address}. Check your inbox.", { address: await sendTestMail(getBrowserData()) }))
            }
          />
        ) : null}
        {step.hasTestCharge ? <TestCharge /> : null}
        {step.hasExamples ? <Examples /> : null}
        {step.confirmsHours ? (
          <StepButton
            label={t("Yes, these are our hours")}
            onPress={async () => {
              await confirmHours(getBrowserData());
              await invalidateReads();
              return null;
            }}
          />
        ) : null}
        {step.opensStore ? (
          <StepButton
            label={t("Open the store")}
            busyLabel={t("Opening...")}
            variation="primary"
            about={
              <>
                <ButtonLink to="/home" reloadDocument variation="secondary" size="small">
                  {t("Look at the store")}
                </ButtonLink>{" "}
              </>
            }
            onPress={async () => {
              await openStore(getBrowserData());
              await invalidateReads();
              return done(t("The store is open."));
            }}
          />
        ) : null}
        {step.to ? (
          <Link to={step.to}>
            {partlyHidden(
              step.level === "good"
                ? t("View<hidden>: {step}</hidden>", { step: step.title })
                : t("Set up<hidden>: {step}</hidden>", { step: step.title }),
            )}
          </Link>
        ) : null}
      </div>
    </li>
  );
}

/**
 * Button of a step, with the result of its command below.
 * @param about shown before the button
 * @param children shown below the result
 */
function StepButton({
  label,
  busyLabel = label,
  variation = "secondary",
  about = null,
  onPress,
  children,
}: {
  label: string;
  busyLabel?: string;
  variation?: "primary" | "secondary";
  about?: ReactNode;
  onPress: () => Promise<Answer | null>;
  children?: ReactNode;
}) {
  const { isBusy, answer, run } = useAttempt();
  return (
    <div className={styles.attempt}>
      <div>
        {about}
        <Button ref={passFocusOn} size="small" variation={variation} disabled={isBusy} onClick={() => run(onPress)}>
          {isBusy ? busyLabel : label}
        </Button>
      </div>
      <FormAnswer answer={answer} />
      {children}
    </div>
  );
}

/** Button that fills in example zones, times, and tax. */
function Examples() {
  const { timeZone } = useStoreSettings();
  return (
    <StepButton
      label={t("Use example zones, times, and tax")}
      onPress={async () => {
        await saveExamples(getBrowserData(), shopDayOf(new Date(), timeZone));
        showToast({ kind: "success", text: t("Examples saved. Change them to yours.") });
        await invalidateReads();
        return null;
      }}
    />
  );
}

/** Button that tests payments end to end; with live keys, it checks the account instead. */
function TestCharge() {
  const [trial, setTrial] = useState<ChargeTrial | null>(null);
  return (
    <StepButton
      label={t("Test payment")}
      busyLabel={t("Testing...")}
      onPress={async () => {
        setTrial(null);
        const tried = await tryCharge(getBrowserData());
        setTrial(tried);
        await invalidateReads();
        return tried.isDone ? done(t("Payments work.")) : rejected(t("Payments don't work yet. See the steps below."));
      }}
    >
      {trial ? (
        <ol className={styles.trial}>
          {trial.steps.map(({ level, text, remedy }) => (
            <li key={text}>
              <Icon name={MARKS[level]} />
              <span>
                <HiddenText>{trialLevels()[level]}</HiddenText> {remedy ? `${text} ${remedy}` : text}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </StepButton>
  );
}

const trialLevels = () => ({ good: t("Good:"), note: t("Check:"), wrong: t("Wrong:") });
const MARKS = { good: "check", note: "search", wrong: "warning" } as const;
const stepLevels = () => ({ good: t("Done:"), note: t("Check:"), wrong: t("To do:") });
