import { createHash } from "node:crypto";
import { unixTime } from "./objects.ts";
import type { Changes } from "./sandbox-store.ts";
import { invalidRequest, StripeSandboxError } from "./stripe-error.ts";

const STORED_SECONDS = 24 * 60 * 60;

export type Answer = { status: 200 | 402; body: unknown };

/**
 * Runs a command once per idempotency key and repeats its response for a day, declines included:
 * https://docs.stripe.com/api/idempotent_requests. Responses to invalid requests are not stored, because nothing was
 * done.
 * @throws StripeSandboxError 400 `idempotency_error` if the key was used with another request
 */
export function answerOnce(
  context: { changes: Changes; key: string | null; fingerprint: string },
  run: () => Answer,
): Answer & { isReplay: boolean } {
  const { changes, key } = context;
  if (key === null) return { ...run(), isReplay: false };
  if (key.length > 255) throw invalidRequest("Idempotency keys can have up to 255 characters.");
  const fingerprint = createHash("sha256").update(context.fingerprint).digest("base64url");
  const earlier = changes.get("answers", key);
  if (earlier && earlier.created > unixTime() - STORED_SECONDS) {
    if (earlier.fingerprint !== fingerprint) {
      throw new StripeSandboxError(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return { status: earlier.status, body: earlier.body, isReplay: true };
  }
  const answer = run();
  changes.put("answers", { id: key, fingerprint, ...answer, created: unixTime() });
  return { ...answer, isReplay: false };
}
