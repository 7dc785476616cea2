import { Hono } from "hono";
import type { ShopData } from "#server/shop-data.ts";

/** `/healthz`: the process answers. `/readyz`: the data service answers too, else 503. */
export function createHealthEndpoints({ data }: { data: ShopData }): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      const { error } = await data.public.from("content_version").select("version").single();
      return error ? c.json({ status: "the data service does not answer" }, 503) : c.json({ status: "ok" });
    });
}
