import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { compare } from "./measure.ts";
import { openStaticServer } from "./open-static-server.ts";
import { requirePrograms, runWrk } from "./wrk.ts";

/**
 * `npm run bench -- nginx`: compares a cached page with nginx (one worker) that sends the same bytes from a file, and
 * with bare `node:http`, the maximum for one Node process. Uses wrk; nginx and wrk come from Debian's packages
 * nginx-light and wrk.
 */
const WAYS = [
  { name: "Home, uncompressed", encoding: "identity" },
  { name: "Home, compressed", encoding: "gzip" },
  { name: "Home, unchanged (304)", encoding: "gzip", isKnown: true },
];

export async function compareWithNginx({ origin }: BenchShop): Promise<void> {
  requirePrograms(["nginx", "wrk"], "nginx-light wrk");
  const folder = mkdtempSync(join(tmpdir(), "calabash-nginx-"));
  chmodSync(folder, 0o755);
  try {
    for (const { name, encoding, isKnown = false } of WAYS) {
      const { body, etag } = await fetchBytes(`${origin}/home`, encoding);
      writeFileSync(join(folder, "home"), body);
      const port = await findFreePort();
      const nginx = await startNginx(folder, port, encoding);
      const bare = await openStaticServer(`${origin}/home`, encoding);
      const headers = { "accept-encoding": encoding };
      const reference = `http://127.0.0.1:${port}/home`;
      const theirEtag = (await fetch(reference, { headers })).headers.get("etag") ?? "";
      const known = (mark: string) => (isKnown ? { ...headers, "if-none-match": mark } : headers);
      try {
        await compare(
          name,
          async () => runWrk(`${origin}/home`, known(etag)),
          "nginx, one worker, same bytes",
          async () => runWrk(reference, known(theirEtag)),
          { name: "bare node:http, same bytes", measure: async () => runWrk(bare.url, known(etag)) },
        );
      } finally {
        bare.close();
        nginx.kill();
        await once(nginx, "exit");
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fetches the body as sent; Node's `fetch` would decompress it. */
async function fetchBytes(url: string, encoding: string): Promise<{ body: Buffer; etag: string }> {
  const response = request(url, { headers: { "accept-encoding": encoding } });
  response.end();
  const [answer] = await once(response, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(Buffer.from(chunk));
  return { body: Buffer.concat(chunks), etag: String(answer.headers.etag) };
}

async function startNginx(folder: string, port: number, encoding: string) {
  const settings = join(folder, "nginx.conf");
  writeFileSync(
    settings,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
events {}
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
  server {
    listen 127.0.0.1:${port}; root ${folder}; default_type "text/html; charset=utf-8";
    ${encoding === "identity" ? "" : `add_header content-encoding ${encoding};`}
  }
}
`,
  );
  const child = spawn("nginx", ["-c", settings], { stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/home`).catch(() => null);
    if (answer?.ok) return child;
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
  }
}
