import {
  type SettingName,
  type StoreSettings,
  type StoreSettingsRow,
  settingColumn,
} from "#app/features/store/store-settings.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, amountText, centsTyped } from "#app/values/money.ts";
import { readShopTime, shopTimeOf } from "#app/values/shop-clock.ts";
import {
  SETTING_LIST_NAMES,
  type SETTING_LISTS,
  type SettingListName,
  type SettingRow,
  settingList,
} from "./list-settings.ts";
import { SETTING_FIELD_LIST, type SETTING_FIELDS, type SettingField, type SettingFieldName } from "./setting-fields.ts";

type Switch = {
  [Name in SettingFieldName]: (typeof SETTING_FIELDS)[Name] extends { kind: "switch" } ? Name : never;
}[SettingFieldName];
type Lists = {
  [Name in SettingListName]: (typeof SETTING_LISTS)[Name]["newRow"][];
};

/** Form values: numbers, money, and times are still text. */
export type SettingsDraft = Record<Exclude<SettingFieldName, Switch>, string> & Record<Switch, boolean> & Lists;

export function settingsDraft(settings: StoreSettings): SettingsDraft {
  const fields = SETTING_FIELD_LIST.map((field) => [
    field.name,
    typedOf(field.kind, settings[settingOf(field)], settings.timeZone),
  ]);
  const lists = SETTING_LIST_NAMES.map((name) => [name, [...settings[name]]]);
  return Object.fromEntries([...fields, ...lists]) as SettingsDraft;
}

/** Columns that the form writes; the database maintains the others, and the logo has its own form. */
type WrittenSettings = Omit<StoreSettingsRow, "quotes_carts" | "has_discount_codes" | "delivery_summary" | "logo">;

/** Returns the database row for valid form values. */
export function settingsRow(draft: SettingsDraft): WrittenSettings {
  const timeZone = draft.timeZone.trim();
  const fields = SETTING_FIELD_LIST.map((field) => [
    settingColumn(settingOf(field)),
    columnValue(field.kind, draft[field.name], timeZone),
  ]);
  const lists = SETTING_LIST_NAMES.map((name) => [settingColumn(name), listColumn(name, draft)]);
  return Object.fromEntries([...fields, ...lists]) as WrittenSettings;
}

/** Returns the lines of any list, for code that handles all lists. */
export function draftRows(draft: SettingsDraft, name: SettingListName): SettingRow[] {
  return draft[name] as object[] as SettingRow[];
}

function listColumn(name: SettingListName, draft: SettingsDraft) {
  return draftRows(draft, name).map((row) => settingList(name).toColumn(trimmed(row)));
}

/** Returns the label of a column's field or list in the form. */
export function settingLabel(column: string): string {
  const list = SETTING_LIST_NAMES.find((name) => settingColumn(name) === column);
  if (list !== undefined) return settingList(list).title();
  return SETTING_FIELD_LIST.find((field) => settingColumn(settingOf(field)) === column)?.label() ?? column;
}

function settingOf({ name, setting }: SettingField): SettingName {
  return setting ?? (name as SettingName);
}

function typedOf(kind: SettingField["kind"], value: unknown, timeZone: string): string | boolean {
  if (kind === "switch") return value === true;
  if (kind === "dollars") return amountText(Number(value));
  if (kind === "time") return typeof value === "string" ? shopTimeOf(new Date(value), timeZone) : "";
  return String(value);
}

function columnValue(kind: SettingField["kind"], typed: string | boolean, timeZone: string) {
  if (typeof typed === "boolean") return typed;
  if (kind === "decimal") return decimalTyped(typed, 15) ?? 0;
  if (kind === "whole") return wholeNumberTyped(typed) ?? 0;
  if (kind === "dollars") return amountFrom(centsTyped(typed) ?? 0);
  if (kind === "time") return readShopTime(typed, timeZone);
  return typed.trim();
}

function trimmed(row: SettingRow): SettingRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  );
}
