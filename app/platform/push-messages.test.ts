import { expect, test } from "vitest";
import { isPushServiceUrl } from "./push-messages.ts";

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
