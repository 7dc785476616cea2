import type { BrowserData } from "#app/platform/browser-data.ts";
import { authProblem } from "./auth-problem.ts";

/** Reauthentication: current password or emailed code. If both are empty, a code is sent. */
export interface ReauthenticationInput {
  current: string;
  nonce: string;
}

export type ReauthenticatedChange<Done = object> =
  | ({ kind: "done" } & Done)
  /** A six-digit code was sent and must be part of the next request. */
  | { kind: "code-needed" }
  | { kind: "rejected"; message: string };

/** Returns the attributes that the auth service expects. */
export function attributesOf({ current, nonce }: ReauthenticationInput) {
  return {
    ...(current === "" ? {} : { current_password: current }),
    ...(nonce === "" ? {} : { nonce }),
  };
}

/** Returns whether a change was rejected because it needs reauthentication. */
export function needsReauthentication({ code }: AuthProblem): boolean {
  return code === "reauthentication_needed" || code === "current_password_required";
}

/** Sends a code if the error asks for reauthentication; otherwise returns the rejection. */
export async function requestReauthentication(
  data: BrowserData,
  error: AuthProblem,
): Promise<ReauthenticatedChange<never>> {
  if (!needsReauthentication(error)) return { kind: "rejected", message: authProblem(error) };
  const { error: unsent } = await data.auth.reauthenticate();
  return unsent ? { kind: "rejected", message: authProblem(unsent) } : { kind: "code-needed" };
}

/** Error of the auth service. */
export type AuthProblem = Error & { code?: string | undefined };
