import { t } from "#app/messages/t.ts";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
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
    <RadioChoice
      legend={t("Pay with")}
      name="savedCard"
      options={[
        ...cards.map(
          (card) => [card.id, savedCardName(card), t("Expires {date}", { date: expiryText(card) })] as const,
        ),
        ["", t("Other card")],
      ]}
      chosen={chosenId ?? ""}
      onChoose={(id) => onChoose(id || null)}
    />
  );
}
