import { isJsonObject } from "../../database/json-object.ts";
import { AuthError } from "../protocol/auth-error.ts";

export interface CaptchaSettings {
  secret: string;
  /** Endpoint that verifies captcha responses: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
  verifyUrl: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Verifies a captcha response with the provider. If the provider does not respond, the request is rejected.
 * @throws AuthError 400 captcha_failed
 * @throws Error if the provider does not respond; the client gets 500
 */
export async function checkCaptcha(
  settings: CaptchaSettings,
  body: Record<string, unknown>,
  address: string | null,
): Promise<void> {
  const security = body["gotrue_meta_security"];
  const token = isJsonObject(security) ? security["captcha_token"] : undefined;
  if (typeof token !== "string" || token.trim() === "") throw disallowed("no captcha_token found");
  const answer = await verify(settings, token.trim(), address).catch((cause: unknown) => {
    throw new Error("The captcha service did not respond.", { cause });
  });
  if (answer["success"] === true) return;
  const codes = answer["error-codes"];
  throw disallowed(Array.isArray(codes) ? codes.join(", ") : "");
}

async function verify(
  { secret, verifyUrl }: CaptchaSettings,
  response: string,
  address: string | null,
): Promise<Record<string, unknown>> {
  const answer = await fetch(verifyUrl, {
    method: "POST",
    body: new URLSearchParams({ secret, response, ...(address ? { remoteip: address } : {}) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const result: unknown = await answer.json();
  if (!isJsonObject(result)) throw new Error(`The response has status ${answer.status} and is not an object.`);
  return result;
}

function disallowed(reason: string): AuthError {
  return new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${reason})`);
}
