import { currentLocale } from "#app/messages/current-locale.ts";
import { readErrorBody } from "#app/platform/reads.ts";
import { unknownErrorText } from "#app/values/error-text.ts";

/**
 * Ends all requests of the account whose email has this link. The session is not used.
 * @returns the message on failure, null on success
 */
export async function stopStockMessages(token: string): Promise<string | null> {
  const answer = await fetch("/api/stop-messages", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": currentLocale() },
    body: JSON.stringify({ token }),
  });
  if (answer.ok) return null;
  const { error } = await readErrorBody(answer);
  return answer.status < 500 && error !== undefined ? error : unknownErrorText();
}
