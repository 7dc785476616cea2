import { Hono } from "hono";
import { expect, test } from "vitest";
import { createSecurityHeaders, listHeaders } from "./security-headers.ts";

test("no response may use the camera, unless its page allows it", async () => {
  const app = new Hono()
    .use(createSecurityHeaders({ isHttps: true }))
    .get("/home", (c) => c.text("home"))
    .get("/desk", (c) => c.text("desk", 200, { "permissions-policy": "camera=(self)" }));
  const home = await app.request("/home");
  expect(home.headers.get("permissions-policy")).toContain("camera=()");
  expect(home.headers.get("x-frame-options")).toBe("DENY");
  const desk = await app.request("/desk");
  expect(desk.headers.get("permissions-policy")).toBe("camera=(self)");
  expect(desk.headers.get("x-frame-options")).toBe("DENY");
});

test("the headers of every response can be listed", async () => {
  const headers = new Map(await listHeaders(createSecurityHeaders({ isHttps: false })));
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.has("strict-transport-security")).toBe(false);
});
