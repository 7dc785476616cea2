import { QueryClient } from "@tanstack/react-query";
import { UNKNOWN_PROBLEM, UNREACHABLE } from "./problem-words.ts";

/** The data service understood and said no: asking again would bring the same answer. */
export class ReadRefusedError extends Error {
  override readonly name = "ReadRefusedError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads in the browser: never stale, kept for five minutes, tried three times more when the network
 * or the server fails, after 1, 2 and 4 seconds.
 */
const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * 60 * 1000,
      // Being offline is a failure to be told, not a reason to wait without end.
      networkMode: "always",
      retry: (failureCount, error) => failureCount < 3 && !(error instanceof ReadRefusedError),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
    },
  },
});

/** Runs a read under the rules above; reads of the same key at the same time are one. */
export function readWithRetries<Result>(
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  return cache.fetchQuery({ queryKey: key, queryFn: read });
}

/** Nobody finds what another account has read. */
export function forgetReads(): void {
  cache.clear();
}

interface TableAnswer<Row> {
  data: Row | null;
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
