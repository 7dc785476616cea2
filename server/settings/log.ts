import SonicBoom from "sonic-boom";

/** Facts of a log line: never a token, password, body, query, or typed text. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

export interface Log {
  /** One line. @param what "request", "sign-in", "refusal", "admin" */
  write(what: string, facts: Facts): void;
  /** Something that went wrong on the shop's side, with its stack. */
  error(error: unknown, facts: Facts): void;
  /** Waits for what is not written yet. */
  close(): void;
}

export interface LogTarget {
  write(line: string): unknown;
  close(): void;
}

/**
 * A line for each thing worth knowing, as `time what name=value …` or as JSON. Facts without a value are left out.
 * @param options.format `json` tells errors as lines, too; with `text` they go to standard error with their stack
 */
export function createLog(options: { format: "text" | "json"; target: LogTarget; now?: () => Date }): Log {
  const { format, target, now = () => new Date() } = options;
  const write = (what: string, facts: Facts) => {
    const time = now().toISOString();
    target.write(
      format === "json"
        ? `${quoted({ time, what, ...facts })}\n`
        : `${[time, what, ...Object.entries(facts).flatMap(asPair)].join(" ")}\n`,
    );
  };
  return {
    write,
    error: (error, facts) => {
      if (format === "text") {
        const about = Object.values(facts).filter((value) => value !== undefined && value !== null);
        console.error(`[${about.join(" ")}]`, error);
        return;
      }
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
      write("error", { ...facts, message, stack });
    },
    close: () => target.close(),
  };
}

function asPair([name, value]: [string, string | number | null | undefined]): string[] {
  if (value === null || value === undefined) return [];
  const text = String(value);
  return [`${name}=${/^[!#-~]+$/.test(text) ? text : quoted(text)}`];
}

/** In letters that every terminal only shows and every reader of lines leaves in their line: the rest is escaped. */
function quoted(value: string | Facts): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Writes to standard output without blocking: slow or missing readers delay no request. Beyond a megabyte, lines are
 * dropped.
 */
export function openStandardOutput(): LogTarget {
  const output = new SonicBoom({ fd: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  // The reader of the lines is gone; the store keeps running.
  output.on("error", () => undefined);
  return {
    write: (line) => output.write(line),
    close: () => {
      try {
        output.flushSync();
      } catch {
        // The lines have no reader any more.
      }
    },
  };
}
