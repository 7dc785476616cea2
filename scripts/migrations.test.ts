import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test.for(["packages/data-service/database/schema", "supabase/migrations"])(
  "every file of %s has a unique number, because only one per number is applied",
  (folder) => {
    const numbers = readdirSync(join(ROOT, folder)).map((file) => file.split("_", 1)[0]);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  },
);

/** Migrations that stores have applied, with the SHA-256 of their text. Add each new migration. */
const APPLIED: Readonly<Record<string, string>> = {
  "20261206020100_language_on_cards.sql": "a3169b57681f909ab13d089c9a83e1ca11c5d0c665a71cc5ea1b8110a7f68fc1",
  "20261206010400_fast_translations.sql": "96140e14fbeaad38c3aa81e2afad97d8e404d25fde85ff4b10989322736c1937",
  "20261206010300_translated_orders.sql": "20f410a9b360e0bf89da7cd64b925b402ad27eca007fd4cda97948c06f733c17",
  "20261206020000_consents_in_languages.sql": "377a9eb4d61ea2428d839f2b3cc5e7a2d54faf5f3a6024356c278656c418b3f1",
  "20261206010200_translated_search.sql": "3199b9add4ac503cc3a71be014fc608d84e0117f3153500200675144f73c8f71",
  "20261206010100_translations_by_the_server.sql": "3defd6ab035a5a102b1aa56019f1a5e017a14d77affd9763f6114ad019ba1d92",
  "20261206010000_content_translations.sql": "bf7883745041fb17a55aca1e5886ac1cec243d96e23a960d842f967b467e4d01",
  "20261205030000_languages.sql": "d638bb12867437c4ebaa01530951d9bdeaa403c6f936d8fff89abe5310001b71",
  "20261205012000_unpaid_packers.sql": "5fabf59b6c8dfac8065ff88d022ca0f7da09bc9c128f8134ffbd9cebc24ff8c2",
  "20261205011000_ebt_of_lines.sql": "05f169c62abb2f14bc923df84b7f300fd84fb3fa8a3c26b0cf32c9451f41d5b8",
  "20261205020500_brands.sql": "4b17e1c1466ef738f0ae58acfbab503eec84f49c25d3dfae21003834952f7d3a",
  "20261205020400_delivery_areas.sql": "86a0bfd45723ac28cc2a30f3d58c6eab7189c2225a13fa5f64eb353be1dcbc07",
  "20261205020300_text_floods.sql": "7339aeba8f47dda3ef6eab50f29aa7bf3584eb7bb7e1114a931043d707ffc9c1",
  "20261205020200_newer_runs.sql": "6072e9527f2b792b57d7232f74c82f9204ee07dde01101894d67f9f9e77b4a83",
  "20261205020100_recorded_questions.sql": "a4d6e55e673dde147d88aa9a008591929516e4555f42539dbf73f1b390287415",
  "20261205020000_delivery_photos.sql": "1b269720390dc398a644b552889ab706dd34cde8cc95e1b78aeeeafa8f498983",
  "20261205010000_unpaid_changes.sql": "65bfc138b55f54129c5c8380a3c42eda2d9457d10c20d2cb03f7ab207d0c76a8",
  "20261204070000_import_ids_in_order.sql": "b0340ddbda34767b20cb0879fdde1a74257dd5a21805197f49b087e997272df4",
  "20261204060000_driver_runs.sql": "8f7fda0fab24d8ca3be4e12af68c852a5c3cbb1dc6a8d74a5f9dfe25e669b980",
  "20261204050000_weigh_before_ordering.sql": "fdcc0821f1c1bcde1916834bab4c8ae44c99805b319e50df57d67eba5cbbbc5a",
  "20261128000000_baseline.sql": "d24391c837364a40f8f6d396286cf6b62838858a2274627c8d609e163ea05cec",
  "20261129000000_push_subscriptions.sql": "5ccd33602dd583fbc2a8f6873a9f2ef3f77c9450fe30afa8d8b508a28fcf5627",
  "20261130020000_customers.sql": "8d0800a60727c4dd12e7daf3143a26e3ed69a516a3d23eb5dec0228702e8ec65",
  "20261130010000_order_search.sql": "2f234d618f8d33896b5e550da9929098a040382b648df5b18ad32e4732a70635",
  "20261130030000_product_table.sql": "b89f6a517d815d89e241331af531f05cbdf66039a9aa478dca7b4782c9ded11b",
  "20261201040000_more_synonyms.sql": "1b51b573337e424018e3540f2b670157ce2f80c15eabfa3a6fc458c4de1954ac",
  "20261201010000_product_identifiers.sql": "840cb6459ec58f9f420baa988b7226515bf88f46dc88c9999fb3b3e1615359bf",
  "20261201020000_window_capacities.sql": "320c66a20a34e0095b88a42b39cc87cca6f342e9fa7ed969df1b5a8f5a511f16",
  "20261201020100_staff_as_customers.sql": "b0b33bdd5febd3f5a2923c49e4867ba1f60ca7c7ab41c7de02cc6d871414d95e",
  "20261201020200_status_in_messages.sql": "8cd484ce1217a5d4c5bacf4e42849a433492ad6e36e3e94f4b0eafb7637149bd",
  "20261201040010_store_metrics.sql": "da1a27941086c4e1dd0f59dc1389828df8ffbdfe16dcbc53c52e8979f4faabf5",
  "20261202030100_choice_groups.sql": "1cdf8c9b99980d341e69a148f1a20ac56aee1cae62387bbc95ab8855f5f4be7d",
  "20261203050000_sold_by_weight.sql": "7e97f012a069caff3c6793cbb760c1d073eaef36084e15b08d493de4850b7256",
  "20261202030000_short_window_locks.sql": "5b935c7b15d64035fbde963bb042c5ca01e039aa8ece090cd750b64f5a1d3265",
  "20261201030000_content_epoch.sql": "26ffd9672895a3e066f7e5350dd2db477261a12233b81ea9e3250b89584dc828",
  "20261202010000_refund_unmatched_payments.sql": "a7d35434b750a0ef6feb97c058e4be90d98cec7dba4538082f49064f2533400b",
  "20261202020000_stock_movements.sql": "d697c4a037c22f01743b19616d953f475bc0a5ad701fb884db9c39d11819555f",
  "20261202020100_batches.sql": "e11273a8b39ded613c272f289d98d6cef3ac158625b6cf46c2b55da632e6d103",
  "20261202020200_purchases.sql": "86bd1e757b7b3afcdd762a735f8b495547509358388ddd39e50881e7454af78e",
  "20261202020300_stock_reports.sql": "c84444c7ee76c195ccae2ad9600fad7a4cd32829b2bbd42dad9d10d3a3b86031",
  "20261203020000_product_feeds.sql": "d821ad2c771ec62ff89a10d473649b7b2093b4b195ee5f719f4cc8f0f06bb01f",
  "20261203055900_hold_reports.sql": "b7d9dfd9c1a6252bda9d4930b16641e8a2984fde385889d7d9dccf8083d8499d",
  "20261203040000_card_holds.sql": "897024200badb761227a000f4bbd2901eb5db4e700526bff4780e9893f5729cc",
  "20261203010000_search_synonyms_first.sql": "af3ba7ec3e1f278b964a9e1f24ddd77b49b283b5c7e0f61dc798a814004d19c8",
  "20261203020100_back_in_stock.sql": "1de7fcacfd4530d0bc72427264a5229009c50b3b98abf23a1ecaf405ae5a38f0",
  "20261203020200_short_feed_lists.sql": "2cc159962d5ad1003c959bce917eeffee5dc7edd31fbc6b8e5a82b797a1af5bf",
  "20261203010100_search_key_of_readings.sql": "f98244af04a6f5b508892116948cb353c70eda788e33ba26345911a65668bf89",
  "20261204010000_pay_in_store.sql": "4da5ead1595c6cf72b53cfbda5052221cd89744cd8a6a9f96749d77bf204661e",
  "20261204020000_snap_eligibility.sql": "c6475e8608b3e81c2e3346278436c8f99db3a4346f00ae7dc355b91a437f19a1",
  "20261204059000_snap_eligible_attributes.sql": "74aa111c424f61ec469e68d221307a48359d136c1c0da76485279a7303a5d022",
  "20261204030000_order_texts.sql": "f9771f246661cb53e1845ad947dd300890142902e85ac1bbd6fd84d3ea99d3a4",
  "20261204010100_pay_in_store_links.sql": "7ce36f22230e03ad242556daaf0494de15ef0bcfeb4a745b15298b7eeb5ec21c",
  "20261204020100_snap_amounts.sql": "70ef3558b81aeccc850b2e03540934d62a9748414fc31385fea5ba62f200680f",
  "20261204030100_substitution_questions.sql": "21251b15f30670c77c71edf79b1057483f96942674440a0c2f4810bf8389e06f",
  "20261204059500_quantity_prices.sql": "491e7e7dcf587b7ed27cb649e88d9b4fa4b1612f2e6d7c4ee86044d68a9df439",
  "20261204010200_store_tenders.sql": "eabdf09c47ef03f5396fba09a058d2dac0472c4121fc2971787fd486a245a676",
  "20261204069000_tenders_in_emails.sql": "bf746176eb088d9bb8bdf1405e15a86d0f87fcff86a451415c5b8e15665516de",
  "20261207010000_import_reasons.sql": "616cc69328a2a38c3e115ed8230f23ef9ff6559385bb7eda0b9908709b439650",
  "20261207010100_exported_consents.sql": "abb7d6eecc94705dfeb5e9f0c69b0edce0b2ca4793591eccb4467f6051d85ec3",
  "20261207020000_plain_texts.sql": "5e704124aba74aaefa7f25b1a04810ae1365180c997df8fe519a61fd969d49d6",
};

