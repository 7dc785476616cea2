import { Link } from "react-router";
import {
  answerSubstitution,
  isTextToken,
  linkedOrderTexts,
  readTextedOrder,
  type TextedOrder,
} from "#app/features/order-texts/linked-order-texts.ts";
import { OrderTextsPanel } from "#app/features/order-texts/order-texts-panel.tsx";
import { SubstitutionQuestions } from "#app/features/order-texts/substitution-questions.tsx";
import { FindOrder } from "#app/features/orders/find-order.tsx";
import { readLinkedOrder } from "#app/features/orders/linked-order.ts";
import { LinkedOrderPage } from "#app/features/orders/linked-order-page.tsx";
import { isOpen } from "#app/features/orders/order-status.ts";
import { HandoverDetails } from "#app/features/store/handover-details.tsx";
import { pageRoute, secretPageHeaders } from "#app/features/store/page-route.tsx";
import { orderQuestion, QuestionsLine } from "#app/features/store/questions-line.tsx";
import { t } from "#app/messages/t.ts";
import { useOtherToken } from "#app/platform/use-other-token.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { errorText } from "#app/values/error-text.ts";
import type { Route } from "./+types/order-link-route";

export const headers = secretPageHeaders;

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Your order"),
  loading: () => t("Loading order details..."),
  hasSecretUrl: true,
});

/** Order found by its link. Only links in text messages have text settings and substitution questions. */
type FoundOrder = { token: string } & TextedOrder;

export async function clientLoader() {
  // The fragment after "#" is not part of the page's request; the token is sent only in the body of the read.
  const token = window.location.hash.slice(1);
  return { token, query: await loadPage(["order-link", token], () => readFound(token)) };
}
clientLoader.hydrate = true as const;

async function readFound(token: string): Promise<FoundOrder | { linked: null; problem: string | null }> {
  if (token === "") return { linked: null, problem: null };
  try {
    if (isTextToken(token)) return { token, ...(await readTextedOrder(token)) };
    return { token, linked: await readLinkedOrder(token), texts: null, questions: [] };
  } catch (error) {
    return { linked: null, problem: errorText(error) };
  }
}

export default function OrderLinkRoute({ loaderData }: Route.ComponentProps) {
  const found = usePageQuery(loaderData.query);
  if (useOtherToken(loaderData.token)) return <HydrateFallback />;
  return found.linked ? <OrderOfLink {...found} /> : <OrderSearch problem={found.problem} />;
}

function OrderOfLink({ token, linked, texts, questions }: FoundOrder) {
  const { order } = linked;
  return (
    <Page width="wide">
      <SubstitutionQuestions questions={questions} onAnswer={(id, answer) => answerSubstitution(token, id, answer)} />
      <LinkedOrderPage key={token} linked={linked} token={token}>
        {isOpen(order.status) ? (
          <>
            <Panel>
              <HandoverDetails order={{ ...order, isDelivery: order.deliveryType === "delivery" }} />
            </Panel>
            {texts ? <OrderTextsPanel texts={texts} commands={linkedOrderTexts(token)} /> : null}
          </>
        ) : null}
      </LinkedOrderPage>
      <QuestionsLine about={orderQuestion(order.number)} />
    </Page>
  );
}

/** @param problem why the link shows no order; null without a link */
function OrderSearch({ problem }: { problem: string | null }) {
  return (
    <Page width="text">
      <h1>{t("Find my order")}</h1>
      {problem === null ? null : <FormMessage>{problem}</FormMessage>}
      <FindOrder />
      <p>
        {t("You can also find your orders in your account.")} <Link to="/auth">{t("Log in")}</Link>
      </p>
    </Page>
  );
}
