import { expect, test } from "vitest";
import { normalizeSearch } from "#app/features/search/normalize-search.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { DEMO_PRODUCTS, DEMO_ROWS } from "./demo-products.ts";
import { call, insert, insertRow, update } from "./requests.ts";
import { aProduct, aProductInSizes, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [admin, kofi] = await shop.signUpAll("owner", "customer");
await insert(shop, "products", DEMO_ROWS);

const find = async (query: string, client = shop.guest) =>
  (await call(client, "search_products", { query })).map(({ name }) => name);

const findArticles = async (query: string) =>
  (await call(shop.guest, "search_articles", { query })).map(({ name }) => name);

async function hints(query: string): Promise<FunctionRow<"search_hints">> {
  return (await shop.guest.rpc("search_hints", { query }).single().throwOnError()).data as never;
}

test("every known community word finds its product in the first five, nine in ten first", async () => {
  const missed: string[] = [];
  let firstCount = 0;
  for (const { typed, product } of queries) {
    const found = await find(typed);
    if (found[0] === product) firstCount += 1;
    if (!found.slice(0, 5).includes(product)) missed.push(`${typed}: ${found.slice(0, 5).join(", ")}`);
  }
  expect(missed).toEqual([]);
  expect(firstCount / queries.length).toBeGreaterThanOrEqual(0.9);
});

test("a product of that kind ranks before products made for it", async () => {
  const rice = ["Long Grain Parboiled Rice", "Ofada Rice"];
  for (const query of ["rice", "arroz", "riz", "diri"]) {
    expect([query, (await find(query)).slice(0, 2).toSorted()]).toEqual([query, rice]);
  }
  expect((await find("rice")).slice(0, 5)).toContain("Jollof Rice Seasoning");
  expect((await find("white rice"))[0]).toBe("Long Grain Parboiled Rice");
  expect((await find("chicken"))[0]).toBe("Stewing Hen, Cut (Hard Chicken)");
});

test("brand names and kitchen words find the right products, and questions about payment none", async () => {
  expect((await find("peak milk"))[0]).toBe("Evaporated Milk");
  expect((await find("coke"))[0]).toBe("Grapefruit Soda");
  expect((await find("krevet"))[0]).toBe("Shell-On Shrimp (Frozen)");
  expect((await find("cubo"))[0]).toBe("Chicken Seasoning Cubes");
  for (const query of ["ebt", "snap", "gift card"]) expect([query, await find(query)]).toEqual([query, []]);
});

test("words of three letters and synonyms are never corrected", async () => {
  for (const query of ["xqb", "xop"]) {
    expect([query, await find(query)]).toEqual([query, []]);
    expect(await hints(query)).toMatchObject({ read_as: null, unknown: [query] });
  }
  const data = await insertRow(admin, "search_synonyms", { words: ["ankaro", "garbanzo"] }, "id");
  expect(await find("ankaro")).toEqual([]);
  await admin.client.from("search_synonyms").delete().eq("id", data.id).throwOnError();
  expect(await find("ankaro")).toContain("Women's Off-Shoulder Ankara Maxi Dress");
});

test("letters of African languages match the letters that people type instead", async () => {
  const names: [name: string, ...typed: string[]][] = [
    ["Ɓula Ɗanwake Ƙosai Ƴaƴa", "bula", "danwake", "kosai", "yaya", "ɗanwake", "Ƙosai"],
    ["Fʊfʊ kɩlɩm Ǝlǝ Aʋa ɲama", "fufu kilim", "ele", "ava", "nama"],
    ["Ɖɔkunu ƒlɛ ɣalɛnya ŋutsu", "dokunu", "fle", "galenya", "nutsu", "ɖɔkunu"],
    ["Ọ̀gẹ̀dẹ̀ Ṣàpẹ̀ ẁàrà", "ogede", "sape wara"],
    ["Kwadʼɛ ꞌasi Mʉkene ȁɽi", "kwade", "asi", "mukene", "ari"],
    ["Smørbrød Straße þorskur Œuvre", "smorbrod", "strasse", "thorskur", "oeuvre"],
  ];
  for (const [name, ...typed] of names) {
    await aProduct(shop, { name });
    for (const query of typed) expect([query, await find(query)]).toEqual([query, expect.arrayContaining([name])]);
  }
});

test("names in other scripts are found whole, by their beginning, and with any diacritics", async () => {
  const names: [name: string, ...typed: string[]][] = [
    ["የበርበሬ ቅመም", "በርበሬ", "ቅመም", "የበር", "ቅመም፣ የበርበሬ"],
    ["شاي أخضر", "شاي", "اخضر", "شَاي"],
    ["Гречка Ядрица", "гречка", "ЯДРИЦА", "греч"],
    ["茉莉花茶", "茉莉", "花茶", "茶"],
    ["हल्दी पाउडर", "हल्दी", "पाउडर"],
    ["ชาไทย", "ชาไทย"],
    ["ログリッチ茶碗", "茶碗"],
  ];
  for (const [name, ...typed] of names) {
    await aProduct(shop, { name });
    for (const query of typed) {
      expect([query, await find(query)]).toEqual([query, expect.arrayContaining([name])]);
      const address = normalizeSearch(query) ?? "";
      expect([address, await find(address)]).toEqual([address, expect.arrayContaining([name])]);
      expect(await hints(query)).toMatchObject({ unknown: [] });
    }
  }
});

test("every Latin letter folds to a to z, and search URLs fold like the query", async () => {
  // Capitals that came with Unicode 16 are unknown to PostgreSQL 17.
  const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => /[\p{L}\p{N}]/u.test(letter) && !/[\u1c89\ua7cb-\ua7dc]/.test(letter),
  );
  const texts = characters.map((letter) => `x${letter}y ${letter}`);
  const rows = await shop.database.admin<{ direct: string; addressed: string; folded: string }[]>`
    select private.search_text(typed.text) as direct, private.search_text(typed.address) as addressed,
      private.fold_text(typed.letter) as folded
    from unnest(${texts}::text[], ${texts.map((text) => normalizeSearch(text) ?? "")}::text[], ${characters}::text[])
      with ordinality as typed (text, address, letter, place)
    order by place`;
  expect(rows.filter(({ direct, addressed }) => direct !== addressed)).toEqual([]);
  const isWord = (letter: string) =>
    /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}]/u.test(letter) && !/[\u2100-\u2bff\ufc5e-\ufc63\ufe70-\ufe7f]/.test(letter);
  const lost = characters.filter((letter, place) => isWord(letter) && /x y|^$/.test(rows[place]?.direct ?? ""));
  expect(lost).toEqual([]);
  const unfolded = [
    ..."ƁƂƇƊƐƑƓƔƘƝƤƬƮƱƲƳɑɓɖɗɛɔəǝƒɠɣɦɩɨƙŋɲɽʃʈʉʊʋⱱƴʒɖȡɂꞌʼɗʌɟĸɬɮøđħłŧ".normalize("NFC").replaceAll(/[ɂꞌʼɮ]/gu, ""),
  ].filter((letter) => !/^[a-z]+$/.test(rows[characters.indexOf(letter)]?.folded ?? ""));
  expect(unfolded).toEqual([]);
});

