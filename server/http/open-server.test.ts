import { once } from "node:events";
import { connect } from "node:net";
import { findFreePort } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment } from "#server/base/environment.ts";
import { listen } from "./open-server.ts";
import { createRequestLimit } from "./request-limit.ts";
import { prepareRejection } from "./too-many-requests.ts";

/** Starts a server that records the paths of its requests; targets are sent byte for byte. */
async function startServer(cost: number) {
  const port = await findFreePort();
  const handled: string[] = [];
  const limit = createRequestLimit({
    limit: { cost, seconds: 600 },
    addressOf: () => "192.0.2.1",
    isExempt: () => false,
    isBehindProxy: true,
    rejection: await prepareRejection([], { holdMs: 1 }),
    observe: (event) => event.type === "over-limit" && handled.push(`rejected ${event.path}`),
  });
  const { limits } = readEnvironment({});
  const server = await listen(
    { port, host: "127.0.0.1", limits, trustsProxy: false },
    { fetch: (request) => new Response(new URL(request.url).pathname + new URL(request.url).search) },
    [
      (request, _, next) => {
        handled.push(request.url ?? "");
        next();
      },
      limit.handle,
    ],
    limit.isFlooding,
  );
  onTestFinished(() => server.close());
  const get = async (target: string, host = "store.test") => {
    const client = connect(port, "127.0.0.1");
    client.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    let answer = "";
    client.on("data", (bytes: Buffer) => (answer += bytes.toString("latin1")));
    await once(client, "close");
    return { status: Number(answer.split(" ")[1]), body: answer.split("\r\n\r\n")[1] };
  };
  return { get, handled };
}

test.for([
  ["/assets/../rest/v1/products?select=*", "/rest/v1/products?select=*"],
  ["/assets/%2e%2e/rest/v1/products", "/rest/v1/products"],
  ["/assets/.%2E/rest/v1/products", "/rest/v1/products"],
  ["/assets/..\\rest/v1/products", "/rest/v1/products"],
  ["//rest//v1///products", "/rest/v1/products"],
  ["/./rest/./v1/", "/rest/v1/"],
  ["/healthz/..//rest/v1", "/rest/v1"],
  ["/%72est/v1/%70roducts", "/rest/v1/products"],
  ["/healthz#/../rest", "/healthz"],
  ["http://store.test/assets/../home?a=/../b//c", "/home?a=/../b//c"],
  ["http://store.test//rest/../healthz", "/healthz"],
  ["/../../../etc/passwd", "/etc/passwd"],
  // These have a different meaning than the path they resemble, so they do not change.
  ["/assets/%252e%252e/rest", "/assets/%252e%252e/rest"],
  ["/storage/v1/a%2Fb", "/storage/v1/a%2Fb"],
  ["/product/%C3%A9gusi", "/product/%C3%A9gusi"],
  ["/.well-known/security.txt", "/.well-known/security.txt"],
])("the target %s is normalized to %s everywhere", async ([target = "", normal]) => {
  const { get, handled } = await startServer(10);
  expect((await get(target)).body).toBe(normal);
  expect(handled).toEqual([normal]);
});

test("every spelling of a path counts toward the request limit", async () => {
  const { get, handled } = await startServer(8);
  const spellings = ["/assets/../rest", "/assets/%2e%2e/rest", "/healthz/..\\rest", "//rest", "/%72est"];
  const statuses: number[] = [];
  for (const target of [...spellings, ...spellings]) statuses.push((await get(target)).status);
  expect(statuses).toEqual([...Array(8).fill(200), 429, 429]);
  expect(handled.filter((each) => each.startsWith("rejected"))).toEqual(["rejected /rest", "rejected /rest"]);
});

test("an invalid target is rejected and counts toward the request limit", async () => {
  const { get } = await startServer(10);
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await get("*")).status);
  expect(statuses).toEqual([400, 400, 429, 429]);
});
