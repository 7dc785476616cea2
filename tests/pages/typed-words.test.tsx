import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { enterAs, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow } from "../requests.ts";
import type { Locator } from "./locator.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, test } from "./page-test.tsx";

const leavePrompt = (page: Page) => page.getByRole("alertdialog", { name: /^Leave without saving/ });

test("leaving changed settings shows a prompt, and none once saved or reverted", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Name and address" }).click();
  const near = page.getByLabel("Near");
  const before = await near.inputValue();
  const leave = () => page.getByRole("link", { name: "View store" }).click();

  await near.fill("Humble, and typed");
  await leave();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/desk/settings/shop");
  await expect(near).toHaveValue("Humble, and typed");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Settings" }).click();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(near).toHaveValue("Humble, and typed");

  await leave();
  await leavePrompt(page)
    .getByRole("button", { name: "Leave" })
    .evaluate((button) => {
      // Twice before the prompt is gone.
      button.click();
      button.click();
    });
  await expect(near).toBeHidden();
  await expect(page).toHaveURL("/home");

  await page.navigateTo("/desk/settings/shop");
  await near.fill(before);
  await leave();
  await expect(page).toHaveURL("/home");

  await page.navigateTo("/desk/settings/shop");
  await near.fill(`${before} `);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await leave();
  await expect(page).toHaveURL("/home");
  await expect(leavePrompt(page)).toBeHidden();
});

const addItem = (page: Page) => page.getByRole("dialog", { name: "Add Item" });

test.for<[way: string, leave: (page: Page) => Promise<unknown>]>([
  ["Escape", (page) => page.keyboard.press("Escape")],
  ["its cross", (page) => addItem(page).getByRole("button", { name: "Close" }).click()],
])(
  "leaving a product form by %s asks before discarding input, and closes an empty form",
  async ([, leave], { page }) => {
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    const name = addItem(page).getByLabel("Name");
    await openAs(page, await newShopkeeper(), "/others");
    await page.getByRole("button", { name: "Add Item" }).click();
    await name.fill("Egusi");
    // The cancel event of a file picker that is closed without a choice bubbles to the dialog.
    await addItem(page)
      .getByLabel("Image 1")
      .evaluate((field) => field.dispatchEvent(new Event("cancel", { bubbles: true })));
    await expect(question).toBeHidden();
    await leave(page);
    await expectAccessible("[role=alertdialog]");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(name).toHaveValue("Egusi");
    await leave(page);
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(addItem(page)).toBeHidden();
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(name).toHaveValue("");
    await leave(page);
    await expect(addItem(page)).toBeHidden();
    await expect(question).toBeHidden();
  },
);

test("a restored form in a dialog shows a prompt until it is started over", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/offers");
  const form = page.getByRole("form", { name: "Add offer" });
  const open = () => page.getByRole("button", { name: "Add offer" }).first().click();
  await open();
  await form.getByRole("textbox", { name: "Percent" }).fill("20");
  for (const _ of ["typed", "restored"]) {
    await expect(form.getByRole("textbox", { name: "Percent" })).toHaveValue("20");
    await page.keyboard.press("Escape");
    await leavePrompt(page).getByRole("button", { name: "Leave" }).click();
    await expect(form).toBeHidden();
    await open();
  }
  await form.getByRole("button", { name: "Start over" }).click();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
});

test("leaving a form that was sent shows no prompt while the page still reads its list again", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  const { id, email } = await newShopper("Charity Kitchen");
  await serviceClient().auth.admin.updateUserById(id, { email_confirm: true });
  await page.goto("/desk/settings/tax");
  const form = page.getByRole("form", { name: "Exempt customer" });
  await fillIn(form, { "Email of the account": email, "Certificate number": "TX-01-339" });
  page.route(/list_tax_exemptions/, () => new Promise(() => undefined));
  await form.getByRole("button", { name: "Exempt customer" }).click();
  await expect(form.getByLabel("Certificate number")).toHaveValue("");
  await page.getByRole("link", { name: "View store" }).click();
  await expect(page).toHaveURL("/home");
});

/** Clicks a button, and types while its request to the URL is held back. */
async function typeWhileSending(page: Page, url: RegExp, button: Locator, type: () => Promise<void>): Promise<void> {
  const { arrival, release } = page.holdBack(url);
  const sending = button.click();
  await arrival;
  await type();
  release();
  await sending;
}

