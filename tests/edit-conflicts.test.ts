import { beforeEach, expect, test, vi } from "vitest";
import { saveName } from "#app/features/account/account.ts";
import { articleDraft, articleDraftRow } from "#app/features/article-editor/article-draft.ts";
import { saveArticle } from "#app/features/article-editor/save-article.ts";
import { ARTICLE_COLUMNS, type ArticleRow } from "#app/features/blog/article-row.ts";
import { getCategory } from "#app/features/catalog/categories.ts";
import { updateNote } from "#app/features/customers/customer-notes.tsx";
import { saveTags } from "#app/features/customers/customer-tags.tsx";
import { listWindowRules, saveWindowRules } from "#app/features/delivery/window-rule.ts";
import { zoneDraft } from "#app/features/delivery/zone-draft.ts";
import { listZones, saveZone } from "#app/features/delivery/zone-queries.ts";
import { saveHeroSlides } from "#app/features/hero-slides/save-slides.ts";
import { getHeroSlides } from "#app/features/hero-slides/slide-queries.ts";
import { slidesDraft } from "#app/features/hero-slides/slides-draft.ts";
import { picturesInForm, picturesToSave } from "#app/features/images/picture-list.ts";
import { listPictures } from "#app/features/images/product-pictures.ts";
import {
  getPayInStoreSettings,
  payInStoreDraft,
  savePayInStoreSettings,
} from "#app/features/payments/pay-in-store-settings.ts";
import type { DiscountRow } from "#app/features/price-rules/discount-draft.ts";
import { listDiscountCodes } from "#app/features/price-rules/discount-queries.ts";
import { listQuantityPrices } from "#app/features/price-rules/quantity-price-queries.ts";
import { saveDiscountCode } from "#app/features/price-rules/save-discount.ts";
import { saveQuantityPrice } from "#app/features/price-rules/save-quantity-price.ts";
import { changeProduct } from "#app/features/products/change-product.ts";
import { listChoiceGroups, listGroupIdsOf } from "#app/features/products/choice-group-queries.ts";
import { type ProductDraft, readProductDraft } from "#app/features/products/product-draft.ts";
import { type EditedProduct, findEditedProduct } from "#app/features/products/product-editor-queries.ts";
import { saveChoiceGroup, saveProductGroups } from "#app/features/products/save-choice-group.ts";
import { sizeField } from "#app/features/products/size-draft.ts";
import { listRecipeLines } from "#app/features/recipes/recipe-queries.ts";
import { saveRecipe } from "#app/features/recipes/save-recipe.ts";
import { changeAddress, listSavedAddresses, saveAddress } from "#app/features/saved-details/saved-details.ts";
import { saveSynonyms } from "#app/features/search/synonym-form.tsx";
import { saveStoreSettings } from "#app/features/settings/save-settings.ts";
import { settingsDraft } from "#app/features/settings/settings-draft.ts";
import { changeRole } from "#app/features/staff/change-role.ts";
import { saveSupplier } from "#app/features/stock/save-supplier.ts";
import { listSuppliers } from "#app/features/stock/supplier.ts";
import {
  type StoreSettingsRow,
  storeSettingsColumns,
  storeSettingsFromRow,
} from "#app/features/store/store-settings.ts";
import { saveTranslation } from "#app/features/translations/save-translation.ts";
import type { ShownConflict } from "#app/ui/conflict-dialog.tsx";
import { NotSavedError } from "#app/ui/save-merged.ts";
import { aHeroSlide } from "./a-hero-slide.ts";
import { aPaidOrder } from "./paying.ts";
import { browserOf, call, insert, insertRow, readRow, update } from "./requests.ts";
import { aChoiceGroup, aProduct, aProductInSizes, openTestShop, type Person } from "./running-shop.ts";

/** Every form that edits something saved, with a second writer between its reading and its saving. */
const ask = vi.hoisted(() => vi.fn<(conflicts: readonly ShownConflict[]) => ("mine" | "theirs")[] | null>());
vi.mock("#app/ui/conflict-dialog.tsx", () => ({ askWhichToKeep: ask }));

