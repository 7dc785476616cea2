import type { FormEvent } from "react";
import { Form, Link, useNavigate } from "react-router";
import { ORDER_STATUSES, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import chipStyles from "#app/ui/chip.module.css";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { CheckboxField, Options, SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import {
  activeFilters,
  FULFILLMENTS,
  fulfillmentLabel,
  NEEDS,
  needLabel,
  type OrderTableFilter,
  orderFilterFrom,
  orderTableAddress,
  PAYMENT_STATES,
  paymentLabel,
} from "./order-filter.ts";
import styles from "./order-filters.module.css";

/** Search field, panel of filters, and the active filters. */
export function OrderFilters({ filter }: { filter: OrderTableFilter }) {
  const navigate = useNavigate();
  const fields = useListedFields({
    words: filter.words,
    fulfillment: filter.fulfillment ?? "",
    from: filter.firstDay,
    to: filter.lastDay,
    slot: slotChoice(filter.slotDay),
    slotDate: slotChoice(filter.slotDay) === DATE ? filter.slotDay : "",
    needs: filter.needs ?? "",
  });
  const active = activeFilters(filter);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const search = new URLSearchParams([...typed].map(([name, value]) => [name, String(value)]));
    if (search.get("slot") === DATE) search.set("slot", search.get("slotDate") ?? "");
    for (const panel of event.currentTarget.querySelectorAll("details")) panel.open = false;
    void navigate(orderTableAddress(orderFilterFrom(search)), { preventScrollReset: true });
  }

  return (
    <div className={styles.filters}>
      <Form ref={fields} role="search" aria-label={t("Orders")} className={styles.form} onSubmit={handleSubmit}>
        <div className={styles.words}>
          <input
            type="search"
            name="words"
            aria-label={t("Find orders")}
            placeholder={t("Number, name, phone, email, or product")}
            autoComplete="off"
            maxLength={100}
            defaultValue={filter.words}
            className={styles.field}
          />
        </div>
        <Button type="submit" variation="secondary">
          {t("Find")}
        </Button>
        <div>
          <Disclosure
            variant="panel"
            summary={
              <span className={styles.summary}>
                <Icon name="sliders" />{" "}
                {active.length > 0 ? t("Filters ({count})", { count: active.length }) : t("Filters")}
              </span>
            }
          >
            <FilterPanel filter={filter} />
          </Disclosure>
        </div>
      </Form>
      {active.length > 0 ? <ActiveFilters active={active} /> : null}
    </div>
  );
}

function FilterPanel({ filter }: { filter: OrderTableFilter }) {
  return (
    <div className={styles.panel}>
      <fieldset className={styles.statuses}>
        <legend className={textStyles.strong}>{t("Status")}</legend>
        {ORDER_STATUSES.map((status) => (
          <Choice
            key={status}
            name="status"
            value={status}
            label={orderStatusLabel(status)}
            isChosen={filter.statuses.includes(status)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className={textStyles.strong}>{t("Payment")}</legend>
        {PAYMENT_STATES.map((state) => (
          <Choice
            key={state}
            name="payment"
            value={state}
            label={paymentLabel(state)}
            isChosen={filter.payments.includes(state)}
          />
        ))}
      </fieldset>
      <Stack gap={2}>
        <SelectField label={t("Fulfillment")} name="fulfillment" defaultValue={filter.fulfillment ?? ""}>
          <option value="">{t("Pickup and delivery")}</option>
          <Options of={FULFILLMENTS.map((type) => [type, fulfillmentLabel(type)])} />
        </SelectField>
        <SelectField label={t("Pickup or delivery")} name="slot" defaultValue={slotChoice(filter.slotDay)}>
          <option value="">{t("Any day")}</option>
          <option value="today">{t("Today")}</option>
          <option value="tomorrow">{t("Tomorrow")}</option>
          <option value={DATE}>{t("On a date")}</option>
        </SelectField>
        <TextField
          label={t("Date of pickup or delivery")}
          name="slotDate"
          type="date"
          defaultValue={slotChoice(filter.slotDay) === DATE ? filter.slotDay : ""}
          onChange={(event) => {
            const slot = event.target.form?.elements.namedItem("slot");
            if (slot instanceof HTMLSelectElement && event.target.value !== "") slot.value = DATE;
          }}
        />
      </Stack>
      <Stack gap={2}>
        <TextField label={t("Placed from")} name="from" type="date" defaultValue={filter.firstDay} />
        <TextField label={t("Placed to")} name="to" type="date" defaultValue={filter.lastDay} />
        <SelectField label={t("Needs a decision")} name="needs" defaultValue={filter.needs ?? ""}>
          <option value="">{t("Any order")}</option>
          <Options of={NEEDS.map((need) => [need, needLabel(need)])} />
        </SelectField>
      </Stack>
      <div className={styles.show}>
        <Button type="submit">{t("Show orders")}</Button>
      </div>
    </div>
  );
}

function ActiveFilters({ active }: { active: ReturnType<typeof activeFilters> }) {
  return (
    <Row as="ul" gap={2} align="center" aria-label={t("Active filters")}>
      {active.map(({ text, without }) => (
        <li key={text}>
          <Link to={orderTableAddress(without)} className={chipStyles.chip} preventScrollReset>
            {partlyHidden(t("{filter} <hidden>: remove filter</hidden>", { filter: text }))}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/desk/orders" className={chipStyles.clear} preventScrollReset>
          {t("Clear filters")}
        </Link>
      </li>
    </Row>
  );
}

/** Remounted when the URL changes the filter, because a checkbox is uncontrolled. */
function Choice({ name, value, label, isChosen }: { name: string; value: string; label: string; isChosen: boolean }) {
  return <CheckboxField key={String(isChosen)} label={label} name={name} value={value} defaultChecked={isChosen} />;
}

const DATE = "date";

/**
 * Returns the value of the field for the window's day: empty, "today", or "tomorrow"; DATE if the date field has the
 * day.
 */
function slotChoice(slotDay: string): string {
  return slotDay === "" || slotDay === "today" || slotDay === "tomorrow" ? slotDay : DATE;
}
