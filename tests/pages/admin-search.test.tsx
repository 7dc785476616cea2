import { newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test, waitFor } from "./page-test.tsx";

test("a zero-result search is listed, and its synonym is added, tried, edited, and deleted", async ({ page }) => {
  const word = `zq${crypto.randomUUID().replaceAll(/[^a-f]/g, "")}x`;
  await page.goto(`/search?q=${word}`);
  // The page reports it after it is shown.
  await waitFor(async () => {
    const { data } = await serviceClient().from("zero_result_searches").select("words").eq("words", word);
    expect(data).toHaveLength(1);
  });
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Search synonyms" }).click();
  await expect(page).toHaveURL("/desk/settings/words");
  const line = page.getByRole("listitem").filter({ hasText: `${word} · once` });
  await expect(line).toBeVisible();

  await page.getByRole("button", { name: "Add synonyms" }).click();
  await expect(page.getByText("Enter at least two words")).toBeVisible();
  await page.getByLabel("New synonyms").fill(`${word}, red palm oil`);
  await page.getByRole("button", { name: "Add synonyms" }).click();
  await page.getByText(/^All synonyms \(/).click();
  const group = page.getByRole("listitem").filter({ hasText: `${word}, red palm oil` });
  await expect(group).toBeVisible();
  await page.getByLabel("Search words").fill(word);
  await page.getByRole("button", { name: "Test search" }).click();
  await expect(page.getByRole("status").getByText("Red Palm Oil")).toBeVisible();

  await group.getByRole("button", { name: /^Change/ }).click();
  const form = page.getByRole("dialog", { name: "Change synonyms" });
  await form.getByRole("textbox", { name: "Words" }).fill(`${word}, kente`);
  await expectAccessible("dialog[open]");
  await form.getByRole("button", { name: "Save synonyms" }).click();
  await expect(form).toHaveCount(0);
  const changed = page.getByRole("listitem").filter({ hasText: `${word}, kente` });
  await changed.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(changed).toHaveCount(0);
  await line.getByRole("button", { name: /^Remove/ }).click();
  await expect(line).toHaveCount(0);
});
