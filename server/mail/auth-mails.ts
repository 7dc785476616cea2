import type { SendAuthMail } from "@calabash/data-service/auth";
import type { ShopData } from "#server/platform/shop-data.ts";
import { knownShopRecord } from "#server/platform/shop-record.ts";
import { authMail } from "./auth-mail.ts";
import type { Mailer } from "./mailer.ts";

/** Puts the auth service's messages into the shop's words and sends them. */
export function createAuthMails(mailer: Mailer, data: ShopData): SendAuthMail {
  return async (mail) => {
    const settings = await knownShopRecord(data);
    await mailer.send(authMail(mail, settings));
  };
}
