import { expect, test } from "vitest";
import { parsePushMessage } from "#app/platform/push-messages.ts";
import { orderPushMessage } from "./send-push-messages.ts";

test("a push notification states that the order is ready or on its way", () => {
  const order = { id: "5f0c", number: 1042 };
  expect(orderPushMessage({ ...order, status: "ready" })).toEqual({
    title: "Order 1042 is ready for pickup",
    body: "Bring your order number to the store.",
    url: "/orders/5f0c",
    tag: "order-5f0c",
  });
  expect(orderPushMessage({ ...order, status: "out_for_delivery" })).toEqual({
    title: "Order 1042 is on its way",
    body: "It has left the store.",
    url: "/orders/5f0c",
    tag: "order-5f0c",
  });
});

test("the service worker accepts the server's message, and rejects links to other sites", () => {
  const message = orderPushMessage({ id: "5f0c", number: 1042, status: "ready" });
  expect(parsePushMessage(JSON.stringify(message))).toEqual(message);
  for (const url of ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", 5]) {
    expect(parsePushMessage(JSON.stringify({ ...message, url }))).toBeNull();
  }
  expect(parsePushMessage(JSON.stringify({ ...message, title: undefined }))).toBeNull();
  expect(parsePushMessage("")).toBeNull();
  expect(parsePushMessage("null")).toBeNull();
});
