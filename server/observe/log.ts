import pino from "pino";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { isUnavailable } from "#server/base/unavailable.ts";

/** Fields of a log line: never a token, password, body, query, or typed text. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

export interface Log {
  /**
   * Writes one line.
   * @param what "request", "sign-in", "refusal", "admin"
   */
  write(what: string, facts: Facts): void;
  /**
   * Writes an internal error with its stack. While the database or the image bucket is unavailable, writes one line per
   * second, with the number of suppressed ones.
   */
  error(error: unknown, facts: Facts): void;
  /** Writes pending lines. */
  close(): void;
}

export interface LogTarget {
  write(line: string): unknown;
  close(): void;
}

/**
 * Creates a log that writes lines as `time what name=value …` or as JSON. Fields without a value are omitted.
 * @param options.format `json` writes errors as lines, too; `text` writes them to standard error with their stack
 * @param options.traceId returns the id of the current trace
 */
export function createLog(options: {
  format: "text" | "json";
  target: LogTarget;
  now?: () => Date;
  traceId?: () => string | undefined;
}): Log {
  const { format, target, now = () => new Date(), traceId = () => undefined } = options;
  const logger = pino(
    { base: null, timestamp: () => `,"time":"${now().toISOString()}"`, formatters: { level: (level) => ({ level }) } },
    { write: (line) => void target.write(escaped(line)) },
  );
  let lastOutageAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;

  return {
    write: (what, given) => {
      const facts: Facts = { ...given, trace: traceId() };
      if (format === "json") logger.info({ what, ...facts });
      else target.write(`${now().toISOString()} ${what}${pairs(facts)}\n`);
    },
    error: (error, given) => {
      let facts: Facts = { ...given, trace: traceId() };
      if (isOutage(error)) {
        const at = now().getTime();
        if (at - lastOutageAt < OUTAGE_LINE_MS) {
          leftOut += 1;
          return;
        }
        lastOutageAt = at;
        if (leftOut > 0) facts = { ...facts, leftOut };
        leftOut = 0;
      }
      if (format === "text") {
        const about = Object.values(facts).filter((value) => value !== undefined && value !== null);
        console.error(`[${about.join(" ")}]`, error);
        return;
      }
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
      logger.error({ what: "error", ...facts, message, stack });
    },
    close: () => target.close(),
  };
}

/** During an outage, hundreds of requests per second report the same error. */
const OUTAGE_LINE_MS = 1000;
const OUTAGES: readonly unknown[] = ["DatabaseUnavailable", "FilesUnavailable"];

function isOutage(error: unknown): boolean {
  return OUTAGES.includes(fieldsOf(error)["name"]) || isUnavailable(error);
}

/** Appends to a string instead of joining arrays, which takes twice the CPU time. */
function pairs(facts: Facts): string {
  let all = "";
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined) continue;
    const text = String(value);
    all += ` ${name}=${/^[!#-~]+$/.test(text) ? text : escaped(JSON.stringify(text))}`;
  }
  return all;
}

/** Escapes all characters of JSON except printable ASCII, so that none controls the terminal or breaks the line. */
function escaped(json: string): string {
  return json.replace(/[^\x20-\x7e\n]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const MAX_WAITING_BYTES = 1024 * 1024;
/** Lines are written together, because a write for each takes a tenth of a small request's CPU time. */
const BATCH_BYTES = 4096;
const BATCH_MS = 200;

/**
 * Opens standard output without blocking: slow or missing readers delay no request. Beyond a megabyte, lines are
 * dropped. When the process exits or crashes, pending lines are written first.
 */
export function openStandardOutput(): LogTarget {
  const output = pino.destination({
    fd: 1,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: BATCH_MS,
    maxLength: MAX_WAITING_BYTES,
  });
  // The reader of standard output is closed; the store keeps running.
  output.on("error", () => undefined);
  return {
    write: (line) => output.write(line),
    close: () => {
      try {
        output.flushSync();
      } catch {
        // The reader of standard output is closed.
      }
    },
  };
}
