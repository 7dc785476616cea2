import type { SendAuthText } from "@calabash/data-service/auth";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { smsCharacters } from "./order-texts.ts";
import type { TextSender } from "./twilio.ts";

/** Creates a function that renders and sends the auth service's text messages. */
export function createAuthTextSender(sender: TextSender, data: ShopData): SendAuthText {
  return async ({ to, code, codeSeconds }) => {
    const settings = await lastKnownStoreSettings(data);
    const minutes = Math.round(codeSeconds / 60);
    const text = t("{code} is your {store} code. It works once, for {minutes} minutes. Don't share it.", {
      code,
      store: settings.name,
      minutes,
    });
    return sender.send({ to: `+${to}`, text: smsCharacters(text) });
  };
}
