import { Autocomplete } from "@base-ui/react/autocomplete";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { errorText } from "#app/values/error-text.ts";
import styles from "./command-palette.module.css";
import { sectionsFor } from "./desk-pages.ts";
import { findItems, findPages, type PaletteGroup, type PaletteItem } from "./palette-items.ts";

const PAUSE_MS = 200;

/** Dialog that searches pages, orders, customers, and products while typing, and opens the selected one. */
export default function CommandPalette({ user, onClose }: { user: Pick<CurrentUser, "role">; onClose: () => void }) {
  const navigate = useNavigate();
  const [words, setWords] = useState("");
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
  const isSearching = words.trim() !== searched || isFetching;
  const found = words.trim() === "" ? [] : (data ?? []);
  const groups = [...found, ...findPages(sectionsFor(user), words)];

  function open({ to }: PaletteItem) {
    onClose();
    void navigate(to);
  }

  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.popup} aria-label={t("Find a page, order, customer, or product")}>
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              value={words}
              onValueChange={setWords}
              autoHighlight="always"
              keepHighlight
              itemToStringValue={(item: PaletteItem) => item.label}
            >
              <div className={styles.head}>
                <Autocomplete.Input
                  aria-label={t("Find a page, order, customer, or product")}
                  placeholder={t("Page, order, customer, phone, or product")}
                  className={styles.field}
                />
                <Dialog.Close className={styles.close}>{t("Close")}</Dialog.Close>
              </div>
              <Autocomplete.Status className={styles.status}>
                {error ? errorText(error) : isSearching ? t("Searching…") : null}
              </Autocomplete.Status>
              <Autocomplete.Empty>
                {isSearching || error ? null : (
                  <p className={styles.empty}>{t('Nothing matches "{words}".', { words: words.trim() })}</p>
                )}
              </Autocomplete.Empty>
              <Autocomplete.List className={styles.list}>
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.title} items={group.items}>
                    <Autocomplete.GroupLabel className={styles.groupLabel}>{group.title}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Autocomplete.Item
                          key={item.to}
                          value={item}
                          className={styles.item}
                          onClick={() => open(item)}
                        >
                          <span className={styles.label}>{item.label}</span>
                          <span className={styles.detail}>{item.detail}</span>
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
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
