import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES, LOCALES, localizedPath } from "#app/messages/locales.ts";
import { rememberLanguage } from "./language-choice.ts";

/** The page in each language. Each has scripts of its own, so these links load documents. */
export function LanguageLinks() {
  const { pathname, search } = useLocation();
  return LOCALES.map((locale) => (
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
