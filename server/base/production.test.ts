import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a running store uses React's production build", () => {
  // Only React's development build exports `act`.
  const program = 'import "./production.ts"; import React from "react"; console.log(typeof React.act);';
  const env = { ...process.env, NODE_ENV: undefined };
  const kind = (...args: string[]) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", program, ...args], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      env: env as unknown as NodeJS.ProcessEnv,
    }).trim();
  expect([kind(), kind("--", "--development")]).toEqual(["undefined", "function"]);
  const main = readFileSync(join(import.meta.dirname, "..", "main.ts"), "utf8");
  expect(/^import (.*);/m.exec(main)?.[1]).toBe('"./base/production.ts"');
});
