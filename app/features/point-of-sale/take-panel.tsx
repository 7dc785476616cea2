import { useEffect, useRef, useState } from "react";
import { eligibleCents, planTenders, type SnapLine, tendersText } from "#app/features/payments/tenders.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import type { TakenPlan } from "./bag.ts";
import { OneFieldForm } from "./one-field-form.tsx";
import { likelyCash } from "./pos-order.ts";
import styles from "./till.module.css";

/** Ways to take the money of a sale: SNAP EBT and card take their part, cash or card the rest. */
export function TakePanel({
  due,
  isBusy,
  onTake,
}: {
  due: { totalCents: number; snapLines: readonly SnapLine[] };
  isBusy: boolean;
  onTake: (plan: TakenPlan) => void;
}) {
  const [ebtCents, setEbtCents] = useState(0);
  const [cardCents, setCardCents] = useState(0);
  const [asks, setAsks] = useState<"cash" | "ebt" | "card" | null>(null);
  const [typed, setTyped] = useState("");
  const ways = useRef<HTMLDivElement>(null);
  const mostEbtCents = eligibleCents(due.snapLines);
  const plan = planTenders(due, { ebtCents, cardCents, receivedCents: null });
  const restCents = "field" in plan ? 0 : plan.cashCents;

  // Focuses the main button on opening and after each part, so that Enter takes the rest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each part.
  useEffect(() => ways.current?.querySelector("button")?.focus(), [restCents]);

  /** Takes what is due with these amounts; the rest is cash. */
  function take(parts: { ebtCents: number; cardCents: number; receivedCents: number | null }) {
    const whole = planTenders(due, parts);
    if (!("field" in whole))
      onTake({ tenders: whole.tenders, dueCents: whole.dueCents, changeCents: whole.changeCents });
    return whole;
  }
  const takeCash = (receivedCents: number) => take({ ebtCents, cardCents, receivedCents });

  function takeEbt(cents: number) {
    const whole = planTenders(due, { ebtCents: cents, cardCents, receivedCents: null });
    if ("field" in whole) return;
    if (whole.cashCents === 0) take({ ebtCents: cents, cardCents, receivedCents: null });
    else setEbtCents(cents);
  }

  const cents = centsTyped(typed);
  const problem =
    asks === null || typed.trim() === "" ? undefined : partProblem(asks, typed, { restCents, mostEbtCents });

  function handleTyped() {
    if (cents === null || problem) return;
    setTyped("");
    setAsks(null);
    if (asks === "cash") takeCash(cents);
    else if (asks === "ebt") takeEbt(cents);
    else if (cents === restCents) take({ ebtCents, cardCents: cardCents + cents, receivedCents: null });
    else setCardCents(cardCents + cents);
  }

  const parts = "field" in plan ? [] : plan.tenders.filter(({ method }) => method !== "store_cash");
  return (
    <Stack gap={3}>
      <p role="status" className={styles.rest}>
        {parts.length > 0
          ? nodes(t("{parts}. Rest <strong>{rest}</strong>", { parts: tendersText(parts), rest: moneyText(restCents) }))
          : null}
      </p>
      <div ref={ways} className={styles.ways}>
        <Button size="large" disabled={isBusy} onClick={() => takeCash(restCents)}>
          {t("Exact")}
        </Button>
        {likelyCash(restCents).map((amount) => (
          <Button key={amount} size="large" variation="secondary" disabled={isBusy} onClick={() => takeCash(amount)}>
            {moneyText(amount).replace(".00", "")}
          </Button>
        ))}
        <Button size="large" variation="secondary" disabled={isBusy} onClick={() => setAsks("cash")}>
          {t("Other")}
        </Button>
        <Button
          size="large"
          variation="secondary"
          disabled={isBusy}
          onClick={() => take({ ebtCents, cardCents: cardCents + restCents, receivedCents: null })}
        >
          {t("Card")}
        </Button>
        {mostEbtCents > 0 && ebtCents === 0 ? (
          <Button size="large" variation="secondary" disabled={isBusy} onClick={() => takeEbt(mostEbtCents)}>
            {t("EBT {amount}", { amount: moneyText(mostEbtCents) })}
          </Button>
        ) : null}
      </div>
      <div className={styles.links}>
        <button type="button" className={styles.link} onClick={() => setAsks("card")}>
          {t("Part by card")}
        </button>
        {mostEbtCents > 0 ? (
          <button type="button" className={styles.link} onClick={() => setAsks("ebt")}>
            {t("Part by EBT")}
          </button>
        ) : null}
      </div>
      {asks === null ? null : (
        <OneFieldForm
          key={asks}
          label={asks === "cash" ? t("Cash received") : asks === "card" ? t("Amount by card") : t("Amount by EBT")}
          name="amount"
          inputMode="decimal"
          autoFocus
          error={problem}
          value={typed}
          onValue={setTyped}
          button={asks === "cash" ? t("Take cash") : t("Take this part")}
          isDisabled={isBusy || cents === null || problem !== undefined}
          onSubmit={handleTyped}
        />
      )}
    </Stack>
  );
}

function partProblem(
  asks: "cash" | "ebt" | "card",
  typed: string,
  { restCents, mostEbtCents }: { restCents: number; mostEbtCents: number },
): string | undefined {
  const problem = moneyProblem(typed);
  const cents = centsTyped(typed) ?? 0;
  if (problem !== undefined) return problem;
  if (cents < 0) return t("Not below zero.");
  if (asks === "cash" && cents < restCents) return t("Less than {amount}.", { amount: moneyText(restCents) });
  if (asks === "ebt" && cents > mostEbtCents)
    return t("SNAP EBT can pay up to {amount} of this order", { amount: moneyText(mostEbtCents) });
  if (asks === "card" && cents > restCents)
    return t("The card can pay up to {amount}", { amount: moneyText(restCents) });
  return undefined;
}
