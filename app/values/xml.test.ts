import { expect, test } from "vitest";
import { escapeXml } from "./xml.ts";

test("markup is escaped, and characters that XML does not allow are left out", () => {
  expect(escapeXml("<b>Oil & \u0007rice\ud800</b>\t😀")).toBe("&lt;b&gt;Oil &amp; rice&lt;/b&gt;\t😀");
});
