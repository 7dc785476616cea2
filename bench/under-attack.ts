import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@calabash/data-service/database";
import { createClient } from "@supabase/supabase-js";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { attacks, openClient } from "./attacks.ts";

/**
 * `npm run bench -- attack`: what another visitor notices of each attack, beside the same steps in the quiet minute
 * before it, and what the process holds afterwards. Fails above the lines.
 */
const ROUNDS = 5;
/** At least so long, past what an address may ask at once; between two rounds a customer looks at the page. */
const SECONDS = 14;
const PAUSE_MS = 200;
/** Node gives memory back when there is work: so often somebody goes on shopping before it is looked at. */
const SETTLE_ROUNDS = 2;
const MAX_TIMES_QUIET = 3;
const MAX_GROWTH = 1.2;
/** Below this a step is as quick as anybody can notice, and its ratio is noise. */
const MIN_MS = 25;

export async function measureAttacks(shop: BenchShop): Promise<void> {
  const { origin, keys, pid } = shop;
  // The limit for one person would end the measurement after thirty orders.
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench attack" });
  await sql`update private.limits set max_count = 1000000 where name = 'orders'`;
  await sql.end();
  const client = createClient(origin, keys.anonKey, { auth: { persistSession: false } });
  const email = `attacker-${Date.now()}@bench.example`;
  const { data } = await client.auth.signUp({ email, password: "long enough" });
  const target = { origin, anonKey: keys.anonKey, token: data.session?.access_token ?? "" };
  const { data: product } = await client.from("condiments").select("img1").limit(1).single().throwOnError();
  const picture = String(product.img1).replace("/object/public/", "/render/image/public/");
  const probe = await openClient(target);
  await medians(probe);
  // Between two collections it rises and falls by a fifth: one moment says little.
  const before: number[] = [];
  const quiet = await medians(probe, () => before.push(residentBytes(pid)));
  let isAbove = false;

  console.log("\nAnother visitor during an attack: times the quiet median (and its milliseconds)");
  for (const attack of attacks) {
    // In a process of its own, as it would be on a machine of its own; see there for its priority.
    const attacker = fork(join(import.meta.dirname, "attacker.ts"));
    attacker.send({ name: attack.name, target, picture });
    const during = await medians(probe);
    attacker.send("over");
    const [answers] = (await once(attacker, "message")) as [Record<string, number>];
    await once(attacker, "exit");
    const line = Object.entries(during).map(([step, ms]) => {
      const times = Math.max(ms, MIN_MS) / Math.max(quiet[step] ?? 0, MIN_MS);
      if (times > MAX_TIMES_QUIET) isAbove = true;
      return `${step} ${times.toFixed(1)} (${ms.toFixed(0)})`;
    });
    console.log(
      `  ${attack.name.padEnd(58)} ${line.join("   ")}   [${Object.entries(answers)
        .map(([status, count]) => `${count} × ${status === "0" ? "cut" : status}`)
        .join(", ")}] ${(residentBytes(pid) / 1e6).toFixed(0)} MB`,
    );
  }
  for (let round = 1; round < SETTLE_ROUNDS; round += 1) await medians(probe);
  const afterwards: number[] = [];
  await medians(probe, () => afterwards.push(residentBytes(pid)));
  const memory = median(before);
  const grown = median(afterwards) / memory;
  if (grown > MAX_GROWTH) isAbove = true;
  console.log(`  memory afterwards: ${grown.toFixed(2)} times what it was (${(memory / 1e6).toFixed(0)} MB)`);
  if (isAbove) process.exitCode = 1;
}

/** @param onRound called after each round of the steps */
async function medians(
  steps: Record<string, () => Promise<number>>,
  onRound: () => void = () => undefined,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  const endsAt = performance.now() + SECONDS * 1000;
  for (let round = 0; round < ROUNDS || performance.now() < endsAt; round += 1) {
    await wait(PAUSE_MS);
    for (const [step, ask] of Object.entries(steps)) {
      const startedAt = performance.now();
      const status = await ask();
      if (status !== 200) throw new Error(`${step} was answered with ${status}.`);
      times[step] = [...(times[step] ?? []), performance.now() - startedAt];
    }
    onRound();
  }
  return Object.fromEntries(Object.entries(times).map(([step, all]) => [step, median(all)]));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function residentBytes(pid: number): number {
  if (process.platform !== "linux") {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}
