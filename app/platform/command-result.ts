import { t } from "#app/messages/t.ts";
import { getBrowserData } from "./browser-data.ts";
import type { Database } from "./database-rows.ts";

type Functions = Database["public"]["Functions"];

/** Calls a database function as the current user. @throws Error with a message for users */
export async function runCommand<Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]["Args"],
): Promise<NonNullable<Functions[Name]["Returns"]>> {
  return commandResult(await getBrowserData().rest.rpc(name, args)) as NonNullable<Functions[Name]["Returns"]>;
}

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
