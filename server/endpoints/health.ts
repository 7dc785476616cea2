import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { RETRY_AFTER_SECONDS } from "#server/base/unavailable.ts";
import { VERSION } from "#server/base/version.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { Drain } from "#server/http/drain.ts";

/** Health checkers time out soon after this. */
const READY_MS = 1_500;

/**
 * `/healthz` returns 200 and the store's version while the process responds. `/readyz` returns 200 if the data service
 * responds, too, and the process is not stopping; else 503 with `Retry-After`, within two seconds even if the database
 * hangs.
 */
export function createHealthEndpoints({ data, drain }: { data: ShopData; drain: Pick<Drain, "isDraining"> }): Hono {
  let pending: Promise<boolean> | null = null;

  async function isReady(): Promise<boolean> {
    // Concurrent checks share one query, so that they do not pile up.
    pending ??= Promise.resolve(data.public.from("content_version").select("version").single())
      .then(({ error }) => error === null)
      .finally(() => {
        pending = null;
      });
    const patience = new AbortController();
    const late = delay(READY_MS, false, { signal: patience.signal, ref: false }).catch(() => false);
    return Promise.race([pending, late]).finally(() => patience.abort());
  }

  return new Hono()
    .get("/healthz", (c) => c.json({ status: "ok", version: VERSION }))
    .get("/readyz", async (c) => {
      if (drain.isDraining()) return c.json({ status: "closing" }, 503, { "retry-after": String(RETRY_AFTER_SECONDS) });
      if (await isReady()) return c.json({ status: "ok" });
      return c.json({ status: "the data service does not respond" }, 503, {
        "retry-after": String(RETRY_AFTER_SECONDS),
      });
    });
}
