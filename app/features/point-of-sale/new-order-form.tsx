import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { useUnsavedChangesPrompt } from "#app/ui/unsaved-changes-prompt.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { randomUuid } from "#app/values/ids.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { createOrder, quoteOrder } from "./create-order.ts";
import { CustomerFields } from "./customer-fields.tsx";
import styles from "./point-of-sale.module.css";
import { PosLines } from "./pos-lines.tsx";
import { addPosProduct, draftProblems, EMPTY_DRAFT, type PosDraft, type PosItem, type PosLine } from "./pos-order.ts";
import { PosTotals } from "./pos-totals.tsx";
import { ProductSearch } from "./product-search.tsx";
import { usePosQuote } from "./use-pos-quote.ts";

/** Product waiting for its choices, with the weight from its label. */
interface LabeledChoice {
  item: PosItem;
  pounds: number | null;
}

/** Form for products, customer, and price; creates an unpaid order. */
export function NewOrderForm({
  windows,
  hasCodes,
  timeZone,
  contact,
}: {
  windows: Record<PosDraft["kind"], boolean>;
  hasCodes: boolean;
  timeZone: string;
  /** Known customer data that prefills the form. */
  contact: Partial<PosDraft> | null;
}) {
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly PosLine[]>([]);
  const [firstDraft] = useState<PosDraft>({ ...EMPTY_DRAFT, ...contact });
  const [draft, setDraft] = useState(firstDraft);
  const [typedCode, setTypedCode] = useState("");
  const [code, setCode] = useState("");
  const [round, setRound] = useState(0);
  const [status, setStatus] = useState("");
  const [choosing, setChoosing] = useState<LabeledChoice | null>(null);
  const input = { lines, draft, code };
  const quoteState = usePosQuote(input, round);
  const keyFor = useRequestKey();
  const isMade = useRef(false);
  const guard = useUnsavedChangesPrompt(() => !isMade.current && (lines.length > 0 || draft !== firstDraft));

  const form = useForm({
    read: () => input,
    check: () => draftProblems(draft, windows.delivery),
    send: async (given) => {
      if (lines.length === 0) return rejected(t("Add at least one product."));
      if (typedCode.trim() !== code)
        return rejected(t("The discount code is not applied yet. Select Apply code, or clear the field."));
      // If the order is placed before its price is known, the next page shows the price before any payment.
      const quoted = quoteState.state === "known" ? quoteState : await quoteOrder(getBrowserData(), given);
      if ("problem" in quoted) return rejected(quoted.problem);
      const { totalCents } = quoted.quote;
      const made = await createOrder(getBrowserData(), given, totalCents, keyFor({ ...given, totalCents }));
      if ("problem" in made) {
        if (made.hasChanged) setRound(round + 1);
        return rejected(made.problem);
      }
      isMade.current = true;
      await navigate(`/desk/new-order?order=${made.orderId}`);
      return null;
    },
  });

  /** @returns whether it was added; if not, staff are asked for its preparation first */
  function handleAdd(item: PosItem, pounds: number | null): boolean {
    if (item.choiceGroups.length > 0) {
      setChoosing({ item, pounds });
      return false;
    }
    add(item, pounds);
    return true;
  }

  function add(item: PosItem, pounds: number | null) {
    setChoosing(null);
    setLines(addPosProduct(lines, item, pounds));
    setStatus(t("{name} added.", { name: item.name }));
    form.clear();
  }

  return (
    <>
      <form {...form.props} aria-label={t("New order")} className={styles.form}>
        <section aria-labelledby="products-title">
          <Panel>
            <h2 id="products-title">{t("What", {}, "products of a new order")}</h2>
            <ProductSearch onAdd={handleAdd} />
            <PosLines lines={lines} onChange={setLines} />
            <div role="status" className={styles.status}>
              {status}
            </div>
          </Panel>
        </section>
        <section aria-labelledby="customer-title">
          <Panel>
            <h2 id="customer-title">{t("Customer")}</h2>
            <CustomerFields
              draft={draft}
              errors={form.errors}
              windows={windows}
              timeZone={timeZone}
              onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
            />
          </Panel>
        </section>
        <section aria-labelledby="sums-title" className={styles.last}>
          <Panel>
            <h2 id="sums-title">{t("Total")}</h2>
            {hasCodes ? (
              <Row gap={3} align="end">
                <TextField
                  label={t("Discount code (optional)")}
                  name="code"
                  autoComplete="off"
                  value={typedCode}
                  onChange={(event) => setTypedCode(event.currentTarget.value)}
                />
                <Button variation="secondary" onClick={() => setCode(typedCode.trim())}>
                  {t("Apply code")}
                </Button>
              </Row>
            ) : null}
            <PosTotals quoteState={quoteState} isDelivery={draft.kind === "delivery"} />
            <FormAnswer answer={form.answer} />
            <Button type="submit" size="large" isWide disabled={form.isBusy}>
              {form.isBusy ? t("Creating order...") : t("Create order")}
            </Button>
          </Panel>
        </section>
        {guard.question}
      </form>
      {choosing ? (
        <ChoiceDialog
          item={choosing.item}
          onChoose={(item) => add(item, choosing.pounds)}
          onClose={() => setChoosing(null)}
        />
      ) : null}
    </>
  );
}

/** Returns a request key that changes with the input, so that a repeated request creates no second order. */
function useRequestKey(): (input: unknown) => string {
  const known = useRef({ input: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (known.current.input !== text) known.current = { input: text, key: randomUuid() };
    return known.current.key;
  };
}
