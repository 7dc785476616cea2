import { Link } from "react-router";
import { callUsText, cartDeliveryText, homeDeliveryText } from "#app/features/store/free-delivery.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { Page } from "#app/ui/page.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/delivery-and-returns-route";
import styles from "./plain-words.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Delivery and Returns",
    description: "Pick-up, free delivery and its limits, and what we do when something is not right.",
    path: "/delivery-and-returns",
  });
}

export default function DeliveryAndReturnsRoute() {
  const settings = useStoreSettings();
  const { freeDeliveryMilesHome, freeDeliveryMilesCart } = settings;
  return (
    <Page width="text">
      <div className={styles.words}>
        <h1>Delivery and Returns</h1>
        <p className={styles.lead}>
          Pick up at our door or have it brought to yours. If something is not right, tell us and we put it right.
        </p>

        <h2>Pick-up</h2>
        <p>
          Choose pick-up in the cart and come to {addressLine(settings)}, near {settings.near}, during opening hours:
        </p>
        <ul>
          {settings.openingHours.map((hours) => (
            <li key={hours.text}>{hours.text}</li>
          ))}
        </ul>
        <p>Pick-up costs nothing. Bring your order number; you find it under Account.</p>

        <h2>Delivery</h2>
        <p>{homeDeliveryText(settings)}</p>
        {freeDeliveryMilesHome === freeDeliveryMilesCart ? null : (
          <p>
            In the cart the promise reaches further: {cartDeliveryText(settings)} What your cart says when you order is
            what holds for that order.
          </p>
        )}
        <p>
          {callUsText(settings)} You may place such an order online; delivery is not included in its price, and our team
          contacts you about it before anything is brought.
        </p>
        <p>We deliver to the address and call the phone number that you give in the cart, so please check both.</p>

        <h2>When something is not right</h2>
        <p>
          Call <a href={phoneAddress(settings.phone)}>{settings.phone}</a> or write to{" "}
          <a href={`mailto:${settings.email}`}>{settings.email}</a> with your order number. A picture helps.
        </p>
        <ul>
          <li>
            <strong>Food and drinks:</strong> look through your order when you get it. Damaged, spoiled, out of date,
            missing or not what you ordered: tell us within 2 days and choose a replacement or your money back. Fresh,
            frozen and opened food cannot come back to the shelf for other reasons.
          </li>
          <li>
            <strong>Clothing and jewellery:</strong> bring it back within 14 days, unworn, unwashed and with its labels,
            for another size, another piece or your money back. Pieces cut or sewn to your measure come back only if we
            made a mistake.
          </li>
          <li>
            <strong>Beauty and household:</strong> unopened within 14 days; opened only if something is wrong with it.
          </li>
        </ul>

        <h2>Your money back</h2>
        <p>
          Refunds go to the card that paid. We start them within 2 working days; your bank then usually needs 5 to 10
          days. An order that is not paid costs nothing.
        </p>
        <p>
          Questions first? <Link to="/contact">Contact us</Link>.
        </p>
      </div>
    </Page>
  );
}
