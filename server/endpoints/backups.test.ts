import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openBucket } from "#server/backups/bucket.ts";
import { createShopBackups } from "#server/backups/shop-backups.ts";
import { createBackupUploads } from "#server/backups/upload-backups.ts";
import { aFolder } from "#tests/a-folder.ts";
import { expectReply } from "#tests/expect-reply.ts";
import { postJson, requestAs } from "#tests/requests.ts";
import { openShopForTest, openTestShop, PASSWORD, type Person, setUpMfa } from "#tests/running-shop.ts";
import { anS3Store } from "#tests/s3-store.ts";

let madeCount = 0;
const folder = aFolder(afterAll);
const NAME = "calabash-20261122T090000Z.tar.gz";

writeFileSync(join(folder, NAME), "the whole shop");
writeFileSync(join(folder, "keys.json"), "secret");
const backups = createShopBackups({
  folder,
  copies: null,
  make: async () => {
    madeCount += 1;
    writeFileSync(join(folder, `calabash-20261123T0900${String(madeCount).padStart(2, "0")}Z.tar.gz`), "newer");
  },
});
/** Content of each read backup. */
const opened: ReadableStream[] = [];
const read: typeof backups.read = async (name) => {
  const backup = await backups.read(name);
  if (backup) opened.push(backup.content);
  return backup;
};
const [shop, hosted] = await Promise.all([openTestShop({ backups: { ...backups, read } }), openTestShop()]);
const [shopper, packer, manager, owner] = await shop.signUpAll("customer", "packer", "manager", "owner");

function ask(token: string | undefined, path = "", body?: object, at = shop) {
  return body ? postJson(at, `/api/backups${path}`, body, token) : requestAs(token, at, `/api/backups${path}`);
}

const download = (person: Person, body: object) => ask(person.accessToken, "/download", body);

test("only the owner sees, makes, and downloads backups", async () => {
  const calls: [path: string, body: object | undefined][] = [
    ["", undefined],
    ["", {}],
    ["/download", { name: NAME, current_password: PASSWORD }],
  ];
  for (const [path, body] of calls) {
    expect((await ask(undefined, path, body)).status).toBe(401);
    expect((await ask("a.wrong.token", path, body)).status).toBe(401);
    for (const { accessToken } of [shopper, packer, manager]) {
      expect([path, (await ask(accessToken, path, body)).status]).toEqual([path, 404]);
    }
  }
  expect(madeCount).toBe(0);
});

test("the owner sees the backups and makes another one", async () => {
  const listed = await ask(owner.accessToken);
  expect(listed.headers.get("cache-control")).toBe("no-store");
  expect(await listed.json()).toEqual({
    backups: [{ name: NAME, madeAt: "2026-11-22T09:00:00.000Z", bytes: 14, isComplete: true, places: ["here"] }],
    bucket: null,
  });
  const made = (await (await ask(owner.accessToken, "", {})).json()) as { backups: { name: string }[] };
  expect(made.backups.map(({ name }) => name)).toEqual(["calabash-20261123T090001Z.tar.gz", NAME]);
});

test("downloading a backup requires the password, and is recorded in the audit log", async () => {
  const bare = await download(owner, { name: NAME });
  await expectReply(bare, 403, expect.objectContaining({ code: "current_password_required" }));
  expect((await download(owner, { name: NAME, current_password: "not this one" })).status).toBe(400);
  const file = await download(owner, { name: NAME, current_password: PASSWORD });
  expect([file.status, file.headers.get("content-disposition"), await file.text()]).toEqual([
    200,
    `attachment; filename="${NAME}"`,
    "the whole shop",
  ]);
  const { data } = await owner.client.from("audit_log").select("subject, actor").eq("kind", "export");
  expect(data).toEqual([{ subject: `Backup ${NAME}`, actor: "Ola Owner" }]);
});

test("a download that cannot be recorded is not sent, and its file is closed", async () => {
  await shop.database.admin`revoke execute on function public.log_export from authenticated`;
  const response = await download(owner, { name: NAME, current_password: PASSWORD });
  await shop.database.admin`grant execute on function public.log_export to authenticated`;
  expect(response.status).toBe(500);
  expect(await opened.at(-1)?.getReader().read()).toEqual({ done: true, value: undefined });
});

test("with MFA, only a session that passed it downloads a backup", async () => {
  const owner = await shop.signUpAdmin("Olu Owner");
  const { accessToken: raised } = await setUpMfa(owner.client);
  const once = await shop.newClient().auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  const body = { name: NAME, current_password: PASSWORD };
  const rejected = await ask(once.data.session?.access_token, "/download", body);
  await expectReply(rejected, 403, { error: "Confirm that it's you with a code from your authenticator app first." });
  expect((await ask(raised, "/download", body)).status).toBe(200);
});

test("a name outside of the backup folder, or of another file, downloads nothing", async () => {
  for (const name of ["keys.json", "../keys.json", `${folder}/keys.json`, `./${NAME}`, "", null]) {
    const response = await download(owner, { name, current_password: PASSWORD });
    expect([name, response.status]).toEqual([name, 404]);
  }
});

test("with a hosted project, there are no backups to make or download", async () => {
  const owner = await hosted.signUpAdmin("Ola Owner");
  expect(await (await ask(owner.accessToken, "", undefined, hosted)).json()).toEqual({ backups: null, bucket: null });
  expect((await ask(owner.accessToken, "", {}, hosted)).status).toBe(404);
});

test("with a bucket, the owner sees and downloads its backups, and sees why an upload failed", async () => {
  const store = await anS3Store();
  const here = aFolder();
  const alerts: string[] = [];
  let count = 0;
  const copies = createBackupUploads({
    folder: here,
    bucket: openBucket(store.settings),
    raiseAlert: async (message) => alerts.push(message),
    logError: () => undefined,
  });
  const make = async () => {
    count += 1;
    writeFileSync(join(here, `calabash-2026112${count}T090000Z.tar.gz`), `night ${count}`);
  };
  const withBucket = await openShopForTest({ backups: createShopBackups({ folder: here, make, copies }) });
  const owner = await withBucket.signUpAdmin("Ola Owner");
  const made = async () => (await ask(owner.accessToken, "", {}, withBucket)).json();

  expect(await made()).toEqual({
    backups: [
      {
        name: "calabash-20261121T090000Z.tar.gz",
        madeAt: "2026-11-21T09:00:00.000Z",
        bytes: 7,
        isComplete: true,
        places: ["here", "bucket"],
      },
    ],
    bucket: { place: copies.place, problem: null },
  });
  rmSync(join(here, "calabash-20261121T090000Z.tar.gz"));
  store.failing = (method) => method === "PUT";
  expect(await made()).toMatchObject({
    backups: [
      { name: "calabash-20261122T090000Z.tar.gz", places: ["here"] },
      { name: "calabash-20261121T090000Z.tar.gz", places: ["bucket"] },
    ],
    bucket: { problem: expect.stringContaining("AccessDenied") },
  });
  expect(alerts).toEqual([
    expect.stringContaining("The last good backup in the bucket is from 2026-11-21T09:00:00.000Z"),
  ]);
  const body = { name: "calabash-20261121T090000Z.tar.gz", current_password: PASSWORD };
  const file = await ask(owner.accessToken, "/download", body, withBucket);
  expect([file.status, file.headers.get("content-length"), await file.text()]).toEqual([200, "7", "night 1"]);
});
