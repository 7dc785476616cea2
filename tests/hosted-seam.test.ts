import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, expect, test } from "vitest";
import { startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { aFolder } from "./a-folder.ts";
import { aPictureFile } from "./a-picture.ts";
import { openClient } from "./open-client.ts";
import { insert, insertRow, update } from "./requests.ts";
import { BILLING, openTestShop, requestOrder } from "./running-shop.ts";
import { startServer } from "./start-server.ts";

/**
 * The store as a separate process that reaches its data over HTTP, with the three variables of a hosted project. The
 * project is our data service on another port, so every call goes over the network.
 */
const project = await openTestShop();
const requests: string[] = [];
const projectUrl = await startServer((request) => {
  requests.push(`${request.method} ${new URL(request.url).pathname}`);
  return project.dataService.fetch(request);
}, afterAll);
const shop = await startShopProcess({
  DATA_DIR: aFolder(afterAll),
  SUPABASE_URL: projectUrl,
  SUPABASE_ANON_KEY: project.keys.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: project.keys.serviceRoleKey,
});
afterAll(() => stopShopProcess(shop));
expect(shop.output()).toContain("is open");

const newClient = () => openClient(projectUrl, project.keys.anonKey);

async function signUp(name: string): Promise<{ client: SupabaseClient; id: string; accessToken: string }> {
  const client = newClient();
  const email = `${randomUUID()}@test.example`;
  const { data, error } = await client.auth.signUp({
    email,
    password: "long enough",
    options: { data: { fullName: name } },
  });
  if (error || !data.session) throw error ?? new Error("no session");
  return { client, id: data.session.user.id, accessToken: data.session.access_token };
}

async function signUpAdmin() {
  const person = await signUp("Ola Owner");
  await update(project, "profiles", { id: person.id }, { role: "admin" });
  return person;
}

const page = async (path: string) => {
  const answer = await fetch(`${shop.origin}${path}`);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};

test("with a hosted project the store opens no database and no data service", async () => {
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
  expect(shop.output()).not.toContain("Database");
  expect((await fetch(`${shop.origin}/auth/v1/health`)).status).toBe(404);
  expect((await fetch(`${shop.origin}/rest/v1/products`)).status).toBe(404);
});

test("an admin adds a product with images, and its pages show it from the hosted project", async () => {
  const { client } = await signUpAdmin();
  const bucket = client.storage.from("wears_styles");
  const name = `${randomUUID()}.webp`;
  const address = bucket.getPublicUrl(name).data.publicUrl;
  const row = { name: "Seam Palm Oil", price: 14.99, img1: address, img2: address, size: "33 fl oz" };
  const product = await insertRow(client, "condiments", row, "id");
  expect((await page("/condiments")).html).not.toContain("Seam Palm Oil");
  expect((await bucket.upload(name, await aPictureFile("any.webp"))).error).toBeNull();
  await expect.poll(async () => (await page("/condiments")).html, { timeout: 10_000 }).toContain("Seam Palm Oil");

  const { html, headers } = await page("/condiments");
  // A hosted project may lack image transformations, so pages use the original image.
  expect(html).toContain(`src="${projectUrl}/storage/v1/object/public/wears_styles/${name}"`);
  expect(html).not.toContain("/render/image/");
  expect(headers.get("content-security-policy")).toMatch(new RegExp(`img-src [^;]*${projectUrl}`));
  expect(headers.get("content-security-policy")).toMatch(new RegExp(`connect-src [^;]*${projectUrl}`));
  expect((await fetch(address)).headers.get("content-type")).toBe("image/webp");
  expect((await page(`/products/condiments/${product.id}`)).html).toContain("Seam Palm Oil");
  expect((await page("/home")).status).toBe(200);
});

test("a purchase works from sign-up to a paid order", async () => {
  const product = await insertRow(project.data.service, "more", { name: "Seam Yam", price: 20 }, "id");
  const { client, accessToken } = await signUp("Ama Mensah");
  const { data: order } = await requestOrder(client, [{ product_id: product.id, quantity: 2 }], 40).throwOnError();
  const { id } = order as { id: string };
  await insert(client, "billing_details", { order_id: id, ...BILLING });

  const intent = await fetch(`${shop.origin}/api/create-payment-intent`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ orderId: id }),
  });
  const { clientSecret, amount } = (await intent.json()) as { clientSecret: string; amount: number };
  expect([intent.status, amount]).toEqual([200, 4000]);
  const confirmed = await fetch(
    `${shop.origin}/sandbox/stripe/v1/payment_intents/${clientSecret.split("_secret_")[0]}/confirm`,
    {
      method: "POST",
      body: new URLSearchParams({
        key: "pk_test_sandbox",
        client_secret: clientSecret,
        payment_method: "pm_card_visa",
      }),
    },
  );
  expect(await confirmed.json()).toMatchObject({ status: "succeeded" });

  const status = async () => (await client.from("orders").select("status").eq("id", id).single()).data?.status;
  await expect.poll(status, { timeout: 10_000 }).toBe("paid");
  const mine = await fetch(`${shop.origin}/api/order/${id}`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(mine.status).toBe(200);
  const strangers = await fetch(`${shop.origin}/api/order/${id}`, {
    headers: { authorization: `Bearer ${(await signUp("Kofi Mensah")).accessToken}` },
  });
  expect(strangers.status).toBe(404);
  expect(requests).toContain("POST /rest/v1/rpc/apply_payment_event");
  // The project sends its auth emails; order emails are sent by the store, here to the demo's mailbox.
  await expect.poll(async () => (await page("/dev/mailbox")).html, { timeout: 10_000 }).toContain("ama@test.example");
  expect((await page("/auth/forgot")).html).toMatch(/"hasLocalMailbox":false/);
});

test("the hosted project allows cross-origin calls from the store's pages", async () => {
  for (const [path, method] of [
    ["/rest/v1/products", "PATCH"],
    ["/auth/v1/token?grant_type=password", "POST"],
    ["/storage/v1/object/wears_styles/x.webp", "PUT"],
  ] as const) {
    const preflight = await fetch(`${projectUrl}${path}`, {
      method: "OPTIONS",
      headers: {
        origin: shop.origin ?? "",
        "access-control-request-method": method,
        "access-control-request-headers": "apikey,authorization,content-type,prefer,x-client-info,x-upsert",
      },
    });
    const allowed = preflight.headers;
    expect([preflight.status, allowed.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(allowed.get("access-control-allow-methods")).toContain(method);
    expect(allowed.get("access-control-allow-headers")).toContain("x-client-info");
  }
  for (const headers of [{ apikey: project.keys.anonKey }, { apikey: "forged" }] as Record<string, string>[]) {
    const answer = await fetch(`${projectUrl}/rest/v1/products?limit=1`, {
      headers: { ...headers, origin: shop.origin ?? "", prefer: "count=exact" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toContain("content-range");
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-supabase-api-version");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  }
});