const shop = await openTestShop();
const owner = await shop.signUpAdmin("Ola Owner");
const data = browserOf(owner);

beforeEach(() => void ask.mockReset());

interface OpenedForm<Saved> {
  /** Reads the values and opens the form. */
  open: () => Promise<Saved>;
  /** Changes one field of the open form and saves. */
  save: (saved: Saved, value: never) => Promise<unknown>;
}

interface EditedForm extends EditedField {
  open: () => Promise<unknown>;
  save: (saved: never, value: never) => Promise<unknown>;
  /** The second writer. */
  write: (value: never) => PromiseLike<unknown>;
  writeOther: () => PromiseLike<unknown>;
  /** The changed field and the one that only the second writer changes. */
  read: () => Promise<{ field: unknown; other: unknown }>;
  other: unknown;
}

interface EditedField {
  /** Four values of the field. */
  values: readonly [unknown, unknown, unknown, unknown];
  /** The conflict between the third value (mine) and the second one. */
  shown: Omit<ShownConflict, "name">;
}

const text = (label: string): EditedField => ({
  values: ["First", "Theirs", "Mine", "Last"],
  shown: { label, mine: "Mine", theirs: "Theirs" },
});
const number = (label: string, sign = "", decimals = ""): EditedField => ({
  values: [9, 88, 7, 12],
  shown: { label, mine: `${sign}7${decimals}`, theirs: `${sign}88${decimals}` },
});
const money = (label: string) => number(label, "$", ".00");

/** Returns the form of one row, whose second writer sends a PATCH. */
function rowForm<Saved>(
  row: {
    table: string;
    key: Record<string, unknown>;
    column: string;
    /** Column that only the second writer changes; the key's own if the form has one column. */
    other?: [column: string, value: unknown];
    client?: Person["client"];
  },
  field: EditedField,
  open: OpenedForm<Saved>["open"],
  save: OpenedForm<Saved>["save"],
): EditedForm {
  const { table, key, column, client = owner.client, other = ["no other", undefined] } = row;
  const patch = (values: object) => client.from(table).update(values).match(key).select(column).single().throwOnError();
  return {
    open,
    save,
    write: (value) => patch({ [column]: value }),
    writeOther: async () => row.other && patch({ [other[0]]: other[1] }),
    read: async () => {
      const { data: read } = await client.from(table).select("*").match(key).single().throwOnError();
      return { field: read[column], other: read[other[0]] };
    },
    other: other[1],
    ...field,
  };
}

const add = async (table: string, row: object): Promise<number> => (await insertRow(shop, table, row, "id")).id;

const found = <Item>(item: Item | null | undefined): Item => {
  if (item === null || item === undefined) throw new Error("Not found.");
  return item;
};

async function aCustomer(): Promise<string> {
  const person = await shop.signUp("Kofi Customer");
  await aPaidOrder(shop, person, await aProduct(shop));
  return person.id;
}

const CONDIMENTS = getCategory("condiments");

/** Returns the values of the product form as it is shown. */
function productForm({ product, sizes }: EditedProduct, typed: Record<string, string> = {}): ProductDraft {
  const form = new FormData();
  const fields = {
    name: product.name,
    description: product.description,
    size: product.size,
    price: String(product.priceCents / 100),
    discount_price: product.discountPriceCents === null ? "" : String(product.discountPriceCents / 100),
    availability: product.availability,
    ...typed,
  };
  for (const size of sizes) {
    const key = String(size.id);
    form.append("size_key", key);
    for (const [name, text] of Object.entries({
      id: key,
      label: size.label,
      price: size.priceCents === null ? "" : String(size.priceCents / 100),
    })) {
      form.set(sizeField(key, name), text);
    }
  }
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return readProductDraft(form);
}

