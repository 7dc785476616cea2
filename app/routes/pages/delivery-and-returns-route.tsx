import { data } from "react-router";
import { ZipCheckSlot } from "#app/features/checkout/zip-check-slot.tsx";
import { deliveryData, listDeliveryAreas } from "#app/features/delivery/delivery-areas.ts";
import { SnapNote } from "#app/features/payments/snap-note.tsx";
import { callUsText, cartDeliveryText, deliveryTitle, homeDeliveryText } from "#app/features/store/free-delivery.ts";
import { localHoursText } from "#app/features/store/opening-hours.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { linked } from "#app/ui/linked.tsx";
import { Page } from "#app/ui/page.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/delivery-and-returns-route";
import styles from "./plain-words.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, (settings) => ({
    title: t("Delivery and Returns"),
    description: t("Pickup, {delivery}, and what to do if something is wrong.", {
      delivery: deliveryTitle(settings).toLowerCase(),
    }),
    path: "/delivery-and-returns",
  }));
}

/** If the rates for search engines cannot be read, the page is shown without them and not cached. */
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
        <h1>{t("Delivery and Returns")}</h1>
        <p className={styles.lead}>
          {t("Pick up at our store or have it delivered. If something is wrong, tell us and we'll fix it.")}
        </p>

        <h2>{t("Pickup")}</h2>
        <p>
          {t("Choose pickup in the cart and come to {address}, near {place}, during opening hours:", {
            address: addressLine(settings),
            place: settings.near,
          })}
        </p>
        <ul>
          {settings.openingHours.map((hours) => (
            <li key={hours.text}>{localHoursText(hours)}</li>
          ))}
        </ul>
        <p>{t("Pickup is free. Bring your order number; it is under Account.")}</p>
        <SnapNote />

        <h2>{t("Delivery")}</h2>
        <DeliveryTerms settings={settings} />
        <ZipCheckSlot />
        <p>{t("We deliver to the address and call the phone number in your cart, so check both.")}</p>

        <h2>{t("If something is wrong")}</h2>
        <p>
          {nodes(t("Call <phone/> or write to <email/> with your order number. A photo helps."), {
            phone: <a href={phoneAddress(settings.phone)}>{settings.phone}</a>,
            email: <a href={`mailto:${settings.email}`}>{settings.email}</a>,
          })}
        </p>
        <ul>
          <li>
            {nodes(
              t(
                "<b>Food and drinks:</b> check your order when you get it. If something is damaged, spoiled, expired, missing, or not what you ordered, tell us within 2 days. You choose a replacement or a refund. We can't take back fresh, frozen, or opened food for other reasons.",
              ),
              { b: strong },
            )}
          </li>
          <li>
            {nodes(
              t(
                "<b>Clothing and jewelry:</b> return it within 14 days, unworn, unwashed, and with its labels, for another size, another piece, or a refund. You can return custom-made pieces only if we made a mistake.",
              ),
              { b: strong },
            )}
          </li>
          <li>
            {nodes(
              t(
                "<b>Beauty and household:</b> return it unopened within 14 days, or opened only if something is wrong with it.",
              ),
              { b: strong },
            )}
          </li>
        </ul>

        <h2>{t("Refunds")}</h2>
        <p>
          {t(
            "We refund the card that paid. We start refunds within 2 business days; your bank usually needs 5 to 10 more days. Unpaid orders cost nothing.",
          )}
        </p>
        <p>{linked(t("Questions first? <link>Contact us</link>."), "/contact")}</p>
      </div>
    </Page>
  );
}

const strong = (words: string) => <strong>{words}</strong>;

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
        <p>
          {t("In the cart: {terms} The terms in your cart apply to your order.", { terms: cartDeliveryText(settings) })}
        </p>
      )}
      <p>
        {callUsText(settings)}
        {zones && isFeeSeparate ? ` ${t("Where we agree on a fee, you can place the order online.")}` : null}
        {zones ? null : ` ${t("You can place such an order online.")}`}
        {isFeeSeparate
          ? ` ${t("Its price does not include delivery; our team contacts you about delivery first.")}`
          : null}
      </p>
    </>
  );
}
