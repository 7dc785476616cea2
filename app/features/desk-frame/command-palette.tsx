import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { keepInView, openModal } from "#app/ui/element-refs.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./command-palette.module.css";
import { TOPIC_LINK } from "./help-topics.ts";
import { type FindItems, findPages, type PaletteGroup, type PaletteItem } from "./palette-items.ts";

/**
 * Dialog that searches pages, orders, customers, and products while typing, and opens the selected one. A combobox with
 * a list that is always open (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export default function CommandPalette({
  user,
  findItems,
  onHelp,
  onClose,
}: {
  user: Pick<CurrentUser, "role">;
  findItems: FindItems;
  onHelp: (topicId: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const id = useId();
  const [words, setWords] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const { groups, isSearching, problem } = useFound(user, findItems, words);
  const items = groups.flatMap((group) => group.items);
  // The first item is active until another one is, and again once that one is no longer found.
  const activeAt = Math.max(
    0,
    items.findIndex(({ to }) => to === active),
  );

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
      ref={openModal}
      className={styles.popup}
      aria-label={t("Find a page, order, customer, or product")}
      onClose={onClose}
      onClick={(event) => (event.target === event.currentTarget ? onClose() : undefined)}
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
        {problem ?? (isSearching ? t("Searching…") : null)}
        {items.length > 0 || isSearching || problem ? null : (
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
          ref={firstPlace + place === activeAt ? keepInView : null}
          id={`${id}-${firstPlace + place}`}
          aria-selected={firstPlace + place === activeAt}
          className={styles.item}
          onClick={() => onOpen(item)}
        >
          <span className={textStyles.strong}>{item.label}</span>
          <span className={textStyles.meta}>{item.detail}</span>
        </div>
      ))}
    </div>
  );
}

/** Searches for the words after a pause in typing; pages are found at once. */
function useFound(user: Pick<CurrentUser, "role">, findItems: FindItems, words: string) {
  const typed = words.trim();
  const result = useTypedQuery(typed || null, () => findItems(user, typed));
  // Enter would open what was found for earlier words.
  const found = result?.key === typed ? result : null;
  return {
    groups: [...(found && "data" in found ? found.data : []), ...findPages(user, words)],
    isSearching: typed !== "" && found === null,
    problem: found && "problem" in found ? found.problem : null,
  };
}
