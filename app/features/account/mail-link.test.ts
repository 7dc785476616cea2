import { expect, test } from "vitest";
import { readMailLink } from "./mail-link.ts";

test("an emailed link is read from the URL's hash", () => {
  expect(readMailLink("#token=a-b_c&type=recovery&redirect_to=https://store.example/auth/reset?next=%2Fcart")).toEqual({
    token: "a-b_c",
    type: "recovery",
    redirectTo: "https://store.example/auth/reset?next=/cart",
  });
});

test.for(["", "#", "#token=a", "#type=recovery", "#token=&type=recovery", "#token=a&type=constructor"])(
  "%j is no link of a mail",
  (hash) => {
    expect(readMailLink(hash)).toBeNull();
  },
);
