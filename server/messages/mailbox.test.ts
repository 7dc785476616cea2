import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMailboxPages } from "#server/dev/mailbox-pages.ts";
import { aFolder } from "#tests/a-folder.ts";
import { openMailbox } from "./mailbox.ts";

const newFile = () => join(aFolder(), "mailbox.jsonl");
const aMessage = (subject: string) => ({
  to: "ama@test.example",
  subject,
  text: `${subject}: plain`,
  html: `<p>${subject}: <a href="https://shop.example/">link</a></p>`,
});
const subjects = (mailbox: { list(): readonly { subject: string }[] }) => mailbox.list().map(({ subject }) => subject);

test("messages survive a restart, newest first, in a file that only its owner can read", async () => {
  const file = newFile();
  const mailbox = await openMailbox(file);
  await mailbox.send(aMessage("first"));
  await mailbox.send(aMessage("second"));
  await mailbox.close();
  const again = await openMailbox(file);
  expect(subjects(again)).toEqual(["second", "first"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await again.close();
});

test("memory and file have a limit, and no message is lost while the file is rewritten", async () => {
  const file = newFile();
  const mailbox = await openMailbox(file, 3);
  await Promise.all(Array.from({ length: 10 }, (_, index) => mailbox.send(aMessage(String(index)))));
  expect(subjects(mailbox)).toEqual(["9", "8", "7"]);
  await mailbox.close();
  expect(readFileSync(file, "utf8").trim().split("\n").length).toBeLessThanOrEqual(6);
  const again = await openMailbox(file, 3);
  expect(subjects(again)).toEqual(["9", "8", "7"]);
  await again.close();
});

test("a message is shown in a frame without scripts, and its subject is escaped", async () => {
  const mailbox = await openMailbox(newFile());
  await mailbox.send({ ...aMessage("<script>alert(1)</script>"), html: '"><script>alert(2)</script>' });
  const pages = createMailboxPages(mailbox);
  const list = await (await pages.request("/")).text();
  expect(list).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  const response = await pages.request(`/${mailbox.list()[0]?.id}`);
  const page = await response.text();
  expect(page).not.toContain("<script");
  expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"');
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  await mailbox.close();
});

test("text messages are listed with emails, under the id that the sender receives", async () => {
  const mailbox = await openMailbox(newFile());
  await mailbox.send(aMessage("first"));
  const id = await mailbox.saveText({ to: "+15550100123", text: "123456 is your code <b>" });
  expect(mailbox.find(id)).toMatchObject({ kind: "text", to: "+15550100123" });
  const pages = createMailboxPages(mailbox);
  const list = await (await pages.request("/")).text();
  expect(list).toContain("SMS to +15550100123");
  expect(list).toContain("Email to ama@test.example");
  expect(await (await pages.request(`/${id}`)).text()).toContain("123456 is your code &lt;b&gt;");
  expect((await pages.request("/nothing")).status).toBe(404);
  await mailbox.close();
});
