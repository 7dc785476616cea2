import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, afterEach, expect, test } from "vitest";
import webPush from "web-push";
import { createPushSender } from "#server/messages/push-sender.ts";
import { aPaidOrder, move } from "./paying.ts";
import { call, readRow, readRows } from "./requests.ts";
import { aProduct, ORIGIN, openTestShop, type Person } from "./running-shop.ts";
import { startServer } from "./start-server.ts";

/** A fake push service that decrypts messages with the devices' keys. */
interface Received {
  path: string;
  headers: Headers;
  body: Buffer;
}

const received: Received[] = [];
/** Status of the fake service's next responses. */
let status = 201;
const vapid = webPush.generateVAPIDKeys();

const service = await startServer(async (request) => {
  const body = Buffer.from(await request.arrayBuffer());
  received.push({ path: new URL(request.url).pathname, headers: request.headers, body });
  return new Response(null, { status });
}, afterAll);

/** Sends requests for a push service to the fake one. */
const toService: typeof fetch = (input, init) => fetch(`${service}${new URL(String(input)).pathname}`, init);
const pushes = createPushSender({ ...vapid, publicOrigin: "https://shop.test", fetch: toService });

const shop = await openTestShop({ pushes, paymentIntentLimit: 100, onWorkError: () => undefined });
const admin = await shop.signUpAdmin("Ola Owner");
const oil = await aProduct(shop, { price: 10 });
afterEach(() => {
  received.length = 0;
  status = 201;
});

interface Device {
  path: string;
  row: { endpoint: string; p256dh: string; auth_secret: string };
  curve: ECDH;
}

function aDevice(): Device {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  const path = `/fcm/send/${randomUUID()}`;
  const p256dh = curve.getPublicKey("base64url");
  const row = {
    endpoint: `https://fcm.googleapis.com${path}`,
    p256dh,
    auth_secret: randomBytes(16).toString("base64url"),
  };
  return { path, row, curve };
}

const insert = ({ client }: Pick<Person, "client">, row: object) =>
  client.from("push_subscriptions").insert(row as never);

async function subscribe(person: Person): Promise<Device> {
  const device = aDevice();
  await insert(person, device.row).throwOnError();
  return device;
}

const receivedBy = ({ path }: Device) => received.filter((request) => request.path === path);

function messagesOf(device: Device): unknown[] {
  return receivedBy(device).map(({ body }) => JSON.parse(decrypt(device, body)));
}

/** Decrypts a push message like a browser (RFC 8291 with aes128gcm, RFC 8188). */
function decrypt({ curve, row }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const content = 21 + body.readUInt8(20);
  const serverKey = body.subarray(21, content);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), serverKey]);
  const secret = curve.computeSecret(serverKey);
  const shared = Buffer.from(hkdfSync("sha256", secret, Buffer.from(row.auth_secret, "base64url"), info, 32));
  const key = hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(content, -16)), decipher.final()]);
  // The last record ends with the delimiter 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

async function endpointsOf(person: Person): Promise<string[]> {
  const data = await readRows(shop, "push_subscriptions", "endpoint", { user_id: person.id }, "created_at");
  return data.map(({ endpoint }) => endpoint);
}

async function countWaiting(): Promise<number> {
  const [row] = await shop.database.admin`select count(*)::integer as count from private.push_messages`;
  return row?.["count"] as number;
}

/** Makes the next attempt due. */
const wait = () => shop.database.admin`update private.push_messages set next_attempt_at = now()`;

test("each device of the customer gets one encrypted message when the order is ready, and nobody else", async () => {
  const [ama, kofi] = await shop.signUpAll("customer", "customer");
  const [phone, laptop, foreign] = [await subscribe(ama), await subscribe(ama), await subscribe(kofi)];
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing", "ready");
  await wait();
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  const data = await readRow(ama, "orders", "order_number", { id: order.id });
  const message = {
    title: `Order ${data.order_number} is ready for pickup`,
    body: "Bring your order number to the store.",
    url: `/orders/${order.id}`,
    tag: `order-${order.id}`,
  };
  expect(messagesOf(phone)).toEqual([message]);
  expect(messagesOf(laptop)).toEqual([message]);
  expect(receivedBy(foreign)).toEqual([]);
  const [{ headers }] = receivedBy(phone) as [Received];
  expect(headers.get("topic")).toBe(order.id.replaceAll("-", ""));
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  expect(key).toBe(vapid.publicKey);
  expect(decodeJwt(token ?? "")).toMatchObject({ aud: "https://fcm.googleapis.com", sub: "https://shop.test" });
  expect(await countWaiting()).toBe(0);
});

