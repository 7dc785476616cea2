import { type ReactNode, use, useRef } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { useEventListener } from "#app/ui/use-event-listener.ts";
import { shopTimeText } from "#app/values/shop-clock.ts";
import styles from "./desk-header.module.css";
import type { DeskState } from "./use-desk.ts";

/** Header of the order board: today's orders and sales, whether the board is up to date, and the bell. */
export function DeskHeader({
  state,
  isBellOn,
  isOpen,
  onBell,
  onAcknowledge,
  children,
}: {
  state: DeskState;
  isBellOn: boolean;
  /** Whether the store is open; the bell does not ring outside of opening hours. */
  isOpen: boolean;
  onBell: (isOn: boolean) => void;
  onAcknowledge: () => Promise<unknown>;
  /** The search field. */
  children: ReactNode;
}) {
  const { desk } = state;
  return (
    <div className={styles.head}>
      <h1>{t("Order board")}</h1>
      <p className={styles.today}>
        {nodes(
          t("Today: <strong>{count, plural, one {# order} other {# orders}}</strong> · <sales/>", {
            count: desk.orderCount,
          }),
          {
            sales: (
              <strong>
                <Money cents={desk.salesCents} />
              </strong>
            ),
          },
        )}
      </p>
      <LinkState state={state} />
      {children}
      <SmallButton aria-pressed={isBellOn} onClick={() => onBell(!isBellOn)}>
        {isBellOn ? t("Sound is on") : t("Sound is off")}
      </SmallButton>
      {desk.unreadCount > 0 ? (
        <div className={styles.news} role="status">
          <Icon name="warning" />
          <strong>{t("{count, plural, one {# new order} other {# new orders}}", { count: desk.unreadCount })}</strong>
          {isBellOn && !isOpen ? <span>{t("Muted: the store is closed.")}</span> : null}
          <Button size="small" onClick={() => void onAcknowledge()}>
            {t("Mark as seen")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Shows "Live", or the time of the state that the board shows. */
export function LinkState({ state: { desk, isLive, isOffline, picks } }: { state: DeskState }) {
  const timeZone = use(ShopTimeZone);
  const asOf = t("As of {time}", { time: shopTimeText(desk.readAt, timeZone) });
  const state = isOffline ? t("{asOf}, offline", { asOf }) : isLive ? t("Live") : asOf;
  return (
    <p className={styles.link} role="status" data-offline={isOffline || undefined}>
      {picks.length > 0 && isOffline
        ? t("{count, plural, one {{state} · # pick not sent} other {{state} · # picks not sent}}", {
            state,
            count: picks.length,
          })
        : state}
    </p>
  );
}

/** Search for orders by number, name, phone, email, or product while typing; managers also find past orders. "/" focuses it. */
export function DeskSearch({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null);

  useEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    field.current?.focus();
  });

  return (
    <search aria-label={t("Orders")} className={styles.search}>
      <TextField
        ref={field}
        label={t("Find an order")}
        type="search"
        placeholder={t("Number, name, phone, or product")}
        value={words}
        onValue={onWords}
      />
    </search>
  );
}
