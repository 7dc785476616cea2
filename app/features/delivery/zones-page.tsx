import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { ZipLine } from "./zip-line.tsx";
import { type Zone, zoneText } from "./zone-draft.ts";
import { ZoneForm } from "./zone-form.tsx";

/**
 * Page to edit the delivery zones and their fees.
 * @param children form with the terms of a store without zones
 */
export function ZonesPage({ zones, children }: { zones: readonly Zone[]; children: ReactNode }) {
  return (
    <Autosaves>
      <h1>{t("Delivery zones")}</h1>
      {children}
      <Section title={t("Zones")}>
        <ItemList
          items={zones}
          empty={t(
            "No zones yet. Delivery is free everywhere, and the cart shows the terms above. Once you add a zone, other areas are pickup only.",
          )}
        >
          {(zone) => (
            <EditableLine
              key={zone.id}
              name={zone.name}
              change={{ title: t("Change zone"), form: (onSaved) => <ZoneForm zone={zone} onSaved={onSaved} /> }}
              removal={{
                title: t("Remove this zone?"),
                consequence: t("You will no longer deliver to “{name}”. Existing orders keep their fee.", {
                  name: zone.name,
                }),
                onRemove: () => deleteRow("delivery_zones", zone.id, t("This zone")),
              }}
              onChanged={invalidateReads}
            >
              <strong>{zone.name}</strong> · {zoneText(zone)}
            </EditableLine>
          )}
        </ItemList>
        <ZoneForm zone={null} onSaved={invalidateReads} />
      </Section>
      <Section title={t("Test a ZIP code")}>
        {/* The key reloads the test after every change. */}
        <TryZip key={JSON.stringify(zones)} />
      </Section>
    </Autosaves>
  );
}

function TryZip() {
  const [typed, setTyped] = useState("");
  return (
    <div className={styles.form}>
      <TextField
        label={t("ZIP code")}
        name="triedZip"
        inputMode="numeric"
        maxLength={10}
        value={typed}
        onValue={setTyped}
      />
      <ZipLine typed={typed} />
    </div>
  );
}
