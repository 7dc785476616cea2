import { t } from "#app/messages/t.ts";
import { Dialog } from "./dialog.tsx";
import styles from "./list-keyboard-help.module.css";
import { Stack } from "./stack.tsx";

/** Help about the keys of `useListKeyboard`. */
export function ListKeyboardHelp({ onClose }: { onClose: () => void }) {
  const keys: [key: string, text: string][] = [
    ["J", t("Next order")],
    ["K", t("Previous order")],
    ["Enter", t("Open the order")],
    ["X", t("Select or deselect the order")],
    ["E", t("Move the selected orders, or this one, to the next status")],
    ["/", t("Find a page, order, or product")],
    ["?", t("Show this list")],
  ];
  return (
    <Dialog title={t("Keyboard shortcuts")} onClose={onClose}>
      <Stack as="dl" gap={2}>
        {keys.map(([key, text]) => (
          <div key={key} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
