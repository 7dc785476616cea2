import { createServer } from "node:http";

/**
 * The reference for a cached page: Node's own HTTP server sending bytes that it holds in memory, the
 * least that any server can do. Started with the bytes' address; tells its own port.
 */
const [source = ""] = process.argv.slice(2);
const answer = await fetch(source, { headers: { "accept-encoding": "identity" } });
const body = Buffer.from(await answer.arrayBuffer());
const headers = {
  "content-type": answer.headers.get("content-type") ?? "text/html",
  "content-length": body.length,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
