import { Client } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { openListener } from "./listener.ts";

test("a listener that ends while it connects leaves no connection open", async () => {
  const ignore = () => undefined;
  const url = inject("databaseUrl");
  await openListener(url, { channels: ["ended_early"], onMessage: ignore, onListening: ignore }).end();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const listOpen = () =>
    client.query("select 1 from pg_stat_activity where application_name = 'calabash listener: ended_early'");
  await expect.poll(async () => (await listOpen()).rowCount).toBe(0);
});
