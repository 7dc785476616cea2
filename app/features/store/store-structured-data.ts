import { type PublicConfig, showsSamples } from "#app/platform/public-config.ts";
import type { StructuredData } from "#app/platform/structured-data.ts";
import { phoneAddress } from "#app/values/contact.ts";
import { bucketPicture } from "#app/values/picture-address.ts";
import { daysIn } from "./opening-hours.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Returns structured data of the store: location, hours, and contact. */
export function storeData(
  settings: StoreSettings,
  config: Pick<PublicConfig, "publicOrigin" | "shopMode">,
): StructuredData {
  const origin = config.publicOrigin;
  return {
    "@context": "https://schema.org",
    "@type": "GroceryStore",
    "@id": `${origin}/#store`,
    name: settings.name,
    url: `${origin}/home`,
    ...(showsSamples(config) ? { image: `${origin}${bucketPicture("share.webp")}` } : {}),
    telephone: phoneAddress(settings.phone)?.replace("tel:", "") ?? settings.phone,
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
    openingHoursSpecification: [
      ...settings.openingHours.map((hours) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: daysIn(hours.days) ?? [],
        opens: hours.opens,
        closes: hours.closes,
      })),
      // Google treats a day that opens and closes at midnight as closed.
      ...settings.closedDays.map(({ day }) => ({
        "@type": "OpeningHoursSpecification",
        validFrom: day,
        validThrough: day,
        opens: "00:00",
        closes: "00:00",
      })),
    ],
    sameAs: settings.socialLinks.map((link) => link.url),
  };
}
