import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "./connect.ts";
import { DatabaseUnavailable } from "./database-error.ts";

test("a connection that fails while opening fails its query, not the process", async () => {
  // Sent by a new server process whose postmaster was killed: ReadyForQuery and a fatal error in one packet.
  const server = await openServer((socket) =>
    socket.end(Buffer.concat([AUTHENTICATION_OK, READY, POSTMASTER_IS_GONE])),
  );
  const { port } = server.address() as AddressInfo;
  const events: unknown[] = [];
  const sql = connect(`postgres://someone:secret@127.0.0.1:${port}/postgres`, {
    max: 1,
    applicationName: "test",
    observe: (event) => void events.push(event),
  });
  onTestFinished(() => sql.end());

  // An error event without a listener would be an uncaught exception, which Vitest reports as a failure.
  await expect(sql`select 1`).rejects.toThrow(DatabaseUnavailable);
  expect(events).toMatchObject([{ type: "query", pool: "test", statement: "select 1", isFailed: true }]);
});

test("a connection that opens while this process is busy is not reported as lost", async () => {
  const server = await openServer((socket) => socket.write(Buffer.concat([AUTHENTICATION_OK, READY])));
  const { port } = server.address() as AddressInfo;
  const onLost = vi.fn();
  const sql = connect(`postgres://someone:secret@127.0.0.1:${port}/postgres`, {
    max: 1,
    applicationName: "test",
    onLost,
  });
  onTestFinished(() => sql.end());

  const connected = sql.withConnection(async () => "connected");
  // Longer than the pool waits for a connection.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);

  await expect(connected).resolves.toBe("connected");
  expect(onLost).not.toHaveBeenCalled();
});

test("a connection that opens late while this process is busy is opened once more", async () => {
  let isFirst = true;
  const server = await openServer((socket) => {
    if (!isFirst) socket.write(Buffer.concat([AUTHENTICATION_OK, READY]));
    isFirst = false;
  });
  const { port } = server.address() as AddressInfo;
  const onLost = vi.fn();
  const sql = connect(`postgres://someone:secret@127.0.0.1:${port}/postgres`, {
    max: 1,
    applicationName: "test",
    onLost,
  });
  onTestFinished(() => sql.end());
  const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50), 0);
  onTestFinished(() => clearInterval(busy));

  await expect(sql.withConnection(async () => "connected")).resolves.toBe("connected");
  expect(onLost).not.toHaveBeenCalled();
});

const AUTHENTICATION_OK = message("R", Buffer.from([0, 0, 0, 0]));
const READY = message("Z", Buffer.from("I"));
const POSTMASTER_IS_GONE = message(
  "E",
  Buffer.from("SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"),
);

/** Returns a message of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Opens a server that answers the first message of every client. */
async function openServer(answer: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
