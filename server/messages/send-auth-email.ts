import type { SendAuthMail } from "@calabash/data-service/auth";
import type { ShopData } from "#server/settings/shop-data.ts";
import { lastKnownStoreSettings } from "#server/settings/store-settings.ts";
import { authEmail } from "./auth-email.ts";
import type { Mailer } from "./mailer.ts";

/** Puts the auth service's messages into the shop's words and sends them. */
export function createAuthEmailSender(mailer: Mailer, data: ShopData): SendAuthMail {
  return async (mail) => {
    const settings = await lastKnownStoreSettings(data);
    await mailer.send(authEmail(mail, settings));
  };
}
