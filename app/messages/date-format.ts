import { CREOLE_DATES } from "./creole-dates.ts";
import { currentLocale } from "./current-locale.ts";
import { LANGUAGES, type Locale } from "./locales.ts";

type DateFormat = Pick<Intl.DateTimeFormat, "format">;

/** Formats by language and options, because creating one is expensive. */
const known = new Map<string, DateFormat>();

/** Returns `Intl.DateTimeFormat` of a language. Every language uses the US format for times of day. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = currentLocale()): DateFormat {
  const key = JSON.stringify([locale, options]);
  const format = known.get(key) ?? createFormat(locale, options);
  known.set(key, format);
  return format;
}

function createFormat(locale: Locale, options: Intl.DateTimeFormatOptions): DateFormat {
  const format = new Intl.DateTimeFormat(LANGUAGES[locale].intl, { hour12: true, ...options });
  if (locale === "en") return format;
  const { timeZone } = options;
  const english = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", month: "numeric", hour: "numeric" });
  const creole = locale === "ht" ? CREOLE_DATES : null;
  return {
    format: (date) => {
      const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
      for (const { type, value } of english.formatToParts(date)) found[type] = value;
      const names: Partial<Record<Intl.DateTimeFormatPartTypes, string | undefined>> = {
        weekday: creole?.weekdays[found.weekday ?? ""],
        month: options.month === "numeric" ? undefined : creole?.months[Number(found.month) - 1],
        hour: found.hour,
        dayPeriod: found.dayPeriod,
      };
      const parts = format.formatToParts(date);
      return parts
        .map(({ type, value }) => names[type] ?? (locale === "fr" && type === "day" && value === "1" ? "1er" : value))
        .join("");
    },
  };
}
