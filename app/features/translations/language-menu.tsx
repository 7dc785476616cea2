import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES, LOCALES, type Locale, localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { rememberLanguage } from "#app/platform/language-choice.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
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

/**
 * Links to this page in each language. They reload the document, because each language has its own scripts.
 * @param locales languages that the page exists in
 */
export function LanguageLinks({ locales = LOCALES }: { locales?: readonly Locale[] }) {
  const { pathname, search } = useLocation();
  return locales.map((locale) => (
    <li key={locale}>
      <a
        href={localizedPath(locale, pathname) + search}
        lang={locale}
        hrefLang={locale}
        aria-current={locale === currentLocale() ? "true" : undefined}
        onClick={() => rememberLanguage(locale)}
      >
        {LANGUAGES[locale].name}
      </a>
    </li>
  ));
}
