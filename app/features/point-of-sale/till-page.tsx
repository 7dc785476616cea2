import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { moneyText } from "#app/values/money.ts";
import { shopTimeText } from "#app/values/shop-clock.ts";
import { type Bag, type BagCustomer, emptyBag, readBag, useBag, writeBag } from "./bag.ts";
import { BagPanel } from "./bag-panel.tsx";
import { CustomerLine } from "./customer-line.tsx";
import { DrawerDialog } from "./drawer-dialog.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { LaterDialog } from "./later-dialog.tsx";
import { LineDialog } from "./line-dialog.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import {
  addPosProduct,
  EMPTY_DRAFT,
  isWeighed,
  type PosDraft,
  type PosItem,
  type PosLine,
  productName,
  setQuantity,
} from "./pos-order.ts";
import type { Counter } from "./pos-queries.ts";
import { ProductFinder } from "./product-finder.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { SaleDone } from "./sale-done.tsx";
import { TakePanel } from "./take-panel.tsx";
import { TasksDialog } from "./tasks-dialog.tsx";
import styles from "./till.module.css";
import { readTillDevice } from "./till-device.ts";
import { useQuote } from "./use-quote.ts";
import { type TakenSale, useSale } from "./use-sale.ts";

/** The dialog that is open over the till. */
type Open =
  | {
      kind: "item";
      item: PosItem;
      pounds: number | null;
      quantity: number;
      /** Key of the line that is now weighed. */
      replaces?: string;
    }
  | { kind: "line"; line: PosLine }
  | { kind: "taken"; sale: TakenSale }
  | { kind: "return"; number: number | null }
  | { kind: "take" | "later" | "drawer" | "tasks" | "discount" }
  | null;

