import { Link } from "react-router";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import type { Delivery } from "./delivery-queries.ts";
import { ReceiveForm } from "./receive-form.tsx";
import { RecentDeliveries } from "./recent-deliveries.tsx";
import type { Supplier } from "./supplier.ts";

/** Page to receive a delivery, with the latest ones below. */
export function ReceivePage({
  suppliers,
  deliveries,
}: {
  suppliers: readonly Supplier[];
  deliveries: readonly Delivery[];
}) {
  return (
    <Autosaves>
      <h1>Receive delivery</h1>
      <p>
        Stock goes up for counted products. <Link to="/desk/stock/suppliers">Edit suppliers</Link>
      </p>
      <ReceiveForm suppliers={suppliers} />
      <Section title="Recent deliveries">
        <RecentDeliveries deliveries={deliveries} />
      </Section>
    </Autosaves>
  );
}
