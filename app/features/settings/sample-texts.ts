import type { StoreSettings } from "#app/features/store/store-settings.ts";

/** Returns sentences about sample data left in the settings; a store should open with none. */
export function findSampleTexts(settings: StoreSettings): string[] {
  const testimonials = settings.testimonials.filter(({ isSample }) => isSample).length;
  const team = settings.team.filter(({ isSample }) => isSample).map(({ name }) => name);
  const links = settings.socialLinks.filter(({ url }) => isExampleAddress(url)).map(({ name }) => name);
  return [
    testimonials > 0 ? `${count(testimonials, "testimonial is a sample", "testimonials are samples")}.` : "",
    team.length > 0 ? `Team cards are samples: ${team.join(", ")}.` : "",
    isFictionalPhone(settings.phone) ? `The phone number ${settings.phone} is fictional.` : "",
    isExampleAddress(settings.email) ? `The email address ${settings.email} is an example.` : "",
    links.length > 0 ? `Social links lead to example addresses: ${links.join(", ")}.` : "",
  ].filter(Boolean);
}

/** Numbers 555-0100 to 555-0199 are reserved for fiction. */
export function isFictionalPhone(phone: string): boolean {
  return /55501\d\d$/.test(phone.replaceAll(/\D/g, ""));
}

/** The ending .example, and example.com with its siblings, are reserved. */
export function isExampleAddress(address: string): boolean {
  return /(^|[@./])([^@./\s]+\.example|example\.(com|org|net))([/?#:]|$)/i.test(address);
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
