import { expect, test } from "vitest";
import { TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aHeroSlide } from "./a-hero-slide.ts";
import { aPaidOrder, pay } from "./paying.ts";
import { call, insertRow, readRows, update } from "./requests.ts";
import {
  aChoiceGroup,
  anOrder,
  aProduct,
  aProductInSizes,
  openTestShop,
  type Person,
  readContentVersion,
} from "./running-shop.ts";

const shop = await openTestShop();
const [manager, owner] = await shop.signUpAll("manager", "owner");

type Values = [subject: string, subjectId: string | number, field: string, language: string, text: string];

function set(person: Pick<Person, "client">, ...[subject, subject_id, field, language, text]: Values) {
  return person.client.rpc("set_translation", { subject, subject_id: String(subject_id), field, language, text });
}

/** Saves a translation as the manager. */
async function translate(...values: Values): Promise<void> {
  await set(manager, ...values).throwOnError();
}

interface Translation {
  key: string;
  text: string;
  source: string | null;
}

async function read(client: Person["client"], language: string, ...keys: string[]): Promise<Translation[]> {
  const data = await call(client, "read_translations", { language, keys });
  return (data as Translation[]).sort((one, other) => one.key.localeCompare(other.key));
}

async function textOf(key: string, client = shop.guest): Promise<string | undefined> {
  return (await read(client, "es", key))[0]?.text;
}

type Listed = FunctionRow<"translation_list">;

async function list(subject: string, more: object = {}): Promise<Listed[]> {
  return (await call(manager, "translation_list", { language: "es", subject, ...more })) as Listed[];
}

test("everyone reads the translations of a product, and those of a hidden one only managers", async () => {
  const yam = await aProduct(shop, { name: "White Yam" });
  const key = `product/name/${yam.id}`;
  await translate("product", yam.id, "name", "es", "  Ñame blanco ");
  await translate("product", yam.id, "name", "fr", "Igname blanche");
  const [customer, packer, driver] = await shop.signUpAll("customer", "packer", "driver");
  const everybody = [shop.guest, customer.client, packer.client, driver.client];
  for (const client of everybody) {
    expect(await read(client, "es", key)).toEqual([{ key, text: "Ñame blanco", source: null }]);
  }
  expect(await read(shop.guest, "ht", key)).toEqual([]);

  for (const [archived, ready] of [
    ["now", true],
    [null, false],
  ] as const) {
    await shop.withoutTriggers`update products set archived_at = ${archived}, pictures_ready = ${ready} where id = ${yam.id}`;
    for (const client of everybody) {
      expect(await read(client, "es", key)).toEqual([]);
      expect((await client.from("content_translations").select().eq("subject_id", String(yam.id))).data).toEqual([]);
    }
    for (const { client } of [manager, owner]) expect(await textOf(key, client)).toBe("Ñame blanco");
  }
  await shop.data.service.from("products").delete().eq("id", yam.id).throwOnError();
  expect(await readRows(shop, "content_translations", "text", { subject_id: String(yam.id) })).toEqual([]);
});

test("translations of a draft are read by managers alone until it is published", async () => {
  const service = shop.data.service;
  const row = { name: "Party Jollof", description1: "Wash the rice.", publish_at: null };
  const article = await insertRow(service, "blog_post", row, "id");
  await translate("article", article.id, "description1", "es", "Lave el arroz.");
  const key = `article/description1/${article.id}`;
  expect(await textOf(key)).toBeUndefined();
  expect(await textOf(key, manager.client)).toBe("Lave el arroz.");
  await update(service, "blog_post", { id: article.id }, { publish_at: "2026-01-01" });
  expect(await textOf(key)).toBe("Lave el arroz.");
  await service.from("blog_post").delete().eq("id", article.id).throwOnError();
  expect(await textOf(key, manager.client)).toBeUndefined();
});

