import { type ReactNode, use, useEffect } from "react";
import { Link } from "react-router";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { acknowledgeOrders } from "#app/features/orders/move-orders.ts";
import { isPackable, type OrderStatus } from "#app/features/orders/order-status.ts";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { canStepBack, nextStepOf, stepLabel, takeTextOf, unpaidStepOf } from "#app/features/orders/order-steps.ts";
import { CurrentSnapAmount } from "#app/features/payments/snap-amount.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, ButtonLink, SmallButton } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, phoneText } from "#app/values/contact.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import type { DeskCard } from "./desk.ts";
import { LinkState } from "./desk-header.tsx";
import type { PickList } from "./desk-queries.ts";
import { GoneLines, PickLines } from "./pick-lines.tsx";
import styles from "./pick-list.module.css";
import { PickScanner } from "./pick-scanner.tsx";
import { packedLines } from "./picks.ts";
import type { DeskState } from "./use-desk.ts";
import { usePickList } from "./use-pick-list.ts";
import { weighLine } from "./weigh-line.ts";

/** Pick list of one order, used while walking through the store. */
export function PickListView({
  orderId,
  card: liveCard,
  state,
  now,
  canTakePayment,
  isBusy,
  onMove,
  onStepBack,
}: {
  orderId: string;
  /** Card of the order board; null if the board does not have the order. */
  card: DeskCard | null;
  state: DeskState;
  now: Date;
  canTakePayment: boolean;
  isBusy: boolean;
  onMove: (to: OrderStatus) => Promise<void>;
  onStepBack: () => Promise<unknown>;
}) {
  const { picks, isOffline } = state;
  const hasUnsentPicks = picks.some((pick) => pick.orderId === orderId);
  const { pickList, problem, version, readAgain, notePick } = usePickList(orderId, liveCard, hasUnsentPicks);

  // The server marks the order as seen. On failure, it stays marked as new for other staff.
  useEffect(() => {
    acknowledgeOrders(getBrowserData(), [orderId]).catch(() => undefined);
  }, [orderId]);

  if (problem !== null) {
    return <FailedRead text={problem} onRetry={readAgain} />;
  }
  if (pickList === null) return <Spinner label={t("Loading order...")} />;

  function handlePick(lineId: number, isPacked: boolean) {
    state.pick(orderId, lineId, isPacked);
    if (liveCard === null) notePick(lineId, isPacked);
  }

  async function saveScannedWeight(lineId: number, pounds: number) {
    const result = await weighLine(getBrowserData(), lineId, pounds);
    if (result.kind === "done" && liveCard === null) await readAgain();
    return result;
  }

  /** Reads an order without a board card again, because no event reports the change or why it failed. */
  async function takeStep(step: () => Promise<unknown>): Promise<void> {
    await step();
    if (liveCard === null) await readAgain();
  }

  const card = liveCard ?? pickList.card;
  const packed = packedLines(card, picks);
  const packedCount = pickList.lines.filter(({ id }) => packed.has(id)).length;
  const isWhole = packedCount === pickList.lines.length;
  const canPick = isPackable(card.status) || (card.unpaidCents !== null && card.status === "pending");
  const next = nextStepOf(card);
  const list = { pickList, card, canPick, isOffline, onChanged: readAgain };
  return (
    <>
      <OrderTitle
        card={card}
        onUndo={canStepBack(card, now) ? () => void takeStep(onStepBack) : null}
        isDisabled={isBusy || isOffline}
      >
        {isOffline ? <LinkState state={state} /> : null}
      </OrderTitle>
      <OrderFacts pickList={pickList} card={card} now={now} canTakePayment={canTakePayment} />
      {canPick ? (
        <PickScanner
          lines={pickList.lines}
          picked={packed}
          onPick={(lineId) => handlePick(lineId, true)}
          save={saveScannedWeight}
        />
      ) : null}
      <CurrentSnapAmount orderId={orderId} version={version} />
      <p className={styles.progress} role="status">
        {t("{packed} of {total} in the bag", { packed: packedCount, total: pickList.lines.length })}
      </p>
      <PickLines
        {...list}
        packed={packed}
        now={now}
        onPick={handlePick}
        onWeighed={async (lineId, pounds) => {
          if (pounds !== null) handlePick(lineId, true);
          if (liveCard === null) await readAgain();
        }}
      />
      {pickList.goneLines.length > 0 ? <GoneLines {...list} /> : null}
      {next ? (
        <div className={styles.steps} data-stays-at-bottom>
          <Button
            size="large"
            variation={card.status === "preparing" && !isWhole ? "secondary" : "primary"}
            disabled={isBusy || isOffline}
            onClick={() => void takeStep(() => onMove(next))}
          >
            {stepLabel(next)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function OrderTitle({
  card,
  onUndo,
  isDisabled,
  children,
}: {
  card: DeskCard;
  onUndo: (() => void) | null;
  isDisabled: boolean;
  children: ReactNode;
}) {
  return (
    <Row gap={4} rowGap={2} align="center">
      <h1 className={styles.title}>{t("Order {number}", { number: card.number })}</h1>
      <OrderStatusBadge status={card.status} payInStore={unpaidStepOf(card)} />
      <div className={styles.tools}>
        <ButtonLink to={`/desk/orders/${card.id}`} size="small" variation="secondary">
          {t("Order page")}
        </ButtonLink>
        <ButtonLink to={`/desk/print?orders=${card.id}`} size="small" variation="secondary">
          {t("Print")}
        </ButtonLink>
        {onUndo ? (
          <SmallButton ref={passFocusOn} disabled={isDisabled} onClick={onUndo}>
            {t("Undo step")}
          </SmallButton>
        ) : null}
      </div>
      {children}
    </Row>
  );
}

/** Payment that is due, customer, pickup or delivery, and preferences. */
function OrderFacts({
  pickList,
  card,
  now,
  canTakePayment,
}: {
  pickList: PickList;
  card: DeskCard;
  now: Date;
  canTakePayment: boolean;
}) {
  const timeZone = use(ShopTimeZone);
  return (
    <>
      {card.unpaidCents === null ? null : (
        <FormMessage kind="notice">
          {nodes(
            canTakePayment
              ? t("<amount/> before you hand it over. <link>Take payment</link>")
              : t("<amount/> before you hand it over. A manager takes the payment."),
            {
              amount: <strong>{takeTextOf(card)}</strong>,
              link: (words) => <Link to={`/desk/till?order=${card.id}`}>{words}</Link>,
            },
          )}
        </FormMessage>
      )}
      <Stack gap={1}>
        <p className={denseStyles.leadStrong}>
          <UserText>{card.name ?? t("No name available")}</UserText>
        </p>
        <p>
          {card.deliveryType === "delivery"
            ? nodes(t("Delivery to <address/>"), { address: <UserText>{pickList.deliveryAddress}</UserText> })
            : t("Pickup")}
          {card.window ? ` · ${nextWindowText(card.window, timeZone, now)}` : null}
        </p>
        {card.feeState ? (
          <p>
            <strong>{card.feeState}</strong>
          </p>
        ) : null}
        {pickList.driverNote ? (
          <p>{nodes(t("For the driver: <note/>"), { note: <UserText>{pickList.driverNote}</UserText> })}</p>
        ) : null}
        {card.phone ? (
          <p>
            <a href={phoneAddress(card.phone)} className={styles.phone}>
              <Icon name="phone" /> <UserText>{phoneText(card.phone)}</UserText>
            </a>
          </p>
        ) : null}
      </Stack>
      <div className={styles.preference}>
        <p>
          <strong>{t("If an item is out of stock:")}</strong>{" "}
          {card.preference ? preferenceLabel(card.preference) : t("No preference chosen.")}
        </p>
        {card.note ? (
          <p className={styles.note}>
            <UserText>{card.note}</UserText>
          </p>
        ) : null}
      </div>
    </>
  );
}
