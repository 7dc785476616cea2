import { type FocusEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { Form, useLocation, useMatches, useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { MAX_SEARCH_CHARACTERS, normalizeSearch, SEARCH_PATH } from "./normalize-search.ts";
import { saveRecentSearch } from "./recent-searches.ts";
import styles from "./search-box.module.css";
import type { SuggestionKeys } from "./suggestion-list.tsx";

// Suggestions load when the search box is focused; without them the form works.
const SuggestionList = lazyPart(async () => (await import("./suggestion-list.tsx")).SuggestionList);

const NOT_FOUND_ROUTE = "routes/pages/not-found-route";

/**
 * Search box in the header: a form that works without scripts and becomes a combobox with them
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). On narrow screens, pressing its label focuses it and opens it
 * under the header; on the home, search, and not-found pages it stays open.
 */
export function SearchBox() {
  const { stays, words } = useSearched();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<SuggestionKeys>(null);
  /** Null while the search box has no focus. */
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => setTyped(null);

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (!currentTarget.contains(relatedTarget)) leave();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!event.nativeEvent.isComposing && keys.current?.handleKey(event.key)) event.preventDefault();
  }

  function handleSubmit() {
    const query = normalizeSearch(input.current?.value ?? "");
    if (query !== null) saveRecentSearch(query);
    input.current?.blur();
    leave();
  }

  function handleChoose(path: string) {
    if (input.current) {
      input.current.value = "";
      input.current.blur();
    }
    leave();
    void navigate(path);
  }

  return (
    <>
      <label htmlFor={id} className={styles.opener}>
        <Icon name="search" />
        <HiddenText>{t("Search the store")}</HiddenText>
      </label>
      <Form
        role="search"
        action={SEARCH_PATH}
        className={styles.form}
        data-search-stays={stays || undefined}
        onSubmit={handleSubmit}
        onBlur={handleBlur}
      >
        <div className={styles.box}>
          <input
            // Resets the field when another page has another search in its URL.
            key={words}
            ref={input}
            id={id}
            type="search"
            name="q"
            defaultValue={words}
            placeholder={t("Search garri, okra, ata rodo…")}
            maxLength={MAX_SEARCH_CHARACTERS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            className={styles.input}
            onFocus={(event) => setTyped(event.currentTarget.value)}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={handleKeyDown}
          />
          <button type="submit" aria-label={t("Search")} className={styles.submit}>
            <Icon name="search" />
          </button>
        </div>
        {typed === null ? null : (
          <Suspense fallback={null}>
            <SuggestionList id={`${id}-list`} typed={typed} input={input} keys={keys} onChoose={handleChoose} />
          </Suspense>
        )}
      </Form>
    </>
  );
}

/**
 * Returns the normalized search in the URL, and whether the search box stays open on narrow screens, as on the search,
 * home, and not-found pages.
 */
function useSearched(): { stays: boolean; words: string } {
  const { pathname, search } = useLocation();
  const path = pathname.toLowerCase().replace(/\/$/, "");
  const query = path === SEARCH_PATH ? new URLSearchParams(search).get("q") : null;
  const isMissing = useMatches().at(-1)?.id === NOT_FOUND_ROUTE;
  return { stays: isMissing || [SEARCH_PATH, "/home", ""].includes(path), words: normalizeSearch(query ?? "") ?? "" };
}
