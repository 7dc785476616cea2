import { readOrderToPay } from "#app/features/point-of-sale/pay-link.ts";
import { PayPage } from "#app/features/point-of-sale/pay-page.tsx";
import { pageRoute, secretPageHeaders } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { useOtherToken } from "#app/platform/use-other-token.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { errorText } from "#app/values/error-text.ts";
import type { Route } from "./+types/pay-route";

export const headers = secretPageHeaders;

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Pay your order"),
  loading: () => t("Loading order details..."),
  hasSecretUrl: true,
});

export async function clientLoader() {
  // The fragment after "#" is not part of the page's request; the token is sent only in the body of the read.
  const token = window.location.hash.slice(1);
  try {
    return { token, linked: await readOrderToPay(token), problem: null };
  } catch (error) {
    return { token, linked: null, problem: errorText(error) };
  }
}
clientLoader.hydrate = true as const;

export default function PayRoute({ loaderData: { token, linked, problem } }: Route.ComponentProps) {
  // The order of an earlier link must not be paid.
  if (useOtherToken(token)) return <HydrateFallback />;
  return (
    <Page>
      {linked ? (
        <PayPage key={token} linked={linked} token={token} />
      ) : (
        <>
          <h1>{t("Pay your order")}</h1>
          <FormMessage>{problem}</FormMessage>
        </>
      )}
    </Page>
  );
}
