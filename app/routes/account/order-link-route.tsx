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
import { type LinkedOrder, readLinkedOrder } from "#app/features/orders/linked-order.ts";
import { LinkedOrderPage } from "#app/features/orders/linked-order-page.tsx";
import { isOpen } from "#app/features/orders/order-status.ts";
import { HandoverDetails } from "#app/features/store/handover-details.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { orderQuestion, QuestionsLine } from "#app/features/store/questions-line.tsx";
import { t } from "#app/messages/t.ts";
import { useOtherToken } from "#app/platform/use-other-token.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { errorText } from "#app/values/error-text.ts";
import type { Route } from "./+types/order-link-route";

/** The document contains no order data; still, it is neither cached nor indexed. */
export function headers() {
  return { "cache-control": "no-store", "x-robots-tag": "noindex" };
}

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Your order"),
  loading: () => t("Loading order details..."),
  hasSecretUrl: true,
});

/** Order found by its link. Only links in text messages have text settings and substitution questions. */
type Found =
  | ({ token: string; linked: LinkedOrder } & Partial<Pick<TextedOrder, "texts" | "questions">>)
  | { linked: null; problem: string | null };

export async function clientLoader() {
  // The fragment after "#" is not part of the page's request; the token is sent only in the body of the read.
  const token = window.location.hash.slice(1);
  return { token, query: await loadPage(["order-link", token], () => readFound(token)) };
}
clientLoader.hydrate = true as const;

async function readFound(token: string): Promise<Found> {
  if (token === "") return { linked: null, problem: null };
  try {
    if (isTextToken(token)) return { token, ...(await readTextedOrder(token)) };
    return { token, linked: await readLinkedOrder(token) };
  } catch (error) {
    return { linked: null, problem: errorText(error) };
  }
}

export default function OrderLinkRoute({ loaderData }: Route.ComponentProps) {
  const found = usePageQuery(loaderData.query);
  if (useOtherToken(loaderData.token)) return <HydrateFallback />;
  return (
    <Page width={found.linked ? "wide" : "text"}>
      {found.linked ? (
        <>
          {found.questions && found.questions.length > 0 ? (
            <SubstitutionQuestions
              questions={found.questions}
              onAnswer={(id, answer) => answerSubstitution(found.token, id, answer)}
            />
          ) : null}
          <LinkedOrderPage key={found.token} linked={found.linked} token={found.token}>
            {isTextToken(found.token) ? (
              !found.linked.order.deliveryFee ||
              found.linked.order.deliveryFee.isPaid ||
              found.linked.order.deliveryFee.amountCents === 0 ? null : (
                <div>
                  <ButtonLink to={`/checkout/${found.linked.order.id}/delivery-fee`}>
                    {t("Pay delivery fee")}
                  </ButtonLink>
                </div>
              )
            ) : null}
            {isOpen(found.linked.order.status) ? (
              <Panel>
                <HandoverDetails
                  order={{ ...found.linked.order, isDelivery: found.linked.order.deliveryType === "delivery" }}
                />
              </Panel>
            ) : null}
            {found.texts && isOpen(found.linked.order.status) ? (
              <OrderTextsPanel texts={found.texts} commands={linkedOrderTexts(found.token)} />
            ) : null}
          </LinkedOrderPage>
          <QuestionsLine about={orderQuestion(found.linked.order.number)} />
        </>
      ) : (
        <>
          <h1>{t("Find my order")}</h1>
          {found.problem === null ? null : <FormMessage>{found.problem}</FormMessage>}
          <FindOrder />
          <p>
            {t("You can also find your orders in your account.")} <Link to="/auth">{t("Log in")}</Link>
          </p>
        </>
      )}
    </Page>
  );
}
