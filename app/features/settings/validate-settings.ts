import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyProblem } from "#app/values/money.ts";
import { daysIn, minuteOf } from "#app/values/opening-hours.ts";
import { isOwnPicture } from "#app/values/picture-address.ts";
import { isTimeZone, readShopDay, readShopTime } from "#app/values/shop-clock.ts";
import type { SettingsDraft, SettingsTextField } from "./settings-draft.ts";

/** Messages by the name of the field: "phone", or "openingHours.0.closes" for a line of a list. */
export type SettingsErrors = Record<string, string | undefined>;

const REQUIRED: Partial<Record<SettingsTextField, string>> = {
  name: "The shop needs a name",
  street: "Street is required",
  city: "City is required",
  state: "State is required",
  postalCode: "Zip code is required",
  near: "The town nearby is required: pages say “near …”",
  phone: "Phone number is required",
  email: "Email is required",
  timeZone: "Time zone is required",
};

/** In the order of the form, so that the first error is the topmost. */
export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  const add = (field: string, message: string | undefined) => {
    if (message) errors[field] ??= message;
  };

  for (const [field, message] of Object.entries(REQUIRED)) {
    if (draft[field as SettingsTextField].trim() === "") add(field, message);
  }
  if (phoneDigits(draft.phone) === null) add("phone", "Phone number must be 10 digits");
  if (!isEmailAddress(draft.email.trim())) add("email", "Please enter a valid email address");
  add("latitude", numberProblem(draft.latitude, -90, 90, "Latitude"));
  add("longitude", numberProblem(draft.longitude, -180, 180, "Longitude"));
  if (!isTimeZone(draft.timeZone.trim())) add("timeZone", "Write a time zone such as America/Chicago");

  if (draft.openingHours.length === 0) add("openingHours", "Give the hours of at least one day");
  for (const [place, hours] of draft.openingHours.entries()) {
    const field = `openingHours.${place}`;
    if (daysIn(hours.days) === null) add(`${field}.days`, "Write days such as Mon-Sat or Sun");
    if (minuteOf(hours.opens) === null) add(`${field}.opens`, "Opening time is required");
    if (minuteOf(hours.closes) === null) add(`${field}.closes`, "Closing time is required");
    else if (hours.closes <= hours.opens) add(`${field}.closes`, "The shop must close after it opens");
  }
  for (const [place, closed] of draft.closedDays.entries()) {
    const isDay = readShopDay(closed.day, "UTC") !== null && closed.day.startsWith("20");
    if (!isDay) add(`closedDays.${place}.day`, "Choose a day");
    if (closed.reason.trim() === "") add(`closedDays.${place}.reason`, "Say why");
  }
  for (const field of ["pickupPausedUntil", "deliveryPausedUntil", "bannerUntil"] as const) {
    const isTime = draft[field] === "" || readShopTime(draft[field], "UTC") !== null;
    if (!isTime) add(field, "Choose a day and a time");
  }
  if (draft.bannerText.trim().length > 140) add("bannerText", "Please say it in 140 letters");
  for (const [place, link] of draft.socialLinks.entries()) {
    if (link.name.trim() === "") add(`socialLinks.${place}.name`, "Name is required");
    add(`socialLinks.${place}.url`, linkProblem(link.url.trim()));
  }

  add(
    "freeDeliveryMinimum",
    moneyProblem(draft.freeDeliveryMinimum) ??
      numberProblem(draft.freeDeliveryMinimum, 0, 99_999, "The minimum"),
  );
  add("freeDeliveryMilesHome", milesProblem(draft.freeDeliveryMilesHome));
  add("freeDeliveryMilesCart", milesProblem(draft.freeDeliveryMilesCart));

  if ((wholeNumberTyped(draft.lowStockAt) ?? Infinity) > 1000)
    add("lowStockAt", "A low stock must be a whole number from 0 to 1,000");

  for (const [place, member] of draft.team.entries()) {
    if (member.name.trim() === "") add(`team.${place}.name`, "Name is required");
    if (member.title.trim() === "") add(`team.${place}.title`, "Title is required");
    add(`team.${place}.image`, pictureProblem(member.image.trim()));
  }
  for (const [place, words] of draft.testimonials.entries()) {
    if (words.name.trim() === "") add(`testimonials.${place}.name`, "Name is required");
    add(`testimonials.${place}.image`, pictureProblem(words.image.trim()));
    if (words.text.trim() === "") add(`testimonials.${place}.text`, "Words are required");
  }
  return errors;
}

/** The warning while the home page and the cart promise different radii; null when they agree. */
export function radiiWarning(draft: Pick<SettingsDraft, "freeDeliveryMilesHome" | "freeDeliveryMilesCart">) {
  const [home, cart] = [draft.freeDeliveryMilesHome.trim(), draft.freeDeliveryMilesCart.trim()];
  if (home === cart) return null;
  return `The two delivery radii differ: the home page promises ${home || "no"} miles, the cart and the order summary ${cart || "no"} miles.`;
}

function numberProblem(text: string, from: number, to: number, label: string): string | undefined {
  const value = decimalTyped(text, 15) ?? Number.NaN;
  return value >= from && value <= to ? undefined : `${label} must be a number from ${from} to ${to}`;
}

function milesProblem(text: string): string | undefined {
  return (wholeNumberTyped(text) ?? Infinity) <= 999
    ? undefined
    : "Miles must be a whole number from 0 to 999";
}

function linkProblem(url: string): string | undefined {
  return /^https:\/\/[^\s/.]+\.[^\s]+$/.test(url)
    ? undefined
    : "Write a full address that begins with https://";
}

/** The content policy shows pictures of the shop's own origin only. */
function pictureProblem(address: string): string | undefined {
  return address === "" || isOwnPicture(address)
    ? undefined
    : "Write an address of the shop's own bucket, or leave it empty";
}
