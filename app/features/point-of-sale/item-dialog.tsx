import { type FormEvent, useState } from "react";
import { ChoiceFields, focusGroup, readChoiceIds } from "#app/features/catalog/choice-fields.tsx";
import { type ChoiceGroup, missingGroup } from "#app/features/catalog/choice-groups.ts";
import { poundsText } from "#app/features/catalog/sold-by-weight.ts";
import { poundsOfLabel, readScaleLabel } from "#app/features/scanning/scale-label.ts";
import { poundsTyped, unexpectedWeight } from "#app/features/scanning/typed-weight.ts";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { moneyText } from "#app/values/money.ts";
import { type PosItem, productName, withChoices } from "./pos-order.ts";

const FIELDS_ID = "pos-choices";

/** Returns the group if the product has one from which exactly one is chosen: then each choice is a button. */
function onlyGroup({ choiceGroups }: PosItem): ChoiceGroup | null {
  const [group, ...others] = choiceGroups;
  return group && others.length === 0 && !group.isMultiple && group.isRequired ? group : null;
}

/** Asks for the weight of a piece, typed or from its label, and how it is cut. */
export function ItemDialog({
  item,
  pounds: knownPounds,
  onAdd,
  onClose,
}: {
  item: PosItem;
  /** Weight from a label; null to ask for it. */
  pounds: number | null;
  onAdd: (item: PosItem, pounds: number | null) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const [missingId, setMissingId] = useState<number | null>(null);
  const { weight } = item;
  const asksWeight = weight !== null && knownPounds === null;
  const buttons = onlyGroup(item);

  function add(choiceIds: readonly number[]) {
    let pounds = knownPounds;
    if (asksWeight) {
      const label = readScaleLabel(typed);
      pounds = label ? poundsOfLabel(label, weight.perPoundCents) : poundsTyped(typed);
      if (pounds === null) return setProblem(t("Enter a weight in pounds, such as 4.62."));
      const message = unexpectedWeight(productName(item), pounds, weight);
      if (message && confirmed !== pounds) {
        setConfirmed(pounds);
        return setProblem(t("{message} You entered {pounds}.", { message, pounds: poundsText(pounds) }));
      }
    }
    onAdd(item.choiceGroups.length > 0 ? withChoices(item, choiceIds) : item, pounds);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (buttons) {
      // Enter in the weight field takes the usual cut.
      const usual = buttons.choices.find(({ isDefault }) => isDefault);
      return usual ? add([usual.id]) : undefined;
    }
    const choiceIds = item.choiceGroups.length > 0 ? readChoiceIds(FIELDS_ID) : [];
    const missing = missingGroup(item.choiceGroups, choiceIds);
    setMissingId(missing?.id ?? null);
    if (missing) return focusGroup(FIELDS_ID, missing.id);
    add(choiceIds);
  }

  return (
    <Dialog title={productName(item)} {...(asksWeight ? { firstField: "pounds" } : {})} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={handleSubmit} noValidate>
        {asksWeight ? (
          <TextField
            label={t("Weight (lb)")}
            name="pounds"
            inputMode="decimal"
            hint={t("About {pounds}", { pounds: poundsText(weight.poundsEach) })}
            error={problem}
            value={typed}
            onValue={(value) => {
              setTyped(value);
              setProblem(undefined);
              setConfirmed(null);
            }}
          />
        ) : null}
        {buttons ? (
          <Row as="fieldset" gap={3} aria-label={buttons.name}>
            {buttons.choices.map(({ id, label, priceCents }) => (
              <Button key={id} size="large" variation="secondary" onClick={() => add([id])}>
                {priceCents === 0 ? label : `${label} +${moneyText(priceCents)}`}
              </Button>
            ))}
          </Row>
        ) : (
          <>
            {item.choiceGroups.length > 0 ? (
              <ChoiceFields
                id={FIELDS_ID}
                groups={item.choiceGroups}
                missingId={missingId}
                onChange={(choiceIds) => {
                  if (missingGroup(item.choiceGroups, choiceIds)?.id !== missingId) setMissingId(null);
                }}
              />
            ) : null}
            <Button type="submit" size="large" isWide>
              {confirmed === null ? t("Add to bag") : t("Use {pounds}", { pounds: poundsText(confirmed) })}
            </Button>
          </>
        )}
        {asksWeight && item.choiceGroups.length === 0 ? (
          <Button variation="secondary" isWide onClick={() => onAdd(item, null)}>
            {t("Weigh later")}
          </Button>
        ) : null}
      </Stack>
    </Dialog>
  );
}
