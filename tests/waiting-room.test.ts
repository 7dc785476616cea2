import { expect, test } from "vitest";
import { createWaitingRoom } from "#server/http/waiting-room.ts";
import { aProduct, openTestShop, type Person, requestOrder, type TestShop } from "./running-shop.ts";

let time = Date.now();

const room = createWaitingRoom({ ordersPerSecond: 1, secret: "secret", now: () => time });
const shop = await openTestShop({
  admitCall: ({ name, userId, ticket }) => (name === "place_order" ? room.enter(userId, ticket) : null),
});
const [ama, kofi] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUp("Kofi Boateng")]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 12.99 });

test("an order beyond the limit gets 429 with its place, and is placed with the ticket when its turn comes", async () => {
  await place(ama).throwOnError();
  const { status, error, data } = await place(kofi);
  expect([status, error?.code, data]).toEqual([429, "PT429W", null]);
  const wait = JSON.parse(error?.details ?? "") as { place: number; seconds: number; ticket: string };
  expect(wait).toEqual({ place: 1, seconds: 1, ticket: expect.any(String) });
  expect((await place(kofi)).status).toBe(429);
  // Other requests do not wait, not even those of a person in line.
  expect((await kofi.client.rpc("list_windows", { delivery_type: "pickup" })).status).toBe(200);
  time += 1_000;
  await place(kofi).setHeader("x-waiting-ticket", wait.ticket).throwOnError();
});

test("the line's length is its last place, and it shortens as turns come", () => {
  const at = { time: 0 };
  const room = createWaitingRoom({ ordersPerSecond: 2, secret: "secret", now: () => at.time });
  expect(room.length()).toBe(0);
  const places = Array.from({ length: 6 }, (_, index) => room.enter(`user ${index}`, null)?.place ?? 0);
  expect([places, room.length()]).toEqual([[0, 0, 1, 2, 3, 4], 4]);
  room.enter("user 5", null);
  expect(room.length()).toBe(4);
  at.time += 1_000;
  expect(room.length()).toBe(2);
  at.time += 10_000;
  expect(room.length()).toBe(0);
});

test("a guest without an account gets no place in line", async () => {
  const places = await Promise.all([1, 2, 3].map(() => place(shop.guest)));
  expect(places.map(({ status }) => status)).toEqual([401, 401, 401]);
  time += 1_000;
  await place(ama).throwOnError();
});

function place(person: Person | TestShop["guest"]) {
  return requestOrder("client" in person ? person.client : person, [{ product_id: oil.id, quantity: 1 }], 12.99);
}
