import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

/** Flags for a Chromium that makes no requests of its own and also runs as root. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Timeout of Playwright's download, because its server may be unreachable. */
const INSTALL_LIMIT_MS = 90_000;
/** The headless shell comes first: tests take a sixth less CPU time with it. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, one on the PATH, Playwright's own, or Debian's package.
 * Installs one if there is none.
 * @throws Error with instructions if none can be installed
 */
export async function findChromium(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but that file does not exist.`);
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
  throw new Error("No Chromium found for the browser tests. Install one and set CHROMIUM_PATH.");
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
}

/** @returns whether the program succeeded */
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
      // This name is not on the PATH.
    }
  }
  return undefined;
}

function ownedByPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}
