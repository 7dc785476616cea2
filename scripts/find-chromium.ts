import { execFileSync, spawnSync } from "node:child_process";
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
 * Installs when it must, and says so.
 * @throws Error with what to do when none can be had
 */
export function findChromium(): string {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`);
  }
  const found = onPath() ?? ownedByPlaywright();
  if (found) return found;

  console.log("  Installing Chromium (Playwright's)…");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: INSTALL_LIMIT_MS });
  const installed = ownedByPlaywright();
  if (installed) return installed;

  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("  Installing Chromium (Debian's package)…");
    spawnSync("apt-get", ["update"], { stdio: "ignore" });
    for (const name of ["chromium-headless-shell", "chromium"]) {
      const answer = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      const packaged = onPath();
      if (answer.status === 0 && packaged) return packaged;
    }
  }
  throw new Error("There is no Chromium for the browser tests: install one and name it in CHROMIUM_PATH.");
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
