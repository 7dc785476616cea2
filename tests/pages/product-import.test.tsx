import { randomUUID } from "node:crypto";
import { enterAs, newShopkeeper } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

test("a WooCommerce export keeps sale dates and accents; an unclosed quote is rejected", async ({ page }) => {
  const name = `Salt ${randomUUID().slice(0, 8)}`;
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk/products/import");
  const csv = (rows: string[]) => ({
    name: "wc-product-export.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      ["Type,Name,Published,Regular price,Sale price,Date sale price starts,Categories,Tags", ...rows].join("\n"),
    ),
  });
  const row = `simple,${name} &amp; Pepper &#8211; fine,1,9,7,2099-12-24 0:00:00,Condiments,new`;
  await page.getByLabel("CSV file").setInputFiles(csv(['simple,"Big Mama" Pepper,1,5,,,Condiments,', row]));
  await expect(page.getByRole("alert").filter({ hasText: "Row 2: a quotation mark" })).toBeVisible();

  await page.getByLabel("CSV file").setInputFiles(csv([row]));
  const form = page.getByRole("form", { name: "Check the file" });
  await expect(form.getByText("Ignored columns: tags.")).toBeVisible();
  await form.getByRole("button", { name: "Preview changes" }).click();
  const added = page.getByRole("listitem").filter({ hasText: `${name} & Pepper – fine` });
  await expect(added).toContainText("offers: $7.00 from Dec 24, 2099, 12:00 AM to");
  await expect(added).toContainText("The sale has no end: remove its offer when it is over.");
});
