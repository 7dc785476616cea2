import { useEffect, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { TextField } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { errorText } from "#app/values/error-text.ts";
import type { DeskCard } from "./desk.ts";
import styles from "./desk-header.module.css";
import { findCards } from "./desk-queries.ts";

const PAUSE_MS = 250;

/** Search for orders by number, name, phone, email, or product while typing; managers also find past orders. "/" focuses it. */
export function DeskSearch({ onFound }: { onFound: (cards: readonly DeskCard[] | null) => void }) {
  const [words, setWords] = useState("");
  const field = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestQuery = useRef("");

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      field.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", handleKey);
    return () => {
      document.removeEventListener("keydown", handleKey);
      clearTimeout(timer.current);
    };
  }, []);

  function handleChange(typed: string) {
    setWords(typed);
    clearTimeout(timer.current);
    latestQuery.current = typed.trim();
    if (latestQuery.current === "") return onFound(null);
    timer.current = setTimeout(() => void find(latestQuery.current), PAUSE_MS);
  }

  async function find(query: string) {
    try {
      const cards = await findCards(getBrowserData(), query);
      // Ignores the response to an outdated search.
      if (latestQuery.current === query) onFound(cards);
    } catch (error) {
      showToast({ kind: "error", text: errorText(error) });
    }
  }

  return (
    <search ref={field} aria-label={t("Orders")} className={styles.search}>
      <TextField
        label={t("Find an order")}
        type="search"
        placeholder={t("Number, name, phone, or product")}
        autoComplete="off"
        value={words}
        onChange={(event) => handleChange(event.target.value)}
      />
    </search>
  );
}
