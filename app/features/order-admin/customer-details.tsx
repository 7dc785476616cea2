import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import denseStyles from "#app/ui/dense-text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import styles from "./staff-order-page.module.css";

/** Contact details of an order's customer. */
export interface OrderContact {
  name: string | null;
  email: string | null;
  phones: readonly string[];
  /** Name of the customer's language; null if it is that of the page. */
  language: string | null;
  /** Lines of the billing address; empty if none was given. */
  billing: readonly string[];
  /** Path of the customer's page; null for packers, and for walk-in customers. */
  pagePath: string | null;
}

/** Name, phone numbers, email, language, and billing address of an order's customer. */
export function CustomerDetails({ name, contact }: { name: string | null; contact: OrderContact }) {
  return (
    <div className={styles.customer}>
      <p className={denseStyles.leadStrong}>
        {contact.pagePath === null ? (
          <UserText>{name ?? t("No name available")}</UserText>
        ) : (
          <Link to={contact.pagePath}>
            <UserText>{name ?? t("No name available")}</UserText>
          </Link>
        )}
      </p>
      {contact.phones.map((phone) => (
        <p key={phone}>
          <a href={phoneAddress(phone)}>
            <UserText>{phone}</UserText>
          </a>
        </p>
      ))}
      {contact.email ? (
        <p>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      ) : null}
      {contact.language ? <p>{contact.language}</p> : null}
      {contact.billing.length > 0 ? (
        <>
          <h3 className={styles.heading}>{t("Billing address")}</h3>
          <address className={styles.address}>
            {contact.billing.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and are never reordered.
              <span key={place}>
                <UserText>{line}</UserText>
              </span>
            ))}
          </address>
        </>
      ) : null}
    </div>
  );
}