test("choices and sizes are read in translation once a product for sale has them", async () => {
  const group = await aChoiceGroup(manager, "Cut", [{ label: "small pieces" }], { is_required: true });
  const choice = (await readRows(manager, "choices", "id", { group_id: group }))[0]?.id;
  await translate("choice_group", group, "name", "es", "Corte");
  await translate("choice", choice, "label", "es", "trozos pequeños");
  const keys = [`choice/label/${choice}`, `choice_group/name/${group}`];
  expect(await read(shop.guest, "es", ...keys)).toEqual([]);
  const goat = await aProduct(shop, { name: "Goat Leg" });
  await call(manager, "set_product_choice_groups", { product_id: goat.id, group_ids: [group] });
  expect((await read(shop.guest, "es", ...keys)).map(({ text }) => text)).toEqual(["Corte", "trozos pequeños"]);

  const { id } = await aProductInSizes(shop, {}, [{ label: "Small bag, 8/10" }, { label: "2 lb" }]);
  await translate("size", "Small bag, 8/10", "label", "es", "Bolsa pequeña, 8/10");
  const size = "size/label/Small bag, 8/10";
  expect(await textOf(size)).toBe("Bolsa pequeña, 8/10");
  expect((await set(manager, "size", "2 lb", "label", "es", "2 libras")).status).toBe(404);
  await update(shop, "products", { id }, { archived_at: "2026-01-01" });
  expect(await textOf(size)).toBeUndefined();
  await shop.data.service.from("product_sizes").delete().eq("product_id", id).throwOnError();
  expect(await textOf(size, manager.client)).toBeUndefined();

  await call(manager, "delete_choice_group", { group_id: group });
  expect(await read(manager.client, "es", ...keys)).toEqual([]);
});

test("a translation that cannot be saved says why", async () => {
  const oil = await aProduct(shop, { name: "Palm Oil" });
  const attempts: Values[] = [
    ["product", oil.id, "name", "de", "Palmöl"],
    ["product", oil.id, "price", "es", "5"],
    ["customer", oil.id, "name", "es", "Ama"],
    ["product", 999_999, "name", "es", "Aceite"],
    ["product", "7; drop", "name", "es", "Aceite"],
    ["product", oil.id, "care", "es", "Lavar"],
    ["product", oil.id, "name", "es", "a".repeat(201)],
  ];
  expect(await Promise.all(attempts.map(async (values) => (await set(manager, ...values)).error?.message))).toEqual([
    "The store has no such language.",
    "This text has no translations.",
    "This text has no translations.",
    "The English text no longer exists. Reload the page.",
    "The English text no longer exists. Reload the page.",
    "The English text no longer exists. Reload the page.",
    "The translation is too long: 200 characters at most.",
  ]);
  const { error } = await shop.guest.rpc("read_translations", {
    language: "es",
    keys: Array.from({ length: 2001 }, (_, id) => `product/name/${id}`),
  });
  expect(error?.message).toBe("2,000 texts at most are read at once.");
});

test("an empty text deletes a translation, and the audit log shows each change once", async () => {
  const gari = await aProduct(shop, { name: "Gari of the audit log" });
  await translate("product", gari.id, "name", "es", "Gari");
  await translate("product", gari.id, "name", "es", "Gari");
  await translate("product", gari.id, "name", "es", "Gari\nfino");
  await translate("product", gari.id, "name", "es", " ");
  await translate("product", gari.id, "name", "es", "");
  expect(await textOf(`product/name/${gari.id}`)).toBeUndefined();
  const columns = "kind, actor, before, after";
  const data = await readRows(shop, "audit_log", columns, { subject: "Translation (es): Gari of the audit log" }, "id");
  const entry = { kind: "settings", actor: "Mina Manager" };
  expect(data).toEqual([
    { ...entry, before: null, after: { name: "Gari" } },
    { ...entry, before: { name: "Gari" }, after: { name: "Gari fino" } },
    { ...entry, before: { name: "Gari fino" }, after: null },
  ]);
});

test("a translation is outdated from a change of its English text until it is saved again", async () => {
  const rice = await aProduct(shop, { name: "Broken Rice" });
  const change = (values: object) => shop.data.service.from("products").update(values).eq("id", rice.id).throwOnError();
  await change({ ingredients: "Rice" });
  await translate("product", rice.id, "name", "es", "Arroz partido");
  await translate("product", rice.id, "ingredients", "es", "Arroz");
  const row = async () =>
    (await list("product", { page_size: 200 })).find(
      ({ subject_id, field }) => subject_id === String(rice.id) && field === "name",
    );
  expect(await row()).toMatchObject({
    context: "Broken Rice",
    original: "Broken Rice",
    translation: "Arroz partido",
    is_outdated: false,
    max_length: 200,
  });
  await change({ name: "Broken Rice, Long Grain", ingredients: "Rice, salt" });
  expect(await row()).toMatchObject({
    original: "Broken Rice, Long Grain",
    translation: "Arroz partido",
    is_outdated: true,
  });
  // A page shows translated ingredients only if they match the current English ones.
  expect(await read(shop.guest, "es", `product/name/${rice.id}`, `product/ingredients/${rice.id}`)).toEqual([
    { key: `product/ingredients/${rice.id}`, text: "Arroz", source: "Rice" },
    { key: `product/name/${rice.id}`, text: "Arroz partido", source: null },
  ]);
  await translate("product", rice.id, "name", "es", "Arroz partido");
  expect(await row()).toMatchObject({ is_outdated: false });
});

