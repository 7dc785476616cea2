import { useState } from "react";
import { dayText, unitsText } from "#app/features/stock-items/stock-item.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Question } from "#app/ui/question.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import { moneyText } from "#app/values/money.ts";
import { costText } from "./cost-text.ts";
import type { Delivery } from "./delivery-queries.ts";
import { undoDelivery } from "./receive-delivery.ts";
import styles from "./receive-page.module.css";

/** The latest deliveries, each with its lines and Undo. */
export function RecentDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p>No deliveries yet.</p>;
  return (
    <ul aria-label="Recent deliveries">
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
  const title = `${supplierName ?? "No supplier"}${reference ? `, ${reference}` : ""}`;
  return (
    <li className={styles.delivery}>
      <span>
        <strong>
          <UserText>{title}</UserText>
        </strong>{" "}
        · {unitsText(unitCount)} · {costText(lines)}
      </span>
      <span className={styles.soft}>
        <DateTime at={receivedAt} />
        {receivedBy ? <> by {receivedBy}</> : null}
        {note ? (
          <>
            {" "}
            · <UserText>{note}</UserText>
          </>
        ) : null}
      </span>
      {undoneAt === null ? null : (
        <span>
          Undone <DateTime at={undoneAt} />
        </span>
      )}
      <details>
        <summary className={styles.summary}>
          Show lines<HiddenText>: {title}</HiddenText>
        </summary>
        <table className={styles.received}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Qty</th>
              <th scope="col">Unit cost</th>
              <th scope="col">Best before</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name}</th>
                <td>{line.quantity}</td>
                <td>{line.costCents === null ? "Unknown" : moneyText(line.costCents)}</td>
                <td>{line.bestBefore === null ? "None" : dayText(line.bestBefore)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {undoneAt === null ? (
          <Button size="small" variation="secondary" onClick={() => setAsking(true)}>
            Undo delivery<HiddenText>: {title}</HiddenText>
          </Button>
        ) : null}
      </details>
      {isAsking ? (
        <Question
          title="Undo this delivery?"
          yes="Undo delivery"
          no="Keep"
          onYes={async () => {
            const result = await undoDelivery(getBrowserData(), id);
            if (result.kind === "rejected") return result.message;
            setAsking(false);
            await invalidateReads();
            return null;
          }}
          onClose={() => setAsking(false)}
        >
          {`Stock goes down by ${unitsText(unitCount)}. The entries stay in the stock history.`}
        </Question>
      ) : null}
    </li>
  );
}
