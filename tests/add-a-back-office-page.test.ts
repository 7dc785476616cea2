import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import type * as DeskPages from "#app/features/desk-frame/desk-pages.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { blockOf, patched, readGuide } from "./guide-blocks.ts";
import { aPaidOrder } from "./paying.ts";
import { aProduct, openShopForTest } from "./running-shop.ts";

/** Follows docs/how-to/add-a-back-office-page.md by running its code blocks. */
const ROOT = join(import.meta.dirname, "..");
const [FUNCTION, PAGE, , MENU] = readGuide("add-a-back-office-page");

interface ReportModule {
  listCancellations: (data: BrowserData, range: { from: string; to: string }) => Promise<object[]>;
  CancellationsReport: FunctionComponent<{ days: object[] }>;
}

/** Imports a text as a module of a folder of `app/`. */
async function importAs<Module>(folder: string, name: string, text: string): Promise<Module> {
  const own = join(ROOT, ".cache", `page-${randomUUID()}`);
  mkdirSync(own, { recursive: true });
  onTestFinished(() => rmSync(own, { recursive: true }));
  writeFileSync(join(own, name), text.replaceAll('"./', `"#app/${folder}/`));
  return (await import(pathToFileURL(join(own, name)).href)) as Module;
}

test("the guide's report shows the canceled orders of each day to managers", async () => {
  const shop = await openShopForTest({ script: blockOf(FUNCTION, "sql") });
  const [manager, ama] = await shop.signUpAll("manager", "customer");
  expect(patched("tests/access-matrix.test.ts", blockOf(FUNCTION, "diff"))).toContain("report_cancellations");
  const order = await aPaidOrder(shop, ama, await aProduct(shop, { name: "Puna Yam", price: 10 }));
  await manager.client.rpc("cancel_order", { order_id: order.id }).throwOnError();
  const [{ day } = { day: "" }] = await shop.database.admin<{ day: string }[]>`
    select (now() at time zone time_zone)::date::text as day from store_settings`;

  const range = { from: day, to: day };
  const report = await importAs<ReportModule>("features/reports", "report.tsx", blockOf(PAGE, "tsx"));
  const read = ({ client }: typeof ama) => report.listCancellations({ rest: client } as unknown as BrowserData, range);
  const days = await read(manager);
  expect(days).toEqual([{ day, orderCount: 1, totalCents: 1000 }]);
  expect(renderToStaticMarkup(createElement(report.CancellationsReport, { days }))).toContain(`${day}: 1, $10.00`);
  await expect(read(ama)).rejects.toThrow("permission denied");
});

test("the guide's menu entry makes the route, for the owner and managers", async () => {
  const menu = patched("app/features/desk-frame/desk-pages.ts", blockOf(MENU, "diff"));
  const pages = await importAs<typeof DeskPages>("features/desk-frame", "desk-pages.ts", menu);
  const pathname = "/desk/reports/cancellations";
  expect(pages.listDeskPaths()).toContain(pathname);
  const roles = (["owner", "manager", "packer", "driver"] as const).filter((role) =>
    pages.isAddressAllowed({ pathname, search: "" }, { role }),
  );
  expect(roles).toEqual(["owner", "manager"]);
});
