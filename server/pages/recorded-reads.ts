import { createHash } from "node:crypto";

/** A read of the data service that a page was rendered from. */
export interface RecordedRead {
  /** Equal for equal requests. */
  key: string;
  /** Hash of the response that the page was rendered from. */
  hash: string;
  /** Repeats the request. @returns the hash of the response, or "" if it failed */
  repeat(): Promise<string>;
}

/** Collects the reads of one render. */
export interface ReadRecorder {
  wrap(transport: typeof fetch): typeof fetch;
  /** Null without reads, or if one failed or cannot be repeated. */
  reads(): readonly RecordedRead[] | null;
  /** Milliseconds in which at least one read was pending. */
  waitedMs(): number;
}

/** Creates the recorder of one render. */
export function createReadRecorder(): ReadRecorder {
  const reads: RecordedRead[] = [];
  let isComplete = true;
  let pendingCount = 0;
  let pendingSince = 0;
  let waitedMs = 0;

  async function timed<Result>(read: Promise<Result>): Promise<Result> {
    if (pendingCount === 0) pendingSince = performance.now();
    pendingCount += 1;
    try {
      return await read;
    } finally {
      pendingCount -= 1;
      if (pendingCount === 0) waitedMs += performance.now() - pendingSince;
    }
  }

  return {
    waitedMs: () => waitedMs,
    reads: () => (isComplete && reads.length > 0 ? reads : null),
    wrap: (transport) => (input, init) => timed(record(transport, input, init)),
  };

  async function record(transport: typeof fetch, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const body = init?.body ?? null;
    if (input instanceof Request || (body !== null && typeof body !== "string")) {
      isComplete = false;
      return transport(input, init);
    }
    const response = await transport(input, init).catch((error: unknown) => {
      isComplete = false;
      throw error;
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status >= 500) isComplete = false;
    const repeat = async () => {
      const again = await transport(input, init).catch(() => null);
      if (!again || again.status >= 500) return "";
      return hashOf(again, new Uint8Array(await again.arrayBuffer()));
    };
    reads.push({ key: keyOf(String(input), init, body), hash: hashOf(response, bytes), repeat });
    // Responses without content must not have a body.
    return new Response(bytes.length > 0 ? bytes : null, response);
  }
}

function keyOf(url: string, init: RequestInit | undefined, body: string | null): string {
  const headers = [...new Headers(init?.headers)].filter(([name]) => name !== "authorization" && name !== "apikey");
  return JSON.stringify([init?.method ?? "GET", url, headers, body]);
}

/** Hashes all parts of a response that supabase-js returns. */
function hashOf(response: Response, bytes: Uint8Array): string {
  const head = `${response.status} ${response.headers.get("content-range") ?? ""}\n`;
  return createHash("sha256").update(head).update(bytes).digest("base64url");
}
