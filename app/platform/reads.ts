import { notifyManager, QueryClient } from "@tanstack/react-query";
import { unknownErrorText, unreachableText } from "#app/values/error-text.ts";
import { textIn } from "#app/values/unknown-value.ts";
import { PERSONAL_DATA_CLEARED } from "./personal-data.ts";
import { readStoredUserId } from "./stored-session.ts";

/** The data service rejected the read (4xx), so retrying would bring the same response. */
export class ReadRejectedError extends Error {
  override readonly name = "ReadRejectedError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The specification's settings of the data cache. */
export const READ_SETTINGS = {
  staleTime: 0,
  gcTime: 5 * 60 * 1000,
  retry: (failureCount: number, error: Error) => failureCount < 3 && !(error instanceof ReadRejectedError),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
  // A read without a network fails and is tried again; it does not wait for the browser to report one.
  networkMode: "always",
} as const;

/** The cache of the browser's reads; private routes only. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: READ_SETTINGS, mutations: { networkMode: "always" } },
});

// Everything read for an account is dropped when it logs out, in whichever tab. A read on its way is dropped when it
// is answered, because its caller still awaits it.
if (typeof window !== "undefined")
  window.addEventListener(PERSONAL_DATA_CLEARED, () => {
    const cache = queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      const drop = () => cache.remove(query);
      if (query.state.fetchStatus === "idle") drop();
      else query.promise?.then(drop, drop);
    }
  });

/** Begins with the account, so that no response for one account reaches the next; null for a guest. */
export function readKey(...parts: readonly unknown[]): readonly unknown[] {
  return [readStoredUserId(), ...parts];
}

/**
 * Reads through the query cache: every read requests the server, concurrent reads of one key share one request, and a
 * failed read is retried three times, after 1, 2 and 4 seconds.
 */
export function readWithRetries<Result>(key: readonly unknown[], read: () => Promise<Result>): Promise<Result> {
  return queryClient.fetchQuery({ queryKey: readKey(...key), queryFn: read });
}

/** Reads again what the open page shows, after a write. Resolves when the page has it. */
export async function invalidateReads(): Promise<void> {
  await queryClient.invalidateQueries();
  await untilShown();
}

/** Resolves once the components have rendered the reads that are done: what moves the focus needs the new page. */
export function untilShown(): Promise<void> {
  return new Promise((done) => notifyManager.schedule(done));
}

interface TableAnswer<Row> {
  data: Row;
  error: { message: string } | null;
  status: number;
}

/** Returns the rows of a response. @throws ReadRejectedError for 4xx, Error for everything else that went wrong */
export function rowsOf<Row>(answer: TableAnswer<Row>): Row | null {
  if (!answer.error) return answer.data;
  if (answer.status >= 400 && answer.status < 500) throw new ReadRejectedError(answer.error.message, answer.status);
  // The browser's own message about a failed request is meant for programmers.
  const words = answer.status === 0 || answer.status >= 502 ? unreachableText() : answer.error.message;
  throw new Error(words, { cause: answer.error });
}

/**
 * Returns the JSON that a database function builds. Its type is the caller's to state: the generated types know only
 * that it is JSON.
 * @throws as {@link rowsOf}
 */
export function jsonOf<Result>(answer: TableAnswer<unknown>): Result {
  return rowsOf(answer) as Result;
}

/** Returns what a failed response of the store or its auth service states; nothing if a proxy responded instead. */
export async function readErrorBody(
  response: Response,
): Promise<{ error?: string; code?: string; error_code?: string; msg?: string; message?: string }> {
  return (await response.json().catch(() => null)) ?? {};
}

/**
 * Returns the body of a response of one of the store's own endpoints. A proxy may respond instead, with a text that is
 * not for customers.
 * @throws ReadRejectedError for 4xx, Error for everything else that went wrong, both with words to be shown
 */
export async function readAnswer<Body>(response: Response): Promise<Body> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Body;
  const words = textIn(body, "error") ?? unknownErrorText();
  if (response.status >= 400 && response.status < 500) throw new ReadRejectedError(words, response.status);
  throw new Error(words);
}
