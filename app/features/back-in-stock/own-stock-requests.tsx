import { use } from "react";
import { AccountList, AccountListItem } from "#app/features/account/account-section.tsx";
import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { StockRequest } from "./stock-request-queries.ts";

/** Sold-out products that the customer waits for, each with a button to cancel the request. */
export function OwnStockRequests({ requests }: { requests: readonly StockRequest[] }) {
  const { answer, isBusy, run } = useAttempt();
  const day = dateFormat({ dateStyle: "medium", timeZone: use(ShopTimeZone) });

  function handleWithdraw({ id, name, sizeLabel }: StockRequest) {
    return run(async () => {
      await deleteRow("back_in_stock_requests", id, t("This request"));
      await invalidateReads();
      return done(t("Withdrawn: {name}.", { name: sizedName(name, sizeLabel) }));
    });
  }

  return (
    <PanelSection title={t("Waiting for stock")}>
      {requests.length === 0 ? (
        <p>{t("You aren't waiting for a product. On the page of a sold-out one, choose “Tell me when it's back”.")}</p>
      ) : (
        <AccountList>
          {requests.map((request) => {
            const name = sizedName(request.name, request.sizeLabel);
            return (
              <AccountListItem
                key={request.id}
                name={name}
                detail={t("Until {day}", { day: day.format(new Date(request.expiresAt)) })}
              >
                <SmallButton
                  disabled={isBusy}
                  aria-label={t("Withdraw {name}", { name })}
                  onClick={() => handleWithdraw(request)}
                >
                  {t("Withdraw")}
                </SmallButton>
              </AccountListItem>
            );
          })}
        </AccountList>
      )}
      <FormAnswer answer={answer} />
    </PanelSection>
  );
}
