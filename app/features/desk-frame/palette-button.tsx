import { lazy, Suspense, useRef, useState } from "react";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useEventListener } from "#app/ui/use-event-listener.ts";
import styles from "./command-palette.module.css";
import type { FindItems } from "./palette-items.ts";

const CommandPalette = lazy(() => import("./command-palette.tsx"));

/** Opens the command palette: by click, by Ctrl+K or ⌘K, and by "/" outside of fields. */
export function PaletteButton({
  user,
  findItems,
  onHelp,
}: {
  user: Pick<CurrentUser, "role">;
  findItems: FindItems;
  onHelp: (topicId: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    const isCommandK = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
    if (!isCommandK && (event.key !== "/" || isTyping)) return;
    event.preventDefault();
    // Without a focused element, the button gets the focus when the palette closes.
    focusIfLost(button.current);
    setOpen(true);
  });

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t("Find a page, order, customer, or product")}
        aria-keyshortcuts="Control+K Meta+K"
        title={t("Find (Ctrl+K)")}
        className={styles.button}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <CommandPalette user={user} findItems={findItems} onHelp={onHelp} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
