import { Link } from "react-router";
import { EmailField } from "#app/features/account/account-fields.tsx";
import { t } from "#app/messages/t.ts";
import { useStoredUserId } from "#app/platform/use-stored-user-id.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { TextField } from "#app/ui/field.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { type GuestContact, readGuestContact, saveGuestContact } from "./guest-checkout.ts";
import styles from "./who-card.module.css";

/** The logged-in customer, as the cart shows it. */
export interface CartCustomer {
  /** Empty until the first order. */
  name: string;
  email: string;
}

/** Card with the customer's name and email in one line, or a guest's contact fields. */
export function WhoCard({
  customer,
  isPickup,
  errors,
}: {
  /** Null for a guest, and while the account cannot be read. */
  customer: CartCustomer | null;
  isPickup: boolean;
  errors: FieldErrors;
}) {
  const isGuest = useStoredUserId() === null;
  if (customer === null && !isGuest) return null;
  return (
    <Panel>
      {customer && !isGuest ? <KnownCustomer {...customer} /> : <GuestFields isPickup={isPickup} errors={errors} />}
    </Panel>
  );
}

function KnownCustomer({ name, email }: CartCustomer) {
  return (
    <AnsweredQuestion
      answer={
        <>
          {name || email}
          {name && email ? <span className={styles.email}>{email}</span> : null}
        </>
      }
    >
      <Link to="/account">{t("Change your name or email in your account")}</Link>
    </AnsweredQuestion>
  );
}

function GuestFields({ isPickup, errors }: { isPickup: boolean; errors: FieldErrors }) {
  const contact = readGuestContact();
  return (
    <fieldset
      className={styles.fields}
      onInput={({ currentTarget }) => saveGuestContact(contactIn(currentTarget.form))}
    >
      <legend>{t("Who is it for?")}</legend>
      <EmailField required={false} maxLength={320} defaultValue={contact.email} error={errors["email"]} />
      <TextField
        label={t("Full name")}
        name="fullName"
        autoComplete="name"
        maxLength={200}
        defaultValue={contact.name}
      />
      {isPickup ? (
        <TextField
          label={t("Phone number")}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          defaultValue={contact.phone}
        />
      ) : null}
      <p className={styles.login}>{linked(t("Have an account? <link>Log in</link>"), "/auth?next=/cart")}</p>
    </fieldset>
  );
}

function contactIn(form: HTMLFormElement | null): GuestContact {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => String(data.get(name) ?? "");
  return { email: text("email"), name: text("fullName"), phone: text("phone") };
}
