import { useState } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Question } from "#app/ui/question.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { TableHead } from "#app/ui/table-head.tsx";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { moneyText } from "#app/values/money.ts";
import { dayText } from "#app/values/shop-clock.ts";
import type { Delivery } from "./delivery-queries.ts";
import styles from "./receive-page.module.css";
import { unitsText } from "./stock-item.ts";

/** The latest deliveries, each with its lines and Undo. */
export function RecentDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p>{t("No deliveries yet.")}</p>;
  return (
    <ul aria-label={t("Recent deliveries")}>
      {deliveries.map((delivery) => (
        <DeliveryEntry key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryEntry({ delivery }: { delivery: Delivery }) {
  const { id, supplierName, reference, note, receivedAt, receivedBy, undoneAt, lines } = delivery;
  const [isAsking, setAsking] = useState(false);
  const unitCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const title = `${supplierName ?? t("No supplier")}${reference ? `, ${reference}` : ""}`;
  return (
    <li className={styles.delivery}>
      <span>
        <strong>
          <UserText>{title}</UserText>
        </strong>{" "}
        · {unitsText(unitCount)} · {costText(lines)}
      </span>
      <span className={textStyles.meta}>
        {receivedBy ? (
          nodes(t("<time/> by {name}", { name: receivedBy }), { time: <DateTime at={receivedAt} /> })
        ) : (
          <DateTime at={receivedAt} />
        )}
        {note ? (
          <>
            {" "}
            · <UserText>{note}</UserText>
          </>
        ) : null}
      </span>
      {undoneAt === null ? null : <span>{nodes(t("Undone <time/>"), { time: <DateTime at={undoneAt} /> })}</span>}
      <details>
        <summary className={styles.summary}>
          {partlyHidden(t("Show lines<hidden>: {title}</hidden>", { title }))}
        </summary>
        <table className={`${tableStyles.table} ${styles.received}`}>
          <TableHead of={[t("Product"), t("Qty"), t("Unit cost"), t("Best before")]} />
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name}</th>
                <td>{line.quantity}</td>
                <td>{line.costCents === null ? t("Unknown") : moneyText(line.costCents)}</td>
                <td>{line.bestBefore === null ? t("None") : dayText(line.bestBefore)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {undoneAt === null ? (
          <SmallButton onClick={() => setAsking(true)}>
            {partlyHidden(t("Undo delivery<hidden>: {title}</hidden>", { title }))}
          </SmallButton>
        ) : null}
      </details>
      {isAsking ? (
        <Question
          title={t("Undo this delivery?")}
          yes={t("Undo delivery")}
          no={t("Keep")}
          onYes={async () => {
            await runCommand("undo_delivery", { delivery_id: id });
            setAsking(false);
            await invalidateReads();
          }}
          onClose={() => setAsking(false)}
        >
          {t("Stock goes down by {units}. The entries stay in the stock history.", { units: unitsText(unitCount) })}
        </Question>
      ) : null}
    </li>
  );
}

/** Returns the cost of received lines: "$30.00", "$30.00, 1 line of unknown cost", or "unknown cost". */
export function costText(lines: readonly { quantity: number; costCents: number | null }[]): string {
  const known = lines.flatMap(({ quantity, costCents }) => (costCents === null ? [] : [quantity * costCents]));
  if (known.length === 0) return t("unknown cost");
  const unknownCount = lines.length - known.length;
  const text = moneyText(known.reduce((sum, cents) => sum + cents, 0));
  if (unknownCount === 0) return text;
  return t("{amount}, {count, plural, one {# line} other {# lines}} of unknown cost", {
    amount: text,
    count: unknownCount,
  });
}
