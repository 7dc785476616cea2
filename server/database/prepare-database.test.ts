import { expect, test } from "vitest";
import { openDatabaseForTest } from "#tests/running-shop.ts";
import { seedShop } from "./prepare-database.ts";

test("an empty store begins without the demo's details, and starts live only after npm run go-live", async () => {
  const database = await openDatabaseForTest();
  const files = null as never;
  const settings = () => database.admin`
    select public.is_store_open() as is_open, name, logo, phone, street, social_links, free_delivery_miles_home as miles from public.store_settings`;
  expect(await seedShop(database, { shopMode: "empty", files })).toBe(false);
  const closed = {
    is_open: false,
    name: "Calabash Market",
    logo: "",
    phone: "",
    street: "",
    social_links: [],
    miles: 0,
  };
  expect(await settings()).toEqual([closed]);
  await database.admin`update public.store_settings set phone = '(713) 555-0188'`;
  await database.admin`delete from private.shop_facts where name = 'is_closed'`;
  await seedShop(database, { shopMode: "empty", files });
  expect(await settings(), "later starts change nothing").toEqual([
    { ...closed, phone: "(713) 555-0188", is_open: true },
  ]);
  await expect(seedShop(database, { shopMode: "live", files })).rejects.toThrow("test orders and payments");
});

test.for(["empty", "live"] as const)("the database of a demo store starts in no %s store", async (shopMode) => {
  const database = await openDatabaseForTest();
  await database.admin`insert into private.shop_facts (name, value) values ('is_demo', 'true')`;
  await expect(seedShop(database, { shopMode, files: null as never })).rejects.toThrow("contains the demo store");
});
