import { lineWeightText } from "#app/features/catalog/sold-by-weight.ts";
import { splitChoices } from "#app/features/catalog/split-choices.ts";
import { deliveryFeeFromRow, feeTotalCents } from "#app/features/orders/delivery-fee.ts";
import { addedSums, wholeTotalCents } from "#app/features/orders/order.ts";
import { type LineWeightRow, lineCents, lineWeightFromRow } from "#app/features/orders/order-line.ts";
import { substitutionRow, substitutionText } from "#app/features/orders/substitution.ts";
import { deliveryNotIncludedText } from "#app/features/store/free-delivery.ts";
import { localHoursText } from "#app/features/store/opening-hours.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { windowText } from "#app/values/window-text.ts";
import { type Block, paragraph } from "./email-frame.ts";
import type { OrderFacts } from "./outgoing-email.ts";

/** Content of one kind of email; those to customers get a greeting before it. */
export type EmailContent = { subject: string; title: string; blocks: Block[] };

/** Whether staff placed the order, so there is no customer account. */
export const isPointOfSale = (facts: OrderFacts) => facts.channel === "counter";
export const isPaidInStore = (facts: OrderFacts) => (facts.paid_by ?? "card") !== "card";
/** Whether the card is only authorized so far. */
export const isHeld = (facts: OrderFacts) => (facts.held_amount ?? 0) > 0;

export const money = (amount: number) => moneyText(centsFrom(amount));
export const hello = (facts: OrderFacts) =>
  paragraph(facts.customer_name ? t("Hello {name},", { name: facts.customer_name }) : t("Hello,"));

export function sums(facts: OrderFacts): Block {
  const order = amountsOf(facts);
  return {
    kind: "sums",
    rows: [
      ...order.lines.map((line) => [lineText(line.item), moneyText(lineCents(line))] as const),
      ...addedSums(order)
        // Pickup is free.
        .filter(({ name }) => name !== t("Pickup"))
        .map(({ name, price }) => [name, price] as const),
      [t("Total"), moneyText(wholeTotalCents(order))],
    ],
  };
}

/** Returns the order's amounts; of a hold, what will be charged counts. */
function amountsOf(facts: OrderFacts) {
  const { held_amount: held = 0, charged_amount: charged = null } = facts;
  return {
    totalCents: centsFrom(facts.total),
    paidCents: charged === null ? 0 : centsFrom(facts.paid_amount - (held > 0 ? held - charged : 0)),
    deliveryType: facts.delivery_type,
    deliveryCostCents: centsFrom(facts.delivery_cost),
    isDeliveryIncluded: facts.delivery_included,
    deliveryFee: deliveryFeeFromRow(facts.delivery_fee),
    // Missing in older emails.
    discountCents: centsFrom(facts.discount ?? 0),
    taxCents: centsFrom(facts.tax_amount ?? 0),
    lines: facts.items.map((item) => ({
      item,
      unitPriceCents: centsFrom(item.unit_price),
      quantity: item.quantity,
      ...lineWeightFromRow(item),
    })),
  };
}

/** What is in the order; with its amounts once the weights in it are final. */
export function packed(facts: OrderFacts): Block[] {
  const { lines } = amountsOf(facts);
  if (!lines.some(({ weight }) => weight && weight.packedPounds !== null)) return [list(facts)];
  if (!isHeld(facts) || facts.charged_amount === undefined || facts.charged_amount === null) return [sums(facts)];
  return [
    sums(facts),
    paragraph(
      t("We charge {price} to your card. The rest of the {held} that we held is never charged.", {
        price: money(facts.charged_amount),
        held: money(facts.held_amount ?? 0),
      }),
    ),
  ];
}

export function list(facts: OrderFacts): Block {
  return paragraph(facts.items.map(lineText).join("\n"));
}

/** Lists substitutions with old and new items, and the total refund. */
export function changes(facts: OrderFacts): Block[] {
  const changed = facts.items.flatMap(({ name, size, changes = [] }) =>
    changes.map((change) => ({ line: { name, size: size ? { label: size } : null }, change: substitutionRow(change) })),
  );
  if (changed.length === 0) return [];
  const isUncharged = Boolean(facts.pay_in_store_by) || isHeld(facts);
  const refundCents = changed.reduce((sum, { change }) => sum + change.refundCents, 0);
  return [
    paragraph(t("Some items were out of stock:")),
    paragraph(changed.map(({ line, change }) => substitutionText(line, change, isUncharged)).join("\n")),
    paragraph(changeSumText(facts, refundCents)),
  ];
}

