/** A page of Playwright, or of `tests/pages/`. */
interface FormPage {
  getByLabel(label: string): { fill(text: string): Promise<void> };
  getByRole(role: "form", options: { name: string }): Form;
}

interface Form {
  getByLabel(label: string, options?: { exact: boolean }): Field;
  locator(selector: string): { click(): Promise<void> };
}

interface Field {
  fill(text: string): Promise<void>;
  isVisible(): Promise<boolean>;
  uncheck(): Promise<void>;
}

/** Fills in the billing form; for a delivery, with a billing address that differs from the delivery address. */
export async function typeBilling(page: FormPage): Promise<void> {
  const form = page.getByRole("form", { name: "Billing details" });
  await form.getByLabel("Full name").fill("Ama Mensah");
  const same = form.getByLabel("Same as delivery address");
  if (await same.isVisible()) await same.uncheck();
  // State and country are behind one line.
  await form.locator("summary").click();
  for (const [label, text] of Object.entries({
    Address: "1 Palm Street",
    City: "Houston",
    State: "TX",
    "ZIP code": "77073",
    Country: "US",
    Email: "ama@test.example",
    "Phone number": "2815550123",
  })) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Fills in the sandbox's card form. */
export async function typeCard(page: Pick<FormPage, "getByLabel">, number = "4242 4242 4242 4242"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
}
