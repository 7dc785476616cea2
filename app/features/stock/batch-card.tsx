import { type ReactNode, use } from "react";
import { offerPriceCents } from "#app/features/price-rules/offer-draft.ts";
import { addOffers, deleteOffers } from "#app/features/price-rules/save-offer.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult, rejectionText } from "#app/platform/command-result.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { errorText } from "#app/values/error-text.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import { dateTimeText, readShopDay } from "#app/values/shop-clock.ts";
import { undoMovement } from "./adjust-stock.ts";
import { type Batch, daysLeftText, leftText } from "./batch.ts";
import styles from "./sell-by-page.module.css";
import { dayText, unitsText } from "./stock-item.ts";

/** Card of a batch with its actions: a markdown until its last day, or removal from sale past it. */
export function BatchCard({ batch, percent }: { batch: Batch; percent: string }) {
  const { isBusy, run } = useAttempt();
  const isPast = batch.daysLeft < 0;

  function handleClose() {
    return run(async () => {
      await attempt(async () => {
        const result = await closeBatch(getBrowserData(), batch.id, true);
        if (result.kind === "rejected") throw new Error(result.message);
        const undo = () => void undoClose(batch.id);
        return { text: t("{name}: none left of {day}.", { name: batch.name, day: dayText(batch.bestBefore) }), undo };
      });
      return null;
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
        <PastActions batch={batch} isBusy={isBusy} run={run}>
          <CloseButton name={batch.name} isBusy={isBusy} onClose={handleClose} />
        </PastActions>
      ) : (
        <MarkdownActions batch={batch} percent={percent} isBusy={isBusy} run={run}>
          <CloseButton name={batch.name} isBusy={isBusy} onClose={handleClose} />
        </MarkdownActions>
      )}
    </li>
  );
}

type ActionsProps = { batch: Batch; isBusy: boolean; children: ReactNode } & Pick<ReturnType<typeof useAttempt>, "run">;

function PastActions({ batch, isBusy, run, children }: ActionsProps) {
  function handleTakeOff() {
    return run(async () => {
      await attempt(async () => {
        const result = await takeOffSale(getBrowserData(), batch.id, randomUuid());
        if ("problem" in result) throw new Error(result.problem);
        return {
          text: t("{name}: {units} taken off sale, as waste.", {
            name: batch.name,
            units: unitsText(result.unitCount),
          }),
          undo: () => void undoTakeOff(result.movementId),
        };
      });
      return null;
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

function MarkdownActions({ batch, percent, isBusy, run, children }: ActionsProps & { percent: string }) {
  const timeZone = use(ShopTimeZone);
  const endsAt = readShopDay(batch.bestBefore, timeZone)?.endsAt ?? null;
  const reducedCents = offerPriceCents(batch.priceCents, "percent", percent);
  const canReduce = reducedCents !== null && reducedCents < batch.currentPriceCents && endsAt !== null;

  function handleMarkdown() {
    return run(async () => {
      await attempt(async () => {
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
          undo: () => void undoMarkdown(ids),
        };
      });
      return null;
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
            { strong: (words) => <strong>{words}</strong> },
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
    <Button size="small" variation="secondary" disabled={isBusy} onClick={onClose}>
      {partlyHidden(t("None left<hidden>: {name}</hidden>", { name }))}
    </Button>
  );
}

/** Runs an action, reports its result with Undo, and reloads the list. */
async function attempt(action: () => Promise<{ text: string; undo?: () => void }>): Promise<void> {
  try {
    const { text, undo } = await action();
    showToast({ kind: "success", text, ...(undo ? { action: { label: t("Undo"), onPress: undo } } : {}) });
  } catch (error) {
    showToast({ kind: "error", text: errorText(error) });
  }
  await invalidateReads();
}

function undoMarkdown(ids: readonly number[]): Promise<void> {
  return attempt(async () => {
    await deleteOffers(getBrowserData(), ids);
    return { text: t("Markdown removed.") };
  });
}

function undoTakeOff(movementId: number): Promise<void> {
  return attempt(async () => {
    const result = await undoMovement(getBrowserData(), movementId);
    if (result.kind === "rejected") throw new Error(result.message);
    return { text: t("Back in stock.") };
  });
}

function undoClose(batchId: number): Promise<void> {
  return attempt(async () => {
    const result = await closeBatch(getBrowserData(), batchId, false);
    if (result.kind === "rejected") throw new Error(result.message);
    return { text: t("Back in the list.") };
  });
}

/**
 * Removes the rest of a batch past its date from stock, as waste.
 * @param requestKey a repeated request with the same key changes nothing
 */
async function takeOffSale(
  { rest }: BrowserData,
  batchId: number,
  requestKey: string,
): Promise<{ movementId: number; unitCount: number } | { problem: string }> {
  const answer = await rest.rpc("take_off_sale", { batch_id: batchId, request_key: requestKey });
  if (answer.error) return { problem: rejectionText(answer.error) };
  return { movementId: answer.data.movement_id, unitCount: answer.data.quantity };
}

/** Marks a batch as empty, or as not empty. */
async function closeBatch({ rest }: BrowserData, batchId: number, isClosed: boolean): Promise<CommandResult> {
  return commandResult(await rest.rpc("close_batch", { batch_id: batchId, is_closed: isClosed }));
}
