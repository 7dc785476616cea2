import { useState } from "react";
import { useLocation } from "react-router";
import { currentLocale } from "#app/messages/current-locale.ts";
import { PROPOSAL_TEXTS } from "#app/messages/language-texts.ts";
import { isLocale, type Locale, localizedPath } from "#app/messages/locales.ts";
import { rememberLanguage } from "#app/platform/language-choice.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import styles from "./language-proposal.module.css";

export function LanguageProposal() {
  const { pathname, search } = useLocation();
  const [proposed, setProposed] = useState(proposedLanguage);
  if (!proposed) return null;
  const texts = PROPOSAL_TEXTS[proposed];

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
      <IconButton ref={passFocusOn} label={texts.no} onClick={handleDismiss}>
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
