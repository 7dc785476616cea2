import { AsyncLocalStorage } from "node:async_hooks";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE, isLocale, type Locale, localizedPath, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { installTranslations } from "#app/messages/t.ts";
import { readTranslations } from "./translations.ts";

/** The part of app/messages/ of which the built pages have a copy. */
export interface MessagesModule {
  setLocaleReader: typeof setLocaleReader;
  installTranslations: typeof installTranslations;
}

const storage = new AsyncLocalStorage<Locale>();

/** Runs a function, and all that it awaits, in a language. */
export function inLocale<Result>(locale: Locale, run: () => Result): Result {
  return storage.run(locale, run);
}

/** Returns the language of a row; English for one that the store does not speak. */
export function localeOf(language: string | null | undefined): Locale {
  return language && isLocale(language) ? language : DEFAULT_LOCALE;
}

/** Returns the address below which the pages of a language are, without a slash at the end. */
export function originIn(locale: Locale, publicOrigin: string): string {
  return locale === DEFAULT_LOCALE ? publicOrigin : publicOrigin + localizedPath(locale, "/");
}

/** Gives a copy of app/messages/ all translations, and the language of the request or message at work. */
export function connectMessages(messages: MessagesModule): void {
  messages.setLocaleReader(() => storage.getStore() ?? DEFAULT_LOCALE);
  for (const locale of TRANSLATED_LOCALES) messages.installTranslations(locale, readTranslations(locale));
}

/** Connects the server's own copy. */
export function openTranslations(): void {
  connectMessages({ setLocaleReader, installTranslations });
}
