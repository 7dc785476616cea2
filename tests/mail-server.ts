import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

interface Received {
  from: string;
  to: string[];
  /** Decoded only as far as these tests need it. */
  content: string;
}

/**
 * Starts a mail server that stores messages, or rejects them with the error that `reject` returns. Who logs in must be
 * "shop" with the password "right". It stops at the end of the test.
 */
export async function startMailServer(reject: () => Error | null = () => null) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _, done) =>
      username === "shop" && password === "right" ? done(null, { user: username }) : done(new Error("No")),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const rejection = reject();
        if (rejection) return done(rejection);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks)
            .toString("utf8")
            .replaceAll("=\r\n", "")
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        });
        done();
      });
    },
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  onTestFinished(() => new Promise<void>((closed) => server.close(closed)));
  const { port } = server.server.address() as AddressInfo;
  return { received, smtpUrl: `smtp://127.0.0.1:${port}`, place: `127.0.0.1:${port}` };
}
