import { expect, test } from "vitest";
import { consentText, type OrderTextsRow, orderTextsFromRow } from "./order-texts.ts";

const row: OrderTextsRow = {
  channels: ["sms", "whatsapp"],
  active_channel: null,
  phone: "+12815550142",
  has_opted_out: false,
  wording_version: 1,
  sms_wording: "Texts from Calabash Market at {phone}.",
  whatsapp_wording: "WhatsApp at {phone}.",
};

test("a store without channels offers no texts, and unknown channels are left out", () => {
  expect(orderTextsFromRow({ ...row, channels: [] })).toBeNull();
  expect(orderTextsFromRow({ ...row, channels: ["fax"] })).toBeNull();
  expect(orderTextsFromRow({ ...row, channels: ["fax", "sms"], active_channel: "fax" })).toMatchObject({
    channels: ["sms"],
    activeChannel: null,
  });
});

test("the consent names the number as the customer reads it", () => {
  const texts = orderTextsFromRow(row);
  expect(texts?.phone).toBe("(281) 555-0142");
  if (texts) {
    expect(consentText(texts, "sms", texts.phone)).toBe("Texts from Calabash Market at (281) 555-0142.");
    expect(consentText(texts, "whatsapp", null)).toBe("WhatsApp at the phone number above.");
  }
});
