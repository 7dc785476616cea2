import { useState } from "react";
import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { withErrorToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import userStyles from "#app/ui/user-text.module.css";
import { type Aisle, moveAisle, saveAisles } from "./aisles.ts";
import styles from "./aisles-page.module.css";

/** Page to sort the aisles by their sequence in the store; every move is saved immediately. */
export function AislesPage({ saved }: { saved: readonly Aisle[] }) {
  const [aisles, setAisles] = useState(saved);
  const [status, setStatus] = useState("");
  const { isBusy, run } = useAttempt();

  const move = (prefix: CategoryPrefix, by: -1 | 1) =>
    run(() =>
      // The list is longer than a phone's screen.
      withErrorToast(async () => {
        const moved = moveAisle(aisles, prefix, by);
        await saveAisles(getBrowserData(), aisles, moved);
        setAisles(moved);
        const place = moved.findIndex((aisle) => aisle.prefix === prefix);
        setStatus(t("{title} is now number {place}.", { title: moved[place]?.title ?? "", place: place + 1 }));
      }),
    );

  return (
    <>
      <h1>{t("Aisles")}</h1>
      <p>{t("Pick lists follow this order. Frozen products always come last.")}</p>
      <ol className={styles.aisles}>
        {aisles.map(({ prefix, title }, place) => (
          <li key={prefix} className={styles.aisle}>
            <span className={styles.place}>{place + 1}</span>
            <span className={userStyles.text}>{title}</span>
            <SmallButton disabled={isBusy || place === 0} onClick={() => move(prefix, -1)}>
              {partlyHidden(t("Earlier<hidden>: {title}</hidden>", { title }))}
            </SmallButton>
            <SmallButton disabled={isBusy || place === aisles.length - 1} onClick={() => move(prefix, 1)}>
              {partlyHidden(t("Later<hidden>: {title}</hidden>", { title }))}
            </SmallButton>
          </li>
        ))}
      </ol>
      <div role="status">{status}</div>
    </>
  );
}
