import { t } from "#app/messages/t.ts";
import { RadioGroup, RadioOption } from "#app/ui/field.tsx";
import { expiryText, type SavedCard, savedCardName } from "./saved-cards.ts";

/** Choice between the saved cards and another card. */
export function SavedCardChoice({
  cards,
  chosenId,
  onChoose,
}: {
  cards: readonly SavedCard[];
  /** Null for another card. */
  chosenId: string | null;
  onChoose: (id: string | null) => void;
}) {
  return (
    <RadioGroup legend={t("Pay with")}>
      {cards.map((card) => (
        <RadioOption
          key={card.id}
          name="savedCard"
          value={card.id}
          label={savedCardName(card)}
          hint={t("Expires {date}", { date: expiryText(card) })}
          checked={chosenId === card.id}
          onChange={() => onChoose(card.id)}
        />
      ))}
      <RadioOption
        name="savedCard"
        value=""
        label={t("Other card")}
        checked={chosenId === null}
        onChange={() => onChoose(null)}
      />
    </RadioGroup>
  );
}
