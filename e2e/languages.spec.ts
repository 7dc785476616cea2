// Deep: purchases in each language, and the language of an account on another device.
import { LANGUAGES, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { readTranslations } from "#server/base/translations.ts";
import creole from "#supabase/seed/content/translations/ht.json" with { type: "json" };
import { mailedText, messageTo } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const RED_PALM_OIL = creole.products["Red Palm Oil"].name;
const PROPOSAL = "Ver esta tienda en español";

test.describe("a browser in Spanish", () => {
  test.use({ locale: "es-MX" });

  test("the page offers Spanish, and changes only when asked", { tag: [AT_PHONE, VERDICT] }, async ({ page }) => {
    await page.goto("/condiments?page=2");
    await expect(page.getByText(PROPOSAL)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    await expectAccessible(page);
    const header = await page.getByRole("banner").boundingBox();
    const line = await page.getByRole("region", { name: "Idioma" }).boundingBox();
    expect([line?.y, (line?.y ?? 0) + (line?.height ?? 0)]).toEqual([
      (header?.y ?? 0) + (header?.height ?? 0),
      (await page.getByRole("main").boundingBox())?.y,
    ]);
    await page.getByRole("link", { name: PROPOSAL }).click();
    await page.waitForURL("/es/condiments?page=2");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
  });

  test("the offer does not return after it was declined", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/cart");
    await page.getByRole("button", { name: "No, gracias" }).click();
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
    await page.goto("/about");
    await page.waitForFunction(() => document.documentElement.dataset["scripts"] === "ready");
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
  });
});

test("the top bar leads to the same page in another language, and links stay in it", { tag: VERDICT }, async ({
  page,
}) => {
  await page.goto("/condiments");
  const languages = page.getByRole("banner").getByRole("navigation", { name: "Language" });
  await languages.locator("summary").click();
  const creoleLink = languages.getByRole("link", { name: "Kreyòl ayisyen" });
  expect(await creoleLink.evaluate((link) => link.scrollWidth <= link.clientWidth), "the name fits its link").toBe(
    true,
  );
  await creoleLink.click();
  await page.waitForURL("/ht/condiments");
  await page.getByRole("main").getByRole("link", { name: RED_PALM_OIL }).first().click();
  await page.waitForURL(/\/ht\/products\/condiments\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(RED_PALM_OIL);
});

test("a long category name breaks no word of the breadcrumb", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/es/africanwearandfashion");
  const home = page.getByRole("navigation", { name: "Ruta de navegación" }).getByRole("link");
  const lineCount = await home.evaluate((link) => {
    const text = document.createRange();
    text.selectNodeContents(link);
    return text.getClientRects().length;
  });
  expect(lineCount).toBe(1);
});

for (const locale of TRANSLATED_LOCALES) {
  test(`a guest buys in ${LANGUAGES[locale].name}, from the listing to the email`, { tag: AT_PHONE }, async ({
    page,
  }) => {
    const texts = readTranslations(locale);
    /** @throws for a text that is not a message of the store */
    const own = (text: string) => {
      const translation = texts.get(text);
      if (translation === undefined) throw new Error(`Not a message of the store: ${text}`);
      return translation;
    };
    const email = `${crypto.randomUUID()}@test.example`;
    await page.goto(`/${locale}/condiments`);
    await page
      .getByRole("main")
      .getByRole("button")
      .filter({ hasNotText: own("Sort and filter") })
      .first()
      .click();
    await page.goto(`/${locale}/cart`);
    await expect(page.getByRole("button", { name: own("Proceed to Checkout") })).toBeVisible();
    await expectAccessible(page);
    await page.getByText(own("Delivery"), { exact: true }).click();
    await page.getByLabel(own("ZIP code"), { exact: true }).fill("77338");
    await expect(page.getByLabel(own("City"))).toHaveValue("Humble");
    await page.getByLabel(own("Delivery address")).fill("18 Cypress Bend");
    await page.getByLabel(own("Phone number")).fill("2815550177");
    await page.getByRole("button", { name: own("Proceed to Checkout") }).click();
    const codeForm = page.getByRole("form", { name: own("Get a code") });
    await codeForm.getByLabel(own("Email")).fill(email);
    await page.getByRole("button", { name: own("Send me a code") }).click();
    const subject = own("{code} is your {name} code").replace("{code}", "").replace("{name}", "Calabash Market");
    const { code } = await messageTo(email, subject);
    await page.getByLabel(own("Code from the email")).fill(code);
    await expect(page).toHaveURL(new RegExp(`/${locale}/shippingInformation/`));
    await page.getByLabel(own("Full name")).fill("Ama Boateng");
    await page.getByRole("button", { name: own("Continue to payment") }).click();
    // These fields belong to the payment provider and are in English.
    await fillIn(page, { "Card number": "4242 4242 4242 4242", "Expiration date": "12 / 34", CVC: "123" });
    await page.getByRole("button", { name: own("Pay {price}").replace("{price}", "").trim() }).click();
    await expect(page.getByRole("heading", { name: own("Payment Successful") })).toBeVisible();
    await expectAccessible(page);
    const mail = await mailedText(email, own("We received your order {number}").replace("{number}", "").trim());
    expect(mail).toContain(own("Thank you for your order"));
    expect(mail).toContain(`/${locale}/order-link#`);
  });
}

test("the language of an account is offered on another device", { tag: AT_PHONE }, async ({ page, browser }) => {
  const shopper = await newShopper();
  await openAs(page, shopper, "/account");
  await page.getByRole("contentinfo").getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(/\/es\/account$/);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("supabase.auth.token")))
    .toContain('"language":"es"');
  const session = await page.evaluate(() => localStorage.getItem("supabase.auth.token"));

  const other = await browser.newPage();
  await openAs(other, { ...shopper, session: session ?? "" }, "/account");
  await expect.poll(() => other.evaluate(() => localStorage.getItem("language"))).toBe("es");
  await other.goto("/home");
  await expect(other.getByText(PROPOSAL)).toBeVisible();
  await other.close();
});
