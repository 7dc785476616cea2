import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { KeptNotice } from "#app/ui/kept-notice.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { useKeptDraft } from "#app/ui/use-kept-draft.ts";
import { partErrors, partOf, previewedSettings, type RecordPart } from "./record-parts.ts";
import { RecordPreview } from "./record-preview.tsx";
import { type SettingsTextField, settingsDraft } from "./settings-draft.ts";
import styles from "./settings-form.module.css";
import groupStyles from "./settings-group.module.css";
import { SettingsGroup } from "./settings-group.tsx";
import { ClosedDayList, HoursList, SocialLinkList, TeamList, TestimonialList } from "./settings-lists.tsx";
import { saveShopRecord, UnknownTimeZoneError } from "./shop-record.ts";
import { radiiWarning, type SettingsErrors } from "./validate-settings.ts";

/** The fields of one part of the shop's record, in groups, kept with one button. */
export function SettingsForm({
  part,
  title,
  settings,
  isOwner,
  onSaved,
}: {
  part: RecordPart;
  title: string;
  settings: StoreSettings;
  /** Managers leave alone what orders cost and how they are paid. */
  isOwner: boolean;
  onSaved: (settings: StoreSettings) => void;
}) {
  const whole = settingsDraft(settings);
  const kept = useKeptDraft(`record ${part}`, partOf(part, whole));
  const { change } = kept;
  const draft = { ...whole, ...kept.draft };
  const warning = radiiWarning(draft);

  const form = useForm({
    read: () => draft,
    check: (typed) => {
      const found = partErrors(part, typed);
      if (Object.keys(found).length > 0) {
        showToast({ kind: "error", text: "The settings were not saved: please look at the marked fields." });
      }
      return found;
    },
    send: async (typed) => {
      try {
        const saved = await saveShopRecord(getBrowserData(), settings, typed);
        kept.startOver(partOf(part, settingsDraft(saved)));
        showToast({ kind: "success", text: "Settings saved" });
        onSaved(saved);
      } catch (error) {
        if (error instanceof UnknownTimeZoneError) {
          form.refuse({ timeZone: error.message });
          return null;
        }
        console.error(error);
        showToast({ kind: "error", text: "The settings could not be saved. Please try again." });
      }
      return null;
    },
  });
  const errors: SettingsErrors = form.errors;

  const text = (name: SettingsTextField) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <form {...form.props} data-typed={kept.isChanged || undefined} aria-label={title} className={styles.form}>
      <KeptNotice
        since={kept.keptSince}
        startOver="Go back to what is saved"
        onStartOver={() => kept.startOver()}
      />
      {part === "shop" ? (
        <>
          <SettingsGroup title="Shop and contact">
            <TextField {...text("name")} label="Shop name" />
            <TextField {...text("phone")} label="Phone" type="tel" />
            {isOwner ? <TextField {...text("email")} label="Email" type="email" /> : null}
          </SettingsGroup>
          <SettingsGroup title="Address">
            <TextField {...text("street")} label="Street" />
            <TextField {...text("city")} label="City" />
            <TextField {...text("state")} label="State" />
            <TextField {...text("postalCode")} label="Zip code" />
            <TextField {...text("near")} label="Near" hint="The town that people know it by" />
            <TextField {...text("timeZone")} label="Time zone" hint="Such as America/Chicago" />
            {isOwner ? (
              <>
                <TextField
                  {...text("latitude")}
                  label="Latitude"
                  inputMode="decimal"
                  hint="Where the map's marker stands"
                />
                <TextField {...text("longitude")} label="Longitude" inputMode="decimal" />
              </>
            ) : null}
          </SettingsGroup>
          {isOwner ? (
            <SettingsGroup
              title="Free delivery"
              message={warning ? <FormMessage kind="notice">{warning}</FormMessage> : null}
            >
              <TextField
                {...text("freeDeliveryMinimum")}
                label="Minimum order in dollars"
                inputMode="decimal"
              />
              <TextField
                {...text("freeDeliveryMilesHome")}
                label="Miles, on the home page"
                inputMode="numeric"
              />
              <TextField
                {...text("freeDeliveryMilesCart")}
                label="Miles, in cart and order summary"
                inputMode="numeric"
              />
            </SettingsGroup>
          ) : null}
          <SettingsGroup title="Stock">
            <TextField
              {...text("lowStockAt")}
              label="Low stock: so many left, or fewer"
              inputMode="numeric"
              hint="Marked in Products and listed on the day sheet, of what is counted"
            />
          </SettingsGroup>
          {isOwner ? (
            <SettingsGroup title="Payment">
              <CheckboxField
                name="hasExpressCheckout"
                label="Offer Apple Pay, Google Pay and Link"
                hint="Their buttons stand above the card form, in browsers that have them. Register your domain with Stripe first"
                checked={draft.hasExpressCheckout}
                onChange={(event) => change({ hasExpressCheckout: event.currentTarget.checked })}
              />
            </SettingsGroup>
          ) : null}
          <SocialLinkList draft={draft} errors={errors} onChange={change} />
          <TeamList draft={draft} errors={errors} onChange={change} />
          <TestimonialList draft={draft} errors={errors} onChange={change} />
        </>
      ) : null}
      {part === "hours" ? <HoursList draft={draft} errors={errors} onChange={change} /> : null}
      {part === "closed-days" ? (
        <>
          <ClosedDayList draft={draft} errors={errors} onChange={change} />
          <SettingsGroup title="Pauses">
            <TextField
              {...text("pickupPausedUntil")}
              label="Pause pick-up until"
              type="datetime-local"
              hint="No time before it can be chosen. Empty: no pause"
            />
            <TextField {...text("deliveryPausedUntil")} label="Pause delivery until" type="datetime-local" />
            <TextField {...text("pauseReason")} label="Why there is a pause" maxLength={200} />
          </SettingsGroup>
        </>
      ) : null}
      {part === "windows" ? (
        <SettingsGroup title="Whether shoppers choose">
          <CheckboxField
            label="Shoppers choose a time of pick-up"
            name="hasPickupWindows"
            checked={draft.hasPickupWindows}
            hint="How long, and for how many orders: below"
            onChange={(event) => change({ hasPickupWindows: event.currentTarget.checked })}
          />
          <CheckboxField
            label="Shoppers choose a time of delivery"
            name="hasDeliveryWindows"
            checked={draft.hasDeliveryWindows}
            onChange={(event) => change({ hasDeliveryWindows: event.currentTarget.checked })}
          />
        </SettingsGroup>
      ) : null}
      {part === "banner" ? (
        <SettingsGroup title="The line">
          <div className={groupStyles.wide}>
            <TextField
              {...text("bannerText")}
              label="Words"
              maxLength={140}
              hint="Empty: no page shows a line"
            />
          </div>
          <TextField
            {...text("bannerUntil")}
            label="Until"
            type="datetime-local"
            hint="On the shop's clock. Empty: until you take it away"
          />
        </SettingsGroup>
      ) : null}
      <RecordPreview part={part} settings={previewedSettings(settings, draft)} />
      <div className={styles.save}>
        <Button type="submit" size="large" disabled={form.isBusy}>
          {form.isBusy ? "Saving..." : "Save settings"}
        </Button>
      </div>
    </form>
  );
}
