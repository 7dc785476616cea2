import { useState } from "react";
import { preferenceLabel, type SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, textAddress } from "#app/values/contact.ts";
import { randomUuid } from "#app/values/ids.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { MAX_REPLACEMENTS, quantityTyped, type UnavailableLine } from "./missing-units.ts";
import styles from "./not-here-dialog.module.css";
import { ReplacementChoice } from "./replacement-choice.tsx";
import type { Replacement } from "./replacement-queries.ts";
import { changeLine } from "./substitute-line.ts";

/** Dialog for a line that is out of stock; the customer's preference comes first and is preselected. */
export function NotHereDialog({
  line,
  phones,
  onClose,
  onChanged,
}: {
  line: UnavailableLine;
  /** The customer's phone numbers, formatted for display. */
  phones: readonly string[];
  onClose: () => void;
  /** Called after an error, too, because the order may have changed since it was read. */
  onChanged: () => Promise<void>;
}) {
  const { hasOrderTexts } = useStoreSettings();
  const { form, name, choice, setChoice, replacement, setReplacement, quantity, instead, typed, setTyped } = useChange(
    line,
    onClose,
    onChanged,
  );
  const { errors, isBusy } = form;

  return (
    <Dialog title={t("Out of stock: {name}", { name })} onClose={() => (isBusy ? undefined : onClose())}>
      <Stack as="form" gap={4} canShrink {...form.props} aria-label={t("Out of stock")}>
        {choice === "contact" ? null : (
          <CheckboxField
            name="sold-out"
            label={t("Mark {name} as sold out", { name })}
            hint={t("Shoppers can't order it once this order is packed.")}
          />
        )}
        <p>
          {nodes(t("Customer's preference: <preference/>"), {
            preference: <strong>{line.preference ? preferenceLabel(line.preference) : t("None")}</strong>,
          })}
        </p>
        {line.note ? (
          <p className={styles.note}>
            <UserText>{line.note}</UserText>
          </p>
        ) : null}
        {line.leftQuantity > 1 ? (
          <TextField
            label={t("How many are out of stock?")}
            name="quantity"
            inputMode="numeric"
            hint={t("Of {count}", { count: line.leftQuantity })}
            error={errors["quantity"]}
            value={typed.quantity}
            onValue={(quantity) => setTyped({ ...typed, quantity })}
          />
        ) : null}
        <RadioChoice
          legend={t("What should happen?")}
          name="choice"
          options={[
            ["replace", t("Replace it")],
            ["leave_out", line.isUnpaid ? t("Leave it out") : t("Leave it out and refund")],
            ["contact", t("Call or text first")],
          ]}
          chosen={choice}
          onChoose={(value) => {
            setChoice(value);
            form.clear();
          }}
        />
        {choice === "contact" ? <Contact phones={phones} /> : null}
        {choice === "replace" ? (
          <ReplacementChoice
            line={line}
            counts={{ quantity: quantity ?? 1, replacementQuantity: instead ?? 1 }}
            chosen={replacement}
            onChoose={(chosen) => {
              setReplacement(chosen);
              form.clear();
            }}
          />
        ) : null}
        {choice === "replace" ? (
          <TextField
            label={t("How many replacements?")}
            name="instead"
            inputMode="numeric"
            hint={t("Can be more or fewer than are out of stock.")}
            error={errors["instead"]}
            value={typed.instead ?? typed.quantity}
            onValue={(instead) => setTyped({ ...typed, instead })}
          />
        ) : null}
        {choice === "replace" && hasOrderTexts && (line.preference ?? "contact") === "contact" ? (
          <p>{t("If the customer gets order texts, we text them this replacement, and they can leave it out.")}</p>
        ) : null}
        <div className={styles.actions}>
          <FormAnswer answer={form.answer} />
          {choice === "contact" ? null : (
            <Button type="submit" isWide disabled={isBusy}>
              {isBusy ? t("Saving...") : choice === "replace" ? t("Replace") : t("Leave out")}
            </Button>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

/** Choices of the dialog, and the form that sends them. */
function useChange(line: UnavailableLine, onClose: () => void, onChanged: () => Promise<void>) {
  // One key for each opened dialog, so that a double click makes only one change.
  const [requestKey] = useState(randomUuid);
  const [choice, setChoice] = useState<SubstitutionPreference>(line.preference ?? "contact");
  // The number of replacements is the missing quantity until another one is typed.
  const [typed, setTyped] = useState({ quantity: String(line.leftQuantity), instead: null as string | null });
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const quantity = quantityTyped(typed.quantity, line.leftQuantity);
  const instead = typed.instead === null ? quantity : quantityTyped(typed.instead, MAX_REPLACEMENTS);
  const name = sizedName(line.name, line.size?.label);
  const form = useForm({
    read: (field) => ({ isMarkedSoldOut: field("sold-out") === "on" }),
    check: (): FieldErrors => ({
      ...(quantity === null ? { quantity: t("Choose 1 to {max} of {name}.", { max: line.leftQuantity, name }) } : {}),
      ...(choice === "replace" && instead === null
        ? { instead: t("Choose 1 to {max}.", { max: MAX_REPLACEMENTS }) }
        : {}),
    }),
    send: async ({ isMarkedSoldOut }) => {
      if (choice === "replace" && !replacement) return rejected(t("Choose a replacement."));
      const change = {
        lineId: line.id,
        quantity: quantity ?? 0,
        replacement: choice === "replace" && replacement ? { ...replacement, quantity: instead ?? 1 } : null,
        isMarkedSoldOut,
      };
      const isReplaced = await thenAlways(changeLine(getBrowserData(), change, requestKey), onChanged);
      onClose();
      const text = isReplaced
        ? t("{name} is replaced. You can undo this until the order is packed.", { name: line.name })
        : t("{name} is left out. You can undo this until the order is packed.", { name: line.name });
      showToast({ kind: "success", text });
      return null;
    },
  });

  return { form, name, choice, setChoice, replacement, setReplacement, quantity, instead, typed, setTyped };
}

function Contact({ phones }: { phones: readonly string[] }) {
  if (phones.length === 0) return <p>{t("No phone number. Choose for the customer.")}</p>;
  return (
    <ul className={styles.phones}>
      {phones.map((phone) => (
        <li key={phone}>
          {phoneAddress(phone) ? (
            <>
              <a href={phoneAddress(phone)}>{t("Call {phone}", { phone })}</a>
              <a href={textAddress(phone)}>{t("Text {phone}", { phone })}</a>
            </>
          ) : (
            phone
          )}
        </li>
      ))}
    </ul>
  );
}
