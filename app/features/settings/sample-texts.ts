import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import type { RecordPart } from "./setting-fields.ts";

/** Returns warnings about sample data left in these settings, which a store should not open with. */
export function findSampleTexts(settings: StoreSettings, part: RecordPart): string[] {
  const testimonials = settings.testimonials.filter(({ isSample }) => isSample).length;
  const team = settings.team.filter(({ isSample }) => isSample).map(({ name }) => name);
  const links = settings.socialLinks.filter(({ url }) => isExampleAddress(url)).map(({ name }) => name);
  const texts: Partial<Record<RecordPart, string[]>> = {
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
