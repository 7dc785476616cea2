/** For `Retry-After`, in seconds: a database that was ended is back within a few. */
export const RETRY_AFTER_SECONDS = 2;

/** PostgREST's codes for a database that cannot be had, and PostgreSQL's for one in trouble. */
const IS_AWAY = /^(PGRST00[0-3]|(08|53|57)...)$/;

/** Whether what was thrown says that the data service is away, and the same may be asked again soon. */
export function isUnavailable(error: unknown): boolean {
  const { code, status, message } = (error ?? {}) as { code?: unknown; status?: unknown; message?: unknown };
  if (typeof code === "string" && IS_AWAY.test(code)) return true;
  // The auth client tells the answer's status; a hosted service that cannot be reached has neither.
  return status === 503 || (typeof message === "string" && message.includes("fetch failed"));
}

/**
 * An answer's error as one that can be thrown: the client hands out plain objects, and what is no `Error`
 * goes past the shop's own handler of errors.
 */
export function failed(error: { message: string; code?: string | undefined }): Error {
  return error instanceof Error ? error : Object.assign(new Error(error.message), error);
}
