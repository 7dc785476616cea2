import { useState } from "react";
import { findOrderDetails, type OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { tendersText } from "#app/features/payments/tenders.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readTillDevice } from "#app/platform/till-device.ts";
import { Button, ButtonLink, PlainButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useElapsed } from "#app/ui/use-elapsed.ts";
import { textAddress } from "#app/values/contact.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import { OneFieldForm } from "./one-field-form.tsx";
import { returnSale, sendReceipt } from "./pos-payments.ts";
import { SaleReceipt } from "./sale-receipt.tsx";
import styles from "./till.module.css";
import type { TakenSale } from "./use-sale.ts";

const UNDO_MS = 60_000;

/** A sale that is paid and handed over: the change, the receipt, and for a minute its undo. */
export function SaleDone({ sale, onClose }: { sale: TakenSale; onClose: () => void }) {
  const { orderId, number, customer } = sale;
  const [how, setHow] = useState<"mail" | "text" | null>(null);
  const [to, setTo] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const [details, setDetails] = useState<OrderDetails | null>(null);
  const canUndo = !useElapsed(UNDO_MS) && sale.isSale;
  const [undoKey] = useState(randomUuid);
  const attempt = useAttempt();

  const print = () =>
    attempt.run(async () => {
      const found = await findOrderDetails(getBrowserData(), orderId);
      setDetails(found);
      return found ? null : rejected(t("No order has the number {number}.", { number }));
    });

  const send = (way: "mail" | "text", address: string) =>
    attempt.run(async () => {
      const result = await sendReceipt(getBrowserData(), orderId, way, address, randomUuid());
      if (result.isSent) onClose();
      else setLink(result.url);
    });

  function handleHow(way: "mail" | "text") {
    const known = way === "mail" ? customer?.email : customer?.phone;
    if (known) return void send(way, known);
    setTo("");
    setHow(way);
  }

  const undo = () =>
    attempt.run(async () => {
      const given = await returnSale(getBrowserData(), {
        orderId,
        lines: null,
        reason: "returned",
        requestKey: undoKey,
      });
      const tenders = tendersText(given as Parameters<typeof tendersText>[0]);
      showToast({ kind: "success", text: t("Sale undone. Give back {tenders}.", { tenders }) });
      onClose();
    });

  return (
    <Dialog title={t("Order {number} is paid", { number })} onClose={onClose}>
      <Stack gap={3}>
        <p>{tendersText(sale.tenders)}</p>
        {sale.changeCents === null ? null : (
          <p role="status" className={styles.change}>
            {t("Change", {}, "cash returned")} <strong>{moneyText(sale.changeCents)}</strong>
          </p>
        )}
        <Stack gap={2} canShrink>
          <Button size="large" disabled={attempt.isBusy} onClick={print}>
            {t("Print receipt")}
          </Button>
          <Button size="large" variation="secondary" disabled={attempt.isBusy} onClick={() => handleHow("text")}>
            {customer?.phone ? t("Text it to {name}", { name: customer.name }) : t("Text it")}
          </Button>
          <Button size="large" variation="secondary" disabled={attempt.isBusy} onClick={() => handleHow("mail")}>
            {customer?.email ? t("Email it to {name}", { name: customer.name }) : t("Email it")}
          </Button>
          <Button size="large" variation="secondary" disabled={attempt.isBusy} onClick={onClose}>
            {t("No receipt")}
          </Button>
        </Stack>
        {how === null ? null : (
          <OneFieldForm
            key={how}
            label={how === "mail" ? t("Email") : t("Phone number")}
            type={how === "mail" ? "email" : "tel"}
            autoFocus
            value={to}
            onValue={setTo}
            button={t("Send receipt")}
            isDisabled={attempt.isBusy}
            onSubmit={() => void send(how, to.trim())}
          />
        )}
        {link ? (
          <a href={`${textAddress(to || (customer?.phone ?? ""))}?&body=${encodeURIComponent(link)}`}>
            {t("Send by SMS from this phone")}
          </a>
        ) : null}
        <FormAnswer answer={attempt.answer} />
        {sale.isSale ? (
          <p className={textStyles.soft}>
            {t("The sale is handed over.")}{" "}
            {canUndo ? (
              <PlainButton className={styles.link} disabled={attempt.isBusy} onClick={undo}>
                {t("Undo sale")}
              </PlainButton>
            ) : null}
          </p>
        ) : (
          <ButtonLink to={`/desk?order=${orderId}`} variation="secondary">
            {t("Open order")}
          </ButtonLink>
        )}
      </Stack>
      {details ? <SaleReceipt record={details} paper={readTillDevice().paper} onPrinted={onClose} /> : null}
    </Dialog>
  );
}
