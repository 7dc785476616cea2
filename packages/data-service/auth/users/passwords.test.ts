import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { checkPasswordRules, hashPassword, passwordMatches } from "./passwords.ts";

const CHEAP = { memoryCost: 8, timeCost: 1 };
const matches = (password: string, hashed: string) => passwordMatches(password, hashed, null, CHEAP);
/** One password in three Unicode forms: precomposed, decomposed, and with full-width digits. */
const FORMS = [
  "Ad\u00e9b\u00e1y\u1ecd\u0300 12",
  "Ade\u0301ba\u0301yo\u0323\u0300 12",
  "Ad\u00e9b\u00e1y\u1ecd\u0300 \uff11\uff12",
];

test("a password is the same in every Unicode composition", async () => {
  for (const chosen of FORMS) {
    const hashed = await hashPassword(chosen, null, CHEAP);
    for (const typed of FORMS) expect(await matches(typed, hashed)).toBe(true);
    expect(await matches("Adebayo 12", hashed)).toBe(false);
  }
});

test("a hash of a password that was not normalized still matches all its Unicode forms", async () => {
  const [composed = "", decomposed = "", wide = ""] = FORMS;
  for (const old of [composed, decomposed]) {
    const hashed = await hash(old, CHEAP);
    expect(await matches(composed, hashed)).toBe(true);
    expect(await matches(decomposed, hashed)).toBe(true);
  }
  expect(await matches(wide, await hash(wide, CHEAP))).toBe(true);
});

test("password length is counted after Unicode normalization", async () => {
  const rules = { minPasswordLength: 6, rejectCommonPasswords: false };
  await expect(checkPasswordRules("e\u0301".repeat(5), rules)).rejects.toMatchObject({ code: "weak_password" });
  await expect(checkPasswordRules("e\u0301".repeat(72), rules)).resolves.toBeUndefined();
});
