import { useState } from "react";
import { eligibleCents, planTenders, type TenderPlan, tendersText } from "#app/features/pay-in-store/tenders.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Row } from "#app/ui/row.tsx";
import { centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import styles from "./point-of-sale.module.css";
import type { UnpaidOrder } from "./pos-queries.ts";

/** Form to record an order's payment with several methods: SNAP EBT and card as typed, the rest in cash. */
export function SplitPayment({
  order,
  isBusy,
  onTake,
}: {
  order: Pick<UnpaidOrder, "totalCents" | "snapLines">;
  isBusy: boolean;
  onTake: (plan: TenderPlan) => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [ebt, setEbt] = useState("");
  const [card, setCard] = useState("");
  const [received, setReceived] = useState("");
  const mostEbtCents = eligibleCents(order.snapLines);
  if (!isOpen) {
    return (
      <Row gap={3} align="center">
        <Button variation="secondary" onClick={() => setOpen(true)}>
          {mostEbtCents > 0 ? t("SNAP EBT or several ways") : t("Pay in several ways")}
        </Button>
      </Row>
    );
  }

  const problemOf = (typed: string) => (typed.trim() === "" ? undefined : (moneyProblem(typed) ?? undefined));
  const centsOf = (typed: string) => (typed.trim() === "" ? 0 : (centsTyped(typed) ?? 0));
  const typos = { ebt: problemOf(ebt), card: problemOf(card), received: problemOf(received) };
  const plan = planTenders(order, {
    ebtCents: centsOf(ebt),
    cardCents: centsOf(card),
    receivedCents: received.trim() === "" ? null : centsOf(received),
  });
  const isWrong = "field" in plan || Object.values(typos).some((problem) => problem !== undefined);
  const errorOf = (field: keyof typeof typos) =>
    typos[field] ?? ("field" in plan && plan.field === field ? plan.message : undefined);

  return (
    <section aria-labelledby="split-title" className={styles.split}>
      <h2 id="split-title" className={styles.heading}>
        {t("Several ways")}
      </h2>
      {mostEbtCents > 0 ? (
        <TextField
          label={t("By SNAP EBT")}
          inputMode="decimal"
          autoComplete="off"
          hint={t("Up to {amount}. What it pays bears no sales tax", { amount: moneyText(mostEbtCents) })}
          error={errorOf("ebt")}
          value={ebt}
          onChange={(event) => setEbt(event.target.value)}
        />
      ) : null}
      <TextField
        label={t("By card")}
        inputMode="decimal"
        autoComplete="off"
        error={errorOf("card")}
        value={card}
        onChange={(event) => setCard(event.target.value)}
      />
      <TextField
        label={t("Cash received for the rest (optional)")}
        inputMode="decimal"
        autoComplete="off"
        error={errorOf("received")}
        value={received}
        onChange={(event) => setReceived(event.target.value)}
      />
      <p role="status" className={styles.changeDue}>
        {"field" in plan
          ? null
          : nodes(
              plan.changeCents === null
                ? t("Due {due}, in cash <strong>{cash}</strong>", {
                    due: moneyText(plan.dueCents),
                    cash: moneyText(plan.cashCents),
                  })
                : t("Due {due}, in cash <strong>{cash}</strong>, change <strong>{change}</strong>", {
                    due: moneyText(plan.dueCents),
                    cash: moneyText(plan.cashCents),
                    change: moneyText(plan.changeCents),
                  }),
              { strong: (words) => <strong>{words}</strong> },
            )}
      </p>
      <div>
        <Button
          size="large"
          disabled={isBusy || isWrong}
          onClick={() => ("field" in plan ? undefined : void onTake(plan))}
        >
          {"field" in plan ? t("Record payment") : t("Record {tenders}", { tenders: tendersText(plan.tenders) })}
        </Button>
      </div>
    </section>
  );
}
