import { useState } from "react";
import { useNavigate } from "react-router";
import { sendReauthenticated } from "#app/features/account/account.ts";
import { ReauthenticatedQuestion } from "#app/features/account/reauthenticated-question.tsx";
import type { ReauthenticatedChange, ReauthenticationInput } from "#app/features/account/reauthentication.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { resultOf } from "#app/platform/reads.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { type CustomerDetails, customerTitle } from "./customer.ts";

/** Buttons to answer a customer's request to know and request to delete; for the owner. */
export function CustomerRequests({ customer }: { customer: CustomerDetails }) {
  const navigate = useNavigate();
  const { isBusy, answer, run } = useAttempt();
  const [isDeleting, setDeleting] = useState(false);
  const { id, isGuest, isStaff, related } = customer;
  const title = customerTitle(customer);

  function handleExport() {
    return run(async () => {
      saveFile(`customer-${id.slice(0, 8)}.json`, await exportCustomer(getBrowserData(), id));
      showToast({ kind: "success", text: t("Data exported. The audit log records it.") });
    });
  }

  async function handleDeleted() {
    await navigate("/desk/customers");
    showToast({ kind: "success", text: t("Customer deleted. The audit log records it.") });
  }

  return (
    <>
      <p>
        {t(
          "A customer may ask what you store about them (request to know) and ask you to delete it (request to delete). Respond within 45 days, as the Texas Data Privacy and Security Act says. The audit log records each export and deletion.",
        )}
      </p>
      {related.length > 0 ? <p>{t("Related customers are separate. Respond for them too.")}</p> : null}
      <Row gap={2}>
        <Button variation="secondary" disabled={isBusy} onClick={handleExport}>
          {isBusy ? t("Exporting data...") : t("Export data")}
        </Button>
        {isStaff ? null : (
          <Button variation="danger" onClick={() => setDeleting(true)}>
            {isGuest ? t("Delete personal data") : t("Delete account and personal data")}
          </Button>
        )}
      </Row>
      {isStaff ? <p>{t("This account is on staff. To delete it, remove its role first.")}</p> : null}
      <FormAnswer answer={answer} />
      {isDeleting ? (
        <ReauthenticatedQuestion
          title={t("Delete {title}?", { title })}
          yes={isGuest ? t("Delete personal data") : t("Delete account and personal data")}
          no={t("Keep customer")}
          onYes={(typed) => deleteCustomer(getBrowserData(), id, typed)}
          onDone={handleDeleted}
          onClose={() => setDeleting(false)}
        >
          <p>
            {nodes(
              isGuest
                ? t(
                    "Notes and tags are deleted. Orders stay for tax, without <name/>'s name, email, address, and phone number. You can't undo this.",
                  )
                : t(
                    "Their account is deleted, and unpaid orders are canceled. Notes and tags are deleted. Orders stay for tax, without <name/>'s name, email, address, and phone number. An order on its way keeps them until it arrives. You can't undo this.",
                  ),
              { name: <UserText>{title}</UserText> },
            )}
          </p>
        </ReauthenticatedQuestion>
      ) : null}
    </>
  );
}

/** Deletes a customer on request; for the owner, with reauthentication. The database logs it. */
function deleteCustomer(
  data: BrowserData,
  customerId: string,
  typed: ReauthenticationInput,
): Promise<ReauthenticatedChange> {
  const request = { method: "DELETE", path: `/customers/${customerId}` } as const;
  return sendReauthenticated(data, typed, request, t("We couldn't delete the customer. Try again."));
}

/**
 * Returns everything stored about a customer as a JSON file, to answer a request to know; for the owner. The database
 * logs the export. The file includes staff notes, which are personal data too.
 */
async function exportCustomer(data: BrowserData, customerId: string): Promise<Blob> {
  const content = resultOf(await data.rest.rpc("export_customer", { customer_id: customerId }));
  return new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
}
