import {
  createProjectKeys,
  createTokens,
  forgetRetiredKeys,
  type ProjectKeys,
  prepareNextKey,
  signWithNextKey,
} from "@calabash/data-service/keys";
import { expect, test } from "vitest";
import { openTestShop } from "#tests/running-shop.ts";
import { forgetKeysOf, requireKeysOf } from "./stored-keys.ts";

const shop = await openTestShop();

const accept = (keys: ProjectKeys) => requireKeysOf(shop.database.admin, keys).then(() => "opened", String);

test("a process with other keys is rejected until they are adopted", async () => {
  await forgetKeysOf(shop.database.admin);
  const [first, other] = [await createProjectKeys(), await createProjectKeys()];
  expect([await accept(first), await accept(first)]).toEqual(["opened", "opened"]);
  expect(await accept(other)).toContain("These are not the keys of the store");
  await forgetKeysOf(shop.database.admin);
  expect(await accept(other)).toBe("opened");
  expect(await accept(first)).toContain("These are not the keys of the store");
});

test("a key rotation is accepted step by step, and keys from before it are rejected", async () => {
  await forgetKeysOf(shop.database.admin);
  const first = await createProjectKeys();
  const prepared = await prepareNextKey(first);
  const rotated = await signWithNextKey(prepared);
  const forgotten = forgetRetiredKeys(rotated);
  for (const keys of [first, prepared, rotated]) expect(await accept(keys)).toBe("opened");
  // The processes restart one by one, with old and new keys.
  expect([await accept(prepared), await accept(rotated)]).toEqual(["opened", "opened"]);
  expect(await accept(first)).toContain("rotated");
  expect(await accept(forgotten)).toBe("opened");
  expect(await accept(first)).toContain("rotated");
});

test("neighboring rotation steps accept each other's tokens, and a forgotten key's are rejected", async () => {
  const first = await createProjectKeys();
  const prepared = await prepareNextKey(first);
  const rotated = await signWithNextKey(prepared);
  const forgotten = forgetRetiredKeys(rotated);
  const tokensOf = ({ signingKey, nextKey, retiredKeys = [] }: ProjectKeys) =>
    createTokens({ signingKey, retiredKeys: nextKey ? [nextKey, ...retiredKeys] : retiredKeys });
  const roleOf = async (keys: ProjectKeys, token: string) =>
    (await tokensOf(keys)).verify(token).then(({ role }) => role, String);
  expect(await roleOf(prepared, rotated.serviceRoleKey)).toBe("service_role");
  expect(await roleOf(rotated, prepared.serviceRoleKey)).toBe("service_role");
  expect(await roleOf(forgotten, rotated.anonKey)).toBe("anon");
  expect(await roleOf(forgotten, first.serviceRoleKey)).toContain("InvalidToken");
});
