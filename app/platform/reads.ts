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

const TRIES = 4;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

const underWay = new Map<string, Promise<unknown>>();

/**
 * Reads in the browser: what was read is stale at once, so every read asks; those of the same key at the same time
 * are one. When the network or the server fails it is tried three times more, after 1, 2 and 4 seconds.
 */
export function readWithRetries<Result>(
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify(key);
  const known = underWay.get(name);
  if (known !== undefined) return known as Promise<Result>;
  const reading = tryAgain(read).finally(() => {
    if (underWay.get(name) === reading) underWay.delete(name);
  });
  underWay.set(name, reading);
  return reading;
}

/** Nobody is told what another account asked for. */
export function forgetReads(): void {
  underWay.clear();
}

async function tryAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === TRIES || error instanceof ReadRefusedError) throw error;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
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
