import type { StructuredData } from "#app/platform/structured-data.ts";
import type { OpeningHours, StoreSettings } from "./store-settings.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The shop itself: where it is, when it is open, how to reach it. */
export function storeData(settings: StoreSettings, origin: string): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "GroceryStore",
    "@id": `${origin}/#store`,
    name: settings.name,
    url: `${origin}/home`,
    image: `${origin}/storage/v1/object/public/wears_styles/share.webp`,
    telephone: settings.phone,
    email: settings.email,
    priceRange: "$$",
    currenciesAccepted: "USD",
    paymentAccepted: "Credit Card",
    address: {
      "@type": "PostalAddress",
      streetAddress: settings.street,
      addressLocality: settings.city,
      addressRegion: settings.state,
      postalCode: settings.postalCode,
      addressCountry: "US",
    },
    geo: { "@type": "GeoCoordinates", latitude: settings.latitude, longitude: settings.longitude },
    openingHoursSpecification: settings.openingHours.map((hours) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: daysOf(hours),
      opens: hours.opens,
      closes: hours.closes,
    })),
    sameAs: settings.socialLinks.map((link) => link.url),
  };
}

/** 'Mon-Sat' → Monday to Saturday; 'Sun' → Sunday. */
function daysOf({ days }: OpeningHours): string[] {
  const [first = "", last = first] = days.split("-").map((day) => day.trim().slice(0, 3).toLowerCase());
  const place = (day: string) => DAYS.findIndex((name) => name.toLowerCase().startsWith(day));
  return DAYS.slice(place(first), place(last) + 1);
}
