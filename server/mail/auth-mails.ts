import { readStoreSettings } from "#app/features/store/read-store-settings.ts";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import type { SendAuthMail } from "#data-service/auth/mail.ts";
import type { ShopData } from "#server/platform/shop-data.ts";
import { authMail } from "./auth-mail.ts";
import type { Mailer } from "./mailer.ts";

/** Puts the auth service's messages into the shop's words and sends them. */
export function createAuthMails(mailer: Mailer, data: ShopData): SendAuthMail {
  return async (mail) => {
    // Better a message under the shop's first name than none.
    const settings = await readStoreSettings(data.public, "live").catch(() => defaultStoreSettings);
    await mailer.send(authMail(mail, settings));
  };
}
