import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList, RemoveButton } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { ClassSelect } from "./class-select.tsx";
import { addClass, classifyCategory, classifyDelivery, removeClass } from "./save-tax.ts";
import styles from "./tax-page.module.css";
import type { TaxSettings } from "./tax-queries.ts";

/** Panel to set the tax classes of the categories and of delivery. */
export function TaxedAs({ record }: { record: TaxSettings }) {
  return (
    <div className={styles.choices}>
      {categories.map(({ prefix, title }) => (
        <ClassSelect
          key={prefix}
          label={title()}
          classes={record.classes}
          classId={record.categories.get(prefix) ?? null}
          onChoose={(data, classId) => (classId === null ? Promise.resolve() : classifyCategory(data, prefix, classId))}
        />
      ))}
      <ClassSelect
        label={t("Delivery")}
        none={t("Not taxed")}
        classes={record.classes}
        classId={record.deliveryClassId}
        onChoose={classifyDelivery}
      />
    </div>
  );
}

/** Panel of tax classes, to add one for products with a different rate. */
export function TaxClasses({ record: { classes, rates } }: { record: TaxSettings }) {
  const form = useForm({
    autosaveKey: "tax class",
    read: (field) => field("title").trim(),
    check: (title) => ({ title: title === "" ? t("Enter a name") : undefined }),
    send: async (title, element) => {
      await addClass(getBrowserData(), title);
      element.reset();
      await invalidateReads();
      return done(t("Class added. It is exempt until you set a rate."));
    },
  });
  return (
    <>
      <ItemList label={t("Classes")} items={classes}>
        {({ id, title }) => (
          <EditableLine
            key={id}
            name={title}
            actions={
              <RemoveButton
                name={title}
                onRemove={() => removeClass(getBrowserData(), id)}
                onRemoved={invalidateReads}
              />
            }
          >
            {title}
            {rates.some(({ classId }) => classId === id) ? null : t(" · no rate: exempt")}
          </EditableLine>
        )}
      </ItemList>
      <form {...form.props} aria-label={t("Add class")} className={styles.form}>
        <RestoredDraftNotice {...form.autosaved} />
        <TextField label={t("New class")} {...form.field("title")} maxLength={60} />
        <SubmitButton isNarrow variation="secondary" form={form}>
          {t("Add class")}
        </SubmitButton>
        <FormAnswer answer={form.answer} />
      </form>
    </>
  );
}
