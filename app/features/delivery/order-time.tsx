import { use, useState } from "react";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { type TimeWindow, windowText } from "#app/values/window-text.ts";
import styles from "./order-time.module.css";
import { WindowChoice } from "./window-choice.tsx";

const TITLE_ID = "order-time-title";

interface OrderTimeProps {
  orderId: string;
  type: "pickup" | "delivery";
  window: TimeWindow;
  isForShop?: boolean;
  /** Whether the customer still picks the order up, and is reminded of the order number. */
  isToCome?: boolean;
  canChange: boolean;
}

/** Pickup or delivery time of an order, with a dialog to change it while that is possible. */
export function OrderTime(props: OrderTimeProps) {
  const [isChanging, setChanging] = useState(false);
  const { type, window, isToCome = false, canChange } = props;
  return (
    <section aria-labelledby={TITLE_ID}>
      <Panel>
        <Row gap={3} align="center" justify="between">
          <h2 id={TITLE_ID} className={styles.heading}>
            {type === "pickup" ? t("Pickup time") : t("Delivery time")}
          </h2>
          {canChange ? <SmallButton onClick={() => setChanging(true)}>{t("Change time")}</SmallButton> : null}
        </Row>
        <p>{windowText(window, use(ShopTimeZone))}</p>
        {type === "pickup" && isToCome ? <p>{t("Bring your order number.")}</p> : null}
        {isChanging ? <TimeDialog {...props} onClose={() => setChanging(false)} /> : null}
      </Panel>
    </section>
  );
}

function TimeDialog({ orderId, type, window, isForShop = false, onClose }: OrderTimeProps & { onClose: () => void }) {
  const [chosen, setChosen] = useState(window.startsAt);
  const { props, isBusy, answer } = useForm({
    read: () => chosen,
    send: async (startsAt) => {
      if (startsAt !== window.startsAt) {
        const order = { order_id: orderId, starts_at: startsAt || null };
        await thenAlways(runCommand("set_order_window", order), refreshPolled);
        showToast({ kind: "success", text: t("Time changed.") });
      }
      onClose();
    },
  });
  return (
    <Dialog title={t("Change time")} onClose={onClose}>
      <Stack as="form" gap={4} {...props}>
        <WindowChoice type={type} isForShop={isForShop} chosen={chosen} error={answer?.text} onChoose={setChosen} />
        <FormAnswer answer={answer} />
        <Button type="submit" disabled={isBusy}>
          {isBusy ? t("Saving...") : t("Save time")}
        </Button>
      </Stack>
    </Dialog>
  );
}
