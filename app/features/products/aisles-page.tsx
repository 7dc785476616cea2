import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import userStyles from "#app/ui/user-text.module.css";
import { movedUp } from "#app/values/moved-up.ts";
import { type Aisle, saveAisles } from "./aisles.ts";
import styles from "./aisles-page.module.css";

/** Page to sort the aisles by their sequence in the store; every move is saved immediately. */
export function AislesPage({ saved }: { saved: readonly Aisle[] }) {
  const [aisles, setAisles] = useState(saved);
  const [status, setStatus] = useState("");
  const { isBusy, run } = useAttempt();

  const move = ({ title }: Aisle, place: number, by: -1 | 1) =>
    run(() =>
      // The list is longer than a phone's screen.
      withErrorToast(async () => {
        // An aisle moves later when the next one moves up.
        const moved = movedUp(aisles, by === 1 ? place + 1 : place);
        await saveAisles(getBrowserData(), aisles, moved);
        setAisles(moved);
        setStatus(t("{title} is now number {place}.", { title, place: place + by + 1 }));
      }),
    );

  return (
    <>
      <h1>{t("Aisles")}</h1>
      <p>{t("Pick lists follow this order. Frozen products always come last.")}</p>
      <ol className={styles.aisles}>
        {aisles.map((aisle, place) => (
          <li key={aisle.prefix} className={styles.aisle}>
            <span className={styles.place}>{place + 1}</span>
            <span className={userStyles.text}>{aisle.title}</span>
            <SmallButton disabled={isBusy || place === 0} onClick={() => move(aisle, place, -1)}>
              {partlyHidden(t("Earlier<hidden>: {title}</hidden>", { title: aisle.title }))}
            </SmallButton>
            <SmallButton disabled={isBusy || place === aisles.length - 1} onClick={() => move(aisle, place, 1)}>
              {partlyHidden(t("Later<hidden>: {title}</hidden>", { title: aisle.title }))}
            </SmallButton>
          </li>
        ))}
      </ol>
      <div role="status">{status}</div>
    </>
  );
}
