import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { moneyText } from "#app/values/money.ts";
import { DrawerDialog } from "./drawer-dialog.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { LaterDialog } from "./later-dialog.tsx";
import { LineDialog } from "./line-dialog.tsx";
import { OneFieldForm } from "./one-field-form.tsx";
import type { PosDraft } from "./pos-order.ts";
import type { Counter, OpenDrawer } from "./pos-queries.ts";
import { ReturnDialog } from "./return-dialog.tsx";
import { SaleDone } from "./sale-done.tsx";
import { TakePanel } from "./take-panel.tsx";
import { TasksDialog } from "./tasks-dialog.tsx";
import type { Till } from "./use-till.ts";

/** Message while the store has not answered a sale that was sent. */
export function unansweredText(): string {
  return t("No answer from the store. The sale is sent again until there is one. Don't take the money again.");
}

/** Takes the money for the bag, and waits until the store has recorded the sale. */
export function TakeDialog({ till: { bag, price, problem, isLost, close, take } }: { till: Till }) {
  const totalCents = bag.sent?.dueCents ?? price.quote?.totalCents;
  return (
    <Dialog
      title={totalCents === undefined ? t("Take") : t("Take {total}", { total: moneyText(totalCents) })}
      onClose={() => (bag.sent ? undefined : close())}
    >
      {problem ? <FormMessage>{problem}</FormMessage> : null}
      {isLost ? <FormMessage kind="notice">{unansweredText()}</FormMessage> : null}
      {bag.sent ? (
        <p role="status">{t("Recording the sale...")}</p>
      ) : price.quote && price.isCurrent ? (
        <TakePanel key={price.quote.totalCents} due={price.quote} isBusy={false} onTake={take} />
      ) : (
        <p role="status">{price.problem ?? t("Loading the price...")}</p>
      )}
    </Dialog>
  );
}

/** The dialog that is open over the till, other than the one that takes the money. */
export function OpenDialog({
  till,
  counter,
  drawer,
  contact,
}: {
  till: Till;
  counter: Counter;
  drawer: OpenDrawer | null;
  /** Address of the bag's customer, as far as it is known. */
  contact: Partial<PosDraft>;
}) {
  const { hasPickupWindows, hasDeliveryWindows } = useStoreSettings();
  const navigate = useNavigate();
  const { bag, open, close, change } = till;
  switch (open?.kind) {
    case "taken":
      return <SaleDone sale={open.sale} onClose={close} />;
    case "item":
      return (
        <ItemDialog
          item={open.item}
          pounds={open.pounds}
          onAdd={(item, pounds) => {
            close();
            till.addItem(item, pounds, open.quantity, open.replaces);
          }}
          onClose={close}
        />
      );
    case "line":
      return (
        <LineDialog
          line={open.line}
          onChange={(changeLines) => {
            change({ lines: changeLines(bag.lines) });
            close();
          }}
          onClose={close}
        />
      );
    case "later":
      return (
        <LaterDialog
          bag={bag}
          contact={contact}
          windows={{ pickup: hasPickupWindows, delivery: hasDeliveryWindows }}
          onMade={(id) => {
            // A dialog with typed values would ask before the navigation.
            flushSync(till.empty);
            void invalidateReads().then(() => navigate(`/desk/till?order=${id}`));
          }}
          onClose={close}
        />
      );
    case "drawer":
      return <DrawerDialog drawer={drawer} onClose={close} />;
    case "return":
      return (
        <ReturnDialog
          key={open.number}
          orderNumber={open.number}
          onClose={() => {
            close();
            void invalidateReads();
          }}
        />
      );
    case "tasks":
      return <TasksDialog counter={counter} onClose={close} />;
    case "discount":
      return (
        <DiscountDialog
          code={bag.code}
          onCode={(code) => {
            change({ code });
            close();
          }}
          onClose={close}
        />
      );
    default:
      return null;
  }
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
    <Dialog title={t("Discount code")} firstField="code" onClose={onClose}>
      <OneFieldForm
        label={t("Discount code (optional)")}
        name="code"
        value={typed}
        onValue={setTyped}
        button={t("Apply code")}
        onSubmit={() => onCode(typed.trim())}
      />
    </Dialog>
  );
}
