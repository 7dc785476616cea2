import { fieldsOf } from "#app/values/unknown-value.ts";

/** Longer than any response may take. */
const HANGS_MS = 25_000;

export interface Call {
  path: string;
  options: RequestInit;
}

export interface RepeatedCalls {
  goodCount(): number;
  /** Responses with 503 and Retry-After. */
  retryCount(): number;
  /** Responses that failed, came too late, or lack a field that the first response to the same call had. */
  wrong: string[];
  /** Resolves when every call has succeeded again. */
  allAnsweredAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends the calls one after the other, over and over. */
export function repeatCalls(origin: string, calls: readonly Call[]): RepeatedCalls {
  const wrong: string[] = [];
  const fields = new Map<Call, string[]>();
  let goodCount = 0;
  let retryCount = 0;
  let isOver = false;
  let roundEnds: (() => void)[] = [];

  async function send(call: Call): Promise<void> {
    const report = (reason: string) => wrong.push(`${call.path}: ${reason}`);
    try {
      const response = await fetch(`${origin}${call.path}`, { ...call.options, signal: AbortSignal.timeout(HANGS_MS) });
      const text = await response.text();
      if (response.status === 503 && response.headers.has("retry-after")) {
        retryCount += 1;
        return;
      }
      if (!response.ok) return void report(`${response.status} ${text.slice(0, 200)}`);
      const found = response.headers.get("content-type")?.includes("json") ? listFields(JSON.parse(text)) : [];
      const missing = (fields.get(call) ?? []).filter((field) => !found.includes(field));
      // A list may be empty at first, so its fields are unknown.
      if (!fields.get(call)?.length) fields.set(call, found);
      if (missing.length > 0) report(`without ${missing.join(", ")}`);
      else goodCount += 1;
    } catch (error) {
      report(String(error));
    }
  }

  const done = (async () => {
    while (!isOver) {
      const ends = roundEnds;
      roundEnds = [];
      for (const call of calls) await send(call);
      for (const end of ends) end();
    }
    for (const end of roundEnds) end();
  })();

  return {
    goodCount: () => goodCount,
    retryCount: () => retryCount,
    wrong,
    allAnsweredAgain: () => new Promise((resolve) => roundEnds.push(resolve)),
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

/** Returns the names of the fields of an object, or of the first row of an array. */
const listFields = (value: unknown): string[] => Object.keys(fieldsOf(Array.isArray(value) ? value[0] : value));
