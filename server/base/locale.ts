import { AsyncLocalStorage } from "node:async_hooks";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE, isLocale, type Locale, localizedPath, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { installTranslations } from "#app/messages/t.ts";
import { readTranslations } from "./translations.ts";

/** Functions of app/messages/. The server build contains a second copy of them. */
export interface MessagesModule {
  setLocaleReader: typeof setLocaleReader;
  installTranslations: typeof installTranslations;
}

const storage = new AsyncLocalStorage<Locale>();

/** Runs a function, including everything it awaits, in a language. */
export function inLocale<Result>(locale: Locale, run: () => Result): Result {
  return storage.run(locale, run);
}

/** Returns the language of a row; English for an unsupported one. */
export function localeOf(language: string | null | undefined): Locale {
  return language && isLocale(language) ? language : DEFAULT_LOCALE;
}

/** Returns the base URL of a language's pages, without a trailing slash. */
export function originIn(locale: Locale, publicOrigin: string): string {
  return locale === DEFAULT_LOCALE ? publicOrigin : publicOrigin + localizedPath(locale, "/");
}

/** Connects a copy of app/messages/ to the translations and to the language of the current request or message. */
export function connectMessages(messages: MessagesModule): void {
  messages.setLocaleReader(() => storage.getStore() ?? DEFAULT_LOCALE);
  for (const locale of TRANSLATED_LOCALES) messages.installTranslations(locale, readTranslations(locale));
}

/** Connects the server's copy of app/messages/. */
export function openTranslations(): void {
  connectMessages({ setLocaleReader, installTranslations });
}
