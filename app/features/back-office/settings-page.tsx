import { useState } from "react";
import { type StoreSettings, withoutSamples } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { findSampleTexts } from "./sample-texts.ts";
import { SettingsForm } from "./settings-form.tsx";
import styles from "./settings-page.module.css";
import { useRefetch } from "./use-refetch.ts";

/** Where the shopkeeper keeps what every page says about the shop. */
export function SettingsPage({ settings, isOwner }: { settings: StoreSettings; isOwner: boolean }) {
  const [saved, setSaved] = useState(settings);
  const samples = findSampleTexts(saved);
  const refetch = useRefetch(useStoreSettings());

  function handleSaved(next: StoreSettings) {
    setSaved(next);
    // Header and footer of this very page say the new words as soon as the server's cache knows them.
    void refetch((shown) => publicText(shown) === publicText(next));
  }

  return (
    <>
      <BackButton fallback="/auth" label="Back to the ADMIN DASHBOARD" />
      <h1>Shop settings</h1>
      <p>Every page, e-mail and map of the shop says what stands here.</p>
      {samples.length > 0 ? (
        <FormMessage kind="notice">
          <p>Still sample text:</p>
          <ul className={styles.samples}>
            {samples.map((sample) => (
              <li key={sample}>{sample}</li>
            ))}
          </ul>
        </FormMessage>
      ) : null}
      <SettingsForm settings={saved} isOwner={isOwner} onSaved={handleSaved} />
    </>
  );
}

/** What pages show of the record; a live shop's pages leave the samples out. */
function publicText(settings: StoreSettings): string {
  return JSON.stringify(withoutSamples(settings));
}
