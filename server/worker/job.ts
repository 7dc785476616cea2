import PQueue from "p-queue";
import type { Database } from "#app/platform/database-rows.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import type { OrderTextSenders } from "#server/messages/order-text-senders.ts";
import type { PushSender } from "#server/messages/push-sender.ts";
import type { TextSender } from "#server/messages/twilio.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import type { OrderLinks } from "./order-links.ts";

type Functions = Database["public"]["Functions"];

/** Result of a database function. */
export type Called<Name extends keyof Functions> = Functions[Name]["Returns"];

/** Dependencies of every job. */
export interface JobContext {
  data: ShopData;
  payments: PaymentProvider;
  /** Null: there is no mail server, and mails wait. */
  mailer: Mailer | null;
  pushes: PushSender;
  /** Null: there is no text service. */
  texts: TextSender | null;
  /** Empty: texts about orders wait. */
  orderTexts: OrderTextSenders;
  /** For the links in mails that open an order without an account. */
  orderLinks: OrderLinks;
  /** For the links in mails, without a slash at the end. */
  publicOrigin: string;
  now: () => Date;
  logError: (error: unknown) => void;
}

/** So many questions at once the payment provider answers without complaint (Stripe: 25 a second in test mode). */
export const PROVIDER_AT_ONCE = 8;

/**
 * Handles items in sequence, or several at once; an error of one is logged and does not stop the others.
 * @returns how many went well
 */
export async function eachApart<Item>(
  { logError }: Pick<JobContext, "logError">,
  items: readonly Item[],
  what: (item: Item) => string,
  handle: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<number> {
  let doneCount = 0;
  const queue = new PQueue({ concurrency: atOnce });
  await queue.addAll(
    items.map((item) => async () => {
      try {
        await handle(item);
        doneCount += 1;
      } catch (cause) {
        logError(new Error(what(item), { cause }));
      }
    }),
  );
  return doneCount;
}

/** Calls a function of the database as the shop's own server. @throws PostgrestError */
export async function callDatabase<Name extends keyof Functions>(
  { data }: Pick<JobContext, "data">,
  name: Name,
  ...[given]: [Functions[Name]["Args"]] extends [never] ? [] : [Functions[Name]["Args"]]
): Promise<Called<Name>> {
  const { data: answer } = await data.service.rpc(name, given).throwOnError();
  return answer as Called<Name>;
}
