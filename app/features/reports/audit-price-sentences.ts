import { t } from "#app/messages/t.ts";
import { dollars, inSentence, type Values, withReason } from "./audit-words.ts";

/** Returns the sentence of a changed price, discount, or offer. */
export function priceSentence(subject: string, before: Values | null, after: Values | null): string {
  if (subject.startsWith("Offer: ")) return offerSentence(subject.slice("Offer: ".length), before, after);
  const name = inSentence(subject);
  if (before === null) return t("added {name} at {price}", { name, price: dollars(after?.["price"]) });
  if (after === null) return t("deleted {name}, which cost {price}", { name, price: dollars(before["price"]) });
  const price =
    before["price"] === after["price"]
      ? null
      : t("changed the price of {name} from {before} to {after}", {
          name,
          before: dollars(before["price"]),
          after: dollars(after["price"]),
        });
  const [old, now] = [before["discount_price"] ?? null, after["discount_price"] ?? null];
  if (old === now) return price ?? t("changed the price of {name}", { name });
  return price === null
    ? discountSentence(name, old, now)
    : t("{first} and {second}", { first: price, second: secondDiscountSentence(old, now) });
}

function discountSentence(name: string, old: unknown, now: unknown): string {
  if (now === null) return t("removed the discount price of {name} ({price})", { name, price: dollars(old) });
  if (old === null) return t("set the discount price of {name} to {price}", { name, price: dollars(now) });
  return t("changed the discount price of {name} from {before} to {after}", {
    name,
    before: dollars(old),
    after: dollars(now),
  });
}

/** Returns the second part of a sentence whose first part names the product. */
function secondDiscountSentence(old: unknown, now: unknown): string {
  if (now === null) return t("removed the discount price ({price})", { price: dollars(old) });
  if (old === null) return t("set the discount price to {price}", { price: dollars(now) });
  return t("changed the discount price from {before} to {after}", { before: dollars(old), after: dollars(now) });
}

function offerSentence(name: string, before: Values | null, after: Values | null): string {
  const values = after ?? before ?? {};
  const percent = values["percent"];
  const discount =
    typeof percent === "number" ? t("{percent}% off", { percent }) : "price" in values ? dollars(values["price"]) : "";
  const sentence =
    before === null
      ? t("added the offer for {name}", { name })
      : after === null
        ? t("deleted the offer for {name}", { name })
        : t("changed the offer for {name}", { name });
  return withReason(sentence, discount);
}

/** Returns the sentence of a delivery fee that staff set or removed. */
export function feeSentence(subject: string, before: Values | null, after: Values | null): string {
  const fee = inSentence(subject);
  if (after === null) {
    return before
      ? t("withdrew the {fee}, {sum}", { fee, sum: dollars(before["amount"]) })
      : t("withdrew the {fee}", { fee });
  }
  if (before === null) return t("set the {fee} to {sum}", { fee, sum: dollars(after["amount"]) });
  return t("changed the {fee} from {before} to {after}", {
    fee,
    before: dollars(before["amount"]),
    after: dollars(after["amount"]),
  });
}
