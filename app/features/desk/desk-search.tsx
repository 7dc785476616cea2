import { useRef } from "react";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { useEventListener } from "#app/ui/use-event-listener.ts";
import styles from "./desk-header.module.css";

/** Search for orders by number, name, phone, email, or product while typing; managers also find past orders. "/" focuses it. */
export function DeskSearch({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null);

  useEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    field.current?.focus();
  });

  return (
    <search aria-label={t("Orders")} className={styles.search}>
      <TextField
        ref={field}
        label={t("Find an order")}
        type="search"
        placeholder={t("Number, name, phone, or product")}
        autoComplete="off"
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
    </search>
  );
}
