import { Link } from "react-router";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/privacy-route";
import styles from "./plain-words.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Privacy"),
    description: t("What we store about you, who else sees it, and how to delete it."),
    path: "/privacy",
  });
}

export default function PrivacyRoute() {
  const settings = useStoreSettings();
  return (
    <Page width="text">
      <div className={styles.words}>
        <h1>{t("Privacy")}</h1>
        <p className={styles.lead}>
          {t(
            "What {store} stores about you. You can browse and fill a cart without telling us anything. We show no ads, don't track visits, and never sell your data.",
            { store: settings.name },
          )}
        </p>

        <StoredInBrowser />

        <StoredByUs />

        <h2>{t("Your card")}</h2>
        <p>
          {t(
            "We never see your card number. You enter it in a field of our payment provider, Stripe, which tells us only whether the payment went through. If you check “Save this card for next time”, Stripe stores the card, and we store only its customer number for your account. You can delete saved cards in your account settings; with your account, they are deleted, too. Stripe also receives your billing details and may set its own cookies on the payment page to stop fraud. In a store marked “Test payments”, there is no provider and no card is charged.",
          )}
        </p>

        <h2>{t("Who else receives data")}</h2>
        <Listed
          texts={[
            t("Stripe, when you pay. Apple or Google, only if you pay with their wallet."),
            t("Google, only if you log in with Google. It gives us your name and email address."),
            t(
              "A map service, when you open a page with our map. It sends the map images to your browser, so it sees your IP address.",
            ),
            t("WhatsApp, only if you write to us there, or choose order texts on WhatsApp."),
            t("Twilio, which delivers text messages, only if you choose order texts, or log in with a code by text."),
            t("An email service, which delivers our messages to you."),
            t(
              "The notification service of your browser, only if you turn notifications on. It can't read what we send.",
            ),
          ]}
        />

        {settings.hasOrderTexts ? <OrderTextTerms settings={settings} /> : null}

        <h2>{t("View, correct, or delete your data")}</h2>
        <p>
          {nodes(
            t(
              "Your orders are under <orders>Account</orders>. In your <account>account settings</account> you can correct your data and delete your account. For a copy of everything we store about you, or to have it deleted, write to <email/> or call <phone/>. We respond within 45 days. We delete the account and its logins, and keep the order records that our bookkeeping needs.",
            ),
            {
              orders: (words) => <Link to="/auth">{words}</Link>,
              account: (words) => <Link to="/account">{words}</Link>,
              email: <a href={`mailto:${settings.email}`}>{settings.email}</a>,
              phone: <a href={phoneAddress(settings.phone)}>{settings.phone}</a>,
            },
          )}
        </p>
        <p>
          {settings.name}, {addressLine(settings)}.
        </p>
      </div>
    </Page>
  );
}

function StoredInBrowser() {
  return (
    <>
      <h2>{t("Stored in your browser")}</h2>
      <p>
        {t(
          "We set one cookie, and only if you log in with Google. It lasts ten minutes and confirms that you return in the same browser. Your browser also stores these entries. You can clear them at any time:",
        )}
      </p>
      <Listed
        parts={{ code }}
        texts={[
          t(
            "<code>cartItems</code>, <code>cartTimestamp</code>, <code>cartDelivery</code>, <code>cartId</code>, <code>cartOrderId</code>, and <code>cartWayChosen</code>: your cart, when you last changed it, pickup or delivery, your notes, its ID in your account, and its unpaid order. We empty the cart after 30 minutes without a change.",
          ),
          t("<code>missingItemWish</code>: what to do if an item is out of stock, so that we ask only once."),
          t("<code>deliveryZip</code>: the ZIP code you entered for delivery, so that we ask only once."),
          t(
            "<code>supabase.auth.token</code>: your login, until you log out. While you reset your password, a second entry has <code>code-verifier</code> in its name.",
          ),
          t(
            "<code>checkoutAfterLogin</code>, <code>discountCode</code>, and <code>guestContact</code>: that checkout continues after you log in, the discount code to use then, and the email, name, and phone number you typed in the cart. They are removed when you close the tab.",
          ),
          t(
            "<code>accountOnDevice</code>: which account is logged in here. When its session ends, this device deletes everything on this list except <code>theme</code>, <code>language</code>, <code>deskBell</code>, <code>productColumns</code>, and <code>tillDevice</code>.",
          ),
          t(
            "Entries that begin with <code>typing</code>: what you typed in a form, such as your billing details, until you send it or log out.",
          ),
          t("<code>theme</code>: your choice of light or dark."),
          t("<code>language</code>: the language you chose."),
          t(
            "<code>recentSearches</code>: your last searches, until you clear them in the search box. We don't receive this list.",
          ),
          t(
            "<code>usuals</code>: the login that last saw its most-bought products on the home page, so that the page keeps space for them.",
          ),
          t(
            "<code>deskTicks</code>, <code>runOutcomes</code>, <code>delivery-photos-v1</code>, <code>deskBell</code>, <code>productColumns</code>, <code>tillBag</code>, and <code>tillDevice</code>: on staff devices, what was packed or delivered offline with the photos of it, whether new orders make a sound, which columns the product table hides, and the till's current sale and settings.",
          ),
          t(
            "<code>public-pages-v1</code> and <code>private-pages-v1</code>: pages of the store that you opened, and your own orders, for up to 30 days or until you log out, so that you can read them offline. <code>images-v1</code> and <code>assets-v1</code>: images and scripts of the store.",
          ),
          t("Until you close the tab: how far you scrolled, and which messages you have seen."),
        ]}
      />
    </>
  );
}

