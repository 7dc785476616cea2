import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import type { Delivery } from "./delivery-queries.ts";
import { ReceiveForm } from "./receive-form.tsx";
import { RecentDeliveries } from "./recent-deliveries.tsx";
import type { Supplier } from "./supplier.ts";

/** Page to receive a delivery, with the latest deliveries below. */
export function ReceivePage({
  suppliers,
  deliveries,
}: {
  suppliers: readonly Supplier[];
  deliveries: readonly Delivery[];
}) {
  return (
    <Autosaves>
      <h1>{t("Receive delivery")}</h1>
      <p>
        {nodes(t("Stock goes up for counted products. <link>Edit suppliers</link>"), {
          link: (words) => <Link to="/desk/stock/suppliers">{words}</Link>,
        })}
      </p>
      <ReceiveForm suppliers={suppliers} />
      <Section title={t("Recent deliveries")}>
        <RecentDeliveries deliveries={deliveries} />
      </Section>
    </Autosaves>
  );
}
