import { expect, step, test } from "./page-test.tsx";

/** Elements of every page, and the sections of public pages in the order of the specification. */

test("the blog lists two articles per page, and an article shows only the parts it has", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("heading", { level: 1, name: "Blog" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await page.navigateTo("/blogs/1");
  await expect(page.getByRole("heading", { level: 1, name: /Party Jollof/ })).toBeVisible();
  // The counts include the heading above the products of the article.
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(10);
  await expect(page.getByRole("heading", { name: "Conclusion" })).toBeVisible();
  await page.navigateTo("/blogs/2");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(8);
});

test("home has all its sections, and each links to its page", async ({ page }) => {
  await page.goto("/home");
  const section = (title: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await step("the four premium cards link to their categories", async () => {
    const links = section("Shop Premium Products").getByRole("link", { name: /Learn More/ });
    await expect(links).toHaveCount(4);
    expect(links.elements().map((link) => link.getAttribute("href"))).toEqual(
      "/others /meatandseafood /beautyandhousehold /africanwearandfashion".split(" "),
    );
  });
  await step("each category teaser shows up to 12 products and links to all of them", async () => {
    for (const [title, address] of [
      ["Meat and Sea Food", "/meatandseafood"],
      ["Fruits and Vegetables", "/fruitsandvegetables"],
      ["Drinks and Beverages", "/drinkandbeverages"],
      ["Condiments", "/condiments"],
      ["Beauty & Household", "/beautyandhousehold"],
      ["Grain Flour & Cereal", "/grainflourandcereal"],
      ["Snacks & Confectionaries", "/snacksandconfectionaries"],
    ] as const) {
      await expect(section(title).getByRole("article")).toHaveCount(12);
      await expect(section(title).getByRole("link", { name: /See All/ })).toHaveAttribute("href", address);
    }
    await expect(page.locator("#meatandSeaFood")).toHaveCount(1);
  });
  await step("Visit Our Store shows images, the address, and directions", async () => {
    const visit = section("Visit Our Store");
    await expect(visit).toContainText("Houston, Texas 77073");
    await expect(visit.getByRole("link", { name: /Directions/i })).toHaveAttribute("href", /maps/);
    await expect(visit.getByRole("img").first()).toBeAttached();
  });
  await step("home lists the newest articles and links to all of them", async () => {
    await expect(section("From our blog").getByRole("article")).toHaveCount(6);
    await expect(section("From our blog").getByRole("link", { name: /See All/ })).toHaveAttribute("href", "/blog");
  });
  await step("the African Wears strip holds up to 12 products that can be opened and added", async () => {
    const strip = page.locator("#wearsandStyles");
    await expect(strip.getByRole("article")).toHaveCount(12);
    const all = strip.getByRole("link", { name: "See All African Wears" });
    await expect(all).toHaveAttribute("href", "/africanwearandfashion");
    const first = strip.getByRole("article").first();
    await expect(first.getByRole("link").first()).toHaveAttribute("href", /^\/products\/wears\/\d+$/);
    await first.getByRole("button", { name: /Add to Cart/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Add size M/ })
      .click();
    await expect(page.getByText("Item added to cart").first()).toBeVisible();
  });
  await step("free delivery is promised within 10 miles on home and 20 miles in the cart", async () => {
    await expect(page.getByText(/\$100 or more within 10 miles/)).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await page.getByLabel("Delivery", { exact: true }).check();
    await expect(page.getByText(/20 miles/)).toBeVisible();
  });
});