function saveProduct(edited: EditedProduct, typed: Record<string, string>): Promise<unknown> {
  const category = getCategory(edited.product.prefix);
  const pictures = picturesToSave(picturesInForm(edited.product.pictures));
  const drafts = { shown: productForm(edited), typed: productForm(edited, typed) };
  return changeProduct(data, category, edited, drafts, pictures, () => undefined);
}

async function aProductForm(column: string, other: [string, unknown], field: EditedField) {
  const { id } = await aProduct(shop, { name: `Oil ${column}`, price: 100 });
  return rowForm(
    { table: "products", key: { id }, column, other },
    field,
    async () => found(await findEditedProduct(data, CONDIMENTS, id)),
    (edited, value) => saveProduct(edited, { [column]: String(value) }),
  );
}

const form = <Saved>(made: EditedForm & OpenedForm<Saved>): EditedForm => made;

const forms: Record<string, () => Promise<EditedForm>> = {
  "product: price": () => aProductForm("price", ["name", "Oil, renamed"], money("Price")),
  "product: discount price": () => aProductForm("discount_price", ["price", 90], money("Discount price")),
  "product: description": () => aProductForm("description", ["price", 90], text("Description")),
  "product: a size": async () => {
    const { id, inSize } = await aProductInSizes(shop, { name: "Gown" }, [{ label: "S", price: 5 }, { label: "M" }]);
    const key = inSize("S").size_id;
    return {
      ...rowForm(
        { table: "product_sizes", key: { id: key }, column: "price", other: ["amount", null] },
        money("Price (S)"),
        async () => found(await findEditedProduct(data, getCategory("wears"), id)),
        (edited, value) => saveProduct(edited, { [sizeField(String(key), "price")]: String(value) }),
      ),
      writeOther: () => owner.client.from("product_sizes").update({ label: "Small" }).eq("id", key).throwOnError(),
      read: async () => {
        const { data: row } = await owner.client.from("product_sizes").select().eq("id", key).single().throwOnError();
        return { field: row.price, other: row.label };
      },
      other: "Small",
      ...money("Price (Small)"),
    };
  },
  "discount code": async () => {
    const id = await add("discount_codes", { code: "WELCOME", percent: 10 });
    return rowForm(
      { table: "discount_codes", key: { id }, column: "percent", other: ["max_uses", 5] },
      number("Percent"),
      async () => found((await listDiscountCodes(data)).find((code) => code.id === id)),
      (code, value) => {
        const { id: _, used_count: __, ...row } = code;
        // The form shows days, without the time of day.
        const shown = { ...row, valid_from: "2026-01-01T06:00:00Z" } as DiscountRow;
        return saveDiscountCode(data, code, { ...shown, percent: value }, shown, "America/Chicago");
      },
    );
  },
  zone: async () => {
    const id = await add("delivery_zones", { name: "Near", max_miles: 5, fee: 5, min_order: 0 });
    return rowForm(
      { table: "delivery_zones", key: { id }, column: "fee", other: ["name", "Nearest"] },
      number("Fee in dollars"),
      async () => found((await listZones(data)).find((zone) => zone.id === id)),
      (zone, value) => saveZone(data, zone, { ...zoneDraft(zone), fee: String(value) }),
    );
  },
  supplier: async () => {
    const id = await add("suppliers", { name: "Sahel" });
    return rowForm(
      { table: "suppliers", key: { id }, column: "note", other: ["phone", "281 555 0123"] },
      text("Note (optional)"),
      async () => found((await listSuppliers(data)).find((supplier) => supplier.id === id)),
      (supplier, note: never) => saveSupplier(data, supplier, { ...supplier, note }),
    );
  },
  "price by quantity": async () => {
    const { id: product_id } = await aProduct(shop, { name: "Yam", price: 100 });
    const ends_at = new Date(Date.now() + 86_400_123).toISOString();
    const id = await add("quantity_prices", { product_id, pieces: 2, price: 5, ends_at });
    return rowForm(
      { table: "quantity_prices", key: { id }, column: "price", other: ["pieces", 3] },
      number("Dollars for all of them"),
      async () => found((await listQuantityPrices(data)).find((entry) => entry.id === id)),
      (entry, price: never) => {
        const { products: _, product_sizes: __, id: ___, ...row } = entry;
        const shown = { ...row, ends_at: row.ends_at.replace(/:\d\d\.\d+/, ":00") };
        return saveQuantityPrice(data, entry, { ...shown, price }, shown, "America/Chicago");
      },
    );
  },
  article: async () => {
    const id = await add("blog_post", { name: "Jollof", short_introduction: "", img1: "" });
    const zone = "America/Chicago";
    return rowForm<ArticleRow>(
      { table: "blog_post", key: { id }, column: "description1", other: ["name", "Jollof rice"] },
      text("Text 1"),
      async () => (await readRow(owner, "blog_post", ARTICLE_COLUMNS, { id })) as never,
      (article, value) => {
        const shown = articleDraft(article, new Date(), zone);
        const rowOf = (draft: typeof shown) => articleDraftRow(draft, article.publish_at, new Date(), zone);
        const sections = [{ key: 1, title: "", text: value }];
        const keep = { kind: "keep" } as const;
        return saveArticle(
          data,
          article,
          { shown: rowOf(shown), typed: rowOf({ ...shown, sections }) },
          { first: keep, second: keep },
        );
      },
    );
  },
  settings: async () =>
    rowForm(
      { table: "store_settings", key: { id: true }, column: "low_stock_at", other: ["name", "Calabash, renamed"] },
      number("Low stock threshold"),
      readSettings,
      (settings, value) => saveStoreSettings(data, settings, { ...settingsDraft(settings), lowStockAt: String(value) }),
    ),
  "payment in the store": async () =>
    rowForm(
      { table: "pay_in_store_settings", key: { id: true }, column: "grace_minutes", other: ["max_no_shows", 9] },
      number("Grace time in minutes"),
      () => getPayInStoreSettings(data),
      (settings, value) =>
        savePayInStoreSettings(data, settings, { ...payInStoreDraft(settings), graceMinutes: String(value) }),
    ),
  role: async () => {
    const { id } = await shop.signUpStaff("Paul Packer", "packer", 20);
    return rowForm(
      { table: "staff", key: { user_id: id }, column: "refund_limit", other: ["role", "packer"] },
      number("Refund limit per order, in dollars"),
      async () => {
        const { data: row } = await owner.client.from("staff").select().eq("user_id", id).single().throwOnError();
        return { userId: id, role: row.role, refundLimit: row.refund_limit };
      },
      (person, refundLimit: never) => changeRole(data, person, { role: person.role, refundLimit }),
    );
  },
  name: async () => {
    const ama = await shop.signUp("Ama Mensah");
    const mine = browserOf(ama);
    return rowForm(
      { table: "profiles", key: { id: ama.id }, column: "name", client: ama.client },
      text("Full Name"),
      async () => await readRow(ama, "profiles", "id, name", { id: ama.id }),
      (account, name) => saveName(mine, account as never, name),
    );
  },
  address: async () => {
    const ama = await shop.signUp("Ama Address");
    const mine = browserOf(ama);
    const place = { street: "1 Main St", unit: "", city: "Humble", postalCode: "77338" };
    const address = { ...place, instructions: "", phone: "2815550142" };
    await saveAddress(mine, address);
    const read = async () => found((await listSavedAddresses(mine))[0]);
    const { id } = await read();
    return rowForm(
      { table: "saved_addresses", key: { id }, column: "instructions", other: ["unit", "4"], client: ama.client },
      text("Instructions for the driver (optional)"),
      read,
      (saved, instructions: never) => changeAddress(mine, saved, { ...address, unit: saved.unit, instructions }),
    );
  },
  note: async () => {
    const customer_id = await aCustomer();
    const note = await insertRow(owner, "customer_notes", { customer_id, kind: "note", text: "Call" }, "id, text");
    return rowForm(
      { table: "customer_notes", key: { id: note.id }, column: "text" },
      text("Note"),
      async () => await readRow(owner, "customer_notes", "id, text", { id: note.id }),
      (saved, text) => updateNote(data, saved, text),
    );
  },
  slide: async () => {
    const write = (hero_slides: object[]) => update(owner, "store_settings", { id: true }, { hero_slides });
    await write([aHeroSlide()]);
    const read = async () => found((await getHeroSlides(data))[0]);
    return form({
      open: () => getHeroSlides(data),
      save: (before, header: never) =>
        saveHeroSlides(
          data,
          before,
          slidesDraft(before).map((each) => ({ ...each, header })),
          {},
        ),
      write: async (header: never) => write([{ ...(await read()), header }]),
      writeOther: async () => write([{ ...(await read()), text: "Gone soon." }]),
      read: async () => {
        const { header, text } = await read();
        return { field: header, other: text };
      },
      ...text("Header (Mine)"),
      other: "Gone soon.",
    });
  },
  translation: async () => {
    const { id } = await aProduct(shop, { name: "Fufu" });
    const name = { subject: "product", subjectId: String(id), field: "name" } as const;
    const read = async () =>
      (await owner.client.from("content_translations").select("text").eq("subject_id", String(id)).maybeSingle()).data
        ?.text ?? "";
    return form({
      open: read,
      save: (before, value) => saveTranslation(data, name as never, "es", before, value),
      write: (value: never) => {
        const field = { subject: "product", subject_id: String(id), field: "name", language: "es" };
        return call(owner, "set_translation", { ...field, text: value });
      },
      writeOther: async () => undefined,
      read: async () => ({ field: await read(), other: null }),
      ...text("Translation"),
      other: null,
    });
  },
  "choice group": async () => {
    const id = await aChoiceGroup(owner, "Cut", [{ label: "Small", price: 1 }], { is_required: true });
    const read = async () => found((await listChoiceGroups(data)).find((group) => group.id === id));
    const patch = async (row: object, choice: object = {}) => {
      const { name, is_multiple, is_required, choices } = await read();
      const lines = choices.map((each) => ({ ...each, ...choice }));
      await call(owner, "save_choice_group", { group_id: id, name, is_multiple, is_required, choices: lines, ...row });
    };
    return form({
      open: read,
      save: (group, value) =>
        saveChoiceGroup(data, group, {
          name: group.name,
          isMultiple: group.is_multiple,
          isRequired: group.is_required,
          choices: group.choices.map(({ label, is_default, id: choice }) => ({
            key: "0",
            id: choice,
            label,
            priceCents: Number(value) * 100,
            priceText: "",
            isDefault: is_default,
          })),
        }),
      write: (price: never) => patch({}, { price }),
      writeOther: () => patch({ name: "Cut to order" }),
      read: async () => {
        const { name, choices } = await read();
        return { field: choices[0]?.price, other: name };
      },
      ...number("Price (Small)"),
      other: "Cut to order",
    });
  },
  "delivery times": async () => {
    const rule = { length_minutes: 120, capacity: 5, preparation_minutes: 60, cut_off: null, window_capacities: {} };
    const read = async () => (await listWindowRules(data)).filter(({ deliveryType }) => deliveryType === "delivery");
    const day = (weekday: number) => ({ delivery_type: "delivery", weekday });
    const rows = [1, 2].map((weekday) => ({ ...day(weekday), ...rule }));
    await insert(owner, "window_rules", rows);
    const patch = (weekday: number, row: object) => update(owner, "window_rules", day(weekday), row);
    return form({
      open: read,
      save: (before, capacity) => {
        const typed = before.map((each) => (each.weekday === 1 ? { ...each, capacity } : each));
        return saveWindowRules(data, "delivery", before, typed, (weekday, field) => `${weekday} ${field}`);
      },
      write: (capacity: never) => patch(1, { capacity }),
      writeOther: () => patch(2, { capacity: 77 }),
      read: async () => {
        const [monday, tuesday] = await read();
        return { field: monday?.capacity, other: tuesday?.capacity };
      },
      ...number("1 capacity"),
      other: 77,
    });
  },
  recipe: async () => {
    const id = await add("blog_post", { name: "Soup", short_introduction: "", img1: "", servings: 4 });
    const { id: product_id } = await aProduct(shop, { name: "Egusi" });
    const read = async () => {
      const row = await readRow(owner, "blog_post", "servings", { id });
      return { servings: row.servings as number, lines: await listRecipeLines(data.rest, id) };
    };
    const write = async (servings: number, packs: number) => {
      const products = [{ product_id, size_id: null, amount: null, unit: null, packs }];
      await call(owner, "set_recipe", { article_id: id, servings, products });
    };
    await write(4, 1);
    return form({
      open: read,
      save: (before, servings) => {
        const none = { sizeId: null, amountText: "", amount: null, packsText: "" };
        const lines = before.lines.map(({ product, packs }) => ({ ...none, product, packs }));
        return saveRecipe(data, id, before, { servingsText: "", servings, lines });
      },
      write: async (servings: never) => write(servings, (await read()).lines[0]?.packs ?? 0),
      writeOther: async () => write((await read()).servings, 3),
      read: async () => {
        const { servings, lines } = await read();
        return { field: servings, other: lines[0]?.packs };
      },
      ...number("Servings"),
      other: 3,
    });
  },
};

