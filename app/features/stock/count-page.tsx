import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { ItemList } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { useForm } from "#app/ui/use-form.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { errorText } from "#app/values/error-text.ts";
import { moneyText } from "#app/values/money.ts";
import {
  type CountFormValues,
  type CountLine,
  changeCount,
  countedSince,
  countedText,
  countItem,
  countTotals,
  EMPTY_COUNT,
  refreshLine,
  refreshLines,
  signedText,
  validateCount,
} from "./count-form-values.ts";
import { CountLineRow } from "./count-line.tsx";
import styles from "./count-page.module.css";
import { ItemSearch } from "./item-search.tsx";
import { itemKey, readStockItems, type StockItem } from "./stock-item.ts";

/** Page to count stock by scanning; accepting the count changes the stock by the differences. */
export function CountPage() {
  const [oversold, setOversold] = useState<readonly Oversold[]>([]);
  return (
    <Autosaves>
      <h1>{t("Count stock")}</h1>
      <p>
        {linked(
          t(
            "Scan each unit on the shelf, or type the number. Stock changes by the difference, so you can keep selling. <link>Stock history</link>",
          ),
          "/desk/stock/history",
        )}
      </p>
      {oversold.length === 0 ? null : (
        <FormMessage kind="notice">
          {oversold.map(({ name, soldCount }) => (
            <p key={name}>
              {t(
                "{name}: {count, plural, one {# sold during the count is} other {# sold during the count are}} missing from the shelf. Stock is now 0.",
                { name, count: soldCount },
              )}
            </p>
          ))}
        </FormMessage>
      )}
      <CountForm onAccepted={setOversold} />
    </Autosaves>
  );
}

function CountForm({ onAccepted }: { onAccepted: (oversold: readonly Oversold[]) => void }) {
  const { draft, change, startOver, isChanged, autosavedAt } = useAutosavedForm("stock count", EMPTY_COUNT);
  const { lines } = draft;
  const totals = countTotals(lines);
  const form = useForm({
    read: () => draft,
    check: validateCount,
    send: async (typed) => {
      if (typed.lines.length === 0) return rejected(t("Count at least one product."));
      const oversold = await acceptCount(getBrowserData(), typed);
      startOver((before) => countedSince(typed, before));
      onAccepted(oversold);
      await invalidateReads();
      const items = await readStockItems(getBrowserData(), typed.lines).catch(() => []);
      change((before) => ({ lines: refreshLines(before.lines, items) }));
      const count = typed.lines.length;
      showToast({
        kind: "success",
        text: t("Count accepted: {count, plural, one {# product} other {# products}}.", { count }),
      });
      return null;
    },
  });

  function handleAdd(item: StockItem) {
    change((before) => countItem(before, item));
    form.clear();
  }

  /** Compare a typed number with the current stock, not with the stock at the first scan. */
  async function handleTyped(line: CountLine, counted: string) {
    change((before) => ({ lines: changeCount(before.lines, itemKey(line), counted) }));
    try {
      const [item] = await readStockItems(getBrowserData(), [line]);
      if (item) change((before) => ({ lines: refreshLine(before.lines, item, counted) }));
    } catch (error) {
      form.setAnswer(rejected(errorText(error)));
    }
  }

  return (
    <Stack
      as="form"
      gap={4}
      canShrink
      {...form.props}
      data-typed={isChanged || undefined}
      aria-label={t("Count stock")}
    >
      <RestoredDraftNotice since={autosavedAt} startOver={t("Discard count")} onStartOver={() => startOver()} />
      <Panel>
        <ItemSearch
          scanTitle={t("Scan the shelf")}
          action={t("Count")}
          resultText={(item) => countedText(lines, item)}
          onAdd={handleAdd}
        />
      </Panel>
      <ItemList
        label={t("Counted products")}
        items={lines}
        empty={t("Nothing counted yet. Products that you don't count stay as they are.")}
      >
        {(line) => (
          <CountLineRow
            key={itemKey(line)}
            line={line}
            error={form.errors[`counted-${itemKey(line)}`]}
            onChange={(counted) => void handleTyped(line, counted)}
            onRemove={() =>
              change((before) => ({ lines: before.lines.filter((other) => itemKey(other) !== itemKey(line)) }))
            }
          />
        )}
      </ItemList>
      <TextField
        label={t("Note (optional)")}
        name="note"
        maxLength={300}
        value={draft.note}
        onValue={(note) => change({ note })}
      />
      <Row gap={3} align="end" justify="between">
        <span className={styles.sum}>
          <span className={textStyles.meta}>{t("Difference")}</span>
          <span className={styles.figure}>
            {signedText(totals.unitCount)} · {moneyText(totals.costCents).replace("-", "−")}
          </span>
          {totals.unknownCount > 0 ? (
            <span className={textStyles.meta}>
              {t("Without {count, plural, one {# product} other {# products}} of unknown cost.", {
                count: totals.unknownCount,
              })}
            </span>
          ) : null}
        </span>
        <SubmitButton size="large" form={form}>
          {form.isBusy ? t("Saving…") : t("Accept count")}
        </SubmitButton>
      </Row>
      <FormAnswer answer={form.answer} />
    </Stack>
  );
}

/** Item with more units sold than were in stock. */
type Oversold = { name: string; soldCount: number };

/** Applies a valid count, all lines or none, and only once per request key. @returns the oversold items */
async function acceptCount({ rest }: BrowserData, { note, lines, requestKey }: CountFormValues): Promise<Oversold[]> {
  const answer = await rest.rpc("accept_stock_count", {
    lines: lines.map((line) => ({
      product_id: line.productId,
      size_id: line.sizeId,
      counted: wholeNumberTyped(line.counted),
      expected: line.expectedCount,
      last_movement_id: line.lastMovementId,
    })),
    note: note.trim(),
    request_key: requestKey,
  });
  return commandResult(answer).oversold.map((row) => camelCased(row));
}
