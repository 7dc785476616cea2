import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { PageList } from "#app/ui/page-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { SETTINGS_GROUPS, settingsGroupTitle } from "./desk-page.ts";
import { sectionsFor } from "./desk-pages.ts";
import { findSettings, matches } from "./palette-items.ts";
import { useDeskUser } from "./use-desk-user.ts";

/** All settings pages that the user may open, by group, with a search over every setting on them. */
export function SettingsIndex() {
  const user = useDeskUser();
  const [words, setWords] = useState("");
  const pages = user ? sectionsFor(user).flatMap((section) => section.pages) : [];
  const found = user && words.trim() !== "" ? findSettings(user, words) : [];
  const groups = [
    { title: t("Single settings"), pages: found.map(({ detail, ...item }) => ({ ...item, text: detail })) },
    ...SETTINGS_GROUPS.map((group) => ({
      title: settingsGroupTitle(group),
      pages: pages.filter((page) => page.settingsGroup === group && matches(words, page.label, page.text, page.words)),
    })),
  ].filter((group) => group.pages.length > 0);
  return (
    <>
      <h1>{t("Settings")}</h1>
      <search aria-label={t("Settings")}>
        <TextField label={t("Find a setting")} type="search" value={words} onValue={setWords} />
      </search>
      {groups.map((group) => (
        <Section key={group.title} title={group.title}>
          <PageList pages={group.pages} />
        </Section>
      ))}
      <p role="status">
        {user && groups.length === 0 ? t('No settings match "{words}".', { words: words.trim() }) : null}
      </p>
    </>
  );
}
