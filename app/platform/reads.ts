import { QueryClient } from "@tanstack/query-core";
import { UNKNOWN_PROBLEM, UNREACHABLE } from "#app/values/problem-words.ts";

/** The data service understood and said no: asking again would bring the same answer. */
export class ReadRefusedError extends Error {
  override readonly name = "ReadRefusedError";
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
  retry: (failureCount: number, error: Error) => failureCount < 3 && !(error instanceof ReadRefusedError),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
  // A read without a network fails and is tried again; it does not wait for the browser to report one.
  networkMode: "always",
} as const;

const client = new QueryClient({ defaultOptions: { queries: READ_SETTINGS } });
/** Increases with each change of the account, so that no answer of one account reaches the next. */
let accountCount = 0;

/**
 * Reads through the query cache: every read requests the server, concurrent reads of one key share one request, and a
 * failed read is retried three times, after 1, 2 and 4 seconds.
 */
export function readWithRetries<Result>(
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  return client.fetchQuery({ queryKey: [accountCount, ...key], queryFn: read });
}

/** Drops what was read for an account. Reads under way still answer those who asked. */
export function forgetReads(): void {
  accountCount += 1;
  client.removeQueries({ predicate: ({ state }) => state.fetchStatus === "idle" });
}

interface TableAnswer<Row> {
  data: Row;
  error: { message: string } | null;
  status: number;
}

/** What a table read brought. @throws ReadRefusedError for 4xx, Error for everything else that went wrong */
export function rowsOf<Row>(answer: TableAnswer<Row>): Row | null {
  if (!answer.error) return answer.data;
  if (answer.status >= 400 && answer.status < 500)
    throw new ReadRefusedError(answer.error.message, answer.status);
  // What a browser says of a call that failed is for programmers.
  const words = answer.status === 0 || answer.status >= 502 ? UNREACHABLE : answer.error.message;
  throw new Error(words, { cause: answer.error });
}

/**
 * What one of the shop's own endpoints answered. A proxy may answer in its place, in words that are not for
 * customers.
 * @throws ReadRefusedError for 4xx, Error for everything else that went wrong, both with words to be shown
 */
export async function readAnswer<Body>(response: Response): Promise<Body> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Body;
  const told = (body as { error?: unknown } | null)?.error;
  const words = typeof told === "string" ? told : UNKNOWN_PROBLEM;
  if (response.status >= 400 && response.status < 500) throw new ReadRefusedError(words, response.status);
  throw new Error(words);
}
