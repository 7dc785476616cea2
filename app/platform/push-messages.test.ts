import { expect, test } from "vitest";
import { isPushServiceUrl, parsePushMessage } from "./push-messages.ts";

test.for([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://wns2-by3p.notify.windows.com/w/?token=abc",
  "https://web.push.apple.com/abc",
])("%s is a push service", (endpoint) => {
  expect(isPushServiceUrl(endpoint)).toBe(true);
});

test.for([
  "",
  "abc",
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/fcm/send/abc",
  "https://user:secret@fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com@127.0.0.1/",
  "https://fcm.googleapis.com.evil.example/",
  "https://evil-fcm.googleapis.com/",
  "https://push.services.mozilla.com.evil.example/",
  "https://evilnotify.windows.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://localhost/",
  "https://169.254.169.254/latest/meta-data/",
])("%s is not a push service", (endpoint) => {
  expect(isPushServiceUrl(endpoint)).toBe(false);
});

test("a push message opens a page of the store, and other messages are ignored", () => {
  const message = { title: "Order 1001", body: "It is ready.", url: "/orders/1", tag: "order-1" };
  expect(parsePushMessage(JSON.stringify(message))).toEqual(message);
  for (const url of ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example/", "orders", null]) {
    expect([url, parsePushMessage(JSON.stringify({ ...message, url }))]).toEqual([url, null]);
  }
  for (const name of ["title", "body", "tag"]) {
    expect([name, parsePushMessage(JSON.stringify({ ...message, [name]: 1 }))]).toEqual([name, null]);
  }
  expect(parsePushMessage("no JSON")).toBeNull();
});