async function readSettings() {
  const { data: row } = await owner.client
    .from("store_settings")
    .select<string, StoreSettingsRow>(storeSettingsColumns())
    .single()
    .throwOnError();
  return storeSettingsFromRow(row);
}

test.each(Object.entries(forms))(
  "%s: a second writer's change survives, and the user resolves conflicts",
  async (_, make) => {
    const form = await make();
    const [first, theirs, mine, last] = form.values as readonly unknown[];

    const unaware = (await form.open()) as never;
    await form.writeOther();
    await form.save(unaware, first as never);
    expect(await form.read()).toEqual({ field: first, other: form.other });
    expect(ask).not.toHaveBeenCalled();

    /** Saves `typed` over what the second writer has written meanwhile. */
    const conflict = async (written: unknown, choice: ("mine" | "theirs")[] | null, typed: unknown) => {
      const saved = (await form.open()) as never;
      await form.write(written as never);
      ask.mockReturnValueOnce(choice);
      await form.save(saved, typed as never);
    };
    await conflict(theirs, ["theirs"], mine);
    expect(ask.mock.lastCall).toMatchObject([[form.shown]]);
    expect(await form.read()).toEqual({ field: theirs, other: form.other });
    await conflict(mine, ["mine"], last);
    expect(await form.read()).toEqual({ field: last, other: form.other });
    await expect(conflict(first, null, theirs)).rejects.toThrow(NotSavedError);
    expect(await form.read()).toEqual({ field: first, other: form.other });
  },
);