test("a message waits ten seconds, so that staff can undo the status", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const phone = await subscribe(ama);
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing", "ready");
  await shop.worker.runOnce();
  expect(receivedBy(phone)).toEqual([]);
  await call(admin, "undo_order_moves", { order_ids: [order.id] });
  await wait();
  await shop.worker.runOnce();
  expect(receivedBy(phone)).toEqual([]);
  expect(await countWaiting()).toBe(0);
});

test("a message about an outdated status is not sent", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const phone = await subscribe(ama);
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready", "completed");
  await wait();
  await shop.worker.runOnce();
  expect(receivedBy(phone)).toEqual([]);
  expect(await countWaiting()).toBe(0);
});

test.for([404, 410])("a response of %i from the push service deletes the subscription", async (gone) => {
  const ama = await shop.signUp("Ama Mensah");
  const phone = await subscribe(ama);
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready");
  status = gone;
  await wait();
  await shop.worker.runOnce();
  expect(receivedBy(phone)).toHaveLength(1);
  expect(await endpointsOf(ama)).toEqual([]);
  expect(await countWaiting()).toBe(0);
});

test("another failure is retried, and the message arrives once", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const phone = await subscribe(ama);
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready");
  status = 503;
  await wait();
  await shop.worker.runOnce();
  await shop.worker.runOnce();
  expect(receivedBy(phone), "no retry before two minutes").toHaveLength(1);
  status = 201;
  await wait();
  await shop.worker.runOnce();
  await wait();
  await shop.worker.runOnce();
  expect(messagesOf(phone)).toHaveLength(2);
  expect(await endpointsOf(ama)).toEqual([phone.row.endpoint]);
});

test("after eight failures the message is dropped and the subscription stays", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const phone = await subscribe(ama);
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready");
  status = 500;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await wait();
    await shop.worker.runOnce();
  }
  expect(receivedBy(phone)).toHaveLength(8);
  expect(await countWaiting()).toBe(0);
  expect(await endpointsOf(ama)).toEqual([phone.row.endpoint]);
});

test("an endpoint outside the known push services gets no request and is deleted", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await insert(ama, { ...aDevice().row, endpoint: "https://169.254.169.254/latest/meta-data/" }).throwOnError();
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready");
  await wait();
  await shop.worker.runOnce();
  expect(received).toEqual([]);
  expect(await endpointsOf(ama)).toEqual([]);
});

test("a redirect of the push service is not followed", async () => {
  const { row } = aDevice();
  status = 307;
  const message = { title: "A", body: "B", url: "/", tag: "c" };
  await expect(pushes.send(row, message)).rejects.toThrow("fcm.googleapis.com responded 307");
  expect(received).toHaveLength(1);
});

test.for([
  { endpoint: "http://fcm.googleapis.com/a" },
  { endpoint: `https://fcm.googleapis.com/${"a".repeat(1000)}` },
  { endpoint: "https://fcm.googleapis.com/a b" },
  { p256dh: "short" },
  { auth_secret: "" },
])("a subscription with %o is rejected", async (wrong) => {
  expect((await insert(await shop.signUp("Ama Mensah"), { ...aDevice().row, ...wrong })).error?.code).toBe("23514");
});

test("an eleventh device replaces the oldest", async () => {
  const [ama, kofi] = await shop.signUpAll("customer", "customer");
  const foreign = await subscribe(kofi);
  const devices: string[] = [];
  for (let place = 0; place < 11; place += 1) devices.push((await subscribe(ama)).row.endpoint);
  expect(await endpointsOf(ama)).toEqual(devices.slice(1));
  expect(await endpointsOf(kofi)).toEqual([foreign.row.endpoint]);
});

test("deleting the account deletes its subscriptions and waiting messages", async () => {
  const ama = await shop.signUp("Ama Mensah");
  await subscribe(ama);
  await move(admin, (await aPaidOrder(shop, ama, oil)).id, "preparing", "ready");
  expect(await countWaiting()).toBe(1);
  expect((await shop.data.service.auth.admin.deleteUser(ama.id)).error).toBeNull();
  expect(await endpointsOf(ama)).toEqual([]);
  expect(await countWaiting()).toBe(0);
});

test("a store on localhost sends an email address as its VAPID subject instead of its URL", async () => {
  const { row, path } = aDevice();
  const local = createPushSender({ ...vapid, publicOrigin: ORIGIN, fetch: toService });
  expect(await local.send(row, { title: "A", body: "B", url: "/", tag: "c" })).toBe("sent");
  const authorization = received.find((request) => request.path === path)?.headers.get("authorization") ?? "";
  expect(decodeJwt(/t=([^,]+)/.exec(authorization)?.[1] ?? "")).toMatchObject({ sub: "mailto:store@example.com" });
});
