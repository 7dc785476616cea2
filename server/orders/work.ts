import type { Mailer } from "#server/mail/mailer.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ShopData } from "#server/shop-data.ts";

/** What every step of the worker works with. */
export interface Work {
  data: ShopData;
  payments: PaymentProvider;
  /** Null: there is no mail server, and mails wait. */
  mailer: Mailer | null;
  /** For the links in mails, without a slash at the end. */
  publicOrigin: string;
  now: () => Date;
  logError: (error: unknown) => void;
}

/**
 * Does one thing after the other; what goes wrong with one is logged and does not stop the others.
 * @returns how many went well
 */
export async function eachApart<Item>(
  { logError }: Pick<Work, "logError">,
  items: readonly Item[],
  what: (item: Item) => string,
  handle: (item: Item) => Promise<unknown>,
): Promise<number> {
  let doneCount = 0;
  for (const item of items) {
    try {
      await handle(item);
      doneCount += 1;
    } catch (cause) {
      logError(new Error(what(item), { cause }));
    }
  }
  return doneCount;
}

/** Calls a function of the database as the shop's own server. @throws PostgrestError */
export async function callDatabase<Answer>(
  { data }: Pick<Work, "data">,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Answer> {
  const { data: answer } = await data.service.rpc(name, given).throwOnError();
  return answer as Answer;
}
