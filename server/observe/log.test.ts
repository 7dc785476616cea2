import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { DatabaseUnavailable } from "@calabash/data-service/database";
import { FilesUnavailable } from "@calabash/data-service/storage";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

/** The module's address, as text of a program. */
const LOG = JSON.stringify(new URL("./log.ts", import.meta.url).href);

function aLog() {
  const lines: Record<string, unknown>[] = [];
  const clock = { now: new Date("2026-11-25T08:00:00Z") };
  const target = { write: (line: string) => lines.push(JSON.parse(line)), close: () => undefined };
  const log = createLog({ format: "json", target, now: () => clock.now });
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { log, lines, pass };
}

test("during an outage, one error line per second is written, with the number of suppressed ones", () => {
  const { log, lines, pass } = aLog();
  for (let tenth = 0; tenth < 25; tenth += 1) {
    log.error(new DatabaseUnavailable("timeout"), { part: "pages" });
    log.error(new FilesUnavailable("timeout"), { part: "images" });
    pass(100);
  }
  expect(lines.map(({ part, leftOut }) => [part, leftOut])).toEqual([
    ["pages", undefined],
    ["pages", 19],
    ["pages", 19],
  ]);
});

test("other errors are written one by one, even during an outage", () => {
  const { log, lines } = aLog();
  log.error(new DatabaseUnavailable("timeout"), {});
  for (const message of ["one", "two"]) log.error(new Error(message), {});
  expect(lines.map(({ message }) => message)).toEqual(["timeout", "one", "two"]);
});

test("a few lines do not wait for more", async () => {
  const program = `
    const { createLog, openStandardOutput } = await import(${LOG});
    createLog({ format: "json", target: openStandardOutput() }).write("request", {});
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: import.meta.dirname });
  const [line] = await once(child.stdout, "data");
  child.kill();
  expect(JSON.parse(String(line))).toMatchObject({ what: "request" });
});

test.for(["throw new Error('crash')", "process.exit(1)"])("all lines before %s are written", async (end) => {
  const program = `
    const { createLog, openStandardOutput } = await import(${LOG});
    const log = createLog({ format: "json", target: openStandardOutput() });
    for (let line = 1; line <= 500; line += 1) log.write("request", { line });
    ${end};`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: import.meta.dirname });
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  expect([lines.length, JSON.parse(lines.at(-1) ?? "")]).toMatchObject([500, { level: "info", line: 500 }]);
});