test("the list of texts continues after the last key, and can leave out what is translated", async () => {
  const first = await aProduct(shop, { name: "Listed Yam" });
  const values = { description_header: "Header", description: "Description", origin: "Ghana" };
  await update(shop, "products", { id: first.id }, values);
  const second = await aProduct(shop, { name: "Listed Gari" });
  const whole = await list("product", { page_size: 200 });
  const start = whole.findIndex(({ subject_id }) => subject_id === String(first.id));
  expect(whole.slice(start).map(({ subject_id, field }) => [Number(subject_id), field])).toEqual([
    [first.id, "name"],
    [first.id, "description_header"],
    [first.id, "description"],
    [first.id, "origin"],
    [second.id, "name"],
  ]);
  const paged: Listed[] = [];
  for (let page = await list("product", { page_size: 2 }); page.length > 0; ) {
    paged.push(...page);
    page = await list("product", { page_size: 2, after: page.at(-1)?.key });
  }
  expect(paged).toEqual(whole);
  await translate("product", first.id, "description", "es", "Descripción");
  const missing = await list("product", { missing_only: true, page_size: 200, after: whole[start]?.key });
  expect(missing[0]?.field).toBe("description_header");
  expect(missing.map(({ field, subject_id }) => `${field} ${subject_id}`)).not.toContain(`description ${first.id}`);
  const own = await list("product", { only_id: String(second.id) });
  expect(own.map(({ subject_id }) => subject_id)).toEqual([String(second.id)]);
  const { error } = await manager.client.rpc("translation_list", { language: "es", subject: "product", after: "x" });
  expect(error?.message).toBe("The list continues after the key of one of its rows.");
});

test("translations of the store's texts are deleted with their texts", async () => {
  const settings = (values: object) =>
    shop.data.service.from("store_settings").update(values).eq("id", true).throwOnError();
  const slide = aHeroSlide({
    id: "yams",
    alt: "Yams",
    header: "New yams",
    text: "From Ghana",
    buttonLabel: "See yams",
  });
  await settings({
    banner_text: "Closed on Friday",
    hero_slides: [slide],
    closed_days: [{ day: "2026-12-25", reason: "Christmas" }],
    team: [{ name: "Ama", title: "Owner", image: "" }],
    testimonials: [{ name: "Kofi", text: "Fresh yams.", image: "" }],
  });
  const keys = `closed_day/reason/2026-12-25 slide/buttonLabel/yams slide/header/yams store/banner_text/store
    team_member/title/Ama testimonial/text/Kofi`.split(/\s+/);
  for (const key of keys) {
    const [subject = "", field = "", id = ""] = key.split("/");
    await translate(subject, id, field, "es", `es ${field}`.slice(0, 24));
  }
  expect(Object.fromEntries((await read(shop.guest, "es", ...keys)).map(({ key, source }) => [key, source]))).toEqual({
    ...Object.fromEntries(keys.map((key) => [key, null])),
    "closed_day/reason/2026-12-25": "Christmas",
    "store/banner_text/store": "Closed on Friday",
  });
  expect((await list("slide")).map(({ field, original }) => [field, original])).toEqual([
    ["header", "New yams"],
    ["text", "From Ghana"],
    ["buttonLabel", "See yams"],
    ["alt", "Yams"],
  ]);
  await settings({ banner_text: "", hero_slides: [], closed_days: [], team: [], testimonials: [] });
  // A banner may come back unchanged, so its translation stays.
  expect((await read(manager.client, "es", ...keys)).map(({ key }) => key)).toEqual(["store/banner_text/store"]);
});

test("translated, outdated, and missing texts are counted for each subject and language", async () => {
  const counts = async () => {
    const data = await call(manager, "translation_counts");
    const rows = data as { subject: string; language: string; translated: number; outdated: number; missing: number }[];
    const found = rows.find(({ subject, language }) => subject === "product" && language === "fr");
    if (!found) throw new Error("No counts of products");
    return found;
  };
  const palm = await aProduct(shop, { name: "Counted Palm" });
  const before = await counts();
  await translate("product", palm.id, "name", "fr", "Palme");
  const translated = await counts();
  expect(translated).toEqual({ ...before, translated: before.translated + 1, missing: before.missing - 1 });
  await update(shop, "products", { id: palm.id }, { name: "Counted Palm Oil" });
  expect(await counts()).toEqual({ ...before, outdated: before.outdated + 1, missing: before.missing - 1 });
});

