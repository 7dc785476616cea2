import { t } from "#app/messages/t.ts";
import { Icon } from "./icon.tsx";
import styles from "./pause-button.module.css";

/** Pause button for automatic motion. Not shown when nothing moves: with reduced motion or without scripts. */
export function PauseButton({
  what,
  isPaused,
  onToggle,
}: {
  /** Noun for the content, as in "Pause the slides". */
  what: string;
  isPaused: boolean;
  onToggle: () => void;
}) {
  const label = `${isPaused ? t("Play") : t("Pause")} ${what}`;
  return (
    <button type="button" aria-label={label} title={label} className={styles.pause} onClick={onToggle}>
      <Icon name={isPaused ? "play" : "pause"} />
    </button>
  );
}
