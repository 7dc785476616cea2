import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShopBackups } from "#server/backup/shop-backups.ts";
import { PASSWORD, type Person, startTestShop, type TestShop } from "#tests/running-shop.ts";

let shop: TestShop;
let hosted: TestShop;
let people: Record<"shopper" | "packer" | "manager" | "owner", Person>;
let madeCount = 0;
const folder = mkdtempSync(join(tmpdir(), "calabash-backups-"));
const NAME = "calabash-20261122T090000Z.tar.gz";

beforeAll(async () => {
  writeFileSync(join(folder, NAME), "the whole shop");
  writeFileSync(join(folder, "keys.json"), "secret");
  const backups = createShopBackups({
    folder,
    make: async () => {
      madeCount += 1;
      writeFileSync(
        join(folder, `calabash-20261123T0900${String(madeCount).padStart(2, "0")}Z.tar.gz`),
        "newer",
      );
    },
  });
  [shop, hosted] = await Promise.all([startTestShop({ backups }), startTestShop()]);
  const [shopper, packer, manager, owner] = await Promise.all([
    shop.signUp("Ama Mensah"),
    shop.signUpStaff("Paul Packer", "packer", 100),
    shop.signUpStaff("Mina Manager", "manager"),
    shop.signUpAdmin("Ola Owner"),
  ]);
  people = { shopper, packer, manager, owner };
});
afterAll(async () => {
  await Promise.all([shop.close(), hosted.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function ask(token: string | undefined, path = "", body?: object, at = shop) {
  return at.app.request(`/api/backups${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const download = (person: Person, body: object) => ask(person.accessToken, "/download", body);

test("nobody but the owner sees, makes or takes a backup", async () => {
  const calls: [path: string, body: object | undefined][] = [
    ["", undefined],
    ["", {}],
    ["/download", { name: NAME, current_password: PASSWORD }],
  ];
  for (const [path, body] of calls) {
    expect((await ask(undefined, path, body)).status).toBe(401);
    expect((await ask("a.wrong.token", path, body)).status).toBe(401);
    for (const name of ["shopper", "packer", "manager"] as const) {
      expect([name, path, (await ask(people[name].accessToken, path, body)).status]).toEqual([
        name,
        path,
        404,
      ]);
    }
  }
  expect(madeCount).toBe(0);
});

test("the owner sees the backups and makes one more", async () => {
  const listed = await ask(people.owner.accessToken);
  expect(listed.headers.get("cache-control")).toBe("no-store");
  expect(await listed.json()).toEqual({
    backups: [{ name: NAME, madeAt: "2026-11-22T09:00:00.000Z", bytes: 14 }],
  });
  const made = (await (await ask(people.owner.accessToken, "", {})).json()) as {
    backups: { name: string }[];
  };
  expect(made.backups.map(({ name }) => name)).toEqual(["calabash-20261123T090001Z.tar.gz", NAME]);
});

test("a backup leaves with the password alone, and the history keeps that it did", async () => {
  const { owner } = people;
  const bare = await download(owner, { name: NAME });
  expect([bare.status, await bare.json()]).toEqual([
    403,
    expect.objectContaining({ code: "current_password_required" }),
  ]);
  expect((await download(owner, { name: NAME, current_password: "not this one" })).status).toBe(400);
  const file = await download(owner, { name: NAME, current_password: PASSWORD });
  expect([file.status, file.headers.get("content-disposition"), await file.text()]).toEqual([
    200,
    `attachment; filename="${NAME}"`,
    "the whole shop",
  ]);
  const { data } = await owner.client.from("shop_history").select("subject, actor").eq("kind", "export");
  expect(data).toEqual([{ subject: `Backup ${NAME}`, actor: "Ola Owner" }]);
});

test("no name leads out of the folder of backups, or to what is none", async () => {
  for (const name of ["keys.json", "../keys.json", `${folder}/keys.json`, `./${NAME}`, "", null]) {
    const answer = await download(people.owner, { name, current_password: PASSWORD });
    expect([name, answer.status]).toEqual([name, 404]);
  }
});

test("where a project keeps the data there are none to make or take here", async () => {
  const owner = await hosted.signUpAdmin("Ola Owner");
  expect(await (await ask(owner.accessToken, "", undefined, hosted)).json()).toEqual({ backups: null });
  expect((await ask(owner.accessToken, "", {}, hosted)).status).toBe(404);
});
