import { use, useState } from "react";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { CheckboxField, Options, SelectField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { windowText } from "#app/values/window-text.ts";
import { addressOf } from "./run.ts";
import type { Driver, WaitingDelivery } from "./run-queries.ts";

/** Deliveries without a run, and the form that makes a run of the selected ones. */
export function WaitingDeliveries({
  deliveries,
  drivers,
}: {
  deliveries: readonly WaitingDelivery[];
  drivers: readonly Driver[];
}) {
  const timeZone = use(ShopTimeZone);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const orderIds = deliveries.map(({ orderId }) => orderId).filter((id) => selected.has(id));
  const form = useForm({
    read: (field) => ({ driverId: field("driver") }),
    check: ({ driverId }) => ({ driver: driverId === "" ? t("Choose a driver.") : undefined }),
    send: async ({ driverId }) => {
      if (orderIds.length === 0) return rejected(t("Select at least one delivery."));
      await runCommand("create_run", { driver_id: driverId, order_ids: orderIds });
      setSelected(new Set());
      showToast({ kind: "success", text: t("Run created") });
      await invalidateReads();
      return null;
    },
  });

  if (deliveries.length === 0) return <p>{t("No deliveries are waiting for a run.")}</p>;
  return (
    <Stack as="form" gap={3} {...form.props} aria-label={t("New run")}>
      <Stack as="ul" gap={3} aria-label={t("Waiting deliveries")}>
        {deliveries.map((delivery) => (
          <li key={delivery.orderId}>
            <CheckboxField
              label={`#${delivery.number} ${delivery.name}`}
              hint={deliveryText(delivery, timeZone)}
              checked={selected.has(delivery.orderId)}
              onChecked={(isChecked) =>
                setSelected((before) =>
                  isChecked
                    ? new Set([...before, delivery.orderId])
                    : new Set([...before].filter((id) => id !== delivery.orderId)),
                )
              }
            />
          </li>
        ))}
      </Stack>
      <SelectField label={t("Driver")} {...form.field("driver")} defaultValue="">
        <option value="">{t("Choose a driver")}</option>
        <Options of={drivers.map(({ userId, name }) => [userId, name])} />
      </SelectField>
      <FormEnd form={form}>
        {orderIds.length === 0
          ? t("Create run")
          : t("{count, plural, other {Create run of #}}", { count: orderIds.length })}
      </FormEnd>
    </Stack>
  );
}

function deliveryText({ street, zip, miles, status, window, itemCount }: WaitingDelivery, timeZone: string): string {
  return [
    addressOf({ street, zip, unit: "", city: "" }),
    ...(miles === null ? [] : [t("{miles} mi", { miles })]),
    ...(window ? [windowText(window, timeZone)] : []),
    t("{count, plural, one {# item} other {# items}}", { count: itemCount }),
    ...(status === "paid" ? [t("not packed yet")] : []),
  ].join(" · ");
}
