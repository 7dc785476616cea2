import { useState } from "react";
import { useRevalidator } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { KeptForms } from "#app/ui/leave-guard.tsx";
import { Question } from "#app/ui/question.tsx";
import { Section } from "#app/ui/section.tsx";
import { ZipLine } from "./zip-line.tsx";
import { type Zone, zoneText } from "./zone-draft.ts";
import { ZoneForm } from "./zone-form.tsx";
import { promiseWarning } from "./zone-promise.ts";
import { removeZone } from "./zone-record.ts";

/** Where the owner says where the shop delivers, and for how much. */
export function ZonesPage({ zones }: { zones: readonly Zone[] }) {
  const { revalidate } = useRevalidator();
  return (
    <KeptForms>
      <BackButton fallback="/desk/settings" label="Back to the settings" />
      <h1>Delivery zones</h1>
      <ZonesSection zones={zones} onChanged={revalidate} />
      <Section title="What a shopper is told">
        {/* Asked anew after every change. */}
        <TryZip key={JSON.stringify(zones)} />
      </Section>
    </KeptForms>
  );
}

function ZonesSection({ zones, onChanged }: { zones: readonly Zone[]; onChanged: () => Promise<void> }) {
  const warning = promiseWarning(zones, useStoreSettings());
  return (
    <Section title="Zones">
      {zones.length === 0 ? (
        <p>
          There are no zones yet: delivery costs nothing, no ZIP code is refused, and the cart says what the
          shop settings promise. With the first zone, what lies in none is pick-up only.
        </p>
      ) : (
        <ul className={styles.lines}>
          {zones.map((zone) => (
            <ZoneLine key={zone.id} zone={zone} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {warning ? <FormMessage kind="notice">{warning}</FormMessage> : null}
      <ZoneForm zone={null} onSaved={onChanged} />
    </Section>
  );
}

function TryZip() {
  const [typed, setTyped] = useState("");
  return (
    <div className={styles.form}>
      <TextField
        label="ZIP code to try"
        name="triedZip"
        inputMode="numeric"
        maxLength={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ZipLine typed={typed} timeZone={null} onCity={() => undefined} />
    </div>
  );
}

function ZoneLine({ zone, onChanged }: { zone: Zone; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <strong>{zone.name}</strong> · {zoneText(zone)}
      </span>
      <span className={styles.actions}>
        <Button size="small" variation="secondary" onClick={() => setOpen("change")}>
          Change<HiddenText>: {zone.name}</HiddenText>
        </Button>
        <Button size="small" variation="secondary" onClick={() => setOpen("remove")}>
          Remove<HiddenText>: {zone.name}</HiddenText>
        </Button>
      </span>
      {open === "change" ? (
        <Dialog title="Change zone" keepsTyping onClose={close}>
          <ZoneForm
            zone={zone}
            onSaved={async () => {
              await onChanged();
              close();
            }}
          />
        </Dialog>
      ) : null}
      {open === "remove" ? (
        <Question
          title="Remove this zone?"
          yes="Remove"
          no="Keep"
          onYes={async () => {
            await removeZone(getBrowserData(), zone.id);
            await onChanged();
            return null;
          }}
          onClose={close}
        >
          {`The shop will no longer deliver by “${zone.name}”. Orders that were placed keep their fee.`}
        </Question>
      ) : null}
    </li>
  );
}
