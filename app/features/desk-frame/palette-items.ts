import type { CurrentUser } from "#app/features/account/current-user.ts";
import { SETTING_LIST_NAMES, SETTING_LISTS } from "#app/features/settings/list-settings.ts";
import { SETTING_FIELD_LIST } from "#app/features/settings/setting-fields.ts";
import { SETTING_GROUPS, SETTING_PATHS } from "#app/features/settings/setting-groups.ts";
import { t } from "#app/messages/t.ts";
import { isAddressAllowed, sectionsFor } from "./desk-pages.ts";
import { HELP_TOPICS, TOPIC_LINK } from "./help-topics.ts";

/** A search result of the command palette. */
export interface PaletteItem {
  /** Unique in the palette. */
  to: string;
  label: string;
  detail: string;
}

/** Items of one kind. */
export type PaletteGroup = { title: string; items: PaletteItem[] };

/** Finds orders, customers, and products for these words. */
export type FindItems = (user: Pick<CurrentUser, "role">, words: string) => Promise<PaletteGroup[]>;

/** Returns actions, pages, settings, and help for these words; all pages without words. */
export function findPages(user: Pick<CurrentUser, "role">, words: string): PaletteGroup[] {
  const pages = sectionsFor(user).flatMap((section) => section.pages.map((page) => ({ section, page })));
  const groups = [
    { title: t("Actions"), items: words.trim() === "" ? [] : findActions(user, words) },
    {
      title: t("Pages"),
      items: pages
        .filter(({ section, page }) => matches(words, section.label, page.label, page.text, page.words))
        .map(({ page: { to, label, text } }) => ({ to, label, detail: text })),
    },
    { title: t("Settings"), items: words.trim() === "" ? [] : findSettings(user, words) },
    { title: t("Help"), items: words.trim() === "" ? [] : findHelp(user, words) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Returns the single settings whose label, hint, or synonym contains every word. */
export function findSettings(user: Pick<CurrentUser, "role">, words: string): PaletteItem[] {
  const pages = sectionsFor(user).flatMap((section) => section.pages);
  const fields = SETTING_FIELD_LIST.filter(({ isForOwner }) => !isForOwner || user.role === "owner").map((field) => ({
    name: field.name as string,
    part: field.part,
    label: field.label(),
    words: field.hint?.(),
    group: SETTING_GROUPS[field.group].title(),
  }));
  const lists = SETTING_LIST_NAMES.map((name) => ({
    name: name as string,
    part: SETTING_LISTS[name].part,
    label: SETTING_LISTS[name].title(),
    words: SETTING_LISTS[name].rowLabel(),
    group: "",
  }));
  return [...fields, ...lists].flatMap(({ name, part, label, group, words: others }) => {
    const page = pages.find(({ to }) => to === SETTING_PATHS[part]);
    if (!page || !matches(words, label, group, others)) return [];
    return [
      {
        to: `${page.to}#${name}`,
        label,
        detail: group && group !== page.label ? `${page.label} · ${group}` : page.label,
      },
    ];
  });
}

function findHelp(user: Pick<CurrentUser, "role">, words: string): PaletteItem[] {
  return HELP_TOPICS.filter(
    ({ title, pages }) =>
      matches(words, title) && pages.some((page) => isAddressAllowed({ pathname: page, search: "" }, user)),
  ).map(({ id, title }) => ({ to: TOPIC_LINK + id, label: title, detail: t("Help") }));
}

function findActions(user: Pick<CurrentUser, "role">, words: string): PaletteItem[] {
  const actions = [
    { to: "/desk/products/new", label: t("New product"), detail: t("Products"), words: t("add, create item") },
    {
      to: "/desk/till?open=drawer",
      label: t("Count drawer"),
      detail: t("Till"),
      words: t("cash drawer, float, paid in, paid out, close, safe"),
    },
    {
      to: "/desk/till?open=return",
      label: t("Take back a sale"),
      detail: t("Till"),
      words: t("return, refund, exchange, money back"),
    },
    {
      to: "/desk/products/labels",
      label: t("Print shelf labels"),
      detail: t("Products"),
      words: t("price tags, barcode stickers"),
    },
    { to: "/desk/staff#email", label: t("Invite staff"), detail: t("Staff"), words: t("add employee, hire, new user") },
  ];
  const isAllowed = (to: string) => isAddressAllowed({ pathname: to.replace(/[?#].*/, ""), search: "" }, user);
  return actions
    .filter(({ to, label, detail, words: others }) => isAllowed(to) && matches(words, label, detail, others))
    .map(({ to, label, detail }) => ({ to, label, detail }));
}

/** Returns whether each word begins a word of the texts, ignoring case, accents, and a plural's "s". */
export function matches(words: string, ...texts: (string | undefined)[]): boolean {
  const all = ` ${folded(texts.join(" "))}`;
  return folded(words)
    .split(" ")
    .every((word) => all.includes(` ${word.length > 3 ? word.replace(/s$/, "") : word}`));
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
