import { connect } from "node:net";

export interface RawRequest {
  method: string;
  /** Raw request target, not encoded or checked. */
  target: string;
  headers: readonly (readonly [string, string])[];
  body: string | null;
}

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** How long a connection may stay silent before it counts as hung. */
const SILENCE_MS = 20_000;

/**
 * Sends requests down one connection without waiting for responses, as a pipelining client does. Content lengths are
 * correct; everything else is up to the caller.
 * @returns the responses in order; fewer than requests if the server closed the connection
 * @throws Error if the server is silent or cannot be reached
 */
export async function pipeline(port: number, requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const wire = requests.map((request, place) => textOf(request, place === requests.length - 1)).join("");
  return answersIn(
    await exchange(port, Buffer.from(wire, "utf8")),
    requests.map(({ method }) => method),
  );
}

/** Sends raw bytes and returns everything received until the connection closes. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(SILENCE_MS, () => {
      failed(new Error(`no response to ${bytes.toString("latin1").slice(0, 300)}`));
      socket.destroy();
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    // The server may close the connection during the write; what it sent before counts.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") failed(error);
    });
    socket.on("close", () => done(Buffer.concat(chunks)));
  });
}

function textOf({ method, target, headers, body }: RawRequest, isLast: boolean): string {
  const lines = [
    ["host", "localhost"] as const,
    ...headers,
    ...(body === null ? [] : [["content-length", String(Buffer.byteLength(body))] as const]),
    ["connection", isLast ? "close" : "keep-alive"] as const,
  ];
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`;
}

function answersIn(received: Buffer, methods: readonly string[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) break;
    const [first = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(first.split(" ")[1]);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    rest = rest.subarray(end + 4);
    const isEmpty = methods[answers.length] === "HEAD" || status === 204 || status === 304 || status < 200;
    const body = isEmpty ? { bytes: Buffer.alloc(0), rest } : bodyIn(rest, headers);
    rest = body.rest;
    if (status >= 200) answers.push({ status, headers, body: body.bytes.toString("utf8") });
  }
  return answers;
}

function bodyIn(rest: Buffer, headers: Map<string, string>): { bytes: Buffer; rest: Buffer } {
  if (headers.get("transfer-encoding") !== "chunked") {
    const length = Number(headers.get("content-length") ?? rest.length);
    return { bytes: rest.subarray(0, length), rest: rest.subarray(length) };
  }
  const chunks: Buffer[] = [];
  for (let left = rest; ; ) {
    const end = left.indexOf("\r\n");
    const size = Number.parseInt(left.subarray(0, end).toString("latin1"), 16);
    if (end < 0 || !(size > 0)) return { bytes: Buffer.concat(chunks), rest: left.subarray(end + 4) };
    chunks.push(left.subarray(end + 2, end + 2 + size));
    left = left.subarray(end + 2 + size + 2);
  }
}
