import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Playwright may not reach its download server; it is given this long to find out. */
const INSTALL_LIMIT_MS = 90_000;
/** The shell first: a browser without its windows, which Playwright takes too; journeys need a sixth less of it. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, one on the PATH, Playwright's own, Debian's package.
 * Installs when it must, and says so; others go on meanwhile.
 * @throws Error with what to do when none can be had
 */
export async function findChromium(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`);
  }
  const found = onPath() ?? ownedByPlaywright();
  if (found) return found;

  console.log("  Installing Chromium (Playwright's)…");
  await run("npx", ["playwright", "install", "chromium"], { timeout: INSTALL_LIMIT_MS });
  const installed = ownedByPlaywright();
  if (installed) return installed;

  if (process.getuid?.() === 0 && (await run("apt-get", ["--version"]))) {
    console.log("  Installing Chromium (Debian's package)…");
    await run("apt-get", ["update"]);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      const isInstalled = await run("apt-get", ["install", "-y", "--no-install-recommends", name], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      const packaged = onPath();
      if (isInstalled && packaged) return packaged;
    }
  }
  throw new Error("There is no Chromium for the browser tests: install one and name it in CHROMIUM_PATH.");
}

/** @returns whether it did what it should */
function run(program: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: "ignore", ...options });
    child.once("error", () => done(false));
    child.once("close", (code) => done(code === 0));
  });
}

function onPath(): string | undefined {
  for (const name of NAMES) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // Not this name.
    }
  }
  return undefined;
}

function ownedByPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}
