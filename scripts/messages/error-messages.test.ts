import { expect, test } from "vitest";
import { endpointMessages, sqlMessages } from "./error-messages.ts";

test("raised errors are found, and their values are named", () => {
  const sql = `
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
    raise sqlstate 'PT409' using message = format('Only %s of %s left. That''s 5%%.', 1, name), detail = 'x';
    raise exception 'Order % is paid', number;
    raise exception using message = format('%s is sold out.', name);
    perform private.reject_if(not found, 'PT404', 'This order doesn''t exist.');
    raise exception 'no_code';`;
  expect(sqlMessages(sql)).toEqual([
    "Please login or sign up to proceed",
    "Only {v1} of {v2} left. That's 5%.",
    "Order {v1} is paid",
    "{v1} is sold out.",
    "This order doesn't exist.",
  ]);
});

test("sentences of an endpoint are found, but not codes, names, and messages", () => {
  const code =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    'c.json({ error: "We are confirming your payment.", code: "busy" }); c.json({ error: `It is ${a.b}.` }); t("It was {day}.", { day });';
  expect(endpointMessages(code)).toEqual(["We are confirming your payment.", "It is {v1}."]);
});
