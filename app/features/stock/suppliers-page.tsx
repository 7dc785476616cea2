import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { setSupplierArchived } from "./save-supplier.ts";
import { contactText, type Supplier } from "./supplier.ts";
import { SupplierForm } from "./supplier-form.tsx";

/** Page to add, change, and archive suppliers. */
export function SuppliersPage({ suppliers }: { suppliers: readonly Supplier[] }) {
  const active = suppliers.filter(({ isArchived }) => !isArchived);
  const archived = suppliers.filter(({ isArchived }) => isArchived);
  return (
    <Autosaves>
      <h1>{t("Suppliers")}</h1>
      <ItemList
        label={t("Suppliers")}
        items={active}
        empty={t("No suppliers yet. Add one to know from whom each product comes.")}
      >
        {(supplier) => <SupplierLine key={supplier.id} supplier={supplier} />}
      </ItemList>
      <Section title={t("Add supplier")}>
        <SupplierForm supplier={null} onSaved={invalidateReads} />
      </Section>
      {archived.length === 0 ? null : (
        <Section title={t("Archived")}>
          <ItemList label={t("Archived suppliers")} items={archived}>
            {(supplier) => <ArchivedLine key={supplier.id} supplier={supplier} />}
          </ItemList>
        </Section>
      )}
    </Autosaves>
  );
}

function SupplierLine({ supplier }: { supplier: Supplier }) {
  const { id, name, note } = supplier;
  return (
    <EditableLine
      name={name}
      change={{
        title: t("Change supplier"),
        form: (onSaved) => <SupplierForm supplier={supplier} onSaved={onSaved} />,
      }}
      removal={{
        label: t("Archive"),
        title: t("Archive {name}?", { name }),
        consequence: t("Deliveries keep the name. You can restore the supplier at any time."),
        onRemove: () => setSupplierArchived(getBrowserData(), id, true),
      }}
      onChanged={invalidateReads}
    >
      <strong>
        <UserText>{name}</UserText>
      </strong>
      {contactText(supplier) ? <> · {contactText(supplier)}</> : null}
      {note ? (
        <>
          <br />
          <UserText>{note}</UserText>
        </>
      ) : null}
    </EditableLine>
  );
}

function ArchivedLine({ supplier: { id, name } }: { supplier: Supplier }) {
  const { isBusy, answer, run } = useAttempt();

  function handleRestore() {
    return run(async () => {
      await setSupplierArchived(getBrowserData(), id, false);
      await invalidateReads();
    });
  }

  return (
    <EditableLine
      name={name}
      actions={
        <SmallButton disabled={isBusy} onClick={handleRestore}>
          {partlyHidden(t("Restore<hidden>: {name}</hidden>", { name }))}
        </SmallButton>
      }
    >
      <UserText>{name}</UserText>
      <FormAnswer answer={answer} />
    </EditableLine>
  );
}
