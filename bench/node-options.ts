import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { compare, measureWork, withCpu } from "./measure.ts";

/** No more than the store renders at once for one client. */
const HANDS = 2;

/**
 * `npm run bench -- node-options`: compares the store, started with the options of `scripts/memory-settings.json`, with
 * the same store started with other options of Node (`--node-options=--optimize-for-size`): a list of 18 rows, and a
 * search page that is not cached.
 */
export async function compareNodeOptions(shop: BenchShop, nodeOptions: string[]): Promise<void> {
  const other = await openBenchShop({}, { nodeFlags: nodeOptions });
  try {
    await other.hasPictures;
    for (const [name, open] of Object.entries({ "Reading 18 rows": openRows, "Rendering a search page": openSearch })) {
      const [ours, others] = [shop, other].map((each) => {
        const work = open(each);
        return () => withCpu(each, () => measureWork(work, HANDS));
      });
      if (ours && others) await compare(name, ours, nodeOptions.join(" "), others);
    }
  } finally {
    await other.close();
  }
}

function openRows({ origin, keys }: BenchShop): () => Promise<void> {
  return () => read(`${origin}/rest/v1/products?select=*&order=id&limit=18`, { apikey: keys.anonKey });
}

function openSearch({ origin }: BenchShop): () => Promise<void> {
  let turn = 0;
  return () => {
    turn += 1;
    // The number makes the page a new one; no product has it, so the words before it decide what is found.
    return read(`${origin}/search?q=${encodeURIComponent(`${queries[turn % queries.length]?.typed} ${turn}`)}`, {});
  };
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
