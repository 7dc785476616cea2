import { useRevalidator } from "react-router";
import { type LinkedOrder, readLinkedOrder } from "#app/features/orders/linked-order.ts";
import { LinkedOrderPage } from "#app/features/orders/linked-order-page.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { problemWords } from "#app/values/problem-words.ts";
import type { Route } from "./+types/order-link-route";

/** Nothing of an order is in the document; still nobody keeps or lists it. */
export function headers() {
  return { "cache-control": "no-store", "x-robots-tag": "noindex" };
}

export function meta({ matches }: Route.MetaArgs) {
  const page = pageMeta(matches, {
    title: "Your order",
    description: "What you ordered, and where it stands.",
    path: null,
  });
  return [...page, { name: "referrer", content: "no-referrer" }];
}

type Found = { token: string; linked: LinkedOrder } | { linked: null; problem: string };

export async function clientLoader(): Promise<Found> {
  // Behind "#" the token goes to no server but in the call itself.
  const token = window.location.hash.slice(1);
  try {
    return { token, linked: await readLinkedOrder(token) };
  } catch (error) {
    return { linked: null, problem: problemWords(error) };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Page>
      <h1>Your order</h1>
      <Spinner label="Loading order details..." />
    </Page>
  );
}

export default function OrderLinkRoute({ loaderData: found }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <Page>
      {found.linked ? (
        <LinkedOrderPage linked={found.linked} token={found.token} onCancelled={revalidate} />
      ) : (
        <>
          <h1>Your order</h1>
          <FormMessage>{found.problem}</FormMessage>
          <p>Your orders are in your account, too.</p>
          <div>
            <ButtonLink to="/auth">Log in</ButtonLink>
          </div>
        </>
      )}
    </Page>
  );
}