const CONTRACT = /^-- contract: \S/m;

/** Returns the names that a migration drops or renames and does not create again. */
function removedNames(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, "").toLowerCase();
  const dropped = /\bdrop (table|view|materialized view|function|type|column)( if exists)? ([\w.]+)/g;
  const renamed = /\brename (column |constraint )?([\w.]+) to |\brename to ([\w.]+)/g;
  return [
    ...[...text.matchAll(dropped)]
      .filter(
        ([, kind, , name]) =>
          !text.includes(`create ${kind} ${name}`) && !text.includes(`create or replace ${kind} ${name}`),
      )
      .map(([, , , name = ""]) => name),
    ...[...text.matchAll(renamed)].map(([, , column, table]) => column ?? table ?? ""),
  ];
}

test.for([
  ["alter table public.orders drop column note;", ["note"]],
  ["alter table public.orders rename column note to remark;", ["note"]],
  ["alter table public.orders rename to purchases;", ["purchases"]],
  ["drop table if exists public.old_table;\ndrop view public.old_view;", ["public.old_table", "public.old_view"]],
  ["drop function public.quote(bigint);\ncreate function public.quote(bigint, text) returns text", []],
  ["drop index public.orders_created_at; -- drop table x", []],
  ["create trigger rename_customer after update on public.profiles", []],
] as const)("the migration %j removes %j", ([sql, names]) => {
  expect(removedNames(sql)).toEqual(names);
});

test("a migration that drops or renames what the previous version uses is marked as a contract", () => {
  const folder = join(ROOT, "supabase", "migrations");
  const unmarked = readdirSync(folder).flatMap((file) => {
    // The baseline creates all objects.
    if (file.endsWith("_baseline.sql")) return [];
    const sql = readFileSync(join(folder, file), "utf8");
    return CONTRACT.test(sql) ? [] : removedNames(sql).map((name) => `${file}: ${name}`);
  });
  expect(unmarked).toEqual([]);
});

test("an applied migration never changes, and each new one is listed", () => {
  const folder = join(ROOT, "supabase", "migrations");
  const found = Object.fromEntries(
    readdirSync(folder).map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]),
  );
  expect(found).toEqual(APPLIED);
});
