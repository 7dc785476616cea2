import { createServer, request } from "node:http";

/**
 * Reference for a cached page: Node's HTTP server, which sends headers and bytes from memory, the minimum for any
 * server in one Node process. Takes the page's URL and the encoding to request as arguments; sends its port to the
 * parent process.
 */
const [source = "", encoding = "identity"] = process.argv.slice(2);
/** Headers that Node adds itself. */
const OF_THE_CONNECTION = new Set(["date", "connection", "keep-alive", "content-length"]);

request(source, { headers: { "accept-encoding": encoding } }, async (answer) => {
  const body = Buffer.concat(await answer.toArray());
  const { etag } = answer.headers;
  const known: string[] = [];
  for (let place = 0; place < answer.rawHeaders.length; place += 2) {
    const [name = "", value = ""] = answer.rawHeaders.slice(place, place + 2);
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) known.push(name, value);
  }
  const whole = [...known, "content-length", String(body.length)];
  const server = createServer((incoming, response) => {
    if (etag !== undefined && incoming.headers["if-none-match"] === etag) response.writeHead(304, known).end();
    else response.writeHead(200, whole).end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : 0);
  });
}).end();
