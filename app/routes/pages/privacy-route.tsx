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
    description: "What we know about you, where it is kept, who else sees it, and how to have it removed.",
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
          What {settings.name} knows about you, in plain words. You can browse and fill a cart without telling us
          anything. We show no advertising, count no visits, and sell nothing about you to anybody.
        </p>

        <h2>What stays in your browser</h2>
        <p>
          We set no cookies, but for one while you go to Google and back: it lives ten minutes and shows that you come
          back in the browser you left with. Your browser keeps a few notes for us, which you can clear at any time:
        </p>
        <ul>
          <li>
            <code>cartItems</code>, <code>cartTimestamp</code>, <code>cartDelivery</code>, <code>cartId</code> and{" "}
            <code>cartOrderId</code>: your cart, when you last changed it, how you would like to get it, your notes,
            under which mark your account keeps it, and which unpaid order it belongs to. After 30 minutes without a
            change the cart is emptied.
          </li>
          <li>
            <code>missingItemWish</code>: what you would like us to do about something that is not there, so that you
            are asked once only.
          </li>
          <li>
            <code>deliveryZip</code>: the ZIP code of your delivery address, for the same reason.
          </li>
          <li>
            <code>supabase.auth.token</code>: your login, from the moment you log in until you log out. A second note
            with <code>code-verifier</code> in its name stands beside it while you ask for a new password.
          </li>
          <li>
            <code>checkoutAfterLogin</code> and <code>discountCode</code>: that checkout continues after you log in, and
            the discount code to use then. Both are removed when you close the tab.
          </li>
          <li>
            <code>accountOnDevice</code>: which account is logged in here. When its session ends, everything on this
            list except <code>theme</code> and <code>deskBell</code> is removed from this device.
          </li>
          <li>
            <code>theme</code>: whether you chose light or dark.
          </li>
          <li>
            <code>recentSearches</code>: the last words that you looked for, until you clear them in the search box. The
            list is not sent to us.
          </li>
          <li>
            <code>usuals</code>: for which login the home page last showed what you buy most often, so that it keeps the
            place for it.
          </li>
          <li>
            <code>deskTicks</code> and <code>deskBell</code>: on devices of our own people, what was packed without a
            network, and whether new orders ring.
          </li>
          <li>Until you close the tab: how far you had scrolled, and what we have already told you.</li>
        </ul>

        <h2>What we keep</h2>
        <ul>
          <li>
            <strong>Your account:</strong> name, e-mail address, and your password in a form that cannot be turned back
            into the password.
          </li>
          <li>
            <strong>Your logins:</strong> when, from which internet address and with which browser. They end when you
            log out.
          </li>
          <li>
            <strong>Your orders:</strong> what you bought, what it cost, your notes, what to do about something that is
            not there, pick-up or delivery, and for deliveries the address and phone number that you gave. From them we
            show you, and nobody else, what you buy most often. If you pay no sales tax, the number of your certificate
            stays with them for the tax office.
          </li>
          <li>
            <strong>Your billing details:</strong> name, e-mail, phone and address, one set with each order.
          </li>
          <li>
            <strong>For your next order:</strong> the addresses, phone number and billing details that you used last,
            and what to do about something that is not there. You see, change and delete them in your{" "}
            <Link to="/account">account settings</Link>; nobody else reads them.
          </li>
          <li>
            <strong>Your cart, while you are logged in:</strong> so that we can offer it to you on another day or
            device, for 30 days. It goes when you order it, and nobody else reads it.
          </li>
          <li>
            <strong>For safety:</strong> for a while we count failed logins and e-mails asked for, by e-mail and
            internet address, so that nobody can try passwords without end.
          </li>
        </ul>
        <p>
          Each customer can read only their own account and orders. The people who run the shop see orders, because they
          pack them.
        </p>
        <p>
          Product pages show what is often bought together. Only what three people or more bought together in the last
          180 days counts, and it is kept without names and without numbers.
        </p>

        <h2>Your card</h2>
        <p>
          Your card number never reaches us. You type it into a field of our payment provider, Stripe, which tells us
          only whether the payment went through. Stripe receives your billing details with it and may set cookies of its
          own on the payment page to stop fraud. In a shop marked “Test payments” there is no provider and no card is
          charged.
        </p>

        <h2>Who else is involved</h2>
        <ul>
          <li>Stripe, when you pay; and Apple or Google, only if you pay with their wallet.</li>
          <li>Google, only if you choose to sign in with Google: it gives us your name and e-mail address.</li>
          <li>
            A map service, when you open a page that shows our map: it sends the map’s pictures to your browser and so
            sees your internet address.
          </li>
          <li>An e-mail service, which carries the messages that we send you.</li>
        </ul>

        <h2>See it, correct it, have it removed</h2>
        <p>
          Your orders are under <Link to="/auth">Account</Link>. In your <Link to="/account">account settings</Link> you
          download a copy of what we keep about you, correct it, and delete your account. You can also write to{" "}
          <a href={`mailto:${settings.email}`}>{settings.email}</a> or call{" "}
          <a href={phoneAddress(settings.phone)}>{settings.phone}</a>. Order records that we need for our bookkeeping
          stay; the account and its logins go.
        </p>
        <p>
          {settings.name}, {addressLine(settings)}.
        </p>
      </div>
    </Page>
  );
}
