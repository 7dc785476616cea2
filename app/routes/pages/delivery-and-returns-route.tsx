import { data, Link } from "react-router";
import { ZipCheckSlot } from "#app/features/checkout/zip-check-slot.tsx";
import { deliveryData, listDeliveryAreas } from "#app/features/delivery/delivery-areas.ts";
import { SnapNote } from "#app/features/snap/snap-note.tsx";
import { deliveryTitle } from "#app/features/store/delivery-title.ts";
import { callUsText, cartDeliveryText, homeDeliveryText } from "#app/features/store/free-delivery.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { Page } from "#app/ui/page.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/delivery-and-returns-route";
import styles from "./plain-words.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, (settings) => ({
    title: "Delivery and Returns",
    description: `Pickup, ${deliveryTitle(settings).toLowerCase()}, and what to do if something is wrong.`,
    path: "/delivery-and-returns",
  }));
}

/** The page is shown without its rates for search engines, and not cached, if they can't be read. */
export async function loader({ context }: Route.LoaderArgs) {
  const areas = await listDeliveryAreas(context.get(publicDataContext)).catch(() => null);
  return data({ areas: areas ?? [] }, { status: areas ? 200 : 503 });
}

export default function DeliveryAndReturnsRoute({ loaderData, matches }: Route.ComponentProps) {
  const settings = useStoreSettings();
  return (
    <Page width="text">
      <StructuredDataScript
        facts={
          import.meta.env.SSR
            ? factsOf(loaderData.areas, { name: settings.name, origin: matches[0].loaderData.config.publicOrigin })
            : null
        }
      />
      <div className={styles.words}>
        <h1>Delivery and Returns</h1>
        <p className={styles.lead}>
          Pick up at our store or have it delivered. If something is wrong, tell us and we'll fix it.
        </p>

        <h2>Pickup</h2>
        <p>
          Choose pickup in the cart and come to {addressLine(settings)}, near {settings.near}, during opening hours:
        </p>
        <ul>
          {settings.openingHours.map((hours) => (
            <li key={hours.text}>{hours.text}</li>
          ))}
        </ul>
        <p>Pickup is free. Bring your order number; it is under Account.</p>
        <SnapNote />

        <h2>Delivery</h2>
        <DeliveryTerms settings={settings} />
        <ZipCheckSlot />
        <p>We deliver to the address and call the phone number in your cart, so check both.</p>

        <h2>If something is wrong</h2>
        <p>
          Call <a href={phoneAddress(settings.phone)}>{settings.phone}</a> or write to{" "}
          <a href={`mailto:${settings.email}`}>{settings.email}</a> with your order number. A photo helps.
        </p>
        <ul>
          <li>
            <strong>Food and drinks:</strong> check your order when you get it. If something is damaged, spoiled,
            expired, missing, or not what you ordered, tell us within 2 days. You choose a replacement or a refund. We
            can't take back fresh, frozen, or opened food for other reasons.
          </li>
          <li>
            <strong>Clothing and jewelry:</strong> return it within 14 days, unworn, unwashed, and with its labels, for
            another size, another piece, or a refund. You can return custom-made pieces only if we made a mistake.
          </li>
          <li>
            <strong>Beauty and household:</strong> return it unopened within 14 days, or opened only if something is
            wrong with it.
          </li>
        </ul>

        <h2>Refunds</h2>
        <p>
          We refund the card that paid. We start refunds within 2 business days; your bank usually needs 5 to 10 more
          days. Unpaid orders cost nothing.
        </p>
        <p>
          Questions first? <Link to="/contact">Contact us</Link>.
        </p>
      </div>
    </Page>
  );
}

function factsOf(...[areas, store]: Parameters<typeof deliveryData>): object[] {
  const facts = deliveryData(areas, store);
  return facts ? [facts] : [];
}

function DeliveryTerms({ settings }: { settings: StoreSettings }) {
  const { deliverySummary: zones, freeDeliveryMilesHome, freeDeliveryMilesCart } = settings;
  const isFeeSeparate = zones === null || zones.hasSeparateFee;
  return (
    <>
      <p>{homeDeliveryText(settings)}</p>
      {zones || freeDeliveryMilesHome === freeDeliveryMilesCart ? null : (
        <p>In the cart: {cartDeliveryText(settings)} The terms in your cart apply to your order.</p>
      )}
      <p>
        {callUsText(settings)}
        {zones && isFeeSeparate ? " Where we agree on a fee, you can place the order online." : null}
        {zones ? null : " You can place such an order online."}
        {isFeeSeparate ? " Its price does not include delivery; our team contacts you about delivery first." : null}
      </p>
    </>
  );
}
