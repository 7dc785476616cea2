import { afterAll, expect, test } from "vitest";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { openShopDatabase } from "./running-shop.ts";

const database = await openShopDatabase();
afterAll(() => database.close());

test.for([
  "ama@calabash.example",
  "o'neil+x@mail.calabash.example",
  "ama@calabash",
  "ama@.example",
  "ama@calabash..example",
  "ama mensah@calabash.example",
  "ama@calabash.example\nb@c.example",
  "@calabash.example",
  "ama@@calabash.example",
  "",
])("the database and the forms agree on the email address %j", async (text) => {
  const isValid = await database.admin`select ${text}::private.email_address`.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "23514" });
      return false;
    },
  );
  expect(isEmailAddress(text)).toBe(isValid);
});

test.for([
  "(281) 555-0123",
  "281.555.0123",
  "+1 281 555 0123",
  "1-281-555-0123",
  "281\u00a0555\u20110123",
  "\u202a2815550123\u202c",
  "281555012",
  "+44 20 7946 0958",
  "281 555 0123 ext 4",
  "",
])("the database and the forms read the phone number %j the same", async (text) => {
  const [row] = await database.admin<{ digits: string | null }[]>`select private.phone_digits(${text}) as digits`;
  expect(phoneDigits(text)).toBe(row?.digits);
});