function StoredByUs() {
  return (
    <>
      <h2>{t("Stored by us")}</h2>
      <Listed
        parts={{ b: strong, account: (words) => <Link to="/account">{words}</Link> }}
        texts={[
          t(
            "<b>Your account:</b> name, email address, and your password in a form that nobody can turn back into the password.",
          ),
          t("<b>Your logins:</b> time, IP address, and browser. We delete them when you log out."),
          t(
            "<b>Your orders:</b> what you bought, what it cost, your notes, what to do if an item is out of stock, pickup or delivery, and for deliveries your address and phone number. From them we show you, and nobody else, what you buy most often. If you are exempt from sales tax, we store your certificate number with them for the tax office.",
          ),
          t(
            "<b>Photos of deliveries:</b> the driver may take a photo of your order where it was left. You see it on the page of the order. We delete it with your account.",
          ),
          t("<b>Your billing details:</b> name, email, phone, and address, for each order."),
          t(
            "<b>For your next order:</b> your last addresses, phone number, billing details, and what to do if an item is out of stock. You can view, change, and delete them in your <account>account settings</account>. Nobody else can read them.",
          ),
          t(
            "<b>Your cart, while you are logged in:</b> stored for 30 days, so that you can continue on another day or device. We delete it when you order. Nobody else can read it.",
          ),
          t(
            "<b>Notifications, if you turn them on:</b> the address and key that your browser gives us for this device. We delete them when you turn notifications off or log out.",
          ),
          t(
            "<b>Order texts, if you choose them:</b> the phone number of the order, the text you agreed to, and when. If you reply STOP, we store your number, so that we never text it again until you reply START. We keep both as proof, also after your account is deleted.",
          ),
          t(
            "<b>Sold-out products you wait for:</b> until we write that one is back, for 90 days at most. You can withdraw them in your account. Our staff see how many people wait, not who.",
          ),
          t(
            "<b>Notes by our staff:</b> such as what you told us on the phone. Only the owner and managers read them. You get them with your data if you ask for it.",
          ),
          t(
            "<b>For safety:</b> for a short time we count failed logins and requested emails by email and IP address, so that nobody can guess passwords.",
          ),
        ]}
      />
      <p>
        {t("Customers can read only their own account and orders. Our staff can see orders in order to pack them.")}
      </p>
      <p>
        {t(
          "Product pages show products that at least three people bought together in the last 180 days. We store no names and no numbers with them.",
        )}
      </p>
    </>
  );
}

function OrderTextTerms({ settings }: { settings: StoreSettings }) {
  return (
    <>
      <h2 id="orderTexts">{t("Terms of order texts")}</h2>
      <p>
        {t(
          "If you agree to order texts, {store} sends automated texts about that order to its phone number: that we received it, that it is ready or on its way, questions about replacements, a fee to pay, and refunds. Message frequency varies with the order. Message and data rates may apply. You can buy without them.",
          { store: settings.name },
        )}
      </p>
      <p>
        {nodes(
          t(
            "Reply STOP to any text to end them, or turn them off on the page of the order. Reply START to get texts again. Reply HELP for help, or call <phone/>. Carriers are not liable for delayed or undelivered messages. We don't share your number or your consent with anyone for their marketing.",
          ),
          { phone: <a href={phoneAddress(settings.phone)}>{settings.phone}</a> },
        )}
      </p>
    </>
  );
}

function Listed({ texts, parts = {} }: { texts: readonly string[]; parts?: Parameters<typeof nodes>[1] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{nodes(text, parts)}</li>
      ))}
    </ul>
  );
}

const code = (words: string) => <code>{words}</code>;
const strong = (words: string) => <strong>{words}</strong>;
