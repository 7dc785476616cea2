import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { DEMO_OWNER, expect, logIn, test } from "./fixtures/shop-test.ts";

/** What an owner has typed is never thrown away unasked, whichever way they leave. */
const question = (page: Page) => page.getByRole("alertdialog", { name: "Throw away what you typed?" });
const addItem = (page: Page) => page.getByRole("dialog", { name: "Add Item" });

async function openAddItem(page: Page, typed: string | null): Promise<void> {
  await logIn(page, DEMO_OWNER);
  // A page to come back to.
  await page.goto("/about");
  await page.goto("/others");
  await page.getByRole("button", { name: "Add Item" }).click();
  if (typed !== null) await addItem(page).getByLabel("Name").fill(typed);
}

const WAYS_OUT: Record<string, (page: Page) => Promise<unknown>> = {
  "a tap beside the dialog": (page) => page.mouse.click(4, 300),
  Escape: (page) => page.keyboard.press("Escape"),
  "its cross": (page) => addItem(page).getByRole("button", { name: "Close" }).click(),
};

for (const [way, leave] of Object.entries(WAYS_OUT)) {
  test(`${way} asks before it throws away a typed product, and just closes an empty form`, async ({
    page,
    expectAccessible,
  }) => {
    await openAddItem(page, "Egusi");
    await leave(page);
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await expectAccessible();
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await expect(question(page)).toBeHidden();
    await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");

    await leave(page);
    await question(page).getByRole("button", { name: "Throw away" }).click();
    await expect(addItem(page)).toBeHidden();

    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(addItem(page).getByLabel("Name")).toHaveValue("");
    await leave(page);
    await expect(addItem(page)).toBeHidden();
    await expect(question(page)).toBeHidden();
  });
}

test("Escape, pressed again and again, never throws away a typed product", async ({ page }) => {
  await openAddItem(page, "Egusi");
  for (let press = 0; press < 7; press += 1) await page.keyboard.press("Escape");
  await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
});

test("a file picker that is closed without a choice leaves the form open", async ({ page }) => {
  await openAddItem(page, "Egusi");
  // As browsers tell it, which rises to the dialog.
  await addItem(page).getByLabel("Image 1").dispatchEvent("cancel", { bubbles: true });
  await expect(question(page)).toBeHidden();
  await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
});

test("Back asks before it throws away a typed product", async ({ page }) => {
  await logIn(page, DEMO_OWNER);
  await page.goto("/home");
  await page.getByRole("link", { name: "See All African Wears" }).click();
  await expect(page).toHaveURL("/africanwearandfashion");
  await page.getByRole("button", { name: "Add Item" }).click();
  await addItem(page).getByLabel("Name").fill("Egusi");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/africanwearandfashion");
  await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Throw away" }).click();
  await expect(page).toHaveURL("/home");
});

test("a closed tab asks while something is typed, and not after it was saved", async ({ page }) => {
  await openAddItem(page, `Closed tab ${randomUUID().slice(0, 6)}`);
  await addItem(page).getByLabel("Price", { exact: true }).fill("4");
  const asked = page.waitForEvent("dialog");
  const left = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await left;
  await addItem(page).getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Item added succesfully")).toBeVisible();
  await expect(addItem(page)).toBeHidden();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("typed settings ask before they are left, and not once they are saved or as they were", async ({
  page,
}, { project }) => {
  await page.goto("/home");
  await logIn(page, DEMO_OWNER);
  await page.getByRole("link", { name: "Shop settings" }).click();
  const near = page.getByLabel("Near");
  const before = await near.inputValue();
  const leave = () => page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click();

  await near.fill("Humble, and typed");
  await leave();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/admin/settings");
  await expect(near).toHaveValue("Humble, and typed");
  await page.getByRole("link", { name: "Back to the ADMIN DASHBOARD" }).click();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(near).toHaveValue("Humble, and typed");

  await near.fill(before);
  await leave();
  await expect(page).toHaveURL("/blog");

  // Both widths run at once on one shop: one of them saves.
  if (project.name === "phone") return;
  await page.goto("/admin/settings");
  await near.fill(`${before} `);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await leave();
  await expect(page).toHaveURL("/blog");
  await expect(question(page)).toBeHidden();
});
