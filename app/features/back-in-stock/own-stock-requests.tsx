import {
  AccountActions,
  AccountList,
  AccountListItem,
  AccountSection,
} from "#app/features/account/account-section.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { type StockRequest, withdrawStockRequest } from "./stock-request-queries.ts";

/** Sold-out products that the customer waits for, each of which can be withdrawn. */
export function OwnStockRequests({
  requests,
  onChanged,
}: {
  requests: readonly StockRequest[];
  onChanged: () => Promise<void>;
}) {
  const { answer, isBusy, run } = useAttempt();

  function handleWithdraw({ id, name, sizeLabel }: StockRequest) {
    return run(async () => {
      await withdrawStockRequest(getBrowserData(), id);
      await onChanged();
      return done(`Withdrawn: ${sizedName(name, sizeLabel)}.`);
    });
  }

  return (
    <AccountSection title="Waiting for stock">
      {requests.length === 0 ? (
        <p>You aren't waiting for a product. On the page of a sold-out one, choose “Tell me when it's back”.</p>
      ) : (
        <AccountList>
          {requests.map((request) => {
            const name = sizedName(request.name, request.sizeLabel);
            return (
              <AccountListItem key={request.id} name={name} detail={<>Until {dayText(request.expiresAt)}</>}>
                <AccountActions>
                  <Button
                    size="small"
                    variation="secondary"
                    disabled={isBusy}
                    aria-label={`Withdraw ${name}`}
                    onClick={() => handleWithdraw(request)}
                  >
                    Withdraw
                  </Button>
                </AccountActions>
              </AccountListItem>
            );
          })}
        </AccountList>
      )}
      <FormAnswer answer={answer} />
    </AccountSection>
  );
}

function dayText(instant: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(new Date(instant));
}
