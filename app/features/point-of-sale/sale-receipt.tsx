import { use, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { addedSums, wholeTotalCents } from "#app/features/orders/order.ts";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { lineCents, lineSizeText, weighedText } from "#app/features/orders/order-line.ts";
import { tenderSums } from "#app/features/orders/order-receipt.tsx";
import { barsOf } from "#app/features/scanning/barcode-bars.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import styles from "./sale-receipt.module.css";

const MM_PER_PX = 25.4 / 96;

/**
 * Prints a page as long as the receipt. CSS has no page size that fits the content, so the receipt is measured beside
 * the screen.
 * @param paper width of the paper in millimeters
 */
function printReceipt(receipt: HTMLElement, paper: 58 | 80): void {
  const lengthMm = Math.ceil(receipt.clientHeight * MM_PER_PX) + 1;
  const page = new CSSStyleSheet();
  const size = [paper, lengthMm].map((mm) => `${mm}mm`).join(" ");
  page.replaceSync(`@page { size: ${size}; margin: 0 }`);
  document.adoptedStyleSheets.push(page);
  window.print();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
}

/** Receipt for a printer of 58 or 80 mm, which prints at once. Its barcode opens the return of the sale. */
export function SaleReceipt({
  record: { order, payments, ...rest },
  paper,
  onPrinted,
}: {
  record: OrderDetails;
  paper: 58 | 80;
  onPrinted: () => void;
}) {
  const receipt = useRef<HTMLElement>(null);
  const print = useEffectEvent(() => {
    if (receipt.current) printReceipt(receipt.current, paper);
    onPrinted();
  });
  useEffect(() => print(), []);
  const settings = useStoreSettings();
  const timeZone = use(ShopTimeZone);
  const { bars, quiet } = barsOf(`S${order.number}`);
  const tenders = tenderSums({ order, payments, ...rest });
  const sums = [
    ...addedSums(order).filter(({ name }) => name !== t("Pickup")),
    { name: t("Total"), price: moneyText(wholeTotalCents(order)) },
    ...tenders.map(({ name, cents }) => ({ name, price: moneyText(cents) })),
  ];
  return createPortal(
    <article ref={receipt} className={styles.receipt} data-paper={paper} aria-label={t("Receipt")}>
      <p className={styles.name}>{settings.name}</p>
      <p>{addressLine(settings)}</p>
      <p>{settings.phone}</p>
      <p>
        {t("Sale {number}", { number: order.number })} · {dateTimeText(order.paidAt ?? order.placedAt, timeZone)}
      </p>
      <table className={styles.lines}>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.quantity > 1 ? `${line.quantity} × ` : ""}
                {line.name}
                {[lineSizeText(line), line.weight ? weighedText(line.weight, line.quantity) : ""]
                  .filter(Boolean)
                  .map((text) => (
                    <span key={text} className={styles.detail}>
                      {text}
                    </span>
                  ))}
              </td>
              <td>{moneyText(lineCents(line))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ name, price }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{price}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      <svg
        className={styles.bars}
        viewBox={`${-quiet} 0 ${bars.length + 2 * quiet} 40`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={[...bars].map((bar, index) => (bar === "1" ? `M${index} 0h1v40h-1z` : "")).join("")} fill="#000" />
      </svg>
      <p>{t("Keep this receipt for returns.")}</p>
    </article>,
    document.body,
  );
}
