import { use } from "react";
import { useSearchParams } from "react-router";
import { OrderQrCode, setRollPages } from "#app/features/scanning/order-qr-code.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { ChoiceForm } from "#app/ui/choice-form.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { windowText } from "#app/values/window-text.ts";
import type { PickList } from "./desk-queries.ts";
import styles from "./print-page.module.css";
import { PrintedPickList } from "./printed-pick-list.tsx";

const KINDS = ["pick", "slip", "bag"] as const;
type Kind = (typeof KINDS)[number];

const kindLabels = (): Record<Kind, string> => ({ pick: t("Pick list"), slip: t("Packing slip"), bag: t("Bag label") });

const PAPERS = ["letter", "a4", "label", "roll", "receipt"] as const;

const paperLabels = (): Record<(typeof PAPERS)[number], string> => ({
  letter: t("US Letter"),
  a4: "A4",
  label: t("4 × 6 in label"),
  roll: t("2¼ × 1¼ in label"),
  receipt: t("80 mm receipt"),
});

/** Pick lists, packing slips, or bag labels, one order per page, printed by the browser. */
export function PrintPage({
  pickLists,
  snapAmounts,
}: {
  pickLists: readonly PickList[];
  /** What SNAP EBT may pay of each order, in cents. */
  snapAmounts: ReadonlyMap<string, number>;
}) {
  const [search] = useSearchParams();
  const kind = KINDS.find((name) => name === search.get("kind")) ?? "pick";
  // The small label paper is only for bags.
  const papers = PAPERS.filter((name) => kind === "bag" || name !== "roll");
  const paper = papers.find((name) => name === search.get("paper")) ?? "letter";
  return (
    <>
      <div className={styles.controls}>
        <h1 className={textStyles.h3}>
          {t("{count, plural, one {Print # order} other {Print # orders}}", { count: pickLists.length })}
        </h1>
        <ChoiceForm values={{ kind, paper }} className={styles.choices}>
          <input type="hidden" name="orders" value={search.get("orders") ?? ""} />
          <SelectField label={t("What")} name="kind" defaultValue={kind}>
            <Options of={KINDS.map((name) => [name, kindLabels()[name]])} />
          </SelectField>
          <SelectField label={t("Paper")} name="paper" defaultValue={paper}>
            <Options of={papers.map((name) => [name, paperLabels()[name]])} />
          </SelectField>
        </ChoiceForm>
        <Button size="large" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      </div>
      {pickLists.length === 0 ? <p>{t("No orders to print.")}</p> : null}
      <div
        key={search.toString()}
        ref={paper === "receipt" ? setRollPages : undefined}
        className={styles.sheets}
        data-paper={paper}
      >
        {pickLists.map((pickList) =>
          kind === "bag" ? (
            <BagLabel key={pickList.card.id} pickList={pickList} />
          ) : (
            <PrintedPickList
              key={pickList.card.id}
              pickList={pickList}
              kind={kind}
              snapCents={snapAmounts.get(pickList.card.id)}
            />
          ),
        )}
      </div>
    </>
  );
}

/** Label of a bag: number, name, pickup or delivery time and place, and the QR code that opens the order. */
function BagLabel({ pickList: { card, deliveryAddress } }: { pickList: PickList }) {
  const timeZone = use(ShopTimeZone);
  return (
    <article className={styles.sheet} data-bag aria-label={t("Bag label of order {number}", { number: card.number })}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.number}>{card.number}</h2>
          <p>
            <strong>
              <UserText>{card.name ?? t("No name available")}</UserText>
            </strong>
          </p>
          <p>{card.deliveryType === "delivery" ? <UserText>{deliveryAddress}</UserText> : t("Pickup")}</p>
          {card.window ? <p>{windowText(card.window, timeZone)}</p> : null}
        </div>
        <OrderQrCode orderId={card.id} number={card.number} />
      </div>
    </article>
  );
}
