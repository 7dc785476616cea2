import type { CurrentUser } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import type { DeskIconName } from "./desk-icon.tsx";

/** Groups in the list of all settings, in display order. */
export const SETTINGS_GROUPS = ["storefront", "fulfillment", "money", "staff"] as const;
type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** Returns the heading of a group. */
export function settingsGroupTitle(group: SettingsGroup): string {
  const titles: Record<SettingsGroup, string> = {
    storefront: t("What shoppers see"),
    fulfillment: t("Pickup and delivery"),
    money: t("Money"),
    staff: t("Staff and safety"),
  };
  return titles[group];
}

type RoleTest = (user: Pick<CurrentUser, "role">) => boolean;

/** A page of the back office. */
export interface DeskPageEntry {
  to: string;
  label: string;
  /** Purpose of the page, in one line. */
  text: string;
  /** Other words by which owners look for the page, for searches. */
  words?: string;
  /** Page whose menu entry leads to this one; absent for pages in the menu. */
  under?: string;
  /** Whether the page lists the pages under it. The pages under other pages are shown as tabs. */
  isHub?: boolean;
  /** Group in the list of all settings; absent if the page has no settings. */
  settingsGroup?: SettingsGroup;
  /** Permission; by default that of managers. */
  isAllowed?: RoleTest;
  /** Permission for the pages of its items, if it differs from `isAllowed`. */
  isItemAllowed?: RoleTest;
}

/** A group of pages; its URL is that of its first page. */
export interface DeskSection {
  label: string;
  icon: DeskIconName;
  /** Whether the section is on the phone's bottom bar; the others are under "More". */
  isOnBar?: boolean;
  pages: readonly DeskPageEntry[];
}

/** Permission for pages of the owner alone. */
export const isOwner: RoleTest = ({ role }) => role === "owner";
