import { useState } from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { type DeskPageEntry, SETTINGS_GROUPS, sectionsFor, settingsGroupTitle } from "./desk-pages.ts";
import styles from "./settings-index.module.css";
import { useDeskUser } from "./use-desk-user.ts";

/** All settings pages that the user may open, by group, with a search. */
export function SettingsIndex() {
  const user = useDeskUser();
  const [words, setWords] = useState("");
  const pages = user ? sectionsFor(user).flatMap((section) => section.pages) : [];
  const groups = SETTINGS_GROUPS.map((group) => ({
    title: settingsGroupTitle(group),
    pages: pages.filter((page) => page.settingsGroup === group && matches(page, words)),
  })).filter((group) => group.pages.length > 0);
  return (
    <>
      <h1>{t("Settings")}</h1>
      <search aria-label={t("Settings")}>
        <TextField
          label={t("Find a setting")}
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </search>
      {groups.map((group) => (
        <Section key={group.title} title={group.title}>
          <ul className={styles.places}>
            {group.pages.map(({ to, label, text }) => (
              <li key={to} className={styles.place}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
                <span className={styles.text}>{text}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <p role="status">
        {user && groups.length === 0 ? t('No settings match "{words}".', { words: words.trim() }) : null}
      </p>
    </>
  );
}

function matches({ label, text }: DeskPageEntry, words: string): boolean {
  return `${label} ${text}`.toLowerCase().includes(words.trim().toLowerCase());
}
