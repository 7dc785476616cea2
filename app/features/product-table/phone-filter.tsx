import { useState } from "react";
import { flushSync } from "react-dom";
import { Form, useNavigate } from "react-router";
import { ScanButton } from "#app/features/scanning/scan-button.tsx";
import { useHasCodes, useScanner } from "#app/features/scanning/use-scanner.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import { FilterForm } from "./filter-form.tsx";
import styles from "./product-table-page.module.css";
import { type TableFilter, tableAddress, tableFilterFrom } from "./table-filter.ts";

/** Search field above the list, with the other filters in a sheet. */
export function PhoneFilter({ filter }: { filter: TableFilter }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const fields = useListedFields({ words: filter.words });
  const others = new URL(tableAddress({ ...filter, words: "" }), "http://shop").searchParams;

  function show(chosen: TableFilter) {
    // Close the dialog first, because navigating with changed fields would open the unsaved-changes prompt.
    flushSync(() => setOpen(false));
    void navigate(tableAddress(chosen));
  }

  return (
    <Stack gap={2}>
      <Form
        ref={fields}
        method="get"
        action="/desk/products"
        role="search"
        aria-label={t("Find by name")}
        className={styles.search}
      >
        <TextField label={t("Name or code")} name="words" type="search" defaultValue={filter.words} />
        {[...others].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{t("Find")}</Button>
      </Form>
      <Button variation="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Filter and order")}
        {others.size > 0 ? ` (${others.size})` : ""}
      </Button>
      {isOpen ? (
        <Dialog title={t("Filter and order")} onClose={() => setOpen(false)}>
          <FilterForm filter={filter} hasSort onSubmit={show} />
        </Dialog>
      ) : null}
    </Stack>
  );
}

/** Finds the product of a scanned code, even a hidden one. Not rendered while no product has a code. */
export function FindByCode() {
  const navigate = useNavigate();
  const canScan = useHasCodes();

  function handleScan(code: string) {
    void navigate(tableAddress({ ...tableFilterFrom(new URLSearchParams({ status: "every" })), words: code }));
  }

  useScanner(handleScan, canScan);

  return canScan ? <ScanButton title={t("Find a product")} isSingle onScan={handleScan} /> : null;
}
