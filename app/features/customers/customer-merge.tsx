import { useState } from "react";
import { ReauthenticatedQuestion } from "#app/features/account/reauthenticated-question.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected, useAttempt } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { type Customer, type CustomerDetails, customerTitle, orderCountText } from "./customer.ts";
import { listCustomers } from "./customer-queries.ts";
import { type MergePreview, mergeCustomers, movedText, previewMerge } from "./merge-customers.ts";

/** Merges another account of the same person into this one; for the owner. */
export function CustomerMerge({ customer }: { customer: CustomerDetails }) {
  const [found, setFound] = useState<readonly Customer[]>([]);
  const [chosen, setChosen] = useState<{ other: Customer; preview: MergePreview } | null>(null);
  const { isBusy, answer, run } = useAttempt();
  const title = accountText(customer);
  const form = useForm({
    read: (field) => field("words").trim(),
    check: (words) => ({ words: words === "" ? t("Enter an email, name, or phone number.") : undefined }),
    send: async (words) => {
      const page = await listCustomers(getBrowserData(), { words, sort: "last_order", tag: null, after: null });
      const others = page.customers.filter(({ id, isGuest }) => !isGuest && id !== customer.id);
      setFound(others);
      return others.length === 0 ? rejected(t('No other account matches "{words}".', { words })) : null;
    },
  });

  function handleChoose(other: Customer) {
    return run(async () => {
      setChosen({ other, preview: await previewMerge(getBrowserData(), customer.id, other.id) });
    });
  }

  async function handleMerged() {
    setFound([]);
    await invalidateReads();
    showToast({ kind: "success", text: t("Accounts merged. The audit log records it.") });
  }

  return (
    <>
      <p>{t("If this person has a second account, move its orders here. The second account can no longer log in.")}</p>
      <Stack as="form" gap={3} {...form.props} aria-label={t("Find the other account")}>
        <TextField label={t("Email, name, or phone of the other account")} {...form.field("words")} type="search" />
        <SubmitButton variation="secondary" form={form} isNarrow>
          {t("Find accounts")}
        </SubmitButton>
        <FormAnswer answer={form.answer} />
      </Stack>
      <ItemList label={t("Other accounts")} items={found}>
        {(other) => (
          <EditableLine
            key={other.id}
            name={accountText(other)}
            actions={
              <SmallButton disabled={isBusy} onClick={() => handleChoose(other)}>
                {partlyHidden(t("Merge<hidden>: {account}</hidden>", { account: accountText(other) }))}
              </SmallButton>
            }
          >
            <UserText>{accountText(other)}</UserText> · {orderCountText(other.orderCount)}
          </EditableLine>
        )}
      </ItemList>
      <FormAnswer answer={answer} />
      {chosen ? (
        <ReauthenticatedQuestion
          title={t("Merge {other} into {customer}?", {
            other: customerTitle(chosen.other),
            customer: customerTitle(customer),
          })}
          yes={t("Merge accounts")}
          no={t("Keep both accounts")}
          onYes={(typed) => mergeCustomers(getBrowserData(), customer.id, chosen.other.id, typed)}
          onDone={handleMerged}
          onClose={() => setChosen(null)}
        >
          <p>
            {nodes(
              t("Moves to <name/>: {moved}. Order history, payments, and refunds stay as they are.", {
                moved: movedText(chosen.preview),
              }),
              { name: <UserText>{title}</UserText> },
            )}
          </p>
          <p>
            {nodes(
              t(
                "Stays with <name/>: its login, which is closed at once, and its saved cart and billing details. You can't undo this.",
              ),
              { name: <UserText>{accountText(chosen.other)}</UserText> },
            )}
          </p>
        </ReauthenticatedQuestion>
      ) : null}
    </>
  );
}

/** Adds the email address, because accounts of one person often have the same name. */
function accountText(customer: Pick<Customer, "name" | "email" | "phone">): string {
  const title = customerTitle(customer);
  return customer.email === null || customer.email === title ? title : `${title} (${customer.email})`;
}
