import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkAuth } from "./auth-problem.ts";

/** Reauthentication: current password or emailed code. If both are empty, a code is sent. */
export type ReauthenticationInput = { current: string; code: string };

export type ReauthenticatedChange<Done = object> = ({ kind: "done" } & Done) | CodeNeeded;

/** A six-digit code was sent and must be part of the next request. */
export type CodeNeeded = { kind: "code-needed" };

/** Returns the attributes that the auth service expects. */
export function attributesOf({ current, code }: ReauthenticationInput) {
  return { ...(current === "" ? {} : { current_password: current }), ...(code === "" ? {} : { nonce: code }) };
}

/** Returns whether a change was rejected because it needs reauthentication. */
export function needsReauthentication({ code }: AuthProblem): boolean {
  return code === "reauthentication_needed" || code === "current_password_required";
}

/** Sends a code if the error asks for reauthentication; otherwise throws it. */
export async function requestReauthentication(data: BrowserData, error: AuthProblem): Promise<CodeNeeded> {
  if (!needsReauthentication(error)) checkAuth({ error });
  checkAuth(await data.auth.reauthenticate());
  return { kind: "code-needed" };
}

/** Error of the auth service. */
export type AuthProblem = Error & { code?: string | undefined };
