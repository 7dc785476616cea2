import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./line-dialog.module.css";
import type { InLine } from "./use-line.ts";

/** Shows the place in line while many people are ordering. */
export function LineDialog({ place, seconds, onLeave }: Pick<InLine, "place" | "seconds"> & { onLeave: () => void }) {
  return (
    <Dialog title="Many people are ordering right now" onClose={onLeave}>
      <div className={styles.line}>
        <p role="status">
          You are number <strong>{place}</strong> in line. Your turn is in {aboutText(seconds)}.
        </p>
        <p>Keep this page open. Your order goes on by itself, and your cart stays as it is.</p>
        <Button variation="secondary" onClick={onLeave}>
          Leave the line
        </Button>
      </div>
    </Dialog>
  );
}

function aboutText(seconds: number): string {
  if (seconds < 60) return `about ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