test("a new, changed, and deleted translation invalidates cached pages", async () => {
  const fish = await aProduct(shop, { name: "Stockfish" });
  const version = () => readContentVersion(shop);
  for (const text of ["Bacalao", "Bacalao seco", ""]) {
    const before = await version();
    await translate("product", fish.id, "name", "es", text);
    expect(await version()).toBeGreaterThan(before);
  }
});

test("customers and packers read the lines of an order in translation, and orders keep English names", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const kofi = await shop.signUp("Kofi Stranger");
  const packer = await shop.signUpStaff("Pam Packer", "packer");
  const okra = await aProduct(shop, { name: "Frozen Okra" });
  await translate("product", okra.id, "name", "es", "Quimbombó congelado");
  const order = await aPaidOrder(shop, ama, okra);
  const lines = await readRows(ama, "order_items", "id, product_name", { order_id: order.id });
  expect(lines.map(({ product_name }) => product_name)).toEqual(["Frozen Okra"]);
  const names = async (person: Person, language: string) => {
    const data = await call(person, "translate_order_lines", { order_ids: [order.id], language });
    return (data as { order_item_id: number; name: string }[]).map(({ order_item_id, name }) => [order_item_id, name]);
  };
  expect(await names(ama, "es")).toEqual([[lines[0]?.id, "Quimbombó congelado"]]);
  expect(await names(packer, "es")).toEqual([[lines[0]?.id, "Quimbombó congelado"]]);
  expect(await names(ama, "fr")).toEqual([[lines[0]?.id, "Frozen Okra"]]);
  expect(await names(kofi, "es")).toEqual([]);
  expect((await shop.guest.rpc("translate_order_lines", { order_ids: [order.id], language: "es" })).status).toBe(401);

  const linked = await call(shop, "linked_order", { order_id: order.id, language: "es" });
  expect(linked).toMatchObject({ items: [{ name: "Quimbombó congelado" }] });
  // Lines keep the name under which the product was bought.
  await update(shop, "products", { id: okra.id }, { name: "Fresh Okra" });
  await translate("product", okra.id, "name", "es", "Quimbombó fresco");
  expect(await names(ama, "es")).toEqual([[lines[0]?.id, "Frozen Okra"]]);
});

test("emails to a customer name products in the language of the order, and those to the store in English", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const group = await aChoiceGroup(manager, "Slicing", [{ label: "thin slices", is_default: true }], {
    is_required: true,
  });
  const choices = await readRows(manager, "choices", "id", { group_id: group });
  const fish = await aProduct(shop, { name: "Catfish Steaks" });
  await call(manager, "set_product_choice_groups", { product_id: fish.id, group_ids: [group] });
  await translate("product", fish.id, "name", "es", "Filetes de bagre");
  await translate("choice_group", group, "name", "es", "Corte");
  await translate("choice", choices[0]?.id, "label", "es", "rodajas finas");
  const placed = await anOrder(ama, fish);
  await shop.database.admin`update orders set language = 'es' where id = ${placed.id}`;
  await pay(shop, placed.id);
  const mails = await readRows(shop, "outgoing_mails", "kind, facts", { order_id: placed.id });
  const namesOf = (kind: string) =>
    mails
      .filter((mail) => mail.kind === kind)
      .map(({ facts }) => (facts as { items: { name: string }[] }).items.map(({ name }) => name));
  expect(namesOf("order_paid")).toEqual([["Filetes de bagre (Corte: rodajas finas)"]]);
  expect(namesOf("shop_order_paid")).toEqual([["Catfish Steaks (Slicing: thin slices)"]]);
});

test("the languages of translations are those of the pages", async () => {
  const [row] = await shop.database.admin`select private.content_languages() as languages`;
  expect(row?.["languages"]).toEqual(TRANSLATED_LOCALES);
});

test("of two first translations of a text saved at once, one is rejected", async () => {
  const product = await aProduct(shop, { name: "Ripe Plantain" });
  const fields = { subject: "product", subject_id: String(product.id), field: "name", expected: "" };
  for (const language of TRANSLATED_LOCALES) {
    const replies = await Promise.all(
      ["one", "two"].map((text) => manager.client.rpc("set_translation", { ...fields, language, text })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
  }
});
