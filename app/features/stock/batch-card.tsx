import { type ReactNode, use } from "react";
import { offerPriceCents } from "#app/features/price-rules/offer-draft.ts";
import { addOffers, deleteOffers } from "#app/features/price-rules/save-offer.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData, runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { type Done, withResultToast } from "#app/ui/action-toast.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import { dateTimeText, dayText, readShopDay } from "#app/values/shop-clock.ts";
import { type Batch, daysLeftText, leftText } from "./batch.ts";
import styles from "./sell-by-page.module.css";
import { unitsText } from "./stock-item.ts";

/** Card of a batch with its actions: a markdown until its last day, or removal from sale past it. */
export function BatchCard({ batch, percent }: { batch: Batch; percent: string }) {
  const { isBusy, run } = useAttempt();
  const isPast = batch.daysLeft < 0;
  const act: ActionsProps["act"] = (action) => run(() => withResultToast(action, invalidateReads));

  function handleClose() {
    return act(async () => {
      await runCommand("close_batch", { batch_id: batch.id, is_closed: true });
      return {
        text: t("{name}: none left of {day}.", { name: batch.name, day: dayText(batch.bestBefore) }),
        undo: async () => {
          await runCommand("close_batch", { batch_id: batch.id, is_closed: false });
          return { text: t("Back in the list.") };
        },
      };
    });
  }

  return (
    <li className={styles.batch} data-past={isPast || undefined}>
      <span className={textStyles.strong}>{batch.name}</span>
      <span>
        {nodes(
          t("<days>{daysLeft}</days> · best before {day}", {
            daysLeft: daysLeftText(batch.daysLeft),
            day: dayText(batch.bestBefore),
          }),
          { days: (words) => <span className={styles.days}>{words}</span> },
        )}
      </span>
      <span>{leftText(batch)}</span>
      {isPast ? (
        <PastActions batch={batch} isBusy={isBusy} act={act}>
          <CloseButton name={batch.name} isBusy={isBusy} onClose={handleClose} />
        </PastActions>
      ) : (
        <MarkdownActions batch={batch} percent={percent} isBusy={isBusy} act={act}>
          <CloseButton name={batch.name} isBusy={isBusy} onClose={handleClose} />
        </MarkdownActions>
      )}
    </li>
  );
}

interface ActionsProps {
  batch: Batch;
  isBusy: boolean;
  act: (action: () => Promise<Done>) => Promise<void>;
  children: ReactNode;
}

function PastActions({ batch, isBusy, act, children }: ActionsProps) {
  function handleTakeOff() {
    return act(async () => {
      const { movement_id: movementId, quantity } = await runCommand("take_off_sale", {
        batch_id: batch.id,
        request_key: randomUuid(),
      });
      return {
        text: t("{name}: {units} taken off sale, as waste.", { name: batch.name, units: unitsText(quantity) }),
        undo: async () => {
          await runCommand("undo_stock_movement", { movement_id: movementId });
          return { text: t("Back in stock.") };
        },
      };
    });
  }

  return (
    <>
      {batch.removableCount === 0 ? (
        <span className={textStyles.meta}>
          {batch.leftCount === null
            ? t("Not counted: check the shelf, and mark the product as sold out if it is the only batch.")
            : t("What is left belongs to paid orders. Check them before you hand them over.")}
        </span>
      ) : null}
      <span className={styles.actions}>
        {batch.removableCount > 0 ? (
          <Button size="small" variation="danger" disabled={isBusy} onClick={handleTakeOff}>
            {partlyHidden(
              t("Take {count} off sale<hidden>: {name}</hidden>", { count: batch.removableCount, name: batch.name }),
            )}
          </Button>
        ) : null}
        {children}
      </span>
    </>
  );
}

function MarkdownActions({ batch, percent, isBusy, act, children }: ActionsProps & { percent: string }) {
  const timeZone = use(ShopTimeZone);
  const endsAt = readShopDay(batch.bestBefore, timeZone)?.endsAt ?? null;
  const reducedCents = offerPriceCents(batch.priceCents, "percent", percent);
  const canReduce = reducedCents !== null && reducedCents < batch.currentPriceCents && endsAt !== null;

  function handleMarkdown() {
    return act(async () => {
      const ids = await addOffers(getBrowserData(), [
        {
          product_id: batch.productId,
          category: null,
          percent: Number(percent),
          price: null,
          starts_at: "now",
          ends_at: endsAt ?? "now",
        },
      ]);
      return {
        text: t("{name}: {percent}% off until {day}.", { name: batch.name, percent, day: dayText(batch.bestBefore) }),
        undo: async () => {
          await deleteOffers(getBrowserData(), ids);
          return { text: t("Markdown removed.") };
        },
      };
    });
  }

  return (
    <>
      {batch.offerEndsAt !== null ? (
        <span>
          {t("On offer for {amount} until {time}", {
            amount: moneyText(batch.currentPriceCents),
            time: dateTimeText(batch.offerEndsAt, timeZone),
          })}
        </span>
      ) : canReduce ? (
        <span>
          {nodes(
            t("{amount} → <strong>{reduced}</strong> until the end of {day}", {
              amount: moneyText(batch.currentPriceCents),
              reduced: moneyText(reducedCents),
              day: dayText(batch.bestBefore),
            }),
          )}
          {batch.hasSizes ? t(", all sizes") : ""}
          {batch.costCents === null ? "" : t("; cost {amount}", { amount: moneyText(batch.costCents) })}
        </span>
      ) : (
        <span className={textStyles.meta}>{t("{percent}% off is not below the current price.", { percent })}</span>
      )}
      <span className={styles.actions}>
        {batch.offerEndsAt === null && canReduce ? (
          <Button size="small" disabled={isBusy} onClick={handleMarkdown}>
            {partlyHidden(t("Mark down {percent}%<hidden>: {name}</hidden>", { percent, name: batch.name }))}
          </Button>
        ) : null}
        {children}
      </span>
    </>
  );
}

function CloseButton({ name, isBusy, onClose }: { name: string; isBusy: boolean; onClose: () => Promise<void> }) {
  return (
    <SmallButton disabled={isBusy} onClick={onClose}>
      {partlyHidden(t("None left<hidden>: {name}</hidden>", { name }))}
    </SmallButton>
  );
}
