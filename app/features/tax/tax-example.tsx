import { useState } from "react";
import { ProductFinder } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";

interface Quoted {
  name: string;
  tax: number;
  total: number;
}

/** Tax example for one product, computed by the database like for an order. */
export function TaxExample() {
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
