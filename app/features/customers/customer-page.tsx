import { use } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "#app/features/account/current-user.ts";
import { preferenceLabel } from "#app/features/catalog/substitution-preference.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, phoneText } from "#app/values/contact.ts";
import { dayWords } from "#app/values/shop-clock.ts";
import { averageCents, type CustomerDetails, customerTitle, orderCountText } from "./customer.ts";
import { CustomerMerge } from "./customer-merge.tsx";
import { addNote, CustomerNotes } from "./customer-notes.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import styles from "./customer-page.module.css";
import type { CustomerOrder } from "./customer-queries.ts";
import { CustomerRequests } from "./customer-requests.tsx";
import { CustomerTags } from "./customer-tags.tsx";
import listStyles from "./customers-page.module.css";

/** Customer with contact, orders, notes, and tags; the owner also answers data requests here. */
export function CustomerPage({
  customer,
  orders,
  knownTags,
  user,
}: {
  customer: CustomerDetails;
  /** Latest orders. */
  orders: readonly CustomerOrder[];
  knownTags: readonly string[];
  user: Pick<CurrentUser, "id" | "role">;
}) {
  const { id, isGuest, isStaff, related, addresses, mergedInto } = customer;
  const lastCall = customer.notes.find(({ kind }) => kind === "call");
  return (
    <>
      <Row gap={3} rowGap={1} align="center">
        <h1>
          <UserText>{customerTitle(customer)}</UserText>
        </h1>
        {isGuest ? <span className={listStyles.badge}>{t("Guest")}</span> : null}
        {isStaff ? <span className={listStyles.badge}>{t("Staff")}</span> : null}
      </Row>
      {mergedInto === null ? (
        <Row gap={3} rowGap={2} align="center">
          <ButtonLink to={`/desk/till?customer=${id}`}>{t("Open the till")}</ButtonLink>
          <CallButton customerId={id} lastCallAt={lastCall?.createdAt ?? null} />
        </Row>
      ) : (
        <FormMessage kind="information">
          {linked(
            t("This account was merged, and its login is closed. <link>Open the account with its orders</link>"),
            `/desk/customers/${mergedInto}`,
          )}
        </FormMessage>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Facts customer={customer} />
          <Section title={t("Tags")}>
            <CustomerTags key={id} customerId={id} tags={customer.tags} known={knownTags} />
          </Section>
        </div>
        <div className={styles.column}>
          <Section title={t("Notes")}>
            <CustomerNotes customer={customer} user={user} />
          </Section>
          <Section title={t("Orders")}>
            <CustomerOrders key={id} customerId={id} first={orders} />
          </Section>
          {addresses.length > 0 ? (
            <Section title={t("Delivery addresses")}>
              <ul className={styles.list}>
                {addresses.map(({ address, usedAt }) => (
                  <li key={address}>
                    <UserText>{address}</UserText>
                    <span className={textStyles.meta}>
                      {nodes(t("Last ordered to: <time/>"), { time: <DateTime at={usedAt} /> })}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          {related.length > 0 ? (
            <Section title={t("Related customers")}>
              <p>{t("With the same email or phone number, or merged into this account.")}</p>
              <ul className={styles.list}>
                {related.map((other) => (
                  <li key={other.id}>
                    <Link to={`/desk/customers/${other.id}`} className={styles.link}>
                      <UserText>{customerTitle(other)}</UserText>
                    </Link>
                    <span className={textStyles.meta}>
                      {other.isMerged ? t("Merged account") : other.isGuest ? t("Guest") : t("Account")},{" "}
                      {orderCountText(other.orderCount)}, <Money cents={other.spendCents} />
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          {user.role === "owner" && !isGuest && !isStaff && mergedInto === null ? (
            <Section title={t("Merge accounts")}>
              <CustomerMerge key={id} customer={customer} />
            </Section>
          ) : null}
          {user.role === "owner" ? (
            <Section title={t("Data requests")}>
              <CustomerRequests customer={customer} />
            </Section>
          ) : null}
        </div>
      </div>
    </>
  );
}

function Facts({ customer }: { customer: CustomerDetails }) {
  const { phone, email, isGuest, isEmailVerified, orderCount, spendCents, lastOrderAt, preference } = customer;
  const average = averageCents(customer);
  return (
    <Panel>
      <dl className={styles.facts}>
        <Fact name={t("Phone")}>
          {phone === null ? (
            t("None")
          ) : (
            <a href={phoneAddress(phone)} className={styles.link}>
              {phoneText(phone)}
            </a>
          )}
        </Fact>
        <Fact name={t("Email")}>
          {email === null ? (
            t("None")
          ) : (
            <>
              <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`} className={styles.link}>
                <UserText>{email}</UserText>
              </a>
              {isGuest || isEmailVerified ? null : <span className={textStyles.meta}>{t("Not verified")}</span>}
            </>
          )}
        </Fact>
        <Fact name={t("Spend")}>
          <strong>
            <Money cents={spendCents} />
          </strong>
        </Fact>
        <Fact name={t("Paid orders")}>{orderCount}</Fact>
        {average === null ? null : (
          <Fact name={t("Average per order")}>
            <Money cents={average} />
          </Fact>
        )}
        {lastOrderAt === null ? null : (
          <Fact name={t("Last order")}>
            <DateTime at={lastOrderAt} />
          </Fact>
        )}
        {preference === null ? null : <Fact name={t("If an item is out of stock")}>{preferenceLabel(preference)}</Fact>}
        <Fact name={isGuest ? t("First order") : t("Account since")}>
          <DateTime at={customer.createdAt} />
        </Fact>
      </dl>
    </Panel>
  );
}

/** Records a call today with one click; its text can be added under the notes. */
function CallButton({ customerId, lastCallAt }: { customerId: string; lastCallAt: string | null }) {
  const timeZone = use(ShopTimeZone);
  const { isBusy, answer, run } = useAttempt();

  function handleCall() {
    return run(async () => {
      await addNote(getBrowserData(), customerId, { kind: "call", text: "" });
      await invalidateReads();
      showToast({ kind: "success", text: t("Call recorded. You can add a text to it under Notes.") });
    });
  }

  return (
    <>
      <Button variation="secondary" disabled={isBusy} onClick={handleCall}>
        {t("Talked by phone today")}
      </Button>
      <span>
        {lastCallAt === null
          ? t("No call recorded yet.")
          : t("Last call: {day}", { day: dayWords(lastCallAt, new Date(), timeZone) })}
      </span>
      <FormAnswer answer={answer} />
    </>
  );
}
