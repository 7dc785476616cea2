import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { attacks, openClient } from "./attacks.ts";
import { median } from "./measure.ts";

/**
 * `npm run bench -- attack`: compares another customer's response times during each attack with those before it, and
 * the server's memory after the attacks with that before them. Exits with 1 above `MAX_TIMES_QUIET` or `MAX_GROWTH`.
 */
const ROUNDS = 5;
/** Minimum seconds per measurement, long enough for the attack to exceed the request limit. */
const SECONDS = 14;
/** Pause between two rounds, like a customer who looks at the page. */
const PAUSE_MS = 200;
/** Node releases memory only while it works, so repeat the steps this many times and measure memory in the last. */
const SETTLE_ROUNDS = 2;
const MAX_TIMES_QUIET = 3;
const MAX_GROWTH = 1.2;
/** Shorter times count as this: customers do not notice the difference, and the ratio would be noise. */
const MIN_MS = 25;

export async function measureAttacks(shop: BenchShop): Promise<void> {
  const { origin, keys, pid } = shop;
  const client = createClient(origin, keys.anonKey, { auth: { persistSession: false } });
  const email = `attacker-${Date.now()}@bench.example`;
  const { data } = await client.auth.signUp({ email, password: "long enough" });
  const target = { origin, anonKey: keys.anonKey, token: data.session?.access_token ?? "" };
  const { data: product } = await client.from("condiments").select("img1").limit(1).single().throwOnError();
  const picture = String(product.img1).replace("/object/public/", "/render/image/public/");
  const probe = await openClient(target);
  await medians(probe);
  // Memory varies by a fifth between garbage collections, so use the median of many values.
  const before: number[] = [];
  const quiet = await medians(probe, () => before.push(residentBytes(pid)));
  let isAbove = false;

  console.log(
    "\nAnother customer during an attack: median relative to before (and in ms), [responses by status], server memory",
  );
  for (const attack of attacks) {
    // A separate process, as if the attacker had a machine of their own; attacker.ts lowers its priority.
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
        .map(([status, count]) => `${count} × ${status === "0" ? "closed" : status}`)
        .join(", ")}] ${(residentBytes(pid) / 1e6).toFixed(0)} MB`,
    );
  }
  for (let round = 1; round < SETTLE_ROUNDS; round += 1) await medians(probe);
  const afterwards: number[] = [];
  await medians(probe, () => afterwards.push(residentBytes(pid)));
  const memory = median(before);
  const grown = median(afterwards) / memory;
  if (grown > MAX_GROWTH) isAbove = true;
  console.log(
    `  memory afterwards: ${grown.toFixed(2)} times that before the attacks (${(memory / 1e6).toFixed(0)} MB)`,
  );
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
      if (status !== 200) throw new Error(`${step} returned ${status}.`);
      times[step] = [...(times[step] ?? []), performance.now() - startedAt];
    }
    onRound();
  }
  return Object.fromEntries(Object.entries(times).map(([step, all]) => [step, median(all)]));
}

function residentBytes(pid: number): number {
  if (process.platform !== "linux") {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}
