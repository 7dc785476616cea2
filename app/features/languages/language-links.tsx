import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES, LOCALES, localizedPath } from "#app/messages/locales.ts";
import { rememberLanguage } from "./language-choice.ts";

/** Links to this page in each language. They load a document, because each language has its own scripts. */
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
