import type { Amount } from "#app/values/amount.ts";
import { amountFromText, amountInWords } from "#app/values/amount-text.ts";
import { createShopData } from "#server/platform/shop-data.ts";
import { readEnvironment } from "#server/settings/environment.ts";
import { openShopForTools } from "./open-shop-for-tools.ts";

/**
 * `npm run amounts`: reads, once, an amount out of the size text of each product that has none, and tells what it read
 * and what it could not read; `-- write` saves what it read. The price of a unit needs it.
 */
interface Catalogue {
  list(): Promise<{ id: number; name: string; size: string }[]>;
  save(id: number, amount: Amount): Promise<void>;
  close(): Promise<void>;
}

const isWriting = process.argv[2] === "write";
const { supabase } = readEnvironment(process.env);
const catalogue = supabase ? openHosted(supabase) : await openLocal();
try {
  const products = await catalogue.list();
  const unread: string[] = [];
  for (const { id, name, size } of products) {
    const amount = amountFromText(size);
    if (!amount) {
      unread.push(`  ${name}: ${size || "(no size)"}`);
      continue;
    }
    if (isWriting) await catalogue.save(id, amount);
    console.log(`${name}: ${size} is ${amountInWords(amount)}`);
  }
  const readCount = products.length - unread.length;
  console.log(`\n${readCount} of ${products.length} sizes were read${isWriting ? " and saved" : ""}.`);
  if (unread.length > 0) console.log(`Not read; the pencil on the card can say it:\n${unread.join("\n")}`);
  if (!isWriting && readCount > 0)
    console.log("\nNothing was changed: `npm run amounts -- write` saves them.");
} finally {
  await catalogue.close();
}

async function openLocal(): Promise<Catalogue> {
  const { sql, close } = await openShopForTools();
  return {
    list: () => sql`
      select id::int, name, size from public.products where amount is null and archived_at is null order by id`,
    save: async (id, { value, unit }) => {
      await sql`update public.products set amount = ${value}, unit = ${unit} where id = ${id}`;
    },
    close,
  };
}

function openHosted(project: Parameters<typeof createShopData>[0]): Catalogue {
  const { service } = createShopData(project);
  return {
    list: async () => {
      const { data } = await service
        .from("products")
        .select("id, name, size")
        .is("amount", null)
        .is("archived_at", null)
        .order("id")
        .throwOnError();
      return data;
    },
    save: async (id, { value, unit }) => {
      await service.from("products").update({ amount: value, unit }).eq("id", id).throwOnError();
    },
    close: async () => undefined,
  };
}
