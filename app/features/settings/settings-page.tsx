import { type ReactNode, useState } from "react";
import { type StoreSettings, withoutSamples } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { t } from "#app/messages/t.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { findSampleTexts } from "./sample-texts.ts";
import type { RecordPart } from "./setting-fields.ts";
import { SettingsForm } from "./settings-form.tsx";
import styles from "./settings-page.module.css";

const titles = (): Record<RecordPart, string> => ({
  shop: t("Name and address"),
  about: t("Team and testimonials"),
  hours: t("Hours and closed days"),
  delivery: t("Delivery zones"),
  windows: t("Pickup and delivery times"),
  banner: t("Banner"),
  messages: t("Messages and stock alerts"),
  payment: t("Wallets and SNAP EBT"),
  feeds: t("Product feeds"),
});

interface PartProps {
  part: RecordPart;
  settings: StoreSettings;
  isOwner: boolean;
  onSaved?: (settings: StoreSettings) => Promise<void> | void;
}

/**
 * Page for one part of the store's settings.
 * @param children content below the form
 */
export function SettingsPage({ children, ...props }: PartProps & { children?: ReactNode }) {
  const samples = findSampleTexts(props.settings, props.part);
  return (
    <Autosaves>
      <h1>{titles()[props.part]}</h1>
      {props.part === "shop" ? <p>{t("Every page, email, and map uses these settings.")}</p> : null}
      {samples.length > 0 ? (
        <FormMessage kind="notice">
          <p>{t("Still sample text:")}</p>
          <ul className={styles.samples}>
            {samples.map((sample) => (
              <li key={sample}>{sample}</li>
            ))}
          </ul>
        </FormMessage>
      ) : null}
      <RecordForm {...props} />
      {children}
    </Autosaves>
  );
}

/** The form alone, for a page with further content. */
export function RecordForm({ part, settings, isOwner, onSaved }: PartProps) {
  const [saved, setSaved] = useState(settings);
  const waitUntilPublished = usePublished(useStoreSettings());

  function handleSaved(next: StoreSettings) {
    setSaved(next);
    // Header and footer of this page show the new texts as soon as the page cache contains them.
    void waitUntilPublished((shown) => publicText(shown) === publicText(next));
    void onSaved?.(next);
  }

  return <SettingsForm part={part} title={titles()[part]} settings={saved} isOwner={isOwner} onSaved={handleSaved} />;
}

/** Returns the settings as public pages show them: a live store omits sample data. */
function publicText(settings: StoreSettings): string {
  return JSON.stringify(withoutSamples(settings));
}
