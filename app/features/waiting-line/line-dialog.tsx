import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { InLine } from "./use-line.ts";

/** Dialog with the shopper's place in line while many people are ordering. */
export function LineDialog({ place, seconds, onLeave }: Pick<InLine, "place" | "seconds"> & { onLeave: () => void }) {
  return (
    <Dialog title={t("Many people are ordering right now")} onClose={onLeave}>
      <Stack gap={4}>
        <p role="status">
          {nodes(t("You are number <place/> in line. Your turn is in {time}.", { time: aboutText(seconds) }), {
            place: <strong>{place}</strong>,
          })}
        </p>
        <p>{t("Keep this page open. Your order goes on by itself, and your cart stays as it is.")}</p>
        <Button variation="secondary" onClick={onLeave}>
          {t("Leave the line")}
        </Button>
      </Stack>
    </Dialog>
  );
}

function aboutText(seconds: number): string {
  if (seconds < 60) return t("{seconds, plural, one {about # second} other {about # seconds}}", { seconds });
  return t("{minutes, plural, one {about # minute} other {about # minutes}}", { minutes: Math.ceil(seconds / 60) });
}
