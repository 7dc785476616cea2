import { useZipAnswer } from "./use-zip-answer.ts";
import { zipSentence } from "./zip-answer.ts";
import styles from "./zip-line.module.css";

/** One sentence about the ZIP code that was typed: whether the shop delivers there, and for how much. */
export function ZipLine({ typed, onCity }: { typed: string; onCity: (city: string) => void }) {
  const asked = useZipAnswer(typed, onCity);
  return (
    // There before it has words, so that they are read out.
    <div role="status" className={styles.line}>
      {asked ? (
        <p data-outcome={asked.answer?.outcome}>
          {asked.answer
            ? zipSentence(asked.answer)
            : "This ZIP code could not be looked up. The order tells what delivery costs."}
        </p>
      ) : null}
    </div>
  );
}
