import {
  MAX_CHARACTERS_OF_ORDER_NOTE,
  noteFrom,
  PREFERENCES,
  preferenceFrom,
  preferenceLabel,
} from "#app/features/catalog/substitution-preference.ts";
import { takesSuggestion } from "#app/features/delivery/use-zip-answer.ts";
import { WindowChoice } from "#app/features/delivery/window-choice.tsx";
import { servedCity } from "#app/features/delivery/zip-answer.ts";
import { ZipLine } from "#app/features/delivery/zip-line.tsx";
import { t } from "#app/messages/t.ts";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { NoteField } from "#app/ui/note-field.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import type { PosDraft } from "./pos-order.ts";

const MAX_CHARACTERS_OF_DRIVER_NOTE = 300;

/** Form fields for the customer, and for pickup or delivery. */
export function CustomerFields({
  draft,
  errors,
  windows,
  onChange,
}: {
  draft: PosDraft;
  errors: Partial<Record<string, string | undefined>>;
  /** Whether a pickup or delivery time may be chosen. */
  windows: Record<PosDraft["kind"], boolean>;
  onChange: (change: Partial<PosDraft>) => void;
}) {
  const text = (name: Exclude<keyof PosDraft, "preference">) => ({
    name,
    value: draft[name],
    error: errors[name],
    // No autofill: the browser would fill in the staff member's own data.
    onValue: (value: string) => onChange({ [name]: value }),
  });
  const isDelivery = draft.kind === "delivery";
  return (
    <>
      <TextField {...text("name")} label={t("Customer's name")} hint={t("Not needed for a walk-in.")} maxLength={200} />
      <TextField
        {...text("phone")}
        label={isDelivery ? t("Phone number") : t("Phone number (optional)")}
        type="tel"
        maxLength={50}
      />
      <TextField
        {...text("email")}
        label={t("Email (optional)")}
        type="email"
        maxLength={320}
        hint={t("For the receipt and the pay link.")}
      />
      <RadioChoice
        legend={t("Pickup or delivery")}
        name="kind"
        options={[
          ["pickup", t("Pickup")],
          ["delivery", t("Delivery")],
        ]}
        chosen={draft.kind}
        onChoose={(kind) => onChange({ kind, windowStartsAt: "" })}
      />
      {isDelivery ? (
        <>
          <TextField {...text("zip")} label={t("ZIP code")} inputMode="numeric" maxLength={10} />
          <ZipLine
            typed={draft.zip}
            onAnswer={(answer) => {
              const city = servedCity(answer);
              if (city !== null && takesSuggestion("city", draft.city)) onChange({ city });
            }}
          />
          <TextField {...text("street")} label={t("Delivery address")} hint={t("Street and number")} maxLength={200} />
          <TextField {...text("unit")} label={t("Apartment or unit (optional)")} maxLength={50} />
          <TextField {...text("city")} label={t("City")} maxLength={100} />
          <NoteField
            label={t("Instructions for the driver (optional)")}
            name="driverNote"
            value={draft.driverNote}
            maxCharacters={MAX_CHARACTERS_OF_DRIVER_NOTE}
            onChange={(text) => onChange({ driverNote: noteFrom(text, MAX_CHARACTERS_OF_DRIVER_NOTE) })}
          />
        </>
      ) : null}
      {windows[draft.kind] ? (
        <>
          <WindowChoice
            key={draft.kind}
            type={draft.kind}
            isForShop
            chosen={draft.windowStartsAt}
            error={errors["windowStartsAt"]}
            onChoose={(windowStartsAt) => onChange({ windowStartsAt })}
          />
          {isDelivery ? null : <p>{t("No time: the customer takes it now.")}</p>}
        </>
      ) : null}
      <SelectField
        label={t("If an item is out of stock")}
        name="preference"
        value={draft.preference ?? ""}
        onValue={(value) => onChange({ preference: preferenceFrom(value) })}
      >
        <option value="">{t("None")}</option>
        <Options of={PREFERENCES.map((preference) => [preference, preferenceLabel(preference)])} />
      </SelectField>
      <NoteField
        label={t("Note for the packer (optional)")}
        name="note"
        value={draft.note}
        maxCharacters={MAX_CHARACTERS_OF_ORDER_NOTE}
        onChange={(note) => onChange({ note: noteFrom(note, MAX_CHARACTERS_OF_ORDER_NOTE) })}
      />
    </>
  );
}