test("lists of names are merged entry by entry: tags, synonyms, and choices of a product", async () => {
  const customer = await aCustomer();
  await saveTags(data, customer, [], ["VIP"]);
  await saveTags(data, customer, ["VIP"], ["VIP", "Theirs"]);
  await saveTags(data, customer, ["VIP"], ["Mine"]);
  const details = await call(owner, "read_customer", { customer_id: customer });
  expect((details as { tags: string[] }).tags).toEqual(["Theirs", "Mine"]);

  const id = await add("search_synonyms", { words: ["okra", "okro"] });
  const group = { id, words: ["okra", "okro"] };
  await saveSynonyms(data, group, ["okra", "okro", "gumbo"]);
  await saveSynonyms(data, group, ["okra", "okro", "quimbombo"]);
  const saved = await readRow(owner, "search_synonyms", "words", { id });
  expect(saved.words).toEqual(["okra", "okro", "gumbo", "quimbombo"]);

  const product = await aProduct(shop, { name: "Goat" });
  const ids = await Promise.all(["Skin", "Head"].map((name) => aChoiceGroup(owner, name, [{ label: "Yes" }])));
  await saveProductGroups(data, product.id, [], ids.slice(0, 1));
  await saveProductGroups(data, product.id, [], ids.slice(1));
  expect(await listGroupIdsOf(data, product.id)).toEqual(ids);
  expect(ask).not.toHaveBeenCalled();
});

