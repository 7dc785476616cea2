import { Dialog } from "./dialog.tsx";
import styles from "./list-keyboard-help.module.css";

/** Help of the keys of `useListKeyboard`. @param action what E does, in words */
export function ListKeyboardHelp({ action, onClose }: { action: string; onClose: () => void }) {
  const keys: [key: string, text: string][] = [
    ["J", "Next order"],
    ["K", "Previous order"],
    ["Enter", "Open the order"],
    ["X", "Select or deselect the order"],
    ["E", action],
    ["/", "Find a page, order, or product"],
    ["?", "Show this list"],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
