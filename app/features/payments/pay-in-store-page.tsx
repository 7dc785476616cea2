import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { RadioGroup, RadioOption } from "#app/ui/radio-choice.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { done, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import {
  type PayInStoreDraft,
  type PayInStoreSettings,
  payInStoreDraft,
  payInStoreProblems,
  savePayInStoreSettings,
} from "./pay-in-store-settings.ts";

/** Page on which the owner sets who may pay pickup orders in the store. */
export function PayInStorePage({
  settings,
  hasPickupTimes,
}: {
  settings: PayInStoreSettings;
  /** Whether shoppers choose a pickup time. If so, orders are held until then. */
  hasPickupTimes: boolean;
}) {
  const first = payInStoreDraft(settings);
  const form = useForm({
    autosaveKey: "pay in store",
    read: (field): PayInStoreDraft => ({
      isOn: field("isOn") === "on",
      maxTotal: field("maxTotal"),
      needsCompletedOrder: field("who") === "completed",
      graceMinutes: field("graceMinutes"),
      maxNoShows: field("maxNoShows"),
    }),
    check: payInStoreProblems,
    send: async (draft) => {
      const rejection = await savePayInStoreSettings(getBrowserData(), settings, draft);
      if (rejection !== null) return rejected(rejection);
      await invalidateReads();
      return done(
        draft.isOn
          ? t("Saved. Customers can choose to pay in the store now.")
          : t("Saved. Customers can't choose to pay in the store. Orders that did are still held."),
      );
    },
  });
  return (
    <Autosaves>
      <h1>{t("Payment in the store")}</h1>
      <p>
        {t(
          "Customers can place a pickup order and pay at the counter. The order is packed and its items are held until its pickup time and the grace time are over. Then it is canceled, and the customer gets an email.",
        )}
      </p>
      {hasPickupTimes ? null : (
        <FormMessage kind="notice">
          {linked(
            t("Shoppers don't choose a pickup time yet, so nobody is offered this. <link>Turn on pickup times</link>."),
            "/desk/settings/windows",
          )}
        </FormMessage>
      )}
      <form {...form.props} aria-label={t("Payment in the store")} className={styles.form}>
        <RestoredDraftNotice {...form.autosaved} />
        <CheckboxField name="isOn" label={t("Offer payment in the store")} defaultChecked={first.isOn} />
        <TextField
          {...form.field("maxTotal")}
          label={t("Up to this total in dollars")}
          inputMode="decimal"
          defaultValue={first.maxTotal}
          hint={t("Larger orders are paid by card")}
        />
        <RadioGroup legend={t("Who may pay in the store")}>
          <RadioOption
            name="who"
            value="completed"
            label={t("Customers with a completed order")}
            defaultChecked={first.needsCompletedOrder}
          />
          <RadioOption
            name="who"
            value="everybody"
            label={t("All customers")}
            hint={t("With a confirmed email address or phone number")}
            defaultChecked={!first.needsCompletedOrder}
          />
        </RadioGroup>
        <TextField
          {...form.field("graceMinutes")}
          label={t("Grace time in minutes")}
          inputMode="numeric"
          defaultValue={first.graceMinutes}
          hint={t("How long an order is held after its pickup time")}
        />
        <TextField
          {...form.field("maxNoShows")}
          label={t("Stop offering it after this many missed pickups")}
          inputMode="numeric"
          defaultValue={first.maxNoShows}
          hint={t("For each customer, within a year. 0: never")}
        />
        <SaveBar>
          <FormAnswer answer={form.answer} />
          <SubmitButton size="large" form={form}>
            {t("Save settings")}
          </SubmitButton>
        </SaveBar>
      </form>
    </Autosaves>
  );
}
