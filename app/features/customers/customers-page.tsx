import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef } from "react";
import { Link, useNavigate, useNavigation } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneText } from "#app/values/contact.ts";
import {
  type Customer,
  type CustomerFilter,
  customerFilterFrom,
  customersAddress,
  customerTitle,
  orderCountText,
  SORTS,
  sortLabel,
} from "./customer.ts";
import type { CustomerPage } from "./customer-queries.ts";
import styles from "./customers-page.module.css";

const PAUSE_MS = 200;

/** Searchable list of accounts and guests, filtered by name, email, or phone number while typing. */
export function CustomersPage({
  filter,
  page,
  tags,
}: {
  filter: CustomerFilter;
  page: CustomerPage;
  /** Tags to filter by. */
  tags: readonly string[];
}) {
  const isLoading = useNavigation().state !== "idle";
  const dueSearch = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { customers, next } = page;
  return (
    <>
      <h1>{t("Customers")}</h1>
      <FilterForm filter={filter} tags={tags} dueSearch={dueSearch} />
      <div aria-live="polite" aria-busy={isLoading} className={textStyles.soft}>
        {customers.length === 0 ? <p>{emptyText(filter)}</p> : null}
      </div>
      {customers.length > 0 ? (
        <ul aria-label={t("Customers")}>
          {customers.map((customer) => (
            <CustomerLine
              key={customer.id}
              customer={customer}
              // A pending search would navigate away from the customer that was just opened.
              onOpen={() => clearTimeout(dueSearch.current)}
            />
          ))}
        </ul>
      ) : null}
      {filter.after !== null || next !== null ? (
        <Row as="nav" gap={2} aria-label={t("Pages")}>
          {filter.after === null ? null : (
            <ButtonLink variation="secondary" to={customersAddress({ ...filter, after: null })}>
              {t("First page")}
            </ButtonLink>
          )}
          {next === null ? null : (
            <ButtonLink variation="secondary" to={customersAddress({ ...filter, after: next })}>
              {t("Next page")}
            </ButtonLink>
          )}
        </Row>
      ) : null}
    </>
  );
}

function emptyText({ words, tag, after }: CustomerFilter): string {
  if (words !== "") return t('No customer matches "{words}".', { words });
  if (tag !== null) return t('No customer has the tag "{tag}".', { tag });
  return after === null
    ? t("No customers yet. Accounts and guests who order are listed here.")
    : t("No more customers.");
}

function FilterForm({
  filter,
  tags,
  dueSearch,
}: {
  filter: CustomerFilter;
  tags: readonly string[];
  /** Timer of a pending search. */
  dueSearch: RefObject<ReturnType<typeof setTimeout> | undefined>;
}) {
  const navigate = useNavigate();
  const form = useListedFields({ sort: filter.sort, tag: filter.tag ?? "" });
  const words = useRef<HTMLDivElement>(null);
  // The tag in the URL may be one that no customer has anymore.
  const listed = filter.tag === null || tags.includes(filter.tag) ? tags : [filter.tag, ...tags];

  // Stops the timer: otherwise a pending search would navigate away from the next page.
  useEffect(() => () => clearTimeout(dueSearch.current), [dueSearch]);
  useEffect(() => {
    const field = words.current?.querySelector("input");
    // Back and links update the field, but not while the user types in it.
    if (field && field !== document.activeElement) field.value = filter.words;
  }, [filter.words]);

  function find(element: HTMLFormElement) {
    clearTimeout(dueSearch.current);
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(element)) search.set(name, String(value));
    void navigate(customersAddress(customerFilterFrom(search)), { replace: true, preventScrollReset: true });
  }

  function handleChange(event: ChangeEvent<HTMLFormElement>) {
    const element = event.currentTarget;
    clearTimeout(dueSearch.current);
    dueSearch.current = setTimeout(() => find(element), PAUSE_MS);
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    find(event.currentTarget);
  }

  return (
    <search>
      <form
        ref={form}
        aria-label={t("Find customers")}
        className={styles.filter}
        onChange={handleChange}
        onSubmit={handleSubmit}
      >
        <div ref={words} className={styles.words}>
          <TextField
            label={t("Phone, name, or email")}
            name="words"
            type="search"
            hint={t("The last 4 digits of a number are enough.")}
            defaultValue={filter.words}
          />
        </div>
        <SelectField label={t("Sort by")} name="sort" defaultValue={filter.sort}>
          <Options of={SORTS.map((sort) => [sort, sortLabel(sort)])} />
        </SelectField>
        {listed.length > 0 ? (
          <SelectField label={t("Tag")} name="tag" defaultValue={filter.tag ?? ""}>
            <option value="">{t("All", {}, "tags")}</option>
            <Options of={listed.map((tag) => [tag, tag])} />
          </SelectField>
        ) : null}
      </form>
    </search>
  );
}

function CustomerLine({ customer, onOpen }: { customer: Customer; onOpen: () => void }) {
  const { id, isGuest, name, email, phone, orderCount, spendCents, lastOrderAt, tags } = customer;
  return (
    <li className={styles.customer}>
      <div className={styles.who}>
        <Link to={`/desk/customers/${id}`} className={styles.name} onClick={onOpen}>
          <UserText>{customerTitle(customer)}</UserText>
        </Link>
        {isGuest ? <span className={styles.badge}>{t("Guest")}</span> : null}
        <span className={styles.contact}>
          {phone === null || (name === "" && email === null) ? null : <span>{phoneText(phone)}</span>}
          {email === null || name === "" ? null : <UserText>{email}</UserText>}
        </span>
        {tags.length === 0 ? null : (
          <Row as="ul" gap={1} aria-label={t("Tags")}>
            {tags.map((tag) => (
              <li key={tag} className={styles.tag}>
                <UserText>{tag}</UserText>
              </li>
            ))}
          </Row>
        )}
      </div>
      <div className={styles.figures}>
        <strong>
          <Money cents={spendCents} />
        </strong>
        <span>{orderCountText(orderCount)}</span>
        <span className={textStyles.soft}>
          {lastOrderAt === null
            ? t("No paid order yet")
            : nodes(t("Last: <time/>"), { time: <DateTime at={lastOrderAt} /> })}
        </span>
      </div>
    </li>
  );
}
