import { randomUUID } from "node:crypto";
import { aProduct, newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a WooCommerce export keeps sale dates and accents; an unclosed quote is rejected", async ({ page }) => {
  const name = `Salt ${randomUUID().slice(0, 8)}`;
  await openAs(page, await newShopkeeper(), "/desk/products/import");
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

test("a CSV file with errors is previewed, imported without them, and undone by keyboard", async ({ page }) => {
  const known = await aProduct({ price: 10 });
  const added = `Egusi ${randomUUID().slice(0, 8)}`;
  await openAs(page, await newShopkeeper(), "/desk/products");
  await page.getByRole("link", { name: /import and export/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "CSV import and export", level: 1 })).toBeVisible();

  await step("an Excel workbook is rejected with what to do instead", async () => {
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "products.xlsx", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") });
    await expect(page.getByRole("alert").filter({ hasText: "This is a workbook." })).toBeVisible();
    // The same file can be chosen again once it is corrected.
    await expect(page.getByLabel("CSV file")).toHaveValue("");
  });

  await step("a Shopify export is read unchanged, and its types are mapped to categories", async () => {
    const csv = [
      "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant Price,Status",
      `egusi,${added},"<p>Ground <b>melon</b> seeds</p><script>alert(1)</script>",Seeds,Title,Default Title,$7.50,active`,
      `known,${known.name},,Seeds,Title,Default Title,12.00,active`,
      "free,Nothing to pay,,Seeds,Title,Default Title,free,active",
    ].join("\n");
    await page.getByLabel("CSV file").focus();
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    const form = page.getByRole("form", { name: "Check the file" });
    await expect(form.getByText(/3 rows of Shopify/)).toBeVisible();
    expect(document.activeElement?.querySelector("h2")?.textContent).toBe("Import");
    await form.getByLabel("Seeds").selectOption({ label: "Condiments" });
    await expectAccessible();
    await form.getByRole("button", { name: "Preview changes" }).press("Enter");
  });

  await step("rejected rows come first, with the reason", async () => {
    await expect(page.getByText("1 would be added, 1 changed, 1 rejected, 0 unchanged.")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page.getByRole("listitem").filter({ hasText: "Nothing to pay" })).toContainText(
      '"free" is not a price. Enter a number such as 4.99.',
    );
    await expectAccessible();
    await page.getByRole("link", { name: "Changed (1)" }).press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: known.name })).toContainText("price: $10.00 → $12.00");
    await page.getByRole("link", { name: "New (1)" }).press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: added })).toContainText(
      "description: Ground melon seeds",
    );
  });

  await step("the import is written at once, and undone at once", async () => {
    await page.getByRole("button", { name: "Write 2 rows" }).press("Enter");
    await expect(page.getByText("1 added, 1 changed, 1 rejected, 0 unchanged.")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.getByRole("button", { name: /^Undo import/ }).press("Enter");
    await expectAccessible();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByText("This import was undone.")).toBeVisible();
    await expect(page.getByText("Import complete.")).toHaveCount(0);
    await page.goto(`/desk/products?words=${encodeURIComponent(added)}`);
    await expect(page.getByText("0 products", { exact: true })).toBeVisible();
    const { data } = await serviceClient().from("products").select("price").eq("id", known.id).single();
    expect(data).toEqual({ price: 10 });
  });
});
