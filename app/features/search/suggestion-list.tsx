import { type RefObject, useEffect, useImperativeHandle, useState } from "react";
import { t } from "#app/messages/t.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { normalizeSearch } from "./normalize-search.ts";
import { forgetSearches, recentSearches, saveRecentSearch } from "./recent-searches.ts";
import { recentGroups, type SuggestionOption, suggestedGroups } from "./suggestion-groups.ts";
import styles from "./suggestion-list.module.css";
import { SuggestionOptions } from "./suggestion-options.tsx";
import { readSuggestions } from "./suggestions.ts";

export interface SuggestionKeys {
  /** @returns whether the list handled the key */
  handleKey: (key: string) => boolean;
}

interface SuggestionListProps {
  id: string;
  typed: string;
  input: RefObject<HTMLInputElement | null>;
  keys: RefObject<SuggestionKeys | null>;
  onChoose: (path: string) => void;
}

/** Shorter than the pause between typed keys, longer than the repeat interval of a held key. */
const PAUSE_MS = 40;

/** Suggestions below the search box: recent searches, or completions of the text. */
export function SuggestionList({ id, typed, input, keys, onChoose }: SuggestionListProps) {
  const words = normalizeSearch(typed);
  const result = useTypedQuery(words, () => readSuggestions(words ?? ""), PAUSE_MS);
  // Without suggestions the form still works, or shows an error itself.
  const found = result && "data" in result ? result.data : null;
  const [recent, setRecent] = useState(recentSearches);
  const groups = words === null ? recentGroups(recent) : suggestedGroups(words, found);
  const options = groups.flatMap((group) => group.options);

  // Both apply only while the typed text stays the same.
  const [active, setActive] = useState<{ typed: string; path: string } | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const isOpen = options.length > 0 && dismissed !== typed;
  const activeAt = active?.typed === typed ? options.findIndex(({ path }) => path === active.path) : -1;
  const activeId = isOpen && activeAt >= 0 ? `${id}-${activeAt}` : undefined;

  // The text field is outside of this list, whose script loads when the field gets the focus.
  useEffect(() => {
    const field = input.current;
    if (!field || !isOpen) return;
    const attributes = { "aria-controls": id, "aria-activedescendant": activeId };
    for (const [name, value] of Object.entries(attributes)) if (value) field.setAttribute(name, value);
    field.ariaExpanded = "true";
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name);
      field.ariaExpanded = "false";
    };
  }, [input, id, isOpen, activeId]);

  function choose(option: SuggestionOption) {
    if (option.words !== undefined) saveRecentSearch(option.words);
    onChoose(option.path);
  }

  function activate(place: number) {
    // The search box itself is an additional position before the options.
    const count = options.length + 1;
    const option = options[((((place + 1) % count) + count) % count) - 1];
    setActive(option ? { typed, path: option.path } : null);
  }

  useImperativeHandle(keys, () => ({
    handleKey: (key) => {
      const chosen = options[activeAt];
      if (key === "Enter" && isOpen && chosen) choose(chosen);
      else if (key === "Escape" && isOpen) setDismissed(typed);
      else if (key === "ArrowDown" && options.length > 0) activate(isOpen ? activeAt + 1 : 0);
      else if (key === "ArrowUp" && options.length > 0) activate(isOpen ? activeAt - 1 : -2);
      else return false;
      if (key.startsWith("Arrow")) setDismissed(null);
      return true;
    },
  }));

  return (
    <>
      <HiddenText>
        <span role="status">
          {isOpen ? t("{count, plural, one {# suggestion} other {# suggestions}}", { count: options.length }) : null}
        </span>
      </HiddenText>
      {isOpen ? (
        // Pressing anywhere in the panel, even next to the options, must not move the focus out of the search field.
        // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the focus in the search field.
        <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
          <div role="listbox" id={id} aria-label={t("Suggestions")}>
            {groups.map((group) => (
              <SuggestionOptions
                key={group.title}
                group={group}
                id={id}
                firstPlace={options.indexOf(group.options[0] as SuggestionOption)}
                activeAt={activeAt}
                onChoose={choose}
              />
            ))}
          </div>
          {words === null ? (
            <button
              type="button"
              className={styles.clear}
              onClick={() => {
                forgetSearches();
                setRecent([]);
                // The focused button is removed with the searches.
                input.current?.focus();
              }}
            >
              {t("Clear recent searches")}
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
