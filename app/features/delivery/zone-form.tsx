import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import styles from "#app/ui/editable-list.module.css";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { type Zone, type ZoneDraft, zoneDraft, zoneProblems } from "./zone-draft.ts";
import { saveZone } from "./zone-queries.ts";

/** Form for a new zone, or to edit one. */
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
      await saveZone(getBrowserData(), zone, draft);
      if (zone === null) element.reset();
      await onSaved();
      showToast({ kind: "success", text: t("Zone saved. Carts use it now.") });
    },
  });
  const field = (name: keyof ZoneDraft) => ({ name, defaultValue: first[name], error: form.errors[name] });

  return (
    <form {...form.props} aria-label={zone ? t("Change zone") : t("Add zone")} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <TextField
        {...field("name")}
        label={t("Zone name")}
        maxLength={80}
        hint={t("Shoppers just outside of it see the name")}
      />
      <TextField
        {...field("maxMiles")}
        label={t("Radius in miles")}
        inputMode="decimal"
        hint={t("Straight line from the store to the center of the ZIP code")}
      />
      <TextAreaField
        {...field("zips")}
        label={t("Or these ZIP codes")}
        rows={2}
        hint={t("Such as 77338, 77396. ZIP codes take priority over radii")}
      />
      <TextField
        {...field("fee")}
        label={t("Fee in dollars")}
        inputMode="decimal"
        hint={t("Leave empty to agree on it with the customer")}
      />
      <TextField
        {...field("freeFrom")}
        label={t("Free from, in dollars")}
        inputMode="decimal"
        hint={t("Leave empty for never")}
      />
      <TextField
        {...field("minOrder")}
        label={t("Minimum order in dollars")}
        inputMode="decimal"
        hint={t("Leave empty for none")}
      />
      <SaveBar isSticky={zone === null}>
        <FormEnd form={form}>{zone ? t("Save zone") : t("Add zone")}</FormEnd>
      </SaveBar>
    </form>
  );
}