/** Returns seeded random numbers, so that every run has the same typos. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % sides;
  };
}

/** Makes a typo: a letter left out, doubled, swapped with the next one, or replaced. */
function mistype(word: string, roll: (sides: number) => number): string {
  const at = 1 + roll(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return [
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    before + "aeioulrstn".charAt(roll(10)) + after,
  ][roll(4)] as string;
}

test("97 % of names with one wrong letter are still found", async () => {
  const roll = createDice(7);
  const missed: string[] = [];
  let count = 0;
  for (const { name } of DEMO_PRODUCTS) {
    for (const word of name.replaceAll(/[^\p{L}' -]/gu, "").split(/[ -]/)) {
      if (word.length < 5) continue;
      const typed = mistype(word, roll);
      if (typed === word) continue;
      count += 1;
      const found = await find(typed);
      if (!found.includes(name)) missed.push(`${typed}: ${name}`);
    }
  }
  expect(count).toBeGreaterThan(200);
  expect(missed.length / count, missed.join("\n")).toBeLessThanOrEqual(0.03);
});

test("accents, plurals, capitals, and joined or split words make no difference", async () => {
  for (const [first = "", ...others] of [
    ["plantain", "PLANTAINS", "plántain"],
    ["stockfish", "stock fish", "Stock-Fish"],
    ["puff puff", "puffpuff", "puff-puffs"],
  ]) {
    const found = await find(first);
    expect(found.length).toBeGreaterThan(0);
    for (const other of others) expect([other, (await find(other))[0]]).toEqual([other, found[0]]);
  }
});

test("query words have any order, a measurement filters, and stop words are ignored", async () => {
  expect((await find("fish smoked"))[0]).toBe((await find("smoked fish"))[0]);
  expect(await find("rice 20 lb")).toEqual(["Long Grain Parboiled Rice"]);
  expect(await find("20lb of rice")).toEqual(["Long Grain Parboiled Rice"]);
  expect(await find("rice 20 pounds")).toEqual(["Long Grain Parboiled Rice"]);
});

test("category words, ingredients, and descriptions find products, after matching names", async () => {
  expect((await find("snacks")).length).toBeGreaterThan(3);
  const oil = await aProduct(shop, { name: "Zebra Brand Chilli Oil" });
  await update(shop, "products", { id: oil.id }, { ingredients: "quokkaroot" });
  const root = await aProduct(shop, { name: "Quokkaroot, Fresh" });
  expect(await find("quokkaroot")).toEqual([root.name, oil.name]);
});

test("a search ranks synonyms and beginnings of words as one scan of all products would", async () => {
  const typed = new Set(queries.flatMap(({ typed }) => Array.from(typed, (_, end) => typed.slice(0, end + 1))));
  const different = await shop.database.admin<{ typed: string; ranked: string[]; expected: string[] }[]>`
    select each.typed, ranked.product_ids as ranked, one.product_ids as expected
    from unnest(${[...typed]}::text[]) as each (typed)
    cross join (values (false), (true)) as doubt (is_doubted)
    cross join lateral private.read_search(each.typed, doubt.is_doubted) as parsed
    cross join lateral private.rank_products(parsed.exact, parsed.loose, parsed.key, parsed.head, 200) as ranked
    cross join lateral (
      select array_agg(found.product_id) as product_ids, min(found.class) as best_class
      from (
        select document.product_id, rank.class
        from private.search_documents as document
        cross join lateral (
          select case
            when document.name_terms @@ parsed.exact then 1
            when document.alternate_terms @@ parsed.exact then 2
            when document.synonym_terms @@ parsed.exact then 3
            when document.name_terms @@ parsed.loose then 4
            when document.alternate_terms @@ parsed.loose then 5
            when document.synonym_terms @@ parsed.loose then 6
            when document.text_terms @@ parsed.exact then 7
            else 8
          end as class
        ) as rank
        where document.text_terms @@ parsed.loose
        order by rank.class, parsed.key = any (document.keys) desc, parsed.head = any (document.heads) desc,
          document.is_sold_out, document.sold_count desc, document.word_count, document.price, document.product_id
      ) as found
    ) as one
    where numnode(parsed.loose) > 0
      and (ranked.product_ids, ranked.best_class) is distinct from (one.product_ids, one.best_class)`;
  expect([...different]).toEqual([]);
});

const aMix = (letter: string) => aProduct(shop, { name: `Wazobia Mix ${letter}` });

test("available products rank before sold-out ones", async () => {
  const [first, second] = [await aMix("A"), await aMix("B")];
  expect(await find("wazobia")).toEqual([first.name, second.name]);
  await update(shop, "products", { id: first.id }, { availability: "sold_out" });
  expect(await find("wazobia")).toEqual([second.name, first.name]);
});

test("a hidden product is not found, and a new name is found at once", async () => {
  const product = await aProduct(shop, { name: "Okpeye Beads" });
  const set = (row: object) => shop.data.service.from("products").update(row).eq("id", product.id).throwOnError();
  expect(await find("okpeye")).toEqual(["Okpeye Beads"]);
  await set({ name: "Ugwulu Beads" });
  expect(await find("ugwulu")).toEqual(["Ugwulu Beads"]);
  await set({ archived_at: new Date().toISOString() });
  expect(await find("ugwulu", admin.client)).toEqual([]);
  for (const typed of ["ugwu", "ugwullu", "ugwalu"]) expect(JSON.stringify(await hints(typed))).not.toContain("ugwulu");
  await set({ archived_at: null });
  expect(await find("ugwulu")).toEqual(["Ugwulu Beads"]);
});

test("the owner's synonyms apply from saving until deletion", async () => {
  const product = await aProduct(shop, { name: "Tatashe Paste" });
  const data = await insertRow(admin, "search_synonyms", { words: ["tatashe", "red bell zing"] }, "id");
  expect(await find("redbell zing")).toEqual([product.name]);
  await update(admin, "search_synonyms", { id: data.id }, { words: ["tatashe", "zangzang"] });
  expect(await find("zangzang")).toEqual([product.name]);
  await admin.client.from("search_synonyms").delete().eq("id", data.id).throwOnError();
  expect(await find("zangzang")).toEqual([]);
});

test("the store begins with 150 groups of synonyms, each of two words at least", async () => {
  expect((await admin.client.from("search_synonyms").select("id")).data?.length).toBeGreaterThanOrEqual(150);
  expect((await admin.client.from("search_synonyms").insert({ words: ["alone"] })).error?.code).toBe("23514");
});

test("a word longer than every known word is not looked up as a typo, even if it was shorter when typed", async () => {
  const { admin: sql } = shop.database;
  // A ligature of three letters.
  const endless = "ﬃ".repeat(100);
  const counts = await sql`
    select cardinality(private.spelling_deletions(private.search_text(typed))) as count
    from unnest(${[endless, "x".repeat(100), "plantains"]}::text[]) as typed`;
  expect(counts.map(({ count }) => count)).toEqual([0, 0, 1 + 9 + 36]);
  expect(await find(endless)).toEqual([]);
  expect(await find(`plantain ${endless}`)).toEqual(await find("plantain"));
  // Two extra letters in a word of 24.
  await aProduct(shop, { name: "Abcdefghijklmnopqrstuvwx" });
  expect(await find("abcdefghijjklmnopqrsttuvwx")).toEqual(["Abcdefghijklmnopqrstuvwx"]);
});

test("a corrected word and an unknown word are reported, each with suggestions", async () => {
  expect(await hints("plantian")).toMatchObject({ read_as: "plantain", unknown: [] });
  const { unknown, nearest } = await hints("plaxqyz");
  expect(unknown).toEqual(["plaxqyz"]);
  expect(nearest).toContain("plantain");
  expect(await hints("xqyz")).toEqual({ read_as: null, unknown: ["xqyz"], nearest: [] });
});

test("without a name that matches all words, names that match some are shown", async () => {
  expect((await find("blue rice"))[0]).toMatch(/Rice/);
  expect((await find("rice xqyzw")).length).toBeGreaterThan(0);
});

test("any input is treated as plain words", async () => {
  const signs = ["", "   ", "'", "'':*", "a & b | !c", "\\", "((", "%", "of the", "😀", "yam:A <-> rice"];
  for (const typed of [...signs, "x".repeat(5000)]) {
    const { error } = await shop.guest.rpc("search_products", { query: typed }).select("id");
    expect([typed, error]).toEqual([typed, null]);
    expect([typed, (await shop.guest.rpc("search_hints", { query: typed })).error]).toEqual([typed, null]);
  }
});

test("a product is found by its current sizes", async () => {
  const gown = await aProductInSizes(shop, { name: "Quilombo Gown" }, [{ label: "M" }, { label: "XXL" }]);
  const robe = await aProductInSizes(shop, { name: "Quilombo Robe" }, [{ label: "L" }, { label: "20 lb" }]);
  expect(await find("quilombo xxl")).toEqual([gown.name]);
  expect((await find("quilombo l"))[0]).toBe(robe.name);
  expect(await find("20lb quilombo")).toEqual([robe.name]);
  await shop.data.service.from("product_sizes").delete().eq("product_id", gown.id).throwOnError();
  expect(await find("quilombo m")).not.toContain(gown.name);
});

test("articles are found by words, title matches first, and by the beginning of a title word", async () => {
  await insert(shop, "blog_post", [
    { name: "A Week of Soups", short_introduction: "Seven pots.", description1: "On Friday, ogbono." },
    { name: "Ogbono, Step by Step", short_introduction: "One pot.", description1: "Draw it well." },
  ]);
  for (const query of ["ogbono", "ogbonno", "apon"]) {
    expect([query, (await findArticles(query))[0]]).toEqual([query, "Ogbono, Step by Step"]);
  }
  expect((await findArticles("ogbono")).toSorted()).toEqual(["A Week of Soups", "Ogbono, Step by Step"]);
  expect(await findArticles("ogbo")).toEqual(["Ogbono, Step by Step"]);
});

test("zero-result searches are counted anonymously", async () => {
  await call(shop.guest, "record_zero_result_search", { query: "Xylo Zzphq" });
  await call(kofi, "record_zero_result_search", { query: "xylo  zzphq!" });
  for (const query of ["plantain", "x", "  ", null]) await call(shop.guest, "record_zero_result_search", { query });
  const { data } = await admin.client.from("zero_result_searches").select("words, search_count");
  expect(data).toEqual([{ words: "xylo zzphq", search_count: 2 }]);
});

test("many new words in a day close the list of zero-result searches for nobody", async () => {
  await shop.database.admin`
    insert into zero_result_searches (month, words)
    select date_trunc('month', current_date)::date, 'flood ' || number from generate_series(1, 250) as number
    on conflict do nothing`;
  await call(shop.guest, "record_zero_result_search", { query: "Qwertz Zzphqx" });
  const { data } = await admin.client.from("zero_result_searches").select("words").like("words", "qwertz%");
  expect(data).toHaveLength(1);
  await shop.database.admin`delete from zero_result_searches where words like 'flood %' or words like 'qwertz%'`;
});

test("a word of an article is known from its publication until the article is unpublished", async () => {
  const article = { name: "Zanthoxylum", short_introduction: "Uzazawords", img1: "", publish_at: null };
  const data = await insertRow(admin, "blog_post", article, "id");
  const known = async (words: string) => {
    const { unknown, nearest, read_as } = await hints(words);
    return [unknown.length === 0, nearest, read_as];
  };
  const guess = () => Promise.all(["zanthoxylum", "zanthox", "uzazawords"].map(known));
  expect(await guess()).toEqual(Array(3).fill([false, [], null]));
  await shop.database.admin`update blog_post set publish_at = now() + interval '1 hour' where id = ${data.id}`;
  expect(await guess()).toEqual(Array(3).fill([false, [], null]));
  // The publication time arrives.
  await shop.withoutTriggers`update blog_post set publish_at = now() - interval '1 second' where id = ${data.id}`;
  await shop.withoutTriggers`update private.last_published set published_until = now() - interval '1 minute'`;
  await shop.database.admin`select public.publish_due_articles()`;
  expect((await known("uzazawords"))[0]).toBe(true);
  expect(await findArticles("zanthoxylum")).toEqual(["Zanthoxylum"]);
});

test("made-up words of one client do not fill the zero-result list", async () => {
  const admin_ = shop.database.admin;
  await admin_`delete from zero_result_searches`;
  await admin_`
    insert into zero_result_searches (month, words, search_count, first_day)
    select date_trunc('month', now())::date, 'real words ' || n, case when n = 1 then 1 else 5 end, current_date - 1
    from generate_series(1, 2000) as n`;
  for (let place = 0; place < 205; place += 1) {
    await call(shop.guest, "record_zero_result_search", { query: `qx${place} zzyqx` });
  }
  const [counted] = await admin_<{ real: number; all: number }[]>`
    select count(*) filter (where words like 'real words%')::int as real, count(*)::int as all from zero_result_searches`;
  // Words searched once were removed to make room; today's words replace each other.
  expect(counted).toEqual({ real: 1999, all: 2000 });
  await admin_`delete from zero_result_searches`;
});
