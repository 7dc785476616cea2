import { ProductFinder } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList, RemoveButton } from "#app/ui/editable-list.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { ClassSelect } from "./class-select.tsx";
import { removeException, saveException } from "./save-tax.ts";
import type { TaxException, TaxSettings } from "./tax-queries.ts";

/** Products with a tax class other than their category's. */
export function TaxExceptions({ record }: { record: TaxSettings }) {
  const { answer, run } = useAttempt();
  const { classes, exceptions } = record;
  return (
    <>
      <ProductFinder
        taken={exceptions.map(({ productId }) => productId)}
        isFull={false}
        onAdd={(product) =>
          run(async () => {
            const [first] = classes;
            if (!first) throw new Error(t("Add class first."));
            const added = { productId: product.id, classId: first.id, isDraft: true };
            await thenAlways(saveException(getBrowserData(), added), invalidateReads);
          })
        }
      />
      <FormAnswer answer={answer} />
      <ItemList
        label={t("Exceptions")}
        items={exceptions}
        empty={t("No exceptions. Every product is taxed like its category.")}
      >
        {(exception) => <ExceptionLine key={exception.productId} exception={exception} record={record} />}
      </ItemList>
    </>
  );
}

function ExceptionLine({ exception, record: { classes } }: { exception: TaxException; record: TaxSettings }) {
  const { isBusy, answer, run } = useAttempt();
  const confirm = (line: Element | null) =>
    run(async () => {
      await thenAlways(saveException(getBrowserData(), { ...exception, isDraft: false }), invalidateReads);
      // The button disappears after the confirmation, so move the focus.
      focusIfLost(line?.querySelector("select") ?? null);
    });
  return (
    <EditableLine
      name={exception.name}
      actions={
        <>
          {exception.isDraft ? (
            <Row as="span" gap={2} align="center">
              <span className={textStyles.meta}>{t("To be confirmed")}</span>
              <SmallButton disabled={isBusy} onClick={({ currentTarget }) => confirm(currentTarget.closest("li"))}>
                {partlyHidden(t("Confirm<hidden>: {name}</hidden>", { name: exception.name }))}
              </SmallButton>
            </Row>
          ) : null}
          <FormAnswer answer={answer} />
          <RemoveButton
            name={exception.name}
            onRemove={() => removeException(getBrowserData(), exception.productId)}
            onRemoved={invalidateReads}
          />
        </>
      }
    >
      <ClassSelect
        label={exception.name}
        classes={classes}
        classId={exception.classId}
        onChoose={(data, classId) =>
          saveException(data, { ...exception, classId: classId ?? exception.classId, isDraft: false })
        }
      />
    </EditableLine>
  );
}
