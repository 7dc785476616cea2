import { dirname } from "node:path";
import { createProjectKeys } from "@calabash/data-service/keys";
import { createObjectFiles } from "@calabash/data-service/storage";
import { withCookies } from "@calabash/data-service/testing/browser-cookies";
import { afterAll, beforeAll } from "vitest";
import { saveShopLocation } from "#e2e/fixtures/shop-place.ts";
import { seedShop } from "#server/database/prepare-database.ts";
import { createMailboxOrderTexts } from "#server/messages/order-text-senders.ts";
import { createAuthEmailSender } from "#server/messages/send-auth-email.ts";
import { createAuthTextSender } from "#server/messages/send-auth-text.ts";
import { startTestShop, type TestShop } from "../running-shop.ts";
import { ORIGIN } from "./dom.ts";

/** Shared by the stores of a worker, because its pages read their public key only once. */
const keys = createProjectKeys();
let opening: Promise<TestShop> | undefined;

/** Returns the demo store of this worker. Its tests share it, so they look for what they made themselves. */
export function openShop(): Promise<TestShop> {
  opening ??= startDemoShop();
  return opening;
}

/** Gives the tests of this file a demo store of their own, for settings that would change the other files' pages. */
export function openOwnShop(): void {
  let shared: typeof opening;
  beforeAll(async () => {
    shared = opening;
    opening = startDemoShop();
    await opening;
  });
  afterAll(async () => {
    await Promise.allSettled(pending);
    await (await opening)?.close();
    opening = shared;
    if (shared) locate(await shared);
  });
}

async function startDemoShop(): Promise<TestShop> {
  const shop: TestShop = await startTestShop({
    keys: await keys,
    sendMail: (mail) => createAuthEmailSender(shop.mailbox, shop.data)(mail),
    sendText: (text) => createAuthTextSender({ send: shop.mailbox.saveText }, shop.data)(text),
    orderTexts: createMailboxOrderTexts({ saveText: (text) => shop.mailbox.saveText(text) }),
    // As `server/base/environment.ts` sets them by default.
    authSettings: { requireCurrentPassword: true, rejectCommonPasswords: true },
    maxSignUpsPerAddress: 10_000,
  });
  await seedShop(shop.database, { shopMode: "demo", files: createObjectFiles(shop.filesFolder) });
  locate(shop);
  shop.worker.start();
  return shop;
}

function locate(shop: TestShop): void {
  saveShopLocation({
    origin: ORIGIN,
    dataDir: dirname(shop.filesFolder),
    keys: shop.keys,
    databaseUrl: shop.database.adminUrl,
  });
}

/** Requests of pages to the store without a response yet. */
const pending = new Set<Promise<Response>>();

/**
 * Sends the pages' requests to the store in this process, with the cookies of one browser.
 * @param intercept returns the response to a request that must not reach the store
 * @param isClosed returns whether the browser is closed: it then sends nothing
 */
export function connectBrowser(
  shop: TestShop,
  intercept: (request: Request) => Response | Promise<Response> | undefined,
  isClosed: () => boolean,
): typeof fetch {
  const visit = withCookies((request) => intercept(request) ?? answer(request));
  return (input, init) => {
    if (isClosed()) return new Promise(() => undefined);
    return visit(typeof input === "string" || input instanceof URL ? new URL(input, ORIGIN) : input, init);
  };

  function answer(request: Request): Promise<Response> {
    const answered = Promise.resolve(shop.app.fetch(request));
    const done = () => void pending.delete(answered);
    pending.add(answered);
    answered.then(done, done);
    return answered;
  }
}
