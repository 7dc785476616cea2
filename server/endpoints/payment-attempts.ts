import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";

/** Payment attempts that one account may make; counted in the database for all processes of the store. */
export type PaymentIntentLimit = { maxCount: number; seconds: number };

/** Counts one payment attempt of an account. @returns the response with 429 if there were too many */
export async function rejectTooManyAttempts(
  c: Context,
  { data, limit }: { data: ShopData; limit: PaymentIntentLimit },
  userId: string,
): Promise<Response | null> {
  const waitSeconds = await data.call("count_payment_attempt", {
    user_id: userId,
    max_count: limit.maxCount,
    seconds: limit.seconds,
  });
  if (waitSeconds === 0) return null;
  c.header("retry-after", String(waitSeconds));
  return c.json({ error: t("Too many payment attempts. Try again later.") }, 429);
}
