import { type FormEvent, use, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { readTillDevice, writeTillDevice } from "#app/platform/till-device.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { CheckboxField, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { type Attempt, done, useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { randomUuid } from "#app/values/ids.ts";
import { centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { OpenDrawer } from "./pos-queries.ts";
import styles from "./till.module.css";

/** Opens the cash drawer, pays cash in or out of it, and closes it with a blind count. */
export function DrawerDialog({
  drawer,
  onClose,
}: {
  /** This till's drawer; null if it is closed. */
  drawer: OpenDrawer | null;
  onClose: () => void;
}) {
  const timeZone = use(ShopTimeZone);
  const [device, setDevice] = useState(readTillDevice);
  const [closed, setClosed] = useState<{ counted: number; expected: number } | null>(null);
  const moves = useRef<HTMLDivElement>(null);

  function changeDevice(change: Partial<typeof device>) {
    const changed = { ...device, ...change };
    setDevice(changed);
    writeTillDevice(changed);
    void invalidateReads();
  }

  if (closed) return <DrawerClosed {...closed} onClose={onClose} />;
  return (
    <Dialog title={t("Drawer {number}", { number: device.drawer })} onClose={onClose}>
      {drawer ? (
        <>
          <p>
            {t("Open since {time}", { time: dateTimeText(drawer.openedAt, timeZone) })}
            {drawer.openedBy ? (
              <>
                , <UserText>{drawer.openedBy}</UserText>
              </>
            ) : null}
          </p>
          <div ref={moves}>
            <AmountForm
              title={t("Pay in or out")}
              label={t("Amount")}
              asksReason
              buttons={[
                { label: t("Pay out"), sign: -1 },
                { label: t("Pay in"), sign: 1 },
              ]}
              onSend={async (cents, reason, key) => {
                const input = { session_id: drawer.id, amount_cents: cents, reason, request_key: key };
                await runCommand("move_cash", input);
                return done(t("{amount} recorded.", { amount: moneyText(Math.abs(cents)) }));
              }}
            />
          </div>
          <AmountForm
            title={t("Close drawer")}
            label={t("Cash counted")}
            hint={t("Count all of it, with the float. What is expected shows afterwards.")}
            buttons={[{ label: t("Close drawer"), sign: 1 }]}
            onSend={async (cents) => {
              if (Array.from(moves.current?.querySelectorAll("input") ?? []).some(({ value }) => value.trim() !== ""))
                throw new Error(t("Record the amount to pay in or out first, or clear it."));
              const input = { session_id: drawer.id, counted_cents: cents };
              const closing = await runCommand("close_drawer", input);
              setClosed({ counted: closing.counted_cents ?? 0, expected: closing.expected_cents ?? 0 });
              await invalidateReads();
            }}
          />
        </>
      ) : (
        <AmountForm
          title={t("Open drawer")}
          label={t("Opening float")}
          hint={t("The change in the drawer now.")}
          buttons={[{ label: t("Open drawer"), sign: 1 }]}
          onSend={async (cents, _, key) => {
            const input = { float_cents: cents, request_key: key, drawer: device.drawer };
            await runCommand("open_drawer", input);
            await invalidateReads();
            onClose();
          }}
        />
      )}
      <DeviceSettings device={device} isOpen={drawer !== null} onChange={changeDevice} />
    </Dialog>
  );
}

function DrawerClosed({ counted, expected, onClose }: { counted: number; expected: number; onClose: () => void }) {
  const over = counted - expected;
  return (
    <Dialog title={t("Drawer closed")} onClose={onClose}>
      <dl className={styles.count}>
        <dt>{t("Counted")}</dt>
        <dd>{moneyText(counted)}</dd>
        <dt>{t("Expected")}</dt>
        <dd>{moneyText(expected)}</dd>
        <dt>{over === 0 ? t("Exact") : over < 0 ? t("Short") : t("Over")}</dt>
        <dd>{moneyText(Math.abs(over))}</dd>
      </dl>
      <p>{t("The daily report has this count.")}</p>
      <Button isWide onClick={onClose}>
        {t("Done")}
      </Button>
    </Dialog>
  );
}

function DeviceSettings({
  device,
  isOpen,
  onChange,
}: {
  device: ReturnType<typeof readTillDevice>;
  isOpen: boolean;
  onChange: (change: Partial<ReturnType<typeof readTillDevice>>) => void;
}) {
  return (
    <details>
      <summary>{t("This device")}</summary>
      <Stack gap={4}>
        <TextField
          label={t("Number of its drawer")}
          inputMode="numeric"
          disabled={isOpen}
          defaultValue={String(device.drawer)}
          onValue={(value) => {
            const number = wholeNumberTyped(value);
            if (number !== null && number >= 1 && number <= 99) onChange({ drawer: number });
          }}
        />
        <SelectField
          label={t("Receipt paper")}
          value={device.paper}
          onValue={(paper) => onChange({ paper: paper === "58" ? 58 : 80 })}
        >
          <option value="80">{t("80 mm")}</option>
          <option value="58">{t("58 mm")}</option>
        </SelectField>
        <CheckboxField
          label={t("Open the till after login")}
          checked={device.opensTill}
          onChecked={(opensTill) => onChange({ opensTill })}
        />
      </Stack>
    </details>
  );
}

function AmountForm({
  title,
  label,
  hint,
  asksReason = false,
  buttons,
  onSend,
}: {
  title: string;
  label: string;
  hint?: string;
  asksReason?: boolean;
  buttons: readonly { label: string; sign: 1 | -1 }[];
  onSend: (cents: number, reason: string, key: string) => ReturnType<Attempt>;
}) {
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [key, setKey] = useState(randomUuid);
  const [problem, setProblem] = useState<string>();
  const attempt = useAttempt();

  function send(event: FormEvent | null, sign: 1 | -1) {
    event?.preventDefault();
    const cents = centsTyped(typed);
    // "-20" with "Pay out" would be paid in.
    const isValid = cents !== null && cents >= 0;
    setProblem(
      isValid ? undefined : cents === null ? (moneyProblem(typed) ?? t("Enter an amount.")) : t("Not below zero."),
    );
    if (!isValid) return;
    void attempt.run(async () => {
      const answer = await onSend(sign * cents, reason, key);
      setTyped("");
      setReason("");
      setKey(randomUuid());
      return answer ?? null;
    });
  }

  const [main, other] = buttons;
  return (
    <Stack as="form" gap={4} aria-label={title} noValidate onSubmit={(event) => send(event, main?.sign ?? 1)}>
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        inputMode="decimal"
        error={problem}
        value={typed}
        onValue={setTyped}
      />
      {asksReason ? <TextField label={t("Reason")} maxLength={200} value={reason} onValue={setReason} /> : null}
      <FormAnswer answer={attempt.answer} />
      <div className={other ? dialogStyles.actions : undefined}>
        <SubmitButton form={attempt} variation={asksReason ? "secondary" : "primary"} isWide>
          {main?.label}
        </SubmitButton>
        {other ? (
          <Button variation="secondary" disabled={attempt.isBusy} onClick={() => send(null, other.sign)}>
            {other.label}
          </Button>
        ) : null}
      </div>
    </Stack>
  );
}
