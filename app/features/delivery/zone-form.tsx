import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { done, rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { saveZone } from "./save-zone.ts";
import { type Zone, type ZoneDraft, zoneDraft, zoneProblems } from "./zone-draft.ts";

/** A new zone, or one that is there. */
export function ZoneForm({ zone, onSaved }: { zone: Zone | null; onSaved: () => Promise<void> }) {
  const first = zoneDraft(zone);
  const form = useForm({
    autosaveKey: `zone ${zone?.id ?? "new"}`,
    read: (field): ZoneDraft => ({
      name: field("name"),
      zips: field("zips"),
      maxMiles: field("maxMiles"),
      fee: field("fee"),
      freeFrom: field("freeFrom"),
      minOrder: field("minOrder"),
    }),
    check: zoneProblems,
    send: async (draft, element) => {
      const rejection = await saveZone(getBrowserData(), zone?.id ?? null, draft);
      if (rejection !== null) return rejected(rejection);
      if (zone === null) element.reset();
      await onSaved();
      return done("Saved. The cart asks by this zone now.");
    },
  });
  const field = (name: keyof ZoneDraft) => ({
    name,
    defaultValue: first[name],
    error: form.errors[name],
  });

  return (
    <form {...form.props} aria-label={zone ? "Change zone" : "Add zone"} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <TextField {...field("name")} label="Name of the zone" maxLength={80} />
      <TextField
        {...field("maxMiles")}
        label="Up to how many miles"
        inputMode="decimal"
        hint="From the shop to the middle of the ZIP code, in a straight line"
      />
      <TextAreaField
        {...field("zips")}
        label="Or these ZIP codes"
        rows={2}
        hint="Such as 77338, 77396; they come before every radius"
      />
      <TextField
        {...field("fee")}
        label="Fee in dollars"
        inputMode="decimal"
        hint="Empty: our team gets in touch about it"
      />
      <TextField {...field("freeFrom")} label="Free from this sum in dollars" inputMode="decimal" hint="Empty: never" />
      <TextField {...field("minOrder")} label="Smallest order in dollars" inputMode="decimal" hint="Empty: any" />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          {zone ? "Save zone" : "Add zone"}
        </Button>
      </div>
      <FormAnswer answer={form.answer} />
    </form>
  );
}