test("images, codes, and stock of a product are saved only over what its form had read", async () => {
  const { id } = await aProduct(shop, { name: "Stockfish" });
  const read = async () => found(await findEditedProduct(data, CONDIMENTS, id));
  const before = await read();
  const images = ["a", "b"].map((name) => ({ address: `https://elsewhere.test/${name}.webp`, alt: name }));
  await call(owner, "set_product_pictures", { product_id: id, pictures: images });
  await call(owner, "save_inventory_item", { product_id: id, size_id: null, item: { sku: "S-1" } });
  await saveProduct(before, { vendor: "Norfish", availability: "counted", stock_count: "4" });
  const saved = await read();
  expect(saved).toMatchObject({ stockCount: 4, item: { sku: "S-1", vendor: "Norfish" } });
  expect(await listPictures(data, id)).toEqual(images);

  await update(owner, "product_stock", { product_id: id }, { stock_count: 3 });
  ask.mockReturnValueOnce(["theirs"]);
  await saveProduct(saved, { sku: "S-1", vendor: "Norfish", stock_count: "9" });
  expect(ask.mock.lastCall).toMatchObject([[{ label: "Quantity left", mine: "9", theirs: "3" }]]);
  expect(await read()).toMatchObject({ stockCount: 3 });
});

test("save_changes changes what an update could change: own rows, permitted columns, and only in tables", async () => {
  const [ama, kofi, packer, manager] = await shop.signUpAll("customer", "customer", "packer", "manager");
  const { id } = await aProduct(shop, { name: "Palm", price: 10 });
  type Caller = Pick<Person, "client">;
  const change = async ({ client }: Caller, table_name: string, key: object, expected: object, changes: object) => {
    const { data: result, error } = await client.rpc("save_changes", { table_name, key, expected, changes });
    return error ? error.code : (result as unknown);
  };
  const price = (person: Caller) => change(person, "products", { id }, { price: 10 }, { price: 10 });
  const callers = [{ client: shop.guest }, kofi, packer, manager, owner];
  expect(await Promise.all(callers.map(price))).toEqual(["42501", null, null, {}, {}]);
  const rename = (person: Person) =>
    change(person, "profiles", { id: ama.id }, { name: "Ama Mensah" }, { name: "Ama" });
  expect([await rename(kofi), await rename(manager), await rename(ama)]).toEqual([null, null, {}]);
  const ownRole = { user_id: manager.id };
  expect(await change(manager, "staff", ownRole, { role: "manager" }, { role: "manager" })).toBeNull();
  expect(await change(manager, "products", { id }, {}, { regular_discount_price: 1 })).toBe("42501");
  expect(await change(manager, "products", { id }, { price: 10 }, { price: -1 })).toBe("23514");
  for (const table of ["condiments", "no_table", "products; drop table products", "pg_class"]) {
    expect(await change(owner, table, { id }, { price: 10 }, { price: 11 })).toBe("22023");
  }
  expect(await change(owner, "products", {}, { price: 10 }, { price: 11 })).toBe("22023");
  expect(await change(owner, "products", { id }, {}, {})).toBe("22023");
  expect(await change(owner, "products", { category: "condiments" }, { snap: null }, { snap: null })).toBe("22023");
  expect(await change(owner, "products", { id }, { price: 9 }, { price: 11 })).toEqual({ price: 10 });
});
