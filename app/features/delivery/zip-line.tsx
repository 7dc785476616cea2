import { nextWindowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";
import { useZipAnswer } from "./use-zip-answer.ts";
import { zipSentence } from "./zip-answer.ts";
import styles from "./zip-line.module.css";

/** One sentence about the ZIP code that was typed: whether the shop delivers there, and for how much. */
export function ZipLine({
  typed,
  timeZone,
  onCity,
}: {
  typed: string;
  /** Time zone, to show the next free delivery time; null if no time is chosen. */
  timeZone: string | null;
  onCity: (city: string) => void;
}) {
  const asked = useZipAnswer(typed, onCity);
  const [next] = useWindows(timeZone === null ? null : "delivery", 1) ?? [];
  const isDelivered = asked?.answer?.outcome === "delivered" || asked?.answer?.outcome === "contact";
  return (
    // There before it has words, so that they are read out.
    <div role="status" className={styles.line}>
      {asked ? (
        <p data-outcome={asked.answer?.outcome}>
          {asked.answer
            ? [
                zipSentence(asked.answer),
                ...(next && timeZone !== null && isDelivered
                  ? [`Next: ${nextWindowText(next, timeZone, new Date())}.`]
                  : []),
              ].join(" ")
            : "This ZIP code could not be looked up. The order tells what delivery costs."}
        </p>
      ) : null}
    </div>
  );
}