/** Till: products on the left, the bag with its total on the right; a sale is paid and handed over at once. */
export function TillPage({
  counter,
  orderId,
  opens,
  customer,
  onChanged,
}: {
  counter: Counter;
  /** Unpaid order to take a payment for; null for none. */
  orderId: string | null;
  /** Dialog to open, from the URL. */
  opens: string | null;
  /** Customer, with an address, whose page opened the till; null for none. */
  customer: (BagCustomer & { contact: Partial<PosDraft> }) | null;
  onChanged: () => Promise<void>;
}) {
  const { timeZone, hasPickupWindows, hasDeliveryWindows, hasDiscountCodes } = useStoreSettings();
  const navigate = useNavigate();
  const bag = useBag();
  const [open, setOpen] = useState<Open>(null);
  const [status, setStatus] = useState({ text: "", isProblem: false });
  const [before, setBefore] = useState<readonly PosLine[] | null>(null);
  const [round, setRound] = useState(0);
  const [showsBag, setShowsBag] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const price = useQuote({ lines: bag.lines, draft: EMPTY_DRAFT, code: bag.code }, round);
  const close = useCallback(() => setOpen(null), []);
  const say = useCallback((text: string, isProblem = false) => setStatus({ text, isProblem }), []);

  const isLost = useSale(
    bag,
    (sale) => {
      setOpen({ kind: "taken", sale });
      setBefore(null);
      say("");
      void onChanged();
    },
    (message) => {
      setProblem(message);
      setOpen({ kind: "take" });
      setRound((now) => now + 1);
    },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per customer that opens the till.
  useEffect(() => {
    if (customer && readBag().sent === null) change({ customer });
  }, [customer?.id]);

  useEffect(() => {
    if (opens !== "drawer" && opens !== "return") return;
    setOpen(opens === "drawer" ? { kind: "drawer" } : { kind: "return", number: null });
    void navigate("/desk/till", { replace: true });
  }, [opens, navigate]);

  function change(changed: Partial<Bag>) {
    const now = readBag();
    if (now.sent !== null) return;
    if (changed.lines) setBefore(now.lines);
    setProblem(null);
    writeBag({ ...now, ...changed });
  }

  function add(item: PosItem, pounds: number | null, quantity: number) {
    if (item.choiceGroups.length > 0 || (item.weight && pounds === null)) {
      return setOpen({ kind: "item", item, pounds, quantity });
    }
    change({ lines: addPosProduct(readBag().lines, item, pounds, quantity) });
    say(t("{name} added.", { name: productName(item) }));
  }

  const order = counter.unpaid.find(({ id }) => id === orderId);
  const drawer = counter.drawers.find((one) => one.drawer === readTillDevice().drawer) ?? null;
  const taskCount = counter.owed.length + counter.unpaid.length;
  const itemCount = bag.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const canTake = bag.lines.length > 0 && price.quote !== null && price.problem === null && isWeighed(bag.lines);
  const leaveOrder = () => void navigate("/desk/till", { replace: true });
  return (
    <div className={styles.till} data-till data-shows-bag={showsBag || undefined}>
      <div className={styles.bar}>
        <h1 className={styles.title}>{t("Till")}</h1>
        <button type="button" className={styles.link} onClick={() => setOpen({ kind: "drawer" })}>
          {drawer ? t("Drawer open since {time}", { time: shopTimeText(drawer.openedAt, timeZone) }) : t("Open drawer")}
        </button>
        <button type="button" className={styles.link} onClick={() => setOpen({ kind: "return", number: null })}>
          {t("Return")}
        </button>
        {taskCount > 0 ? (
          <button type="button" className={styles.badge} onClick={() => setOpen({ kind: "tasks" })}>
            {[
              ...(counter.owed.length > 0
                ? [t("{count, plural, one {# refund due} other {# refunds due}}", { count: counter.owed.length })]
                : []),
              ...(counter.unpaid.length > 0 ? [t("{count} unpaid", { count: counter.unpaid.length })] : []),
            ].join(", ")}
          </button>
        ) : null}
      </div>
      {isOnline && !isLost ? null : (
        <p role="alert" className={styles.away}>
          {bag.sent
            ? t("No answer from the store. The sale is sent again until there is one. Don't take the money again.")
            : t("The network is away. The bag stays on this device.")}
        </p>
      )}
      <ProductFinder
        status={status}
        onAdd={add}
        onReceipt={(number) => setOpen({ kind: "return", number })}
        onSay={say}
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
      <section className={styles.bag} aria-label={t("Bag")}>
        <CustomerLine
          customer={bag.customer}
          counter={counter}
          isDisabled={bag.sent !== null}
          onChange={(chosen) => change({ customer: chosen })}
        />
        <BagPanel
          lines={bag.lines}
          price={price}
          canTake={canTake}
          canUndo={before !== null}
          canDiscount={hasDiscountCodes}
          onLine={(line) =>
            setOpen(
              line.weight && line.pounds === null
                ? {
                    ...{ kind: "item", pounds: null, quantity: 1, replaces: line.key },
                    item: { ...line, choiceGroups: [] },
                  }
                : { kind: "line", line },
            )
          }
          onUndo={() => {
            if (before) change({ lines: before });
            setBefore(null);
          }}
          onLater={() => setOpen({ kind: "later" })}
          onDiscount={() => setOpen({ kind: "discount" })}
          onTake={() => setOpen({ kind: "take" })}
        />
      </section>
      {bag.sent || open?.kind === "take" ? (
        <Dialog
          title={t("Take {total}", { total: moneyText(bag.sent?.dueCents ?? price.quote?.totalCents ?? 0) })}
          isAutosaved
          onClose={() => (bag.sent ? undefined : close())}
        >
          {problem ? <FormMessage>{problem}</FormMessage> : null}
          {isLost ? (
            <FormMessage kind="notice">
              {t("No answer from the store. The sale is sent again until there is one. Don't take the money again.")}
            </FormMessage>
          ) : null}
          {bag.sent ? (
            <p role="status">{t("Recording the sale...")}</p>
          ) : price.quote && price.isCurrent ? (
            <TakePanel
              key={price.quote.totalCents}
              due={price.quote}
              isBusy={false}
              onTake={(plan) => {
                setProblem(null);
                setOpen(null);
                writeBag({ ...readBag(), sent: { ...plan, totalCents: price.quote?.totalCents ?? 0 } });
              }}
            />
          ) : (
            <p role="status">{t("Loading the price...")}</p>
          )}
        </Dialog>
      ) : null}
      {open?.kind === "taken" ? <SaleDone sale={open.sale} onClose={close} /> : null}
      {open?.kind === "item" ? (
        <ItemDialog
          item={open.item}
          pounds={open.pounds}
          onAdd={(item, pounds) => {
            setOpen(null);
            const { lines } = readBag();
            const others = open.replaces ? addToLine(lines, open.replaces, -1) : lines;
            change({ lines: addPosProduct(others, item, pounds, open.quantity) });
            say(t("{name} added.", { name: productName(item) }));
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "line" ? (
        <LineDialog
          line={open.line}
          onChange={(changeLines) => {
            change({ lines: changeLines(bag.lines) });
            close();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "later" ? (
        <LaterDialog
          bag={bag}
          contact={customer && customer.id === bag.customer?.id ? customer.contact : (bag.customer ?? {})}
          windows={{ pickup: hasPickupWindows, delivery: hasDeliveryWindows }}
          timeZone={timeZone}
          onMade={(id) => {
            // A dialog with typed values would ask before the navigation.
            flushSync(() => {
              writeBag(emptyBag());
              setBefore(null);
              close();
            });
            void onChanged().then(() => navigate(`/desk/till?order=${id}`));
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "drawer" ? (
        <DrawerDialog drawer={drawer} timeZone={timeZone} onChanged={onChanged} onClose={close} />
      ) : null}
      {open?.kind === "return" ? (
        <ReturnDialog
          key={open.number}
          orderNumber={open.number}
          onClose={() => {
            close();
            void onChanged();
          }}
        />
      ) : null}
      {open?.kind === "tasks" ? <TasksDialog counter={counter} onChanged={onChanged} onClose={close} /> : null}
      {open?.kind === "discount" ? (
        <DiscountDialog
          code={bag.code}
          onCode={(code) => {
            change({ code });
            close();
          }}
          onClose={close}
        />
      ) : null}
      {orderId !== null && open === null && bag.sent === null ? (
        order ? (
          <OrderDialog
            key={order.id}
            order={order}
            timeZone={timeZone}
            onChanged={onChanged}
            onTaken={(sale) => {
              flushSync(() => setOpen({ kind: "taken", sale }));
              leaveOrder();
            }}
            onClose={leaveOrder}
          />
        ) : (
          <Dialog title={t("Order")} onClose={leaveOrder}>
            <FormMessage kind="information">{t("This order is already paid or canceled.")}</FormMessage>
          </Dialog>
        )
      ) : null}
    </div>
  );
}

function addToLine(lines: readonly PosLine[], key: string, more: number): PosLine[] {
  return setQuantity(lines, key, (lines.find((line) => line.key === key)?.quantity ?? 0) + more);
}

function DiscountDialog({
  code,
  onCode,
  onClose,
}: {
  code: string;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(code);
  return (
    <Dialog title={t("Discount code")} firstField="code" isAutosaved onClose={onClose}>
      <form
        className={dialogStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onCode(typed.trim());
        }}
      >
        <TextField
          label={t("Discount code (optional)")}
          name="code"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" isWide>
          {t("Apply code")}
        </Button>
      </form>
    </Dialog>
  );
}

function watchNetwork(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
