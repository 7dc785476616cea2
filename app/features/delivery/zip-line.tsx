import { t } from "#app/messages/t.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";
import { useZipAnswer, type ZipLookup } from "./use-zip-answer.ts";
import { type ZipAnswer, zipSentence } from "./zip-answer.ts";
import styles from "./zip-line.module.css";

/** Sentence about the typed ZIP code: whether and at what fee the store delivers there. */
export function ZipLine({ typed, onAnswer }: { typed: string; onAnswer?: (answer: ZipAnswer) => void }) {
  return <ZipAnswerLine lookup={useZipAnswer(typed, onAnswer)} timeZone={null} />;
}

/** @param timeZone time zone of the next delivery time that is shown; null to show none */
export function ZipAnswerLine({ lookup, timeZone }: { lookup: ZipLookup; timeZone: string | null }) {
  const { windows, hasFailed } = useWindows(timeZone === null ? null : "delivery", 1);
  const [next] = windows ?? [];
  const nextTime = next && timeZone !== null ? nextWindowText(next, timeZone, new Date()) : null;
  // Waits for the next delivery time, because the sentence is announced only once.
  const isComplete = timeZone === null || windows !== null || hasFailed;
  return (
    // The live region is rendered before it has a text, so that the text is announced.
    <div role="status" className={styles.line}>
      {lookup && isComplete ? (
        <p data-outcome={lookup.answer?.outcome}>
          {lookup.answer
            ? zipSentence(lookup.answer, nextTime)
            : t("We couldn't check this ZIP code. Your order total will show the delivery cost.")}
        </p>
      ) : null}
    </div>
  );
}
