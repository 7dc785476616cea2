import { useState } from "react";
import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { isLocale, type Locale, localizedPath } from "#app/messages/locales.ts";
import { rememberLanguage } from "#app/platform/language-choice.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./language-proposal.module.css";

/**
 * Texts in the language they offer. They are not translated messages, because a page loads the messages of one language
 * only.
 */
const TEXTS: Record<Locale, { label: string; yes: string; no: string }> = {
  en: { label: "Language", yes: "View this store in English", no: "No, thanks" },
  es: { label: "Idioma", yes: "Ver esta tienda en español", no: "No, gracias" },
  fr: { label: "Langue", yes: "Voir ce magasin en français", no: "Non, merci" },
  ht: { label: "Lang", yes: "Gade magazen sa a an kreyòl", no: "Non, mèsi" },
};

export function LanguageProposal() {
  const { pathname, search } = useLocation();
  const [proposed, setProposed] = useState(proposedLanguage);
  if (!proposed) return null;
  const texts = TEXTS[proposed];

  function handleDismiss() {
    rememberLanguage(currentLocale());
    delete document.documentElement.dataset["proposedLanguage"];
    setProposed(null);
  }

  return (
    <section lang={proposed} aria-label={texts.label} className={styles.proposal}>
      <a
        href={localizedPath(proposed, pathname) + search}
        hrefLang={proposed}
        className={styles.link}
        onClick={() => rememberLanguage(proposed)}
      >
        {texts.yes}
      </a>
      <IconButton label={texts.no} onClick={handleDismiss}>
        <Icon name="cross" />
      </IconButton>
    </section>
  );
}

/** Returns the language that the page can be offered in, as noted before the first paint. */
function proposedLanguage(): Locale | null {
  const language = document.documentElement.dataset["proposedLanguage"] ?? "";
  return isLocale(language) ? language : null;
}
