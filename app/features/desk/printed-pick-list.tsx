import { use } from "react";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { customerLanguageText } from "#app/features/orders/order-language.ts";
import { takeTextOf } from "#app/features/orders/order-steps.ts";
import { SnapAmount } from "#app/features/payments/snap-amount.tsx";
import { OrderQrCode } from "#app/features/scanning/order-qr-code.tsx";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneText } from "#app/values/contact.ts";
import { dateTimeText, shopDayOf } from "#app/values/shop-clock.ts";
import { windowText } from "#app/values/window-text.ts";
import type { PickLine, PickList } from "./desk-queries.ts";
import { pickDateText } from "./pick-date.ts";
import { placeOf } from "./pick-line-parts.ts";
import styles from "./print-page.module.css";
import { printedLines } from "./printed-lines.ts";

export function PrintedPickList({
  pickList,
  kind,
  snapCents,
}: {
  pickList: PickList;
  kind: "pick" | "slip";
  snapCents: number | undefined;
}) {
  const settings = useStoreSettings();
  const timeZone = use(ShopTimeZone);
  const { card } = pickList;
  const language = customerLanguageText(card.language);
  const { inBag, leftOut } = printedLines(pickList);
  return (
    <article
      className={styles.sheet}
      aria-label={
        kind === "slip"
          ? t("Packing slip of order {number}", { number: card.number })
          : t("Pick list of order {number}", { number: card.number })
      }
    >
      {kind === "slip" ? (
        <p>
          <strong>{settings.name}</strong>
          <br />
          {addressLine(settings)} · {settings.phone}
        </p>
      ) : null}
      <div className={styles.head}>
        <div>
          <h2 className={styles.number}>
            {kind === "slip"
              ? t("Order {number}", { number: card.number })
              : t("Pick {number}", { number: card.number })}
          </h2>
          <p>
            <strong>
              <UserText>{card.name ?? t("No name available")}</UserText>
            </strong>
            {card.phone ? (
              <>
                <br />
                <UserText>{phoneText(card.phone)}</UserText>
              </>
            ) : null}
            {language ? (
              <>
                <br />
                {language}
              </>
            ) : null}
          </p>
        </div>
        <OrderQrCode orderId={card.id} number={card.number} />
      </div>
      <p>
        {card.deliveryType === "delivery"
          ? nodes(t("Delivery to <address/>"), { address: <UserText>{pickList.deliveryAddress}</UserText> })
          : t("Pickup in the store")}
        {card.window ? <strong> · {windowText(card.window, timeZone)}</strong> : null}
      </p>
      {card.feeState && kind === "pick" ? <p>{card.feeState}</p> : null}
      {pickList.driverNote ? (
        <p>{nodes(t("For the driver: <note/>"), { note: <UserText>{pickList.driverNote}</UserText> })}</p>
      ) : null}
      {card.paidAt === null ? null : <p>{t("Paid {time}", { time: dateTimeText(card.paidAt, timeZone) })}</p>}
      {card.unpaidCents === null ? null : (
        <p>
          <strong>{takeTextOf(card)}</strong>
        </p>
      )}
      {kind === "pick" ? (
        <p className={styles.preference}>
          {card.preference
            ? t("If out of stock: {preference}", { preference: preferenceLabel(card.preference) })
            : t("If out of stock: none")}
          {card.note ? (
            <>
              <br />
              <strong>
                <UserText>{card.note}</UserText>
              </strong>
            </>
          ) : null}
        </p>
      ) : null}
      <PrintedLines lines={inBag} card={card} isPickList={kind === "pick"} />
      {leftOut.length > 0 ? (
        <div className={styles.preference}>
          <strong>{t("Not in the bag")}</strong>
          <ul>
            {leftOut.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <SnapAmount cents={snapCents} />
      {kind === "slip" ? <p>{t("Thank you for shopping with us.")}</p> : null}
    </article>
  );
}

function PrintedLines({
  lines,
  card,
  isPickList,
}: {
  lines: ReturnType<typeof printedLines>["inBag"];
  card: PickList["card"];
  isPickList: boolean;
}) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          {isPickList ? <th aria-label={t("In the bag")} /> : null}
          <th>{t("Qty")}</th>
          <th>{t("Item")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, quantity, name, size, details, insteadOf, line }) => (
          <tr key={`${line.id}-${key}`}>
            {isPickList ? (
              <td>
                <span className={styles.box} />
              </td>
            ) : null}
            <td className={styles.quantity}>{quantity}</td>
            <td>
              {name}
              {[...(size === null ? [] : [t("Size {size}", { size })]), ...details].map((text) => (
                <strong key={text} className={styles.aisle}>
                  {text}
                </strong>
              ))}
              {line.poundsEach === null || insteadOf ? null : (
                <span className={styles.aisle}>
                  {printedWeight(line.poundsEach * quantity, card.packedPounds[line.id])}
                </span>
              )}
              {insteadOf ? (
                <strong className={styles.aisle}>{t("Instead of {item}", { item: insteadOf })}</strong>
              ) : null}
              {isPickList && insteadOf === null ? <PackersWords line={line} /> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the weight of a line, or a blank to write it down. */
function printedWeight(expectedPounds: number, packedPounds: number | undefined): string {
  return packedPounds === undefined
    ? t("______ lb, about {pounds}", { pounds: poundsText(expectedPounds) })
    : poundsText(packedPounds);
}

/** Aisle, English name, and best-before date of the line, and the customer's note and preference. */
function PackersWords({ line }: { line: PickLine }) {
  return (
    <>
      {line.englishName === null ? null : (
        <span lang={DEFAULT_LOCALE} className={styles.aisle}>
          {line.englishName}
        </span>
      )}
      <span className={styles.aisle}>{placeOf(line)}</span>
      {line.bestBefore === null ? null : (
        <strong className={styles.aisle}>
          {pickDateText(line.bestBefore, shopDayOf(new Date(), use(ShopTimeZone)))}
        </strong>
      )}
      {line.note ? (
        <strong className={styles.aisle}>
          <UserText>{line.note}</UserText>
        </strong>
      ) : null}
      {line.preference ? (
        <span className={styles.aisle}>
          {t("If out of stock: {preference}", { preference: preferenceLabel(line.preference) })}
        </span>
      ) : null}
    </>
  );
}