function changeSumText(facts: OrderFacts, refundCents: number): string {
  if (refundCents === 0) return t("Your total doesn't change.");
  if (facts.pay_in_store_by) return t("You pay {amount} less.", { amount: moneyText(refundCents) });
  const amount = moneyText(refundCents);
  if (isHeld(facts)) return t("{amount} of the hold on your card is not charged.", { amount });
  return isPaidInStore(facts)
    ? t("{amount} will be refunded in the store.", { amount })
    : t("{amount} will be refunded to your card. Your bank may take up to ten days to show it.", { amount });
}

/**
 * Returns "2 × Madras Dress" or "1 × Goat Leg (about 5 lb at $9.99/lb)", with its size and its choices in lines of their
 * own.
 */
export function lineText(
  item: Partial<LineWeightRow> & { name: string; size?: string | null; pack_size?: string; quantity: number },
): string {
  const { size, quantity } = item;
  const { name, choices } = splitChoices(item.name);
  const { weight } = lineWeightFromRow({ unit_price: 0, ...item });
  const text = `${quantity} × ${name}`;
  return [
    weight ? `${text} (${lineWeightText(weight, quantity)})` : text,
    size ? t("Size {size}", { size }) : item.pack_size,
    choices,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Explains how items sold by weight are paid; empty for other orders, and once all items are weighed. */
export function weightNote(facts: OrderFacts): Block[] {
  const isOpen = facts.items.some((item) => lineWeightFromRow(item).weight?.packedPounds === null);
  return isOpen
    ? [
        paragraph(
          t(
            "Some items are sold by weight. The total is the most they can cost; you pay what they weigh when we pack them.",
          ),
        ),
      ]
    : [];
}

/** Tells the customer where and when they get the order. */
export function whereTo(facts: OrderFacts, shop: StoreSettings): Block[] {
  const time = timeOf(facts, shop);
  if (facts.delivery_type === "pickup") {
    const hours = shop.openingHours.map(localHoursText).join(", ");
    return [
      paragraph(
        [
          ...(time ? [t("Your time: {time}. Bring your order number.", { time })] : []),
          t("Pickup at {store}, {address}.", { store: shop.name, address: addressLine(shop) }),
          t("Open {hours}.", { hours }),
          t("Telephone {phone}.", { phone: shop.phone }),
        ].join("\n"),
      ),
    ];
  }
  return [
    paragraph(
      t("Delivery to {address}, phone {phone}.", {
        address: facts.delivery_address,
        phone: facts.delivery_phone_number,
      }),
    ),
    ...(time ? [paragraph(t("Your time: {time}.", { time }))] : []),
    ...(facts.driver_note ? [paragraph(t("For the driver: {note}", { note: facts.driver_note }))] : []),
  ];
}

/** Tells the customer that the delivery fee is agreed on later; empty if there is nothing to agree on. */
export function openFeeNote(facts: OrderFacts, shop: StoreSettings): Block[] {
  return isFeeOpen(facts) ? [paragraph(deliveryNotIncludedText(shop, centsFrom(facts.total)))] : [];
}

/** Tells the store how and when the customer gets the order, in English like all of its emails. */
export function fulfillmentForStore(facts: OrderFacts, shop: StoreSettings): Block[] {
  const time = timeOf(facts, shop);
  const isPickup = facts.delivery_type === "pickup";
  return [
    paragraph(
      [
        isPickup ? "Pickup." : `Delivery to ${facts.delivery_address}, phone ${facts.delivery_phone_number}.`,
        ...(time ? [`Time: ${time}.`] : []),
        ...(!isPickup && facts.driver_note ? [`For the driver: ${facts.driver_note}`] : []),
        ...(isFeeOpen(facts) ? ["Delivery is not included. Agree on a fee with the customer."] : []),
      ].join("\n"),
    ),
  ];
}

function isFeeOpen(facts: OrderFacts): boolean {
  return facts.delivery_type === "delivery" && !facts.delivery_included && !facts.delivery_fee;
}

/** Returns the time that the customer chose; empty without one. */
export function timeOf(
  { window_starts_at: startsAt, window_ends_at: endsAt }: OrderFacts,
  shop: StoreSettings,
): string {
  return startsAt && endsAt ? windowText({ startsAt, endsAt }, shop.timeZone) : "";
}

/** Returns the separate delivery fee including tax. */
export function feeText(facts: OrderFacts): string {
  const fee = deliveryFeeFromRow(facts.delivery_fee);
  return moneyText(fee ? feeTotalCents(fee) : 0);
}
