import type { SendAuthMail } from "@calabash/data-service/auth";
import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE, type Locale, splitLocale } from "#app/messages/locales.ts";
import { inLocale } from "#server/base/locale.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { authEmail } from "./auth-email.ts";
import type { Mailer } from "./mailer.ts";

/** Creates a function that renders and sends the auth service's emails. */
export function createAuthEmailSender(mailer: Mailer, data: ShopData): SendAuthMail {
  return async (mail) => {
    const settings = await lastKnownStoreSettings(data);
    // A notice has no link, so it uses the language of the page that made the change.
    const locale = mail.link === "" ? currentLocale() : localeOfLink(mail.link);
    await mailer.send(inLocale(locale, () => authEmail(mail, settings)));
  };
}

/** Returns the language of the page that a link redirects to. */
function localeOfLink(link: string): Locale {
  const target = URL.canParse(link) ? new URL(link).searchParams.get("redirect_to") : null;
  return target && URL.canParse(target) ? splitLocale(new URL(target).pathname).locale : DEFAULT_LOCALE;
}
