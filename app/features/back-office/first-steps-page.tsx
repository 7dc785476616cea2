import { Link, useRevalidator } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { type FirstStep, sendTestMail } from "./first-steps.ts";
import styles from "./first-steps-page.module.css";

/** Ticks off what a shop needs before customers come. */
export function FirstStepsPage({ steps }: { steps: readonly FirstStep[] }) {
  const { revalidate, state } = useRevalidator();
  const doneCount = steps.filter(({ level }) => level === "good").length;
  return (
    <>
      <BackButton fallback="/auth" label="Back to the ADMIN DASHBOARD" />
      <h1>First steps</h1>
      <p role="status">
        {doneCount === steps.length
          ? "Everything is in place."
          : `${doneCount} of ${steps.length} are in place.`}
      </p>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title + step.text} className={styles.step} data-level={step.level}>
            <span className={styles.mark}>
              <Icon name={MARKS[step.level]} />
              <HiddenText>{WORDS[step.level]}</HiddenText>
            </span>
            <div>
              <h2 className={styles.title}>{step.title}</h2>
              <p>{step.text}</p>
              {step.remedy ? <p className={styles.remedy}>{step.remedy}</p> : null}
              {step.hasTestMail ? <TestMail /> : null}
              {step.to ? (
                <Link to={step.to}>
                  {step.level === "good" ? "Look at it" : "Do it now"}
                  <HiddenText>: {step.title}</HiddenText>
                </Link>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button variation="secondary" disabled={state !== "idle"} onClick={() => revalidate()}>
          Look again
        </Button>
      </div>
    </>
  );
}

/** Shows that the shop's mails arrive. */
function TestMail() {
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <div>
        <Button
          size="small"
          variation="secondary"
          disabled={isBusy}
          onClick={() =>
            run(async () => done(`Sent to ${await sendTestMail(getBrowserData())}. Is it there?`))
          }
        >
          {isBusy ? "Sending..." : "Send me a test mail"}
        </Button>
      </div>
      <FormAnswer answer={answer} />
    </>
  );
}

const MARKS = { good: "check", note: "search", wrong: "warning" } as const;
const WORDS = { good: "In place:", note: "Worth a look:", wrong: "To do:" };
