import { type FormEvent, useState } from "react";
import { ChoiceFields, focusGroup, readChoiceIds } from "#app/features/catalogue/choice-fields.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { missingGroup } from "#app/values/choice-groups.ts";
import { type PosItem, productName, withChoices } from "./pos-order.ts";

const FIELDS_ID = "pos-choices";

/** Dialog in which staff choose how a product is cut and prepared for the customer. */
export function ChoiceDialog({
  item,
  onChoose,
  onClose,
}: {
  item: PosItem;
  onChoose: (item: PosItem) => void;
  onClose: () => void;
}) {
  const [missingId, setMissingId] = useState<number | null>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const choiceIds = readChoiceIds(FIELDS_ID);
    const missing = missingGroup(item.choiceGroups, choiceIds);
    setMissingId(missing?.id ?? null);
    if (missing) return focusGroup(FIELDS_ID, missing.id);
    onChoose(withChoices(item, choiceIds));
  }

  return (
    <Dialog title={productName(item)} onClose={onClose}>
      <form onSubmit={handleSubmit} className={dialogStyles.form}>
        <ChoiceFields
          id={FIELDS_ID}
          groups={item.choiceGroups}
          missingId={missingId}
          onChange={(choiceIds) => {
            if (missingGroup(item.choiceGroups, choiceIds)?.id !== missingId) setMissingId(null);
          }}
        />
        <Button type="submit" size="large" isWide>
          {t("Add to order")}
        </Button>
      </form>
    </Dialog>
  );
}
