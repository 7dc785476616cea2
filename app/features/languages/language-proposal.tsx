import { useState } from "react";
import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { isLocale, type Locale, localizedPath } from "#app/messages/locales.ts";
import { chosenLanguage, rememberLanguage } from "#app/platform/language-choice.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./language-proposal.module.css";

/**
 * Banner texts in the language it offers. They are not translated messages, because a page loads the messages of one
 * language only.
 */
const TEXTS: Record<Locale, { label: string; question: string; yes: string; no: string }> = {
  en: { label: "Language", question: "This store is also in English.", yes: "View in English", no: "No, thanks" },
  es: { label: "Idioma", question: "Esta tienda también está en español.", yes: "Ver en español", no: "No, gracias" },
  fr: {
    label: "Langue",
    question: "Ce magasin est aussi en français.",
    yes: "Voir en français",
    no: "Non, merci",
  },
  ht: {
    label: "Lang",
    question: "Magazen sa a disponib an kreyòl tou.",
    yes: "Gade l an kreyòl",
    no: "Non, mèsi",
  },
};

export function LanguageProposal() {
  const { pathname, search } = useLocation();
  const [proposed, setProposed] = useState(preferredLanguage);
  if (proposed === null || proposed === currentLocale()) return null;
  const texts = TEXTS[proposed];

  function handleDismiss() {
    rememberLanguage(currentLocale());
    setProposed(null);
  }

  return (
    <section lang={proposed} aria-label={texts.label} className={styles.proposal}>
      <p className={styles.question}>{texts.question}</p>
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

/** Returns the language chosen on this device or with the account, or the browser's first supported language, or null. */
function preferredLanguage(): Locale | null {
  const languages = navigator.languages.map((tag) => tag.slice(0, 2));
  return chosenLanguage() ?? languages.find(isLocale) ?? null;
}
