import { t } from "#app/messages/t.ts";
import { fieldsOf } from "./unknown-value.ts";

export function unreachableText(): string {
  return t("We can't reach the store right now. Try again in a moment.");
}

export function unknownErrorText(): string {
  return t("Something went wrong on our side. Try again.");
}

/** Errors whose messages are written for users: responses of the services, and our own errors. */
const READABLE_ERRORS = [
  "Error",
  "ReadRejectedError",
  "AuthApiError",
  "AuthWeakPasswordError",
  "AuthInvalidCredentialsError",
];

/** Returns the message to show for a thrown value, never a message of the browser or a library. */
export function errorText(error: unknown): string {
  if (isUnreachable(error)) return unreachableText();
  return error instanceof Error && READABLE_ERRORS.includes(error.name) ? error.message : unknownErrorText();
}

/** Returns whether there was no response, or only one of a proxy. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFetch = error.name === "TypeError" || error.name === "AuthRetryableFetchError";
  const status = Number(fieldsOf(error)["status"] ?? 0);
  // Messages of Chromium, Firefox, Safari, and Node.
  return isFetch && (status >= 502 || /failed to fetch|networkerror|load failed|fetch failed/i.test(error.message));
}

/** Awaits work; any error of it becomes one with this message for users. */
export function orError<Result>(work: Promise<Result>, message: string): Promise<Result> {
  return work.catch((error: unknown) => {
    console.error(error);
    throw new Error(message, { cause: error });
  });
}
