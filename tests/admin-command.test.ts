import { afterAll, expect, test } from "vitest";
import { runProgram } from "#scripts/test-environment/shop-process.ts";
import { aFolder } from "./a-folder.ts";
import { openTestShop, type Person } from "./running-shop.ts";

const dataDir = aFolder(afterAll);

/** `npm run admin`, run as the shopkeeper does. */
const shop = await openTestShop();

const admin = (...words: string[]) =>
  runProgram("admin", { DATABASE_URL: shop.database.adminUrl, DATA_DIR: dataDir }, ...words);

async function roleOf(person: Person): Promise<string | undefined> {
  return (await shop.data.service.from("profiles").select("role").eq("id", person.id).single()).data?.role;
}

test("an unverified address is not made an admin, and the command says how to verify it", async () => {
  const anotherUser = await shop.signUp("Stranger");
  const { exitCode, output } = await admin("grant", anotherUser.email);
  expect(exitCode).toBe(1);
  expect(output).toContain("Forgot password?");
  expect(await roleOf(anotherUser)).toBe("customer");
});

test("a verified address is made an admin and revoked again", async () => {
  const owner = await shop.signUp("Owner");
  await shop.data.service.auth.admin.updateUserById(owner.id, { email_confirm: true });
  expect(await admin("grant", owner.email)).toMatchObject({ exitCode: 0 });
  expect(await roleOf(owner)).toBe("admin");
  expect(await admin("revoke", owner.email)).toMatchObject({ exitCode: 0 });
  expect(await roleOf(owner)).toBe("customer");
});

test("an address without an account prints an error", async () => {
  expect(await admin("grant", "nobody@test.example")).toMatchObject({ exitCode: 1 });
});

test("an invalid variable is named, without a stack", async () => {
  const { exitCode, output } = await runProgram("admin", { PORT: "a", DATA_DIR: dataDir }, "grant", "a@test.example");
  expect([exitCode, output.trim()]).toEqual([
    1,
    "Invalid environment variables. PORT: must be a number.\n→ See .env.example for the allowed values.",
  ]);
});
