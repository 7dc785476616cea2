import { categories } from "#app/features/catalog/categories.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { reasonText, roleText, wordList, wordsOf } from "./audit-words.ts";

/** Returns the name of a logged column within a sentence. */
export function columnText(column: string): string {
  const texts = { ...settingColumns(), ...priceColumns(), ...eventColumns() };
  // The database's word for rejected rows of an import.
  if (column === "refused") return t("rejected");
  return isKeyOf(texts, column) ? texts[column] : wordsOf(column);
}

const settingColumns = () => ({
  accepts_snap: t("SNAP EBT"),
  archived_at: t("time of removal"),
  banner_text: t("banner text"),
  banner_until: t("end of the banner"),
  capacity: t("orders per window"),
  city: t("city"),
  closed_days: t("closed days"),
  contact_email: t("contact email"),
  contact_name: t("contact name"),
  cut_off: t("order deadline"),
  delivery_paused_until: t("end of the delivery pause"),
  delivery_type: t("delivery or pickup"),
  delivery_windows: t("choice of delivery times"),
  email: t("email"),
  express_checkout: t("express checkout"),
  free_delivery_miles_cart: t("free delivery miles in the cart"),
  free_delivery_miles_home: t("free delivery miles on the home page"),
  free_delivery_minimum: t("free delivery minimum"),
  google_store_code: t("Google store code"),
  grace_minutes: t("minutes until an unpaid order is canceled"),
  has_agentic_feed: t("feed for AI assistants"),
  has_back_in_stock: t("back-in-stock messages"),
  has_brands: t("brands"),
  has_google_feed: t("Google feed"),
  has_meta_feed: t("Meta feed"),
  has_order_texts: t("order texts"),
  hero_slides: t("slides"),
  is_on: t("payment in the store"),
  latitude: t("latitude"),
  length_minutes: t("minutes per window"),
  logo: t("logo"),
  longitude: t("longitude"),
  low_stock_at: t("low stock limit"),
  max_no_shows: t("orders not picked up at most"),
  max_total: t("highest total"),
  near: t("nearby town"),
  needs_completed_order: t("only after a completed order"),
  opening_hours: t("opening hours"),
  pause_reason: t("reason of the pause"),
  phone: t("phone"),
  pickup_paused_until: t("end of the pickup pause"),
  pickup_windows: t("choice of pickup times"),
  postal_code: t("ZIP code", {}, "within a sentence"),
  preparation_minutes: t("minutes of preparation"),
  social_links: t("social links"),
  state: t("state"),
  street: t("street"),
  team: t("team"),
  testimonials: t("testimonials"),
  texts_from: t("first hour of texts"),
  texts_per_day: t("texts per day"),
  texts_until: t("last hour of texts"),
  time_zone: t("time zone"),
  weekday: t("weekday"),
  whatsapp_number: t("WhatsApp number"),
  window_capacities: t("orders of single windows"),
});

const priceColumns = () => ({
  categories: t("categories"),
  category: t("category"),
  certificate: t("certificate"),
  code: t("code"),
  discount_price: t("discount price"),
  ends_at: t("end"),
  fee: t("fee"),
  free_from: t("free from"),
  groups: t("groups"),
  is_draft: t("suggestion"),
  is_multiple: t("several choices"),
  is_required: t("required"),
  max_miles: t("miles at most"),
  max_uses: t("uses at most"),
  min_order: t("minimum order"),
  min_subtotal: t("minimum order"),
  once_per_person: t("once per person"),
  percent: t("percent"),
  pieces: t("pieces"),
  price: t("price"),
  rule: t("rule"),
  starts_at: t("start"),
  title: t("title"),
  valid_from: t("valid from"),
  valid_until: t("valid until"),
  zips: t("ZIP codes"),
});

const eventColumns = () => ({
  added: t("added"),
  added_at: t("time of addition"),
  amount: t("amount"),
  changed: t("changed"),
  cost: t("cost"),
  counted: t("counted"),
  description: t("description"),
  expected: t("expected"),
  expires_at: t("end"),
  from: t("from"),
  given_back: t("refunded"),
  in_place_of_a_failed_one: t("after a failed refund"),
  invited_at: t("time of the invitation"),
  "left alone": t("not undone"),
  lines: t("products"),
  made_at_the_counter: t("total at the counter"),
  mailed_at: t("time of the email"),
  merged: t("merged account"),
  method: t("method"),
  name: t("name"),
  note: t("note"),
  paid: t("paid"),
  pay_link: t("pay link"),
  reason: t("reason"),
  refund_limit: t("refund limit"),
  request: t("request"),
  role: t("role"),
  total: t("total"),
  units: t("units"),
  until: t("until"),
});

/** Columns of dollars. */
const DOLLARS =
  /^(amount|cost|counted|expected|fee|free_delivery_minimum|free_from|given_back|made_at_the_counter|max_total|min_order|min_subtotal|paid|price|discount_price|refund_limit|total)$/;
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*(Z|[+-]\d\d(:\d\d)?)$/;

/** Returns a stored value in words; null for a missing one. */
export function valueText(column: string, value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number") {
    if (DOLLARS.test(column)) return moneyText(centsFrom(value));
    // January 4, 2026 is a Sunday.
    if (column === "weekday")
      return dateFormat({ weekday: "long", timeZone: "UTC" }).format(Date.UTC(2026, 0, 4 + value));
    return String(value);
  }
  if (typeof value === "object") {
    const parts = Object.values(value).filter((part) => !isInternal(part));
    const texts = parts.map((part) => valueText(column, part, timeZone)).filter((text) => text !== null);
    if (texts.length === 0) return null;
    if (!Array.isArray(value)) return texts.join(" · ");
    return parts.some((part) => typeof part === "object") ? texts.join("; ") : wordList(texts);
  }
  if (typeof value !== "string") return String(value);
  if (INSTANT.test(value)) return dateTimeText(value, timeZone);
  return codeText(column, value);
}

/** Returns whether a part of a stored list is for the store's pages: a mark, or the path of an image. */
function isInternal(part: unknown): boolean {
  return typeof part === "boolean" || (typeof part === "string" && /^(\/|https?:)/.test(part));
}

/** Returns the label of a code that the database stores in this column; other texts stay unchanged. */
function codeText(column: string, value: string): string {
  if (column === "role") return roleText({ role: value }) ?? value;
  if (column === "reason") return reasonText(value);
  if (column === "category" || column === "categories")
    return categories.find(({ prefix }) => prefix === value)?.menuLabel() ?? value;
  if (!/^(delivery_type|method|pay_link|request|rule)$/.test(column)) return value;
  const texts = {
    "account merged": t("account merged"),
    card: t("card"),
    copy: t("copied"),
    "data deleted": t("data deleted"),
    "data exported": t("data exported"),
    delivery: t("delivery"),
    mail: t("email"),
    never: t("never"),
    no: t("no"),
    pickup: t("pickup"),
    release: t("hold released"),
    store_card: t("card in the store"),
    store_cash: t("cash"),
    store_ebt: "SNAP EBT",
    text: t("text message"),
    yes: t("yes"),
  };
  return isKeyOf(texts, value) ? texts[value] : value;
}
