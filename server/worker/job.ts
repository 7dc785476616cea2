import PQueue from "p-queue";
import { messageOf } from "#app/values/unknown-value.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import type { OrderTextSenders } from "#server/messages/order-text-senders.ts";
import type { PushSender } from "#server/messages/push-sender.ts";
import type { TextSender } from "#server/messages/twilio.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";

/** Dependencies of every job. */
export interface JobContext {
  data: ShopData;
  payments: PaymentProvider;
  /** Null without a mail server; emails wait. */
  mailer: Mailer | null;
  pushes: PushSender;
  /** Null without an SMS provider. */
  texts: TextSender | null;
  /** Senders by channel; without any, texts about orders wait. */
  orderTexts: OrderTextSenders;
  /** Links in emails that open an order without an account. */
  orderLinks: OrderLinks;
  /** Origin of links in emails, without a trailing slash. */
  publicOrigin: string;
  now: () => Date;
  logError: (error: unknown) => void;
}

/** Number of parallel requests that stays below the payment provider's limit (Stripe: 25 per second in test mode). */
export const PROVIDER_AT_ONCE = 8;

/**
 * Handles items in sequence, or several at once; an error of one is logged and does not stop the others.
 * @returns the number of successes
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

/**
 * Handles items like `eachApart`, `maxCount` of them at a time, until no more are due.
 * @param claim claims at most this many items
 * @returns the number of successes
 */
export async function eachClaimed<Item>(
  work: Pick<JobContext, "logError">,
  maxCount: number,
  claim: (max_count: number) => Promise<readonly Item[]>,
  what: (item: Item) => string,
  handle: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<number> {
  let doneCount = 0;
  for (;;) {
    const claimed = await claim(maxCount);
    doneCount += await eachApart(work, claimed, what, handle, atOnce);
    if (claimed.length < maxCount) return doneCount;
  }
}

/** Sends a message and records its result. @throws what `send` throws */
export async function sendAndFinalize(
  send: () => Promise<unknown>,
  finalize: (error: string | null) => Promise<unknown>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    await finalize(messageOf(error));
    throw error;
  }
  await finalize(null);
}
