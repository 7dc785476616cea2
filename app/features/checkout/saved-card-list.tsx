import { useState } from "react";
import { AccountList, AccountListItem } from "#app/features/account/account-section.tsx";
import {
  expiryText,
  isExpired,
  removeSavedCard,
  type SavedCard,
  type SavedCards,
  savedCardName,
} from "#app/features/payments/saved-cards.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { orError } from "#app/values/error-text.ts";

/** Saved cards of the account, each with a button to delete it; hidden from accounts that can save none. */
export function SavedCardList({ saved }: { saved: SavedCards | null }) {
  const [leaving, setLeaving] = useState<SavedCard | null>(null);
  if (!saved) return <FailedRead text={t("We couldn't load your saved cards.")} onRetry={invalidateReads} />;
  if (!saved.canSave) return null;

  async function handleRemove(card: SavedCard) {
    await orError(removeSavedCard(getBrowserData(), card), t("We couldn't delete the card. Try again."));
    await invalidateReads();
    setLeaving(null);
    showToast({ kind: "success", text: t("Card deleted.") });
  }

  return (
    <PanelSection title={t("Saved cards")}>
      {saved.cards.length === 0 ? (
        <p>{t("No cards yet. To save one, check “Save this card for next time” when you pay.")}</p>
      ) : (
        <AccountList>
          {saved.cards.map((card) => (
            <AccountListItem
              key={card.id}
              name={savedCardName(card)}
              detail={
                isExpired(card, new Date())
                  ? t("Expired {date}", { date: expiryText(card) })
                  : t("Expires {date}", { date: expiryText(card) })
              }
            >
              <SmallButton
                aria-label={t("Delete {card}", { card: savedCardName(card) })}
                onClick={() => setLeaving(card)}
              >
                {t("Delete")}
              </SmallButton>
            </AccountListItem>
          ))}
        </AccountList>
      )}
      {leaving ? (
        <Question
          title={t("Delete this card?")}
          yes={t("Delete")}
          no={t("Keep card")}
          onYes={() => handleRemove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t("{card} can no longer pay your next order. Orders and refunds stay as they are.", {
            card: savedCardName(leaving),
          })}
        </Question>
      ) : null}
    </PanelSection>
  );
}
