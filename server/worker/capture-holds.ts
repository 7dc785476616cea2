import { messageOf } from "#app/values/unknown-value.ts";
import type { Called } from "#server/database/shop-data.ts";
import { eachClaimed, type JobContext } from "./job.ts";

type ClaimedHold = Called<"claim_captures">[number];

const CLAIMED_AT_ONCE = 5;

/** Captures or releases all due holds. @returns the number of ended holds */
export function captureHolds(work: JobContext): Promise<number> {
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_captures", { max_count }),
    ({ payment_intent_id }) => `The hold ${payment_intent_id} was not captured.`,
    (hold) => captureHold(work, hold),
    CLAIMED_AT_ONCE,
  );
}

async function captureHold(work: JobContext, { payment_intent_id, capture_cents }: ClaimedHold): Promise<void> {
  const finalize = (captured_cents: number, error: string | null) =>
    work.data.call("finalize_capture", { payment_intent_id, captured_cents, error });
  try {
    await finalize(await work.payments.endHold(payment_intent_id, capture_cents ?? 0), null);
  } catch (error) {
    await finalize(0, messageOf(error));
    throw error;
  }
}