test("what is typed while a form is sent is unsaved afterwards, and leaving shows a prompt", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/pay-in-store");
  const [total, minutes] = [page.getByLabel("Up to this total in dollars"), page.getByLabel("Grace time in minutes")];
  await total.fill("81");
  await typeWhileSending(page, /rpc\/save_changes/, page.getByRole("button", { name: "Save settings" }), () =>
    minutes.fill("47"),
  );
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await page.getByRole("link", { name: "View store" }).click();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await page.reload();
  await expect(total).toHaveValue("81.00");
  await expect(minutes).toHaveValue("47");
});

test("what is typed for the next entry while one is added stays when the form is cleared", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  const { id, email } = await newShopper("Food Pantry");
  await serviceClient().auth.admin.updateUserById(id, { email_confirm: true });
  await page.goto("/desk/settings/tax");
  const form = page.getByRole("form", { name: "Exempt customer" });
  await fillIn(form, { "Email of the account": email, "Certificate number": "TX-02-118" });
  await typeWhileSending(page, /tax_exempt/, form.getByRole("button", { name: "Exempt customer" }), () =>
    form.getByLabel("Certificate number").fill("TX-02-119"),
  );
  await expect(page.getByText("Exemption saved. It applies to new orders.")).toBeVisible();
  await expect(form.getByLabel("Email of the account")).toHaveValue("");
  await expect(form.getByLabel("Certificate number")).toHaveValue("TX-02-119");
  await page.getByRole("link", { name: "View store" }).click();
  await expect(leavePrompt(page)).toBeVisible();
});

test("what is typed while an article is saved stays, and can be saved after that", async ({ page }) => {
  const articles = serviceClient().from("blog_post");
  const { data } = await articles.insert({ name: "Slow stew", publish_at: null }).select("id").single().throwOnError();
  await openAs(page, await newShopkeeper(), `/desk/articles/${data.id}`);
  // It is loaded after the page.
  await expect(page.getByRole("button", { name: "Edit recipe" })).toBeVisible();
  const [title, conclusion] = [page.getByLabel("Title", { exact: true }), page.getByLabel("Conclusion")];
  await title.fill("Slow stew with yam");
  await typeWhileSending(page, /\/blog_post\?/, page.getByRole("button", { name: "Save", exact: true }), () =>
    conclusion.fill("Let it rest."),
  );
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(conclusion).toHaveValue("Let it rest.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = () => readRow(serviceClient(), "blog_post", "name, conclusion", { id: data.id });
  await expect.poll(saved).toEqual({ name: "Slow stew with yam", conclusion: "Let it rest." });
});

test("what is typed during the first save of an article waits on its page", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/articles/new");
  await page.getByLabel("Title", { exact: true }).fill("First stew");
  await typeWhileSending(page, /\/blog_post\?/, page.getByRole("button", { name: "Save", exact: true }), () =>
    page.getByLabel("Conclusion").fill("Let it rest."),
  );
  await expect(page.getByRole("button", { name: "Remove article" })).toBeVisible();
  await expect(page).toHaveURL(/^\/desk\/articles\/\d+$/);
  await expect(page.getByText(/We restored what you typed/)).toBeVisible();
  await expect(page.getByLabel("Conclusion")).toHaveValue("Let it rest.");
  await page.goto("/desk/articles/new");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("");
});

test("typed hero slides are restored, and what is typed while they are saved stays", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/slides");
  const slide = (place: number) => page.getByRole("group", { name: `Slide ${place}`, exact: true });
  const [first, second] = [slide(1).getByLabel("Header"), slide(2).getByLabel("Header")];
  await first.fill("Yams are here ");
  await page.reload();
  await expect(page.getByText("It is not saved yet")).toBeVisible();
  await expect(first).toHaveValue("Yams are here ");
  await typeWhileSending(page, /rpc\/save_changes/, page.getByRole("button", { name: "Save slides" }), () =>
    second.fill("Mangoes are here"),
  );
  await expect(page.getByText("Slides saved")).toBeVisible();
  await expect(first).toHaveValue("Yams are here");
  await expect(second).toHaveValue("Mangoes are here");
  await page.getByRole("button", { name: "Save slides" }).click();
  const saved = () => readRow(serviceClient(), "store_settings", "hero_slides", { id: true });
  await expect
    .poll(saved)
    .toMatchObject({ hero_slides: [{ header: "Yams are here" }, { header: "Mangoes are here" }, {}] });
  await serviceClient().from("store_settings").update({ hero_slides: [] }).eq("id", true).throwOnError();
});
