import { type ReactNode, useState } from "react";
import { type StoreSettings, withoutSamples } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { usePublished } from "#app/platform/use-published.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import type { SettingsPart } from "./setting-groups.ts";
import { SettingsForm } from "./settings-form.tsx";
import styles from "./settings-list.module.css";

const titles = (): Record<SettingsPart, string> => ({
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
  part: SettingsPart;
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
      <SettingsPartForm {...props} />
      {children}
    </Autosaves>
  );
}

/** The form alone, for a page with further content. */
export function SettingsPartForm({ part, settings, isOwner, onSaved }: PartProps) {
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

/** Returns warnings about sample data left in these settings, which a store should not open with. */
export function findSampleTexts(settings: StoreSettings, part: SettingsPart): string[] {
  const testimonials = settings.testimonials.filter(({ isSample }) => isSample).length;
  const team = settings.team.filter(({ isSample }) => isSample).map(({ name }) => name);
  const links = settings.socialLinks.filter(({ url }) => isExampleAddress(url)).map(({ name }) => name);
  const texts: Partial<Record<SettingsPart, string[]>> = {
    about: [
      testimonials > 0
        ? t("{count, plural, one {# testimonial is a sample.} other {# testimonials are samples.}}", {
            count: testimonials,
          })
        : "",
      team.length > 0 ? t("Team cards are samples: {names}.", { names: team.join(", ") }) : "",
    ],
    shop: [
      isFictionalPhone(settings.phone) ? t("The phone number {phone} is fictional.", { phone: settings.phone }) : "",
      isExampleAddress(settings.email) ? t("The email address {email} is an example.", { email: settings.email }) : "",
      links.length > 0 ? t("Social links lead to example addresses: {names}.", { names: links.join(", ") }) : "",
    ],
  };
  return (texts[part] ?? []).filter(Boolean);
}

/** Returns whether a phone number is fictional: 555-0100 to 555-0199 are reserved for fiction. */
export function isFictionalPhone(phone: string): boolean {
  return /55501\d\d$/.test(phone.replaceAll(/\D/g, ""));
}

/**
 * Returns whether an address uses a domain reserved for examples: .example, example.com, example.org, or example.net.
 */
export function isExampleAddress(address: string): boolean {
  return /(^|[@./])([^@./\s]+\.example|example\.(com|org|net))([/?#:]|$)/i.test(address);
}
