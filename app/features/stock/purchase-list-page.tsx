import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { noteExport } from "#app/platform/export-table.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Section } from "#app/ui/section.tsx";
import textStyles from "#app/ui/text.module.css";
import { done, rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyText } from "#app/values/money.ts";
import {
  groupPurchases,
  orderedOf,
  orderMessage,
  PURCHASE_HEADS,
  type Purchase,
  type PurchaseGroup,
  purchaseTable,
  sourceOf,
} from "./purchase.ts";
import styles from "./purchase-list-page.module.css";
import { itemKey } from "./stock-item.ts";
import { contactText, type Supplier } from "./supplier.ts";

/** Typed quantities by item; without one, the quantity of the item's last delivery is used. */
const NO_QUANTITIES: { quantities: Readonly<Record<string, string>> } = { quantities: {} };

/** Purchase list of low stock by supplier, to print, download, or send. */
export function PurchaseListPage({
  purchases,
  suppliers,
  storeName,
  day,
}: {
  purchases: readonly Purchase[];
  suppliers: readonly Supplier[];
  storeName: string;
  /** `YYYY-MM-DD`, for the file name. */
  day: string;
}) {
  const { draft, change, startOver, autosavedAt } = useAutosavedForm("purchase list", NO_QUANTITIES);
  const { isBusy, answer, run } = useAttempt();
  const groups = groupPurchases(purchases, suppliers);

  function quantityOf(purchase: Purchase): string {
    return draft.quantities[itemKey(purchase)] ?? String(purchase.lastQuantity ?? "");
  }

  function handleQuantity(purchase: Purchase, quantity: string) {
    change((before) => ({ quantities: { ...before.quantities, [itemKey(purchase)]: quantity } }));
  }

  function handleDownload() {
    return run(async () => {
      const rows = groups.flatMap((group) =>
        purchaseTable(sourceOf(group) ?? "No supplier", orderedOf(group.purchases, quantityOf)),
      );
      if (rows.length === 0) return rejected(t("Enter a quantity for at least one product."));
      await noteExport(getBrowserData(), "Purchase list");
      const { csvText } = await import("#app/platform/csv.ts");
      saveFile(`purchase-list-${day}.csv`, csvText(PURCHASE_HEADS, rows));
      return done(t("Purchase list downloaded."));
    });
  }

  return (
    <>
      <h1>{t("Purchase list")}</h1>
      {groups.length === 0 ? (
        <p>{t("Nothing is running out. Counted products with low stock appear here.")}</p>
      ) : (
        <>
          <p className={styles.help}>
            {t(
              "Counted products with low stock, by the supplier of their last delivery. Quantities start with the last delivery; empty ones are left out.",
            )}
          </p>
          <RestoredDraftNotice since={autosavedAt} onStartOver={() => startOver()} />
          <div className={styles.tools}>
            <Button onClick={() => window.print()}>{t("Print")}</Button>
            <Button variation="secondary" disabled={isBusy} onClick={handleDownload}>
              {t("Download CSV")}
            </Button>
          </div>
          <FormAnswer answer={answer} />
          {groups.map((group) => (
            <Group
              key={`${group.supplier?.id ?? 0} ${group.title}`}
              group={group}
              storeName={storeName}
              quantityOf={quantityOf}
              onQuantity={handleQuantity}
            />
          ))}
        </>
      )}
    </>
  );
}

function Group({
  group: { supplier, title, purchases },
  storeName,
  quantityOf,
  onQuantity,
}: {
  group: PurchaseGroup;
  storeName: string;
  quantityOf: (purchase: Purchase) => string;
  onQuantity: (purchase: Purchase, quantity: string) => void;
}) {
  const [canShare] = useState(() => "share" in navigator);
  const ordered = orderedOf(purchases, quantityOf);
  const message = orderMessage(storeName, ordered);
  const contact = supplier ? contactText(supplier) : "";
  return (
    <div className={styles.group} data-empty={ordered.length === 0 || undefined}>
      <Section title={title}>
        {contact ? (
          <p className={textStyles.meta}>
            <UserText>{contact}</UserText>
          </p>
        ) : null}
        <ul aria-label={t("Products from {title}", { title })}>
          {purchases.map((purchase) => (
            <PurchaseLine
              key={itemKey(purchase)}
              purchase={purchase}
              quantity={quantityOf(purchase)}
              onQuantity={(quantity) => onQuantity(purchase, quantity)}
            />
          ))}
        </ul>
        <div className={styles.tools}>
          <SmallButton disabled={ordered.length === 0} onClick={() => void copyMessage(message)}>
            {partlyHidden(t("Copy message<hidden>: {title}</hidden>", { title }))}
          </SmallButton>
          {canShare ? (
            <SmallButton disabled={ordered.length === 0} onClick={() => void shareMessage(message)}>
              <Icon name="share" /> {partlyHidden(t("Share<hidden>: {title}</hidden>", { title }))}
            </SmallButton>
          ) : null}
        </div>
      </Section>
    </div>
  );
}

function PurchaseLine({
  purchase,
  quantity,
  onQuantity,
}: {
  purchase: Purchase;
  quantity: string;
  onQuantity: (quantity: string) => void;
}) {
  const { name, sku, stockCount, lastCostCents } = purchase;
  const units = wholeNumberTyped(quantity || "0");
  const errorId = `order-${itemKey(purchase)}-error`;
  return (
    <li className={styles.line} data-empty={units === 0 || undefined}>
      <span className={styles.name}>
        {name}
        <span className={textStyles.meta}>
          {stockCount === 0 ? t("None left") : t("{count} left", { count: stockCount })}
          {sku ? t(" · SKU {sku}", { sku }) : ""}
          {lastCostCents === null ? null : (
            <span className={styles.cost}>{t(" · last {amount}", { amount: moneyText(lastCostCents) })}</span>
          )}
        </span>
        {units === null ? (
          <span id={errorId} className={textStyles.meta}>
            {t("Enter a whole number, or leave it empty.")}
          </span>
        ) : null}
      </span>
      <QuantityStepper
        name={`order-${itemKey(purchase)}`}
        label={t("Order, {name}", { name })}
        value={quantity}
        max={99_999}
        errorId={units === null ? errorId : undefined}
        onChange={onQuantity}
      />
    </li>
  );
}

function copyMessage(message: string): Promise<void> {
  return copyText(message, t("Message copied"), t("We couldn't copy the message. Download the CSV file instead."));
}

async function shareMessage(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    // The user closed the share sheet.
    if ((error as Error).name !== "AbortError") await copyMessage(text);
  }
}
