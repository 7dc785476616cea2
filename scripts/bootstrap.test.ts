import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PACKAGES = JSON.stringify({ packages: { "": {}, "node_modules/hono": { version: "4.1.0" } } });

/** Creates a clone with the bootstrap, and small programs in place of npm, the build, and the server. */
function newClone() {
  const root = mkdtempSync(join(tmpdir(), "calabash-start-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, "scripts"));
  for (const name of ["bootstrap.mjs", "build-sources.mjs", "installed-packages.mjs", "memory-settings.json"])
    copyFileSync(join(import.meta.dirname, name), join(root, "scripts", name));
  write("package.json", `{ "type": "module", "scripts": { "start": "node scripts/bootstrap.mjs start" } }`);
  write("package-lock.json", PACKAGES);
  write("node_modules/.package-lock.json", PACKAGES);
  write("app/root.tsx", "one");
  write("server/main.ts", `import { readFileSync } from "node:fs"; console.log(readFileSync("build/pages", "utf8"));`);
  write("scripts/migrate.ts", `console.log("migrated", ...process.argv.slice(2));`);
  write(
    "scripts/build.ts",
    `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
     import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
     mkdirSync("build", { recursive: true });
     writeFileSync("build/pages", "built from " + readFileSync("app/root.tsx", "utf8"));
     writeFileSync(buildStamp("."), fingerprint(".", SOURCES));`,
  );
  write(
    "npm.js",
    `import { appendFileSync, cpSync, mkdirSync } from "node:fs";
     appendFileSync("npm.log", process.argv.slice(2, 4).join(" ") + "\\n");
     mkdirSync("node_modules", { recursive: true });
     cpSync("package-lock.json", "node_modules/.package-lock.json");`,
  );
  const env = { ...process.env, npm_execpath: join(root, "npm.js") };
  const args = (...given: string[]) => [join(root, "scripts", "bootstrap.mjs"), ...given];
  return {
    root,
    write,
    run: (...given: string[]) =>
      execFileSync(process.execPath, args(...given), { encoding: "utf8", env, stdio: "pipe" }),
    start: () => spawn(process.execPath, args("start"), { env }),
    readInstalls: () => (existsSync(join(root, "npm.log")) ? readFileSync(join(root, "npm.log"), "utf8") : ""),
  };
}

test("npm start builds the pages again only after a source has changed", () => {
  const { run, write } = newClone();
  const outputs = [run("start"), run("start")];
  write("app/root.tsx", "two");
  outputs.push(run("start"));
  expect(outputs.map((output) => /built from (\w+)/.exec(output)?.[1])).toEqual(["one", "one", "two"]);
});

test("a build that the system ends for want of memory says how much it needs", () => {
  const { run, write } = newClone();
  write("scripts/build.ts", `process.kill(process.pid, "SIGKILL");`);
  expect(() => run("start")).toThrow("The build was ended by SIGKILL. It needs 1 GB of memory");
});

test("every npm script installs missing packages and keeps its output to itself", () => {
  const { run, write, readInstalls } = newClone();
  expect([run("migrate", "--check"), readInstalls()]).toEqual(["migrated --check\n", ""]);
  write("node_modules/.package-lock.json", PACKAGES.replace("4.1.0", "4.0.0"));
  expect([run("migrate"), readInstalls()]).toEqual(["migrated\n", "ci --omit=dev\n"]);
});

test("a developer script installs the packages of the tests, too", () => {
  const { run, write, readInstalls } = newClone();
  write("node_modules/.package-lock.json", PACKAGES.replace("4.1.0", "4.0.0"));
  write("scripts/messages/messages.ts", `console.log("updated");`);
  expect([run("messages"), readInstalls()]).toEqual(["Calabash Market\nupdated\n", "ci --no-audit\n"]);
});

test("two first starts at once install the packages once, and both open the store", async () => {
  const { root, start, readInstalls } = newClone();
  rmSync(join(root, "node_modules"), { recursive: true });
  const ended = await Promise.all([start(), start()].map((child) => once(child, "exit")));
  expect([ended.map(([code]) => code), readInstalls()]).toEqual([[0, 0], "ci --omit=dev\n"]);
});

test("the lock of a start that was killed is taken over", () => {
  const { run, write } = newClone();
  write(".starting", "999999999");
  expect(run("start")).toContain("built from one");
});

test.each(["SIGTERM", "SIGKILL"] as const)("the store ends when npm is ended by %s", async (signal) => {
  const { root, write, run } = newClone();
  run("start");
  write("server/main.ts", `process.on("disconnect", () => process.exit()); console.log("pid " + process.pid);`);
  const npm = spawn("npm", ["start"], { cwd: root, detached: true });
  let output = "";
  npm.stdout.on("data", (text: Buffer) => {
    output += text.toString();
  });
  await expect.poll(() => /pid (\d+)/.test(output), { timeout: 10_000 }).toBe(true);
  npm.kill(signal);
  const server = Number(/pid (\d+)/.exec(output)?.[1]);
  const isRunning = () => {
    try {
      return process.kill(server, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning, { timeout: 10_000 }).toBe(false);
});
