import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { readTillDevice } from "#app/platform/till-device.ts";
import { useIsOnline } from "#app/platform/use-is-online.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { shopTimeText } from "#app/values/shop-clock.ts";
import { type BagCustomer, isBagStored } from "./bag.ts";
import { BagPanel } from "./bag-panel.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import type { PosDraft } from "./pos-order.ts";
import type { Counter, OpenDrawer } from "./pos-queries.ts";
import { ProductFinder } from "./product-finder.tsx";
import styles from "./till.module.css";
import { OpenDialog, TakeDialog, unansweredText } from "./till-dialogs.tsx";
import { type Till, useTill } from "./use-till.ts";

/** Till: products on the left, the bag with its total on the right; a sale is paid and handed over at once. */
export function TillPage({
  counter,
  orderId,
  opens,
  customer,
}: {
  counter: Counter;
  /** Unpaid order to take a payment for; null for none. */
  orderId: string | null;
  /** Dialog to open, from the URL. */
  opens: string | null;
  /** Customer, with an address, whose page opened the till; null for none. */
  customer: (BagCustomer & { contact: Partial<PosDraft> }) | null;
}) {
  const [showsBag, setShowsBag] = useState(false);
  const isOnline = useIsOnline();
  const till = useTill(opens, customer);
  const { bag, open, setOpen, canTake } = till;
  const drawer = counter.drawers.find((one) => one.drawer === readTillDevice().drawer) ?? null;
  const notice =
    till.isLost || (bag.sent && !isOnline)
      ? unansweredText()
      : !isBagStored()
        ? t("This device can't store the bag. Keep this page open until the sale is recorded.")
        : isOnline
          ? null
          : t("The network is away. The bag stays on this device.");
  const itemCount = bag.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.till} data-till data-shows-bag={showsBag || undefined}>
      <TillBar counter={counter} drawer={drawer} onOpen={setOpen} />
      {notice === null ? null : (
        <p role="alert" className={styles.away}>
          {notice}
        </p>
      )}
      <ProductFinder
        status={till.status}
        onAdd={till.add}
        onReceipt={(number) => setOpen({ kind: "return", number })}
        onStatus={till.showStatus}
        onTake={() => (canTake ? setOpen({ kind: "take" }) : undefined)}
      />
      <button
        type="button"
        className={styles.bagToggle}
        aria-expanded={showsBag}
        onClick={() => setShowsBag(!showsBag)}
      >
        {showsBag
          ? t("Products")
          : t("{count, plural, one {# item in the bag} other {# items in the bag}}", { count: itemCount })}
      </button>
      <BagPanel till={till} counter={counter} />
      {bag.sent || open?.kind === "take" ? <TakeDialog till={till} /> : null}
      <OpenDialog
        till={till}
        counter={counter}
        drawer={drawer}
        contact={customer && customer.id === bag.customer?.id ? customer.contact : (bag.customer ?? {})}
      />
      {orderId !== null && open === null && bag.sent === null ? (
        <UnpaidOrder id={orderId} counter={counter} till={till} />
      ) : null}
    </div>
  );
}

function TillBar({
  counter: { owed, unpaid },
  drawer,
  onOpen,
}: {
  counter: Counter;
  drawer: OpenDrawer | null;
  onOpen: Till["setOpen"];
}) {
  const { timeZone } = useStoreSettings();
  const tasks = [
    ...(owed.length > 0
      ? [t("{count, plural, one {# refund due} other {# refunds due}}", { count: owed.length })]
      : []),
    ...(unpaid.length > 0 ? [t("{count} unpaid", { count: unpaid.length })] : []),
  ];
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{t("Till")}</h1>
      <button type="button" className={styles.link} onClick={() => onOpen({ kind: "drawer" })}>
        {drawer ? t("Drawer open since {time}", { time: shopTimeText(drawer.openedAt, timeZone) }) : t("Open drawer")}
      </button>
      <button type="button" className={styles.link} onClick={() => onOpen({ kind: "return", number: null })}>
        {t("Return")}
      </button>
      {tasks.length > 0 ? (
        <button type="button" className={styles.badge} onClick={() => onOpen({ kind: "tasks" })}>
          {tasks.join(", ")}
        </button>
      ) : null}
    </div>
  );
}

/** Dialog to take the payment of the order in the URL. */
function UnpaidOrder({ id, counter, till }: { id: string; counter: Counter; till: Till }) {
  const navigate = useNavigate();
  const order = counter.unpaid.find((one) => one.id === id);
  const leave = () => void navigate("/desk/till", { replace: true });
  if (!order) {
    return (
      <Dialog title={t("Order")} onClose={leave}>
        <FormMessage kind="information">{t("This order is already paid or canceled.")}</FormMessage>
      </Dialog>
    );
  }
  return (
    <OrderDialog
      key={order.id}
      order={order}
      onTaken={(sale) => {
        flushSync(() => till.setOpen({ kind: "taken", sale }));
        leave();
      }}
      onClose={leave}
    />
  );
}
