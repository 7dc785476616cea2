import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { LanguageLinks } from "./language-links.tsx";
import styles from "./language-menu.module.css";

/** Language menu in the top bar. */
export function LanguageMenu() {
  return (
    <nav aria-label={t("Language")} className={styles.nav}>
      <Disclosure
        variant="dropdown"
        summary={
          <>
            <HiddenText>{t("Language")} </HiddenText>
            {currentLocale().toUpperCase()}
          </>
        }
      >
        <ul className={styles.links}>
          <LanguageLinks />
        </ul>
      </Disclosure>
    </nav>
  );
}
