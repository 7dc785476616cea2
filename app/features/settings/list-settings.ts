import { daysIn, hoursText, minuteOf, type OpeningHours } from "#app/features/store/opening-hours.ts";
import type { ClosedDay, SocialLink, TeamMember, Testimonial } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { isOwnPicture } from "#app/values/picture-address.ts";
import { readShopDay } from "#app/values/shop-clock.ts";
import { keysOf } from "#app/values/typed-object.ts";
import type { SettingsPart } from "./setting-groups.ts";

/** Text field of one line in a list. */
export interface SettingListField<Row> {
  label: () => string;
  hint?: () => string;
  type?: "time" | "date" | "url" | "textarea";
  maxLength?: number;
  check?: (text: string, row: Row) => string | undefined;
}

/** Setting with a list of lines. */
export interface SettingList<Row extends object> {
  part: SettingsPart;
  title: () => string;
  /** Noun for one line, as in "Remove team member 2". */
  rowLabel: () => string;
  newRow: Row;
  /** Fields of a line, in the order of the form. */
  fields: { [Name in keyof Row & string]?: SettingListField<Row> };
  /** Returns the error message for a list without lines. */
  required?: () => string;
  /** Returns the line as stored in the column. */
  toColumn: (row: Row) => Record<string, string | boolean>;
}

const list = <Row extends object>(definition: SettingList<Row>) => definition;
const required = (message: () => string) => (text: string) => (text.trim() === "" ? message() : undefined);
const PICTURE = { label: () => t("Image"), hint: () => t("Its URL in the store's bucket"), check: pictureProblem };
const withSample = <Row extends { isSample: boolean }>({ isSample, ...row }: Row) => ({ ...row, is_sample: isSample });

/** All settings that are lists. */
export const SETTING_LISTS = {
  openingHours: list<OpeningHours>({
    part: "hours",
    title: () => t("Opening hours"),
    rowLabel: () => t("Hours"),
    newRow: { days: "", opens: "09:00", closes: "17:00", text: "" },
    required: () => t("Enter hours for at least one day"),
    fields: {
      days: {
        label: () => t("Days"),
        hint: () => t("Such as Mon-Sat or Sun"),
        check: (days) => (daysIn(days) === null ? t("Enter days such as Mon-Sat or Sun") : undefined),
      },
      opens: {
        label: () => t("Opens"),
        type: "time",
        check: (opens) => (minuteOf(opens) === null ? t("Opening time is required") : undefined),
      },
      closes: {
        label: () => t("Closes"),
        type: "time",
        check: (closes, { opens }) => {
          if (minuteOf(closes) === null) return t("Closing time is required");
          return closes <= opens ? t("Closing time must be after opening time") : undefined;
        },
      },
    },
    toColumn: (hours) => ({ ...hours, text: hoursText(hours) }),
  }),
  closedDays: list<ClosedDay>({
    part: "hours",
    title: () => t("Closed days"),
    rowLabel: () => t("Closed day"),
    newRow: { day: "", reason: "" },
    fields: {
      day: {
        label: () => t("Day"),
        type: "date",
        check: (day) => (readShopDay(day, "UTC") !== null && day.startsWith("20") ? undefined : t("Choose a day")),
      },
      reason: {
        label: () => t("Reason"),
        hint: () => t("Such as Thanksgiving"),
        maxLength: 100,
        check: required(() => t("Reason is required")),
      },
    },
    toColumn: (closed) => ({ ...closed }),
  }),
  socialLinks: list<SocialLink>({
    part: "shop",
    title: () => t("Social links"),
    rowLabel: () => t("Link"),
    newRow: { name: "", url: "https://" },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      url: { label: () => t("Address"), type: "url", check: linkProblem },
    },
    toColumn: (link) => ({ ...link }),
  }),
  team: list<TeamMember>({
    part: "about",
    title: () => t("Team"),
    rowLabel: () => t("Team member"),
    newRow: { name: "", title: "", image: "", isSample: false },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      title: { label: () => t("Title", {}, "job"), check: required(() => t("Title is required")) },
      image: PICTURE,
    },
    toColumn: withSample,
  }),
  testimonials: list<Testimonial>({
    part: "about",
    title: () => t("Testimonials"),
    rowLabel: () => t("Testimonial"),
    newRow: { name: "", text: "", image: "", isSample: false },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      image: PICTURE,
      text: {
        label: () => t("Words", {}, "testimonial"),
        type: "textarea",
        check: required(() => t("Text is required")),
      },
    },
    toColumn: withSample,
  }),
};

export type SettingListName = keyof typeof SETTING_LISTS;
export const SETTING_LIST_NAMES = keysOf(SETTING_LISTS);

/** Line of any list: its texts, and whether it is sample data. */
export type SettingRow = Record<string, string | boolean>;

/** Returns a list without its line type, for code that handles all lists. */
export function settingList(name: SettingListName) {
  return SETTING_LISTS[name] as unknown as Omit<SettingList<SettingRow>, "fields"> & {
    fields: Record<string, SettingListField<SettingRow>>;
  };
}

function linkProblem(url: string): string | undefined {
  return /^https:\/\/[^\s/.]+\.[^\s]+$/.test(url.trim()) ? undefined : t("Enter a full URL that starts with https://");
}

/**
 * Returns the error message for an image URL that is not the store's own, which the content security policy forbids.
 */
function pictureProblem(address: string): string | undefined {
  return address.trim() === "" || isOwnPicture(address.trim())
    ? undefined
    : t("Enter a URL in the store's bucket, or leave this empty");
}
