import { use } from "react";
import { Link } from "react-router";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { customerLanguageText } from "#app/features/orders/order-language.ts";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { takeTextOf, unpaidStepOf } from "#app/features/orders/order-steps.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import denseStyles from "#app/ui/dense-text.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import type { ListItemProps } from "#app/ui/use-list-keyboard.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { nextWindowText } from "#app/values/window-text.ts";
import { ageText, cardStateOf, type DeskCard } from "./desk.ts";
import styles from "./order-card.module.css";

/** Card of an order on the board, with the facts that a packer needs before opening it. */
export function OrderCard({
  card,
  packedCount,
  now,
  isChosen,
  onChoose,
  showsStatus,
  itemProps,
}: {
  card: DeskCard;
  packedCount: number;
  now: Date;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Whether the card shows its status, for lists where the column does not imply it. */
  showsStatus: boolean;
  /** Attributes from `useListKeyboard`. */
  itemProps: ListItemProps;
}) {
  const timeZone = use(ShopTimeZone);
  const name = card.name ?? t("No name available");
  const isLate = card.window !== null && Date.parse(card.window.endsAt) < now.getTime();
  const isOpen = card.status !== "completed";
  const state = cardStateOf(card, packedCount);
  const language = customerLanguageText(card.language);
  return (
    <article
      className={styles.card}
      aria-label={t("Order {number}", { number: card.number })}
      data-unread={card.isUnread || undefined}
      data-state={state?.state}
    >
      <Row gap={2} align="center">
        <label className={styles.choice}>
          <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
          <HiddenText>{t("Choose order {number}", { number: card.number })}</HiddenText>
        </label>
        <Link to={`/desk?order=${card.id}`} className={styles.number} {...itemProps}>
          <HiddenText>{t("Order")} </HiddenText>
          {card.number}
        </Link>
        {card.isUnread ? <span className={styles.unread}>{t("New", {}, "order")}</span> : null}
        {card.paidAt === null ? null : (
          <span className={styles.age}>
            {nodes(t("<hidden>Paid </hidden>{age}<after> ago</after>", { age: ageText(card.paidAt, now) }), {
              hidden: (words) => <HiddenText>{words}</HiddenText>,
              after: (words) => <HiddenText>{words}</HiddenText>,
            })}
          </span>
        )}
      </Row>
      {state && !showsStatus ? <p className={styles.state}>{state.label}</p> : null}
      {card.unpaidCents === null ? null : <p className={styles.unpaid}>{takeTextOf(card)}</p>}
      <p className={styles.name}>
        <UserText>{name}</UserText>
      </p>
      <p className={styles.facts}>
        <Icon name={card.deliveryType === "delivery" ? "truck" : "basket"} />
        <span>
          {[
            card.deliveryType === "delivery" ? t("Delivery") : t("Pickup"),
            t("{count, plural, one {# item} other {# items}}", { count: card.itemCount }),
            ...(isOpen && packedCount > 0 && state === null
              ? [t("{packed} of {total} lines in the bag", { packed: packedCount, total: card.lineIds.length })]
              : []),
          ].join(" · ")}
        </span>
      </p>
      {card.window ? (
        <p className={styles.facts} data-late={(isLate && isOpen) || undefined}>
          <Icon name="clock" />
          <span>
            {isLate && isOpen
              ? t("{time} · late", { time: nextWindowText(card.window, timeZone, now) })
              : nextWindowText(card.window, timeZone, now)}
          </span>
        </p>
      ) : null}
      {isOpen && card.feeState ? <p className={styles.facts}>{card.feeState}</p> : null}
      {isOpen && language ? <p className={styles.facts}>{language}</p> : null}
      {showsStatus ? <OrderStatusBadge status={card.status} payInStore={unpaidStepOf(card)} /> : null}
      {isOpen && card.preference ? (
        <p className={denseStyles.metaLabel}>
          {t("If out of stock: {preference}", { preference: preferenceLabel(card.preference) })}
        </p>
      ) : null}
      {isOpen && card.note ? (
        <p className={styles.note}>
          <UserText>{card.note}</UserText>
        </p>
      ) : null}
      {isOpen && card.hasLineWords ? <p className={denseStyles.metaLabel}>{t("Has notes on lines")}</p> : null}
    </article>
  );
}
