import { use } from "react";
import { quantityPriceText } from "#app/features/catalog/quantity-price.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withResultToast } from "#app/ui/action-toast.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { AddButton, EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { centsFrom } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { QuantityPriceForm } from "./quantity-price-form.tsx";
import type { QuantityPriceEntry } from "./quantity-price-queries.ts";
import { endQuantityPrice, hasEnd, restoreQuantityPrice } from "./save-quantity-price.ts";

/** Running and scheduled prices by quantity, with buttons to add, change, and end them. */
export function QuantityPriceList({ entries }: { entries: readonly QuantityPriceEntry[] }) {
  return (
    <>
      <h1>{t("Prices by quantity")}</h1>
      <p>
        {t(
          "So many pieces of a product for so much, such as 2 for $5. The saving is part of the order's discount. Products sold by weight have none.",
        )}
      </p>
      <AddButton
        label={t("Add price by quantity")}
        onAdded={async () => {
          await invalidateReads();
          showToast({ kind: "success", text: t("Price by quantity added. Carts use it from its start.") });
        }}
        form={(onSaved) => <QuantityPriceForm entry={null} onSaved={onSaved} />}
      />
      <ItemList
        label={t("Prices by quantity")}
        items={entries}
        empty={t("No prices by quantity yet. Add one to sell more pieces.")}
      >
        {(entry) => <OpenEntry key={entry.id} entry={entry} />}
      </ItemList>
    </>
  );
}

function OpenEntry({ entry }: { entry: QuantityPriceEntry }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, run } = useAttempt();
  const name = sizedName(entry.products?.name ?? "", entry.product_sizes?.label);
  const data = getBrowserData();
  const price = quantityPriceText({ sizeId: entry.size_id, pieces: entry.pieces, cents: centsFrom(entry.price) });
  const from = dateTimeText(entry.starts_at, timeZone);

  async function end() {
    await endQuantityPrice(data, entry);
    return { text: t("Price by quantity of {name} ended.", { name }), undo: undoEnd };
  }

  async function undoEnd() {
    await restoreQuantityPrice(data, entry);
    return { text: t("Price by quantity of {name} restored.", { name }) };
  }

  return (
    <EditableLine
      name={name}
      change={{
        title: t("Change price by quantity of {name}", { name }),
        isAutosaved: false,
        form: (onSaved) => (
          <QuantityPriceForm
            entry={entry}
            onSaved={async () => {
              await onSaved();
              showToast({ kind: "success", text: t("Price by quantity saved. Carts use it now.") });
            }}
          />
        ),
      }}
      onChanged={invalidateReads}
      actions={
        <SmallButton disabled={isBusy} onClick={() => run(() => withResultToast(end, invalidateReads))}>
          {partlyHidden(t("End<hidden>: {name}</hidden>", { name }))}
        </SmallButton>
      }
    >
      {nodes(
        hasEnd(entry)
          ? t("<strong>{name}</strong>: {price}, from {from} until {until}", {
              name,
              price,
              from,
              until: dateTimeText(entry.ends_at, timeZone),
            })
          : t("<strong>{name}</strong>: {price}, from {from}, no end", { name, price, from }),
      )}
    </EditableLine>
  );
}
