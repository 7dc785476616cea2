import { useLocation } from "react-router";
import { AccountCard } from "#app/features/account/account-section.tsx";
import { consumeMailLink, type MailLink, mailLinkLabels, readMailLink } from "#app/features/account/mail-link.ts";
import { pageRoute, secretPageHeaders } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";

export const headers = secretPageHeaders;

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Open your link"),
  width: "text",
  hasSecretUrl: true,
});

/** The server never receives the fragment after "#", so the page is rendered in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export default function MailLinkRoute() {
  const link = readMailLink(useLocation().hash);
  return (
    <Page width="text">
      {link ? (
        <PressToGoOn link={link} />
      ) : (
        <AccountCard title={t("Open your link")}>
          <FormMessage>
            {t("This link is incomplete. Copy the whole link, or type the code from the email.")}
          </FormMessage>
          <ButtonLink to="/auth" isWide size="large">
            {t("Log in")}
          </ButtonLink>
        </AccountCard>
      )}
    </Page>
  );
}

/** Uses the link only when the button is pressed, because mail scanners open links before people do. */
function PressToGoOn({ link }: { link: MailLink }) {
  const { isBusy, answer, run } = useAttempt();
  const labels = mailLinkLabels()[link.type];

  function handleClick() {
    return run(async () => {
      window.location.replace(await consumeMailLink(getBrowserData(), link));
    });
  }

  return (
    <AccountCard title={labels?.title ?? ""}>
      <p>{t("This link works once. If you didn't ask for it, close this page.")}</p>
      <Button isWide size="large" disabled={isBusy} onClick={handleClick}>
        {labels?.button}
      </Button>
      <FormAnswer answer={answer} />
    </AccountCard>
  );
}
