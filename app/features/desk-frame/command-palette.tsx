import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { TOPIC_LINK } from "#app/features/help/help-topics.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { errorText } from "#app/values/error-text.ts";
import styles from "./command-palette.module.css";
import { findItems, findPages, type PaletteGroup, type PaletteItem } from "./palette-items.ts";

const PAUSE_MS = 200;

/**
 * Dialog that searches pages, orders, customers, and products while typing, and opens the selected one. A combobox with
 * a list that is always open (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export default function CommandPalette({
  user,
  onHelp,
  onClose,
}: {
  user: Pick<CurrentUser, "role">;
  onHelp: (topicId: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const { groups, isSearching, error } = useFound(user, words);
  const items = groups.flatMap((group) => group.items);
  // The first item is active until another one is, and again once that one is no longer found.
  const activeAt = Math.max(
    0,
    items.findIndex(({ to }) => to === active),
  );

  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${id}-${activeAt}`)?.scrollIntoView({ block: "nearest" });
  }, [id, activeAt]);

  function open({ to }: PaletteItem) {
    onClose();
    if (to.startsWith(TOPIC_LINK)) onHelp(to.slice(TOPIC_LINK.length));
    else void navigate(to);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const item = items[activeAt];
    if (event.nativeEvent.isComposing || !item) return;
    if (event.key === "Enter") open(item);
    else if (event.key === "ArrowDown") setActive(items[(activeAt + 1) % items.length]?.to ?? null);
    else if (event.key === "ArrowUp") setActive(items.at(activeAt - 1)?.to ?? null);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press Escape.
    <dialog
      ref={dialog}
      className={styles.popup}
      aria-label={t("Find a page, order, customer, or product")}
      onClose={onClose}
      onClick={(event) => (event.target === dialog.current ? onClose() : undefined)}
    >
      <div className={styles.head}>
        <input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? `${id}-${activeAt}` : undefined}
          aria-label={t("Find a page, order, customer, or product")}
          placeholder={t("Page, order, customer, phone, or product")}
          autoComplete="off"
          spellCheck={false}
          className={styles.field}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          {t("Close")}
        </button>
      </div>
      <div role="status" className={styles.status}>
        {error ? errorText(error) : isSearching ? t("Searching…") : null}
        {items.length > 0 || isSearching || error ? null : (
          <p className={styles.empty}>{t('Nothing matches "{words}".', { words: words.trim() })}</p>
        )}
      </div>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={t("Find a page, order, customer, or product")}
        className={styles.list}
      >
        {groups.map((group) => (
          <PaletteOptions
            key={group.title}
            group={group}
            id={id}
            firstPlace={items.indexOf(group.items[0] as PaletteItem)}
            activeAt={activeAt}
            onOpen={open}
          />
        ))}
      </div>
    </dialog>
  );
}

function PaletteOptions({
  group,
  id,
  firstPlace,
  activeAt,
  onOpen,
}: {
  group: PaletteGroup;
  id: string;
  firstPlace: number;
  activeAt: number;
  onOpen: (item: PaletteItem) => void;
}) {
  const titleId = `${id}-title-${firstPlace}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset.
    <div role="group" aria-labelledby={titleId}>
      <div role="presentation" id={titleId} className={styles.groupLabel}>
        {group.title}
      </div>
      {group.items.map((item, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
        <div
          key={item.to}
          role="option"
          id={`${id}-${firstPlace + place}`}
          aria-selected={firstPlace + place === activeAt}
          className={styles.item}
          onClick={() => onOpen(item)}
        >
          <span className={styles.label}>{item.label}</span>
          <span className={styles.detail}>{item.detail}</span>
        </div>
      ))}
    </div>
  );
}

/** Searches for the words after a pause in typing; pages are found at once. */
function useFound(user: Pick<CurrentUser, "role">, words: string) {
  const searched = usePaused(words.trim());
  const { data, error, isFetching } = useQuery(
    {
      queryKey: readKey("palette", searched),
      queryFn: () => findItems(getBrowserData(), user, searched),
      enabled: searched !== "",
      retry: false,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const found = words.trim() === "" ? [] : (data ?? []);
  const groups = [...found, ...findPages(user, words)];
  return { groups, isSearching: words.trim() !== searched || isFetching, error };
}

/** Returns the text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
