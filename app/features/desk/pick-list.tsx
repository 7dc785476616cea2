import { type ComponentProps, Fragment, use, useEffect, useState } from "react";
import { Link } from "react-router";
import { isPackable, type OrderStatus } from "#app/features/orders/order-status.ts";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { SnapAmount } from "#app/features/payments/snap-amount.tsx";
import { useSnapAmounts } from "#app/features/payments/use-snap-amounts.ts";
import { WeightField } from "#app/features/scanning/weight-field.tsx";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, phoneText } from "#app/values/contact.ts";
import { errorText } from "#app/values/error-text.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { poundsText } from "#app/values/sold-by-weight.ts";
import { splitChoices } from "#app/values/split-choices.ts";
import { preferenceLabel } from "#app/values/substitution-preference.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import { acknowledgeOrders } from "./acknowledge-orders.ts";
import { canStepBack, type DeskCard, nextStepOf, stepLabel, takeTextOf, unpaidStepOf } from "./desk.ts";
import { LinkState } from "./desk-header.tsx";
import { type PickLine, type PickList, readPickSheets } from "./desk-queries.ts";
import { LineMissing } from "./line-missing.tsx";
import { type UnavailableLine, unavailableLine } from "./missing-units.ts";
import { pickDateText } from "./pick-date.ts";
import styles from "./pick-list.module.css";
import { PickScanner } from "./pick-scanner.tsx";
import { type LinePick, packedLines } from "./picks.ts";
import { weighLine } from "./weigh-line.ts";

