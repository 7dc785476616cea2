import { useState } from "react";
import { ProductFinder } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { TaxClasses, TaxedAs } from "./tax-classes.tsx";
import { isTaxOn } from "./tax-draft.ts";
import { TaxExceptions } from "./tax-exceptions.tsx";
import { TaxExemptions } from "./tax-exemptions.tsx";
import type { TaxSettings } from "./tax-queries.ts";
import { TaxRates } from "./tax-rates.tsx";

/** Page to edit tax classes, rates, and exemptions. @param today in the store's time zone */
export function TaxPage({ record, today }: { record: TaxSettings; today: string }) {
  const drafts = record.exceptions.filter(({ isDraft }) => isDraft);
  return (
    <Autosaves>
      <h1>{t("Sales tax")}</h1>
      {isTaxOn(record, today) ? null : (
        <FormMessage kind="notice">
          {t("Sales tax is off: no rate applies today. Ask an accountant before you set one.")}
        </FormMessage>
      )}
      {drafts.length > 0 ? (
        <FormMessage kind="notice">
          {t("Ask an accountant to confirm: {products}.", { products: drafts.map(({ name }) => name).join(", ") })}
        </FormMessage>
      ) : null}
      <ButtonLink to="/desk/settings/tax/report" variation="secondary" isNarrow>
        {t("Monthly report")}
      </ButtonLink>
      <Section title={t("Rates")}>
        <p>{t("A rate applies to orders from its start date until the next rate of its class.")}</p>
        <TaxRates record={record} today={today} />
      </Section>
      <Section title={t("Test the tax")}>
        {/* Remounts after every change, which may change the tax. */}
        <TaxExample key={JSON.stringify(record)} />
      </Section>
      <Section title={t("Tax class by category")}>
        <TaxedAs record={record} />
      </Section>
      <Section title={t("Product exceptions")}>
        <TaxExceptions record={record} />
      </Section>
      <Section title={t("Classes")}>
        <TaxClasses record={record} />
      </Section>
      <Section title={t("Exempt customers")}>
        <TaxExemptions record={record} />
      </Section>
    </Autosaves>
  );
}

type Quoted = { name: string; tax: number; total: number };

/** Tax example for one product, computed by the database like for an order. */
function TaxExample() {
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const { answer, run } = useAttempt();
  return (
    <>
      <ProductFinder
        title={t("Try a product")}
        label={t("Find a product to try")}
        verb={t("Try")}
        taken={[]}
        isFull={false}
        onAdd={({ id, name }) =>
          run(async () => {
            setQuoted(null);
            const { data, error } = await getBrowserData().rest.rpc("quote_cart", {
              items: [{ product_id: id, quantity: 1 }],
            });
            if (error) return rejected(error.message);
            setQuoted({ name, tax: data.tax, total: data.total });
            return null;
          })
        }
      />
      <FormAnswer answer={answer} />
      <p role="status">
        {quoted
          ? t("A cart with one {name}: sales tax {tax}, total {total}.", {
              name: quoted.name,
              tax: moneyText(centsFrom(quoted.tax)),
              total: moneyText(centsFrom(quoted.total)),
            })
          : ""}
      </p>
    </>
  );
}
