import { notifyManager, QueryClient } from "@tanstack/react-query";
import { unknownErrorText, unreachableText } from "#app/values/error-text.ts";
import { textIn } from "#app/values/unknown-value.ts";
import { PERSONAL_DATA_CLEARED } from "./session-events.ts";
import { readStoredUserId } from "./stored-session.ts";

/** Error for a read that the data service rejected (4xx), so retrying would return the same response. */
export class ReadRejectedError extends Error {
  override readonly name = "ReadRejectedError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Settings of the data cache, as required by the specification. */
export const READ_SETTINGS = {
  staleTime: 0,
  gcTime: 5 * 60 * 1000,
  retry: (failureCount: number, error: Error) => failureCount < 3 && !(error instanceof ReadRejectedError),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
  // Without a network, a read fails and is retried, instead of waiting until the browser reports a network.
  networkMode: "always",
} as const;

/** Cache of the browser's reads; for private routes only. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: READ_SETTINGS, mutations: { networkMode: "always" } },
});

// When an account logs out, in any tab, remove everything that was read for it. Remove a pending read after its
// response, because its caller still awaits it.
if (typeof window !== "undefined")
  window.addEventListener(PERSONAL_DATA_CLEARED, () => {
    const cache = queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      const drop = () => cache.remove(query);
      if (query.state.fetchStatus === "idle") drop();
      else query.promise?.then(drop, drop);
    }
  });

/**
 * Returns a query key that starts with the account, so that no account gets another account's response; null for a
 * guest.
 */
export function readKey(...parts: readonly unknown[]): readonly unknown[] {
  return [readStoredUserId(), ...parts];
}

/** Part of the keys of reads, so that a read after a write does not share the response to one before it. */
let invalidationCount = 0;

/**
 * Reads through the query cache: every read requests the server, concurrent reads of one key share one request until
 * `invalidateReads`, and a failed read is retried three times, after 1, 2 and 4 seconds.
 */
export function readWithRetries<Result>(key: readonly unknown[], read: () => Promise<Result>): Promise<Result> {
  // An object, so that no query of a component that reads here has the same key: it would wait for itself.
  return queryClient.fetchQuery({ queryKey: [...readKey(...key), { invalidationCount }], queryFn: read });
}

/** Reads the data of the open page again after a write. Resolves when the page shows it. */
export async function invalidateReads(): Promise<void> {
  invalidationCount += 1;
  await queryClient.invalidateQueries();
  await untilShown();
}

/**
 * Resolves once the components have rendered finished reads. Call it before moving the focus, which needs the new page.
 */
export function untilShown(): Promise<void> {
  return new Promise((done) => notifyManager.schedule(done));
}

type TableAnswer<Row> = { data: Row; error: { message: string } | null; status: number };

/** Returns the rows of a response. @throws ReadRejectedError for 4xx; Error for any other failure */
export function rowsOf<Row>(answer: TableAnswer<Row>): Row | null {
  if (!answer.error) return answer.data;
  if (answer.status >= 400 && answer.status < 500) throw new ReadRejectedError(answer.error.message, answer.status);
  // The browser's own message about a failed request is not meant for users.
  const words = answer.status === 0 || answer.status >= 502 ? unreachableText() : answer.error.message;
  throw new Error(words, { cause: answer.error });
}

/** Returns the result of a database function that never returns null. @throws like {@link rowsOf} */
export function resultOf<Result>(answer: TableAnswer<Result>): NonNullable<Result> {
  return rowsOf(answer) as NonNullable<Result>;
}

/** Reads a row, or the result of a function, with the retries of {@link readWithRetries}. @throws like {@link rowsOf} */
export function readRow<Row>(key: readonly unknown[], query: () => PromiseLike<TableAnswer<Row>>): Promise<Row | null> {
  return readWithRetries(key, async () => rowsOf(await query()));
}

/** Reads rows like {@link readRow}. */
export async function readRows<Row>(
  key: readonly unknown[],
  query: () => PromiseLike<TableAnswer<Row[] | null>>,
): Promise<Row[]> {
  return (await readRow(key, query)) ?? [];
}

/** Reads the result of a database function that never returns null, like {@link readRow}. */
export function readResult<Result>(
  key: readonly unknown[],
  query: () => PromiseLike<TableAnswer<Result>>,
): Promise<NonNullable<Result>> {
  return readRow(key, query) as Promise<NonNullable<Result>>;
}

/**
 * Returns the error body of a response from the store or its auth service; an empty object if a proxy responded
 * instead.
 */
export async function readErrorBody(
  response: Response,
): Promise<{ error?: string; code?: string; error_code?: string; msg?: string; message?: string }> {
  return (await response.json().catch(() => null)) ?? {};
}

/**
 * Returns the body of a response from one of the store's own endpoints. If a proxy responded instead, its text is not
 * shown to users.
 * @throws ReadRejectedError for 4xx; Error for any other failure. Both have messages for users.
 */
export async function readAnswer<Body>(response: Response): Promise<Body> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Body;
  const words = textIn(body, "error") ?? unknownErrorText();
  if (response.status >= 400 && response.status < 500) throw new ReadRejectedError(words, response.status);
  throw new Error(words);
}