/** Pick list of one order, used while walking through the store. */
export function PickListView({
  orderId,
  card: liveCard,
  picks,
  now,
  canTakePayment,
  isBusy,
  isOffline,
  readAt,
  onPick,
  onMove,
  onStepBack,
}: {
  orderId: string;
  /** Card of the order board; null if the board does not have the order. */
  card: DeskCard | null;
  picks: readonly LinePick[];
  now: Date;
  canTakePayment: boolean;
  isBusy: boolean;
  isOffline: boolean;
  readAt: string;
  onPick: (orderId: string, lineId: number, isPacked: boolean) => void;
  onMove: (to: OrderStatus) => Promise<void>;
  onStepBack: () => Promise<unknown>;
}) {
  const [sheet, setSheet] = useState<PickList | { problem: string } | null>(null);
  const timeZone = use(ShopTimeZone);
  const hasUnsentPicks = picks.some((pick) => pick.orderId === orderId);
  // Changes of the order by the customer or staff change this key; picks do not, because the card already contains
  // them.
  const version = liveCard
    ? [
        liveCard.status,
        liveCard.note,
        liveCard.preference,
        liveCard.itemCount,
        ...liveCard.changeIds,
        ...liveCard.answers,
      ].join()
    : String(hasUnsentPicks);
  const snapAmounts = useSnapAmounts([orderId], version);

  async function readAgain(): Promise<void> {
    const [found] = await readPickSheets(getBrowserData(), [orderId]);
    if (found) setSheet(found);
  }

  function handlePick(lineId: number, isPacked: boolean) {
    onPick(orderId, lineId, isPacked);
    if (liveCard === null)
      setSheet((known) => (known && "lines" in known ? withPickedLine(known, lineId, isPacked) : known));
  }

  async function saveScannedWeight(lineId: number, pounds: number) {
    const result = await weighLine(getBrowserData(), lineId, pounds);
    if (result.kind === "done" && liveCard === null) await readAgain();
    return result;
  }

  /** Reads an order without a board card again, because no event reports the change or why it failed. */
  async function takeStep(step: () => Promise<unknown>): Promise<void> {
    await step();
    if (liveCard === null) await readAgain().catch(() => undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the order must be read again.
  useEffect(() => {
    // If the order were read before the pick arrives, the line would appear as not picked.
    if (liveCard === null && hasUnsentPicks && sheet && "lines" in sheet && sheet.card.id === orderId) return;
    let isHere = true;
    readPickSheets(getBrowserData(), [orderId]).then(
      ([found]) => isHere && setSheet(found ?? { problem: t("This order doesn't exist.") }),
      (error: unknown) =>
        isHere && setSheet((known) => (known && "lines" in known ? known : { problem: errorText(error) })),
    );
    return () => {
      isHere = false;
    };
  }, [orderId, version]);

  useEffect(() => {
    // On failure, the order stays marked as new for other staff.
    acknowledgeOrders(getBrowserData(), [orderId]).catch(() => undefined);
  }, [orderId]);

  if (sheet === null) return <Spinner label={t("Loading order...")} />;
  if ("problem" in sheet) return <FormMessage>{sheet.problem}</FormMessage>;

  const card = liveCard ?? sheet.card;
  const packed = packedLines(card, picks);
  const packedCount = sheet.lines.filter(({ id }) => packed.has(id)).length;
  const isWhole = packedCount === sheet.lines.length;
  const canPick = isPackable(card.status) || (card.unpaidCents !== null && card.status === "pending");
  const next = nextStepOf(card);
  return (
    <>
      <Row gap={4} rowGap={2} align="center">
        <h1 className={styles.title}>{t("Order {number}", { number: card.number })}</h1>
        <OrderStatusBadge status={card.status} payInStore={unpaidStepOf(card)} />
        <div className={styles.tools}>
          <ButtonLink to={`/desk/orders/${orderId}`} size="small" variation="secondary">
            {t("Order page")}
          </ButtonLink>
          <ButtonLink to={`/desk/print?orders=${orderId}`} size="small" variation="secondary">
            {t("Print")}
          </ButtonLink>
          {canStepBack(card, now) ? (
            <Button
              size="small"
              variation="secondary"
              disabled={isBusy || isOffline}
              onClick={() => void takeStep(onStepBack)}
            >
              {t("Undo step")}
            </Button>
          ) : null}
        </div>
        {isOffline ? <LinkState at={readAt} isLive={false} isOffline waitingPicks={picks.length} /> : null}
      </Row>
      {card.unpaidCents === null ? null : (
        <FormMessage kind="notice">
          {nodes(
            canTakePayment
              ? t("<amount/> before you hand it over. <link>Take payment</link>")
              : t("<amount/> before you hand it over. A manager takes the payment."),
            {
              amount: <strong>{takeTextOf(card)}</strong>,
              link: (words) => <Link to={`/desk/till?order=${orderId}`}>{words}</Link>,
            },
          )}
        </FormMessage>
      )}
      <Stack gap={1}>
        <p className={styles.name}>
          <UserText>{card.name ?? t("No name available")}</UserText>
        </p>
        <p>
          {card.deliveryType === "delivery"
            ? nodes(t("Delivery to <address/>"), { address: <UserText>{sheet.deliveryAddress}</UserText> })
            : t("Pickup")}
          {card.window ? ` · ${nextWindowText(card.window, timeZone, now)}` : null}
        </p>
        {card.feeState ? (
          <p>
            <strong>{card.feeState}</strong>
          </p>
        ) : null}
        {sheet.driverNote ? (
          <p>{nodes(t("For the driver: <note/>"), { note: <UserText>{sheet.driverNote}</UserText> })}</p>
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
      {canPick ? (
        <PickScanner
          lines={sheet.lines}
          picked={packed}
          onPick={(lineId) => handlePick(lineId, true)}
          save={saveScannedWeight}
        />
      ) : null}
      <SnapAmount cents={snapAmounts.get(orderId)} />
      <p className={styles.progress} role="status">
        {t("{packed} of {total} in the bag", { packed: packedCount, total: sheet.lines.length })}
      </p>
      <ul className={styles.lines}>
        {sheet.lines.map((line, place) => (
          <Fragment key={line.id}>
            {placeOf(line) === placeOf(sheet.lines[place - 1]) ? null : (
              <li className={styles.aisle}>{placeOf(line)}</li>
            )}
            <li>
              <LineMissing
                line={asMissing(line, card)}
                changes={line.changes}
                phones={card.phone ? [phoneText(card.phone)] : []}
                canChange={canPick}
                isDisabled={isOffline}
                onChanged={readAgain}
              >
                <LineRow
                  line={line}
                  isPacked={packed.has(line.id)}
                  canPick={canPick}
                  today={shopDayOf(now, timeZone)}
                  onPick={(isPacked) => handlePick(line.id, isPacked)}
                />
              </LineMissing>
              {line.poundsEach !== null && line.bagQuantity > 0 ? (
                <LineWeight
                  line={line}
                  poundsEach={line.poundsEach}
                  packedPounds={card.packedPounds[line.id] ?? null}
                  canPick={canPick}
                  isDisabled={isOffline}
                  onWeighed={async (pounds) => {
                    if (pounds !== null) handlePick(line.id, true);
                    if (liveCard === null) await readAgain();
                  }}
                />
              ) : null}
            </li>
          </Fragment>
        ))}
      </ul>
      {sheet.goneLines.length > 0 ? (
        <section aria-labelledby="not-in-bag">
          <h2 id="not-in-bag" className={styles.notInBag}>
            {t("Not in this bag")}
          </h2>
          <ul className={styles.lines}>
            {sheet.goneLines.map((line) => (
              <li key={line.id}>
                {line.changes.length === 0 ? (
                  <p>{`${line.quantity} × ${sizedName(line.name, line.size)}`}</p>
                ) : (
                  <LineMissing
                    line={asMissing(line, card)}
                    changes={line.changes}
                    phones={[]}
                    canChange={canPick}
                    isDisabled={isOffline}
                    onChanged={readAgain}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
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

function LineWeight({
  line,
  poundsEach,
  canPick,
  ...field
}: {
  line: PickLine;
  poundsEach: number;
  canPick: boolean;
} & Pick<ComponentProps<typeof WeightField>, "packedPounds" | "isDisabled" | "onWeighed">) {
  if (!canPick || line.isWeightFinal)
    return field.packedPounds === null ? null : <p>{poundsText(field.packedPounds)}</p>;
  return (
    <WeightField
      {...field}
      fieldName={`weight-${line.id}`}
      save={(...weight) => weighLine(getBrowserData(), line.id, ...weight)}
      name={sizedName(line.name, line.size)}
      expectedPounds={poundsEach * line.bagQuantity}
    />
  );
}

function LineRow({
  line,
  isPacked,
  canPick,
  today,
  onPick,
}: {
  line: PickLine;
  isPacked: boolean;
  canPick: boolean;
  /** `YYYY-MM-DD` */
  today: string;
  onPick: (isPacked: boolean) => void;
}) {
  const parts = partsOf(line);
  return (
    <label className={styles.line} data-packed={isPacked || undefined}>
      <input
        type="checkbox"
        className={styles.pick}
        checked={isPacked}
        disabled={!canPick}
        onChange={(event) => onPick(event.target.checked)}
      />
      <span className={styles.picture}>
        {parts[0]?.imageUrl ? <Picture src={parts[0].imageUrl} alt="" width={112} height={112} sizes="56px" /> : null}
      </span>
      <span className={styles.words}>
        {parts.map(({ key, name, size, details, quantity, insteadOf }) => (
          <Fragment key={key}>
            <span className={styles.amount}>{`${quantity} × ${size ?? name}`}</span>
            {size === null ? null : <span className={styles.product}>{name}</span>}
            {details.map((text) => (
              <span key={text} className={styles.product}>
                {text}
              </span>
            ))}
            {insteadOf === null ? null : (
              <span className={styles.old}>{nodes(t("Instead of <old/>"), { old: <s>{insteadOf}</s> })}</span>
            )}
          </Fragment>
        ))}
        {line.englishName === null || line.bagQuantity === 0 ? null : (
          <span lang={DEFAULT_LOCALE} className={styles.english}>
            {line.englishName}
          </span>
        )}
        {line.bestBefore === null || line.bagQuantity === 0 ? null : (
          <span className={styles.date}>{pickDateText(line.bestBefore, today)}</span>
        )}
        {line.note ? (
          <span className={styles.note}>
            <UserText>{line.note}</UserText>
          </span>
        ) : null}
        {line.preference ? (
          <span className={styles.linePreference}>
            {t("If out of stock: {preference}", { preference: preferenceLabel(line.preference) })}
          </span>
        ) : null}
      </span>
    </label>
  );
}

interface LinePart {
  key: number;
  name: string;
  size: string | null;
  /** The size of its package and its choices, each a line of its own. */
  details: string[];
  quantity: number;
  imageUrl: string | undefined;
  /** The replaced product, such as "1 × Puna Yam"; null if it is none. */
  insteadOf: string | null;
}

/** Returns what of a line goes into the bag: what is left of the product, then its replacements. */
function partsOf({ name, size, packSize, imageUrl, bagQuantity, changes }: PickLine): LinePart[] {
  const product = splitChoices(name);
  const details = [packSize, product.choices].filter(Boolean);
  return [
    ...(bagQuantity > 0
      ? [{ key: 0, name: product.name, size, details, quantity: bagQuantity, imageUrl, insteadOf: null }]
      : []),
    ...changes.flatMap(({ id, quantity, replacement }) =>
      replacement
        ? [
            {
              key: id,
              details: [],
              imageUrl: undefined,
              ...replacement,
              insteadOf: `${quantity} × ${sizedName(name, size)}`,
            },
          ]
        : [],
    ),
  ];
}

/** Applies a pick to an order that is not on the board, because no event reports it. */
function withPickedLine(sheet: PickList, lineId: number, isPacked: boolean): PickList {
  const others = sheet.card.packedLineIds.filter((id) => id !== lineId);
  return { ...sheet, card: { ...sheet.card, packedLineIds: isPacked ? [...others, lineId] : others } };
}

/** Returns the line for the out-of-stock dialog. A pick list's quantities already exclude refunded units. */
function asMissing(line: PickLine, card: DeskCard): UnavailableLine {
  const size = line.size === null ? null : { label: line.size };
  return unavailableLine({ ...line, size, refundedQuantity: 0 }, card, card.unpaidCents !== null);
}

function placeOf(line: PickLine | undefined): string | undefined {
  return line?.isFrozen ? t("Frozen") : line?.aisle;
}
