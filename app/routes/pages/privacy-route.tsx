import { Link } from "react-router";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { Page } from "#app/ui/page.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/privacy-route";
import styles from "./plain-words.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Privacy",
    description: "What we store about you, who else sees it, and how to delete it.",
    path: "/privacy",
  });
}

export default function PrivacyRoute() {
  const settings = useStoreSettings();
  return (
    <Page width="text">
      <div className={styles.words}>
        <h1>Privacy</h1>
        <p className={styles.lead}>
          What {settings.name} stores about you. You can browse and fill a cart without telling us anything. We show no
          ads, don't track visits, and never sell your data.
        </p>

        <h2>Stored in your browser</h2>
        <p>
          We set one cookie, and only if you log in with Google. It lasts ten minutes and confirms that you return in
          the same browser. Your browser also stores these entries. You can clear them at any time:
        </p>
        <ul>
          <li>
            <code>cartItems</code>, <code>cartTimestamp</code>, <code>cartDelivery</code>, <code>cartId</code>, and{" "}
            <code>cartOrderId</code>: your cart, when you last changed it, pickup or delivery, your notes, its ID in
            your account, and its unpaid order. We empty the cart after 30 minutes without a change.
          </li>
          <li>
            <code>missingItemWish</code>: what to do if an item is out of stock, so that we ask only once.
          </li>
          <li>
            <code>deliveryZip</code>: the ZIP code you entered for delivery, so that we ask only once.
          </li>
          <li>
            <code>supabase.auth.token</code>: your login, until you log out. While you reset your password, a second
            entry has <code>code-verifier</code> in its name.
          </li>
          <li>
            <code>checkoutAfterLogin</code> and <code>discountCode</code>: that checkout continues after you log in, and
            the discount code to use then. Both are removed when you close the tab.
          </li>
          <li>
            <code>accountOnDevice</code>: which account is logged in here. When its session ends, this device deletes
            everything on this list except <code>theme</code>, <code>language</code>, <code>deskBell</code>, and{" "}
            <code>productColumns</code>.
          </li>
          <li>
            <code>theme</code>: your choice of light or dark.
          </li>
          <li>
            <code>language</code>: the language you chose.
          </li>
          <li>
            <code>recentSearches</code>: your last searches, until you clear them in the search box. We don't receive
            this list.
          </li>
          <li>
            <code>usuals</code>: the login that last saw its most-bought products on the home page, so that the page
            keeps space for them.
          </li>
          <li>
            <code>deskTicks</code>, <code>runOutcomes</code>, <code>delivery-photos-v1</code>, <code>deskBell</code>,
            and <code>productColumns</code>: on staff devices, what was packed or delivered offline with the photos of
            it, whether new orders make a sound, and which columns the product table hides.
          </li>
          <li>
            <code>public-pages-v1</code> and <code>private-pages-v1</code>: pages of the store that you opened, and your
            own orders, for up to 30 days or until you log out, so that you can read them offline.{" "}
            <code>images-v1</code> and <code>assets-v1</code>: images and scripts of the store.
          </li>
          <li>Until you close the tab: how far you scrolled, and which messages you have seen.</li>
        </ul>

        <h2>Stored by us</h2>
        <ul>
          <li>
            <strong>Your account:</strong> name, email address, and your password in a form that nobody can turn back
            into the password.
          </li>
          <li>
            <strong>Your logins:</strong> time, IP address, and browser. We delete them when you log out.
          </li>
          <li>
            <strong>Your orders:</strong> what you bought, what it cost, your notes, what to do if an item is out of
            stock, pickup or delivery, and for deliveries your address and phone number. From them we show you, and
            nobody else, what you buy most often. If you are exempt from sales tax, we store your certificate number
            with them for the tax office.
          </li>
          <li>
            <strong>Photos of deliveries:</strong> the driver may take a photo of your order where it was left. You see
            it on the page of the order. We delete it with your account.
          </li>
          <li>
            <strong>Your billing details:</strong> name, email, phone, and address, for each order.
          </li>
          <li>
            <strong>For your next order:</strong> your last addresses, phone number, billing details, and what to do if
            an item is out of stock. You can view, change, and delete them in your{" "}
            <Link to="/account">account settings</Link>. Nobody else can read them.
          </li>
          <li>
            <strong>Your cart, while you are logged in:</strong> stored for 30 days, so that you can continue on another
            day or device. We delete it when you order. Nobody else can read it.
          </li>
          <li>
            <strong>Notifications, if you turn them on:</strong> the address and key that your browser gives us for this
            device. We delete them when you turn notifications off or log out.
          </li>
          <li>
            <strong>Order texts, if you choose them:</strong> the phone number of the order, the text you agreed to, and
            when. If you reply STOP, we store your number, so that we never text it again until you reply START. We keep
            both as proof, also after your account is deleted.
          </li>
          <li>
            <strong>Sold-out products you wait for:</strong> until we write that one is back, for 90 days at most. You
            can withdraw them in your account. Our staff see how many people wait, not who.
          </li>
          <li>
            <strong>Notes by our staff:</strong> such as what you told us on the phone. Only the owner and managers read
            them. You get them with your data if you ask for it.
          </li>
          <li>
            <strong>For safety:</strong> for a short time we count failed logins and requested emails by email and IP
            address, so that nobody can guess passwords.
          </li>
        </ul>
        <p>Customers can read only their own account and orders. Our staff can see orders in order to pack them.</p>
        <p>
          Product pages show products that at least three people bought together in the last 180 days. We store no names
          and no numbers with them.
        </p>

        <h2>Your card</h2>
        <p>
          We never see your card number. You enter it in a field of our payment provider, Stripe, which tells us only
          whether the payment went through. Stripe also receives your billing details and may set its own cookies on the
          payment page to stop fraud. In a store marked “Test payments”, there is no provider and no card is charged.
        </p>

        <h2>Who else receives data</h2>
        <ul>
          <li>Stripe, when you pay. Apple or Google, only if you pay with their wallet.</li>
          <li>Google, only if you log in with Google. It gives us your name and email address.</li>
          <li>
            A map service, when you open a page with our map. It sends the map images to your browser, so it sees your
            IP address.
          </li>
          <li>WhatsApp, only if you write to us there, or choose order texts on WhatsApp.</li>
          <li>Twilio, which delivers text messages, only if you choose order texts, or log in with a code by text.</li>
          <li>An email service, which delivers our messages to you.</li>
          <li>
            The notification service of your browser, only if you turn notifications on. It can't read what we send.
          </li>
        </ul>

        {settings.hasOrderTexts ? (
          <>
            <h2 id="orderTexts">Terms of order texts</h2>
            <p>
              If you agree to order texts, {settings.name} sends automated texts about that order to its phone number:
              that we received it, that it is ready or on its way, questions about replacements, a fee to pay, and
              refunds. Message frequency varies with the order. Message and data rates may apply. You can buy without
              them.
            </p>
            <p>
              Reply STOP to any text to end them, or turn them off on the page of the order. Reply START to get texts
              again. Reply HELP for help, or call <a href={phoneAddress(settings.phone)}>{settings.phone}</a>. Carriers
              are not liable for delayed or undelivered messages. We don't share your number or your consent with anyone
              for their marketing.
            </p>
          </>
        ) : null}

        <h2>View, correct, or delete your data</h2>
        <p>
          Your orders are under <Link to="/auth">Account</Link>. In your <Link to="/account">account settings</Link> you
          can correct your data and delete your account. For a copy of everything we store about you, or to have it
          deleted, write to <a href={`mailto:${settings.email}`}>{settings.email}</a> or call{" "}
          <a href={phoneAddress(settings.phone)}>{settings.phone}</a>. We respond within 45 days. We delete the account
          and its logins, and keep the order records that our bookkeeping needs.
        </p>
        <p>
          {settings.name}, {addressLine(settings)}.
        </p>
      </div>
    </Page>
  );
}
