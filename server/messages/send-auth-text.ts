import type { SendAuthText } from "@calabash/data-service/auth";
import type { ShopData } from "#server/settings/shop-data.ts";
import { lastKnownStoreSettings } from "#server/settings/store-settings.ts";
import type { TextSender } from "./twilio.ts";

/** Puts the auth service's text messages into the shop's words and sends them. */
export function createAuthTextSender(sender: TextSender, data: ShopData): SendAuthText {
  return async ({ to, code, codeSeconds }) => {
    const settings = await lastKnownStoreSettings(data);
    const minutes = Math.round(codeSeconds / 60);
    const text = `${code} is your ${settings.name} code. It works once, for ${minutes} minutes. Don't share it.`;
    return sender.send({ to: `+${to}`, text });
  };
}
