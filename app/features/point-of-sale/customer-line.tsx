import { useState } from "react";
import type { Customer } from "#app/features/customers/customer.ts";
import { getCustomer, listCustomers } from "#app/features/customers/customer-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { useRead } from "#app/platform/use-read.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { IconButton, PlainButton } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneDigits, phoneText } from "#app/values/contact.ts";
import { moneyText } from "#app/values/money.ts";
import type { BagCustomer } from "./bag.ts";
import { listBestSellers } from "./create-order.ts";
import type { Counter } from "./pos-queries.ts";
import styles from "./till.module.css";

const PAUSE_MS = 200;
const MAX_FOUND = 6;
const USUAL_COUNT = 3;

export function bagCustomerOf({
  id,
  name,
  phone,
  email,
}: Pick<Customer, "id" | "name" | "phone" | "email">): BagCustomer {
  return { id, name, phone: phone ?? "", email: email ?? "" };
}

/** One line: a walk-in, or the customer found by four digits, a name, or a number, with what staff should know. */
export function CustomerLine({
  customer,
  counter,
  isDisabled,
  onChange,
}: {
  customer: BagCustomer | null;
  counter: Counter;
  isDisabled: boolean;
  onChange: (customer: BagCustomer | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed?.trim() ?? "";
  const result = useTypedQuery(
    words.length < (/^\d/.test(words) ? 4 : 2) ? null : words,
    async () =>
      (await listCustomers(getBrowserData(), { words, sort: "last_order", tag: null, after: null })).customers,
    PAUSE_MS,
    ([only, ...others]) => {
      // Four digits of one customer are enough.
      if (only && others.length === 0 && /^\d{4,}$/.test(words)) choose(bagCustomerOf(only));
    },
  );
  const current = result?.key === words ? result : null;
  const found = current && "data" in current ? current.data.slice(0, MAX_FOUND) : [];

  function choose(chosen: BagCustomer) {
    setTyped(null);
    onChange(chosen);
  }

  if (typed === null) {
    return (
      <div className={styles.customer}>
        <PlainButton className={styles.customerName} disabled={isDisabled} onClick={() => setTyped("")}>
          <Icon name="person" />
          {customer ? (
            <span>
              <UserText>{customer.name}</UserText> {customer.phone.slice(-4)}
            </span>
          ) : (
            t("Walk-in")
          )}
        </PlainButton>
        {customer ? (
          <IconButton label={t("Back to a walk-in")} disabled={isDisabled} onClick={() => onChange(null)}>
            <Icon name="cross" />
          </IconButton>
        ) : null}
        <p className={styles.customerNote}>
          {customer ? <CustomerFacts key={customer.id} customer={customer} counter={counter} /> : null}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.customer}>
      <input
        className={styles.field}
        aria-label={t("Customer: four digits, name, or number")}
        placeholder={t("Four digits, name, or number")}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the press asked for this field.
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped(null);
          if (event.key === "Enter" && found[0]) choose(bagCustomerOf(found[0]));
        }}
      />
      <IconButton label={t("Close")} onClick={() => setTyped(null)}>
        <Icon name="cross" />
      </IconButton>
      <p className={styles.customerNote} />
      {current ? (
        <ul className={styles.customers} aria-label={t("Found customers")}>
          {"problem" in current ? (
            <li>
              <FormMessage>{current.problem}</FormMessage>
            </li>
          ) : null}
          {found.map((one) => (
            <li key={one.id}>
              <button type="button" className={styles.customerHit} onClick={() => choose(bagCustomerOf(one))}>
                <UserText>{one.name || (one.email ?? "")}</UserText> {one.phone ? phoneText(one.phone) : ""}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={styles.customerHit}
              onClick={() => {
                const phone = phoneDigits(words);
                choose({ id: "", name: phone ? phoneText(phone) : words, phone: phone ?? "", email: "" });
              }}
            >
              {t("New customer: {words}", { words })}
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

/** A customer's usual products, latest note, and open balances. */
function CustomerFacts({ customer, counter }: { customer: BagCustomer; counter: Counter }) {
  const { data: facts = [], isError } = useRead(
    ["customer-facts", customer.id],
    async () => {
      const [{ notes }, usual] = await Promise.all([
        getCustomer(getBrowserData(), customer.id),
        listBestSellers(getBrowserData(), { customerId: customer.id, count: USUAL_COUNT }),
      ]);
      const note = notes.find(({ text }) => text !== "")?.text;
      return [
        ...(usual.length > 0 ? [t("usual: {names}", { names: usual.map(({ name }) => name).join(", ") })] : []),
        ...(note ? [note] : []),
      ];
    },
    {
      // Never shows an earlier note of the customer.
      gcTime: 0,
      enabled: customer.id !== "",
    },
  );
  const isTheirs = ({ phone, email }: { phone: string; email: string | null }) =>
    (customer.phone !== "" && phoneDigits(phone) === customer.phone) ||
    (customer.email !== "" && email === customer.email);
  const unpaidCents = counter.unpaid.filter(isTheirs).reduce((sum, { totalCents }) => sum + totalCents, 0);
  const owedCents = counter.owed.filter(isTheirs).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const money = [
    ...(unpaidCents > 0 ? [t("owes {amount}", { amount: moneyText(unpaidCents) })] : []),
    ...(owedCents > 0 ? [t("refund due {amount}", { amount: moneyText(owedCents) })] : []),
  ];
  return (
    <>
      {money.length > 0 ? <strong>{money.join(" · ")} </strong> : null}
      {isError ? t("We couldn't load the customer's notes.") : <UserText>{facts.join(" · ")}</UserText>}
    </>
  );
}
