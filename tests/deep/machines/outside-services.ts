import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createStripeSandbox } from "@calabash/stripe-sandbox";
import { getRequestListener } from "@hono/node-server";
import { SMTPServer } from "smtp-server";

export interface OutsideServices {
  /** Variables of the processes that use them. */
  environment: Record<string, string>;
  stripeUrl: string;
  /** How often an email with each Message-ID arrived. */
  emails: Map<string, number>;
  /** Directs payment events to the store. */
  connect(origin: string): void;
  close(): Promise<void>;
}

/** Starts a payment provider (the sandbox) and a mail server outside of the store, which its processes share. */
export async function startOutsideServices(folder: string): Promise<OutsideServices> {
  const webhookSecret = `whsec_${"x".repeat(32)}`;
  let origin = "";
  const sandbox = await createStripeSandbox({
    appendOnlyLogFile: join(folder, "stripe.jsonl"),
    webhookSecret,
    webhookUrl: "http://shop.test/api/webhook",
    post: async (event) =>
      fetch(`${origin}/api/webhook`, { method: "POST", headers: event.headers, body: await event.text() }),
    shopMode: "demo",
  });
  const stripe = createServer(getRequestListener(sandbox.app.fetch));
  await new Promise<void>((open) => stripe.listen(0, "127.0.0.1", open));
  const stripeUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;

  const emails = new Map<string, number>();
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const [, id = ""] = /^message-id: <([^>]+)>/im.exec(Buffer.concat(chunks).toString()) ?? [];
        emails.set(id, (emails.get(id) ?? 0) + 1);
        done();
      });
    },
  });
  // A killed process resets its connection.
  mailServer.on("error", () => undefined);
  await new Promise<void>((open) => mailServer.listen(0, "127.0.0.1", open));
  return {
    environment: {
      STRIPE_SECRET_KEY: "sk_test_sandbox00",
      STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripeUrl,
      SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
      MAIL_FROM: "Calabash Market <hello@calabash.example>",
    },
    stripeUrl,
    emails,
    connect: (to) => {
      origin = to;
    },
    close: async () => {
      await sandbox.stop();
      stripe.closeAllConnections();
      stripe.close();
      await new Promise<void>((closed) => mailServer.close(closed));
    },
  };
}
