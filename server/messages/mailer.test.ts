import { expect, onTestFinished, test, vi } from "vitest";
import { startMailServer } from "#tests/mail-server.ts";
import { openShopForTest } from "#tests/running-shop.ts";
import { createSmtpMailer } from "./mailer.ts";
import { createAuthEmailSender } from "./send-auth-email.ts";

const FROM = "Calabash Market <hello@calabash.example>";
const message = { to: "ama@test.example", subject: "Hello", text: "Good yam.", html: "<p>Good yam.</p>" };

/** Starts a mail server, and a mailer that retries after these milliseconds. */
async function aMailer(retries?: number[], reject?: () => Error | null) {
  const server = await startMailServer(reject);
  const mailer = createSmtpMailer({ smtpUrl: server.smtpUrl, from: FROM }, retries);
  onTestFinished(() => mailer.close());
  return { server, mailer };
}

test("a password reset email reaches a mail server, with a link that works", async () => {
  const { server, mailer } = await aMailer();
  let sendMail: ReturnType<typeof createAuthEmailSender> | null = null;
  const shop = await openShopForTest({ sendMail: async (mail) => sendMail?.(mail) });
  sendMail = createAuthEmailSender(mailer, shop.data);
  await shop.database.admin`update public.store_settings set name = 'Mama & Sons'`;
  const person = await shop.signUp("Ama");
  await person.client.auth.resetPasswordForEmail(person.email);
  const [mail] = await vi.waitFor(() => {
    expect(server.received).toHaveLength(1);
    return server.received;
  });
  expect(mail).toMatchObject({ from: "hello@calabash.example", to: [person.email] });
  expect(mail?.content).toContain("Subject: Choose a new password for Mama & Sons");
  expect(mail?.content).toContain("<title>Choose a new password for Mama &amp; Sons</title>");
  const link = /^http:\/\/shop\.test\/auth\/link#\S+$/m.exec(mail?.content ?? "")?.[0] ?? "";
  const response = await shop.dataService.request("/auth/v1/verify/link", {
    method: "POST",
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)))),
  });
  expect(await response.json()).toMatchObject({ redirect_to: expect.stringContaining("#access_token=") });
});

test("a message is retried while the mail server is busy", async () => {
  const rejections = [Object.assign(new Error("try later"), { responseCode: 451 })];
  const { server, mailer } = await aMailer([1], () => rejections.pop() ?? null);
  await mailer.send(message);
  expect(server.received.map(({ to }) => to)).toEqual([["ama@test.example"]]);
});

test("a recipient is one address, whatever its characters", async () => {
  const { server, mailer } = await aMailer();
  await mailer.send({ ...message, to: "x,ama@test.example" });
  expect(server.received.map(({ to }) => to)).toEqual([['"x,ama"@test.example']]);
});

test("a message that the mail server rejects is not retried", async () => {
  let requestCount = 0;
  const { mailer } = await aMailer([1, 1], () => {
    requestCount += 1;
    return Object.assign(new Error("no such mailbox"), { responseCode: 550 });
  });
  await expect(mailer.send(message)).rejects.toThrow("no such mailbox");
  expect(requestCount).toBe(1);
});

test("a mail server on another machine without encryption gets no message", async () => {
  const server = await startMailServer();
  // An address of the same machine that does not count as local.
  const smtpUrl = server.smtpUrl.replace("127.0.0.1", "0.0.0.0");
  const mailer = createSmtpMailer({ smtpUrl, from: FROM }, []);
  await expect(mailer.send(message)).rejects.toThrow(/STARTTLS/);
  expect(server.received).toEqual([]);
  await mailer.close();
});
