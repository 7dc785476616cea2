import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataDir } from "#scripts/whole-shop/shop-process.ts";
import { startTestShop, type TestShop } from "./running-shop.ts";

/** `npm run amounts`, run as the shopkeeper does. */
let shop: TestShop;
const dataDir = newDataDir();

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function amounts(...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: shop.database.adminUrl, DATA_DIR: dataDir };
  const script = join(import.meta.dirname, "..", "scripts", "amounts.ts");
  return new Promise((done) => {
    execFile(process.execPath, [script, ...words], { env }, (_, out, err) => done(out + err));
  });
}

test("sizes are read into amounts once, when the shopkeeper says so, and what was not read is told", async () => {
  const { data } = await shop.data.service
    .from("condiments")
    .insert([
      { name: "Palm Oil", price: 1, size: "1 L" },
      { name: "Basket", price: 1, size: "Large" },
      { name: "Rice", price: 1, size: "20 lb", amount: 5, unit: "lb" },
    ])
    .select("id")
    .throwOnError();
  const kept = async () => {
    const { data: rows } = await shop.guest
      .from("products")
      .select("name, amount, unit")
      .in(
        "id",
        data.map(({ id }) => id),
      )
      .order("id");
    return rows?.map(({ amount, unit }) => (amount === null ? null : `${amount} ${unit}`));
  };
  expect(await amounts()).toContain("Palm Oil: 1 L is 33.814 fl oz");
  expect(await kept()).toEqual([null, null, "5 lb"]);
  const said = await amounts("write");
  expect(said).toContain("1 of 2 sizes were read and saved.");
  expect(said).toContain("Basket: Large");
  expect(await kept()).toEqual(["33.814 fl oz", null, "5 lb"]);
  expect(await amounts("write")).toContain("0 of 1 sizes were read and saved.");
});
