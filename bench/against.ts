import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@calabash/data-service/database";
import { extract } from "tar";
import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { git } from "#scripts/test-environment/previous-release.ts";
import { compare, measureWork, withCpu } from "./measure.ts";
import { buy, buyAtOnce, prepareBuyers, SHOPPERS } from "./purchases.ts";
import { refresh } from "./sign-ins.ts";

/** Compares whole purchases and refreshes of sessions with another commit, whose own client buys there. */
export async function compareWithCommit(shop: BenchShop, commit: string): Promise<void> {
  const folder = prepareCommit(commit);
  const other = await openBenchShop({}, { program: join(folder, "server", "main.ts") });
  const { buy: buyThere } = await import(join(folder, "bench", "purchases.ts"));
  const here = await openClient(shop);
  const there = await openClient(other);
  const compareThem = (name: string, ours: typeof buyAtOnce, theirs: typeof buyAtOnce) =>
    compare(`${name}, ${SHOPPERS} shoppers at once`, here(ours), `commit ${commit}`, there(theirs));
  // First, because PostgreSQL vacuums for a while after many purchases.
  await compareThem("Refreshing a session", refresh, refresh);
  await compareThem("Whole purchases in one call, POST /api/order", buyAtOnce, buyThere);
  await compareThem("Whole purchases in two calls, as the page", buy, buyThere);
  await other.close();
}

/** Returns a function that measures what shoppers of the store do. */
async function openClient(shop: BenchShop) {
  await shop.hasPictures;
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  const { nextShopper, product } = await prepareBuyers(shop, sql);
  await sql.end();
  return (work: typeof buyAtOnce) => () =>
    withCpu(shop, () => measureWork((hand) => work(shop, nextShopper(hand), product), SHOPPERS));
}

/**
 * Installs and builds a commit in a folder of this machine, once.
 * @param name commit, branch, or tag
 * @returns the folder, whose `server/main.ts` starts the store
 */
function prepareCommit(name: string): string {
  const commit = git("rev-parse", "--verify", `${name}^{commit}`).trim();
  const folder = join(tmpdir(), `calabash-commit-${commit.slice(0, 12)}`);
  if (existsSync(join(folder, "build", "server"))) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished);
  const archive = join(unfinished, "commit.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  extract({ file: archive, cwd: unfinished, sync: true });
  rmSync(archive);
  console.log(`Installing and building ${commit.slice(0, 12)} in ${folder}`);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: unfinished, stdio: ["ignore", "ignore", "inherit"] });
  run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
  run(process.execPath, "scripts/build.ts");
  renameSync(unfinished, folder);
  return folder;
}
