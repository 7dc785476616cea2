import type { Context } from "hono";
import type { ShopData } from "#server/settings/shop-data.ts";
import { callDatabase } from "#server/worker/job.ts";

/** How often one person may ask to pay; counted in the database, once for all processes of the shop. */
export interface PaymentIntentLimit {
  maxCount: number;
  seconds: number;
}

/** Counts one attempt of a person to pay. @returns the refusal to answer with, 429, when it was one too many */
export async function rejectTooManyAttempts(
  c: Context,
  { data, limit }: { data: ShopData; limit: PaymentIntentLimit },
  userId: string,
): Promise<Response | null> {
  const waitSeconds = await callDatabase({ data }, "count_payment_attempt", {
    user_id: userId,
    max_count: limit.maxCount,
    seconds: limit.seconds,
  });
  if (waitSeconds === 0) return null;
  c.header("retry-after", String(waitSeconds));
  return c.json({ error: "Too many payment attempts. Try again later." }, 429);
}
