import { connect, type Sql } from "@calabash/data-service/database";
import { requestInProcess } from "@calabash/data-service/http";
import type Stripe from "stripe";
import { createShopData } from "#server/database/shop-data.ts";
import { answerErrors } from "#server/endpoints/answer-errors.ts";
import { createPaymentIntentEndpoint } from "#server/endpoints/create-payment-intent.ts";
import { createPayDeliveryFeeEndpoint } from "#server/endpoints/pay-delivery-fee.ts";
import { createPayLinkEndpoints } from "#server/endpoints/pay-link.ts";
import { createPointOfSaleEndpoints } from "#server/endpoints/point-of-sale.ts";
import { createStripeWebhookEndpoint } from "#server/endpoints/stripe-webhook.ts";
import { createWithdrawOrderEndpoint } from "#server/endpoints/withdraw-order.ts";
import { createPaymentProvider } from "#server/payments/payment-provider.ts";
import { stripeOf } from "../paying.ts";
import { createTestWorker, ORIGIN, type Person, startTestShop, type TestShop } from "../running-shop.ts";

/** Moment of a crash: before the n-th call is sent, or before its response arrives. */
export interface Crash {
  call: number;
  isAnswerLost: boolean;
}

/** Two customers. A person has one unpaid order, so orders of the same customer replace each other. */
export type Pair = readonly [Person, Person];

/** A store whose webhooks arrive only when a test delivers them, and whose server can crash at any call. */
export interface ShopUnderFire {
  shop: TestShop;
  pairs: readonly Pair[];
  admin: Person;
  /** Acts like the provider's dashboard. */
  stripe: Stripe;
  /**
   * Lets time pass by changing timestamps with triggers and foreign keys off. A separate connection, because switching
   * the setting drops all cached plans.
   */
  asTime: Sql;
  /**
   * Sends a request to a server process. With a crash, a new process handles it; returns null if it crashed, because
   * there is no response.
   */
  ask(crash: Crash | null, path: string, request: RequestInit): Promise<Response | null>;
  /** Runs one poll cycle of the worker, which first reconciles with the provider. With a crash, in a new process. */
  work(crash: Crash | null): Promise<void>;
  close(): Promise<void>;
}

class ProcessDiedError extends Error {
  /** The Stripe client reads the stack of every error, and computing it is slow. */
  override stack = "died";
}

export async function openShopUnderFire(pairCount: number): Promise<ShopUnderFire> {
  const shop = await startTestShop({ hasWebhook: false, usesGenericPlans: true, logError: () => undefined });
  // These tests place many orders for few people within a short time.
  await shop.database.admin`update private.limits set max_count = 1000000`;
  const pairs: Pair[] = [];
  while (pairs.length < pairCount) pairs.push([await shop.signUp("Ama Fire"), await shop.signUp("Kofi Fire")]);
  const admin = await shop.signUpAdmin("Ola Owner");

  function processWith(crash: Crash | null) {
    let callCount = 0;
    // After the crash, no request of the process reaches another service.
    const mortal =
      (reach: (request: Request) => Response | Promise<Response>) =>
      async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        callCount += 1;
        const dies = crash !== null && callCount >= crash.call;
        if (dies && (callCount > crash.call || !crash.isAnswerLost)) throw new ProcessDiedError("died");
        const answer = await reach(requestInProcess(input, init));
        if (dies) throw new ProcessDiedError("died");
        return answer;
      };
    const data = createShopData({
      url: ORIGIN,
      ...shop.keys,
      fetch: mortal((request) => shop.dataService.fetch(request)),
    });
    const payments = createPaymentProvider({
      secretKey: "sk_test_sandbox",
      webhookSecret: shop.webhookSecret,
      sandboxFetch: mortal((request) => shop.sandbox.app.fetch(request)),
      // A crashed process does not retry.
      maxNetworkRetries: 0,
    });
    return { data, payments };
  }

  function endpointsOf({ data, payments }: ReturnType<typeof processWith>) {
    const limit = { maxCount: 1_000_000, seconds: 600 };
    const { orderLinks: links } = shop;
    const ignore = () => undefined;
    return createPaymentIntentEndpoint({ data, payments, limit })
      .route("/", createPayDeliveryFeeEndpoint({ data, payments, limit }))
      .route("/", createWithdrawOrderEndpoint({ data, payments }))
      .route("/", createPayLinkEndpoints({ data, payments, links, limit }))
      .route(
        "/",
        createPointOfSaleEndpoints({ data, payments, links, texts: null, publicOrigin: ORIGIN, onMail: ignore }),
      )
      .route("/", createStripeWebhookEndpoint({ data, payments, onApplied: ignore, charges: { report: ignore } }))
      .onError(
        answerErrors((error) => {
          throw error;
        }),
      );
  }

  const workerOf = (process: ReturnType<typeof processWith>) =>
    createTestWorker(shop, { ...process, logError: () => undefined });

  // Shared by all steps without a crash.
  const living = processWith(null);
  const livingEndpoints = endpointsOf(living);
  const livingWorker = workerOf(living);
  const timeUrl = new URL(shop.database.adminUrl);
  timeUrl.searchParams.set("options", "-c timezone=UTC -c session_replication_role=replica");
  const asTime = connect(timeUrl.href, { max: 1, applicationName: "test time" });

  return {
    shop,
    pairs,
    admin,
    stripe: stripeOf(shop),
    asTime,
    ask: async (crash, path, request) => {
      if (crash === null) return livingEndpoints.request(path, request);
      try {
        return await endpointsOf(processWith(crash)).request(path, request);
      } catch {
        return null;
      }
    },
    work: async (crash) => {
      if (crash === null) {
        await livingWorker.reconcile();
        await livingWorker.runOnce();
        return;
      }
      const worker = workerOf(processWith(crash));
      await worker.runOnce();
      await worker.stop();
    },
    close: async () => {
      await livingWorker.stop();
      await asTime.end();
      await shop.close();
    },
  };
}
