import { t } from "#app/messages/t.ts";

/** Returns the result of a database function. @throws Error with a message for users */
export function commandResult<Result>({
  data,
  error,
}: {
  data: Result;
  error: { code: string; message: string } | null;
}): NonNullable<Result> {
  if (error) throw new Error(rejectionText(error), { cause: error });
  return data as NonNullable<Result>;
}

/**
 * Returns the message of an error from our own database functions (PT404, PT409, 22023), which is written for users;
 * for other errors, a general one.
 */
export function rejectionText(error: { code: string; message: string }): string {
  if (/^PT4|^22023$/.test(error.code)) return error.message;
  console.error(error);
  return t("We couldn't reach the store. Try again.");
}
