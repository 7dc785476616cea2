// Runs first in every npm script, before packages are installed, so it is plain JavaScript for Node 20 without
// dependencies. It installs missing packages, builds the pages if a source has changed, and runs the program with
// Node 24, which is one of the packages.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
import { hasPackages } from "./installed-packages.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_MAJOR = 24;
/** Held while this clone's packages are installed or its pages are built. */
const LOCK = join(ROOT, ".starting");
// Small memory steps of V8, and glibc returns freed memory: see docs/decisions/039-the-server-runs-from-its-sources.md.
const MEMORY = JSON.parse(readFileSync(join(ROOT, "scripts", "memory-settings.json"), "utf8"));

const PROGRAMS = {
  start: { program: [...MEMORY.nodeFlags, "server/main.ts"], needsBuild: true, needsTests: false },
  dev: { program: ["server/main.ts", "--development"], needsBuild: false, needsTests: false },
  test: { program: ["scripts/run-tests.ts"], needsBuild: true, needsTests: true },
  "test:deep": { program: ["scripts/run-tests.ts", "--deep"], needsBuild: true, needsTests: true },
  ...listScripts(["admin", "backup", "build", "doctor", "go-live", "images", "keys", "migrate", "restore"], false),
  ...listScripts(["check"], true),
  bench: { program: ["bench/run.ts"], needsBuild: true, needsTests: true },
  lighthouse: { program: ["bench/lighthouse.ts"], needsBuild: true, needsTests: true },
  mails: { program: ["scripts/preview-mails.ts"], needsBuild: false, needsTests: true },
  messages: { program: ["scripts/messages/messages.ts"], needsBuild: false, needsTests: true },
  screenshots: { program: ["scripts/take-screenshots.ts"], needsBuild: true, needsTests: true },
  "db:password": { program: ["scripts/set-database-password.ts"], needsBuild: false, needsTests: false },
};

/** @param {string[]} names programs in scripts/ that are called as their npm script */
function listScripts(names, needsTests) {
  return Object.fromEntries(
    names.map((name) => [name, { program: [`scripts/${name}.ts`], needsBuild: false, needsTests, isQuiet: true }]),
  );
}

try {
  main();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}

function main() {
  const command = process.argv[2];
  const chosen = PROGRAMS[command];
  if (!chosen) throw new Error(`Unknown command "${command}": use ${Object.keys(PROGRAMS).join(", ")}.`);
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) throw new Error(`Node ${process.versions.node} is too old: install Node 20 or newer.`);

  // The output of the other programs is read by other programs, too.
  if (!chosen.isQuiet) console.log("Calabash Market");
  if (!hasPackages(ROOT, chosen.needsTests)) alone(() => install(chosen.needsTests));
  const node = findNode(major);
  if (chosen.needsBuild && !isBuilt()) alone(() => build(node));
  run(node, [...chosen.program, ...process.argv.slice(3)]);
}

/** Runs work that must not run twice at once in this clone. */
function alone(work) {
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = existsSync(LOCK) ? Number(readFileSync(LOCK, "utf8")) : 0;
      if (owner > 0 && !isRunning(owner)) rmSync(LOCK, { force: true });
      else if (!isAnnounced) console.error(`  Waiting for process ${owner}, which prepares this folder...`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Installs the packages; those that only checks and tests need are installed with the first of them. */
function install(needsTests) {
  // The process that was waited for may have installed them.
  if (hasPackages(ROOT, needsTests)) return;
  step("Installing packages (npm ci)", () => {
    // Packages that require a newer Node only print a warning here, which loglevel hides; they run on Node 24.
    npm(
      ["ci", ...(needsTests ? [] : ["--omit=dev"]), "--no-audit", "--no-fund", "--loglevel=error"],
      "Could not install the packages; see npm's error above. If the network was down, try again.",
    );
  });
}

/** Returns the path of the current Node if it is new enough, else of the Node among the packages. */
function findNode(major) {
  if (major >= NEEDED_MAJOR) return process.execPath;
  // package.json lists one package per platform; the one for Apple silicon is called node-bin.
  const names = ["node", "node-bin"].map((name) => `${name}-${process.platform}-${process.arch}`);
  const packaged = names.map((name) => join(ROOT, "node_modules", name, "bin", "node")).find(isNode);
  if (packaged) return packaged;
  throw new Error(
    `The store needs Node ${NEEDED_MAJOR}, and no npm package provides it for this machine.\n` +
      `Install Node ${NEEDED_MAJOR} (https://nodejs.org) and run the same command again.`,
  );
}

function isNode(file) {
  if (!existsSync(file)) return false;
  const answer = spawnSync(file, ["--version"], { encoding: "utf8" });
  return answer.status === 0 && Number(answer.stdout.slice(1).split(".")[0]) >= NEEDED_MAJOR;
}

function isBuilt() {
  const stamp = buildStamp(ROOT);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(ROOT, SOURCES);
}

function build(node) {
  if (isBuilt()) return;
  step("Building pages", () => {
    const answer = spawnSync(node, ["scripts/build.ts"], { cwd: ROOT, encoding: "utf8", env: environment(node) });
    if (answer.signal) {
      throw new Error(
        `The build was ended by ${answer.signal}. It needs 1 GB of memory: add memory or swap space, and start again.`,
      );
    }
    if (answer.status !== 0) throw new Error(`The store could not be built.\n${answer.stdout}${answer.stderr}`);
  });
}

/** Runs the program in this terminal and exits with its exit code. */
function run(node, args) {
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: environment(node),
  });
  // The terminal sends Ctrl-C to the program, too; wait until the program has closed.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  stopWithNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Calls back when npm or its shell is gone: what ends npm does not reach this process. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const started = parents();
  const timer = setInterval(() => {
    if (parents() === started) return;
    clearInterval(timer);
    stop();
  }, 500);
}

/** Returns the parent's process id and, if it is the shell that npm starts, that of npm, where the system tells it. */
function parents() {
  try {
    const [, name, npm] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"));
    return /^(ba|da)?sh$/.test(name) ? `${process.ppid} ${npm}` : String(process.ppid);
  } catch {
    return String(process.ppid);
  }
}

function environment(node) {
  const bins = [dirname(node), join(ROOT, "node_modules", ".bin")];
  return {
    ...MEMORY.environment,
    ...process.env,
    PATH: [...bins, process.env.PATH].join(process.platform === "win32" ? ";" : ":"),
  };
}

function npm(args, failure) {
  const viaNode = process.env.npm_execpath?.endsWith(".js");
  const [program, first] = viaNode ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  try {
    execFileSync(program, [...first, ...args], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
  } catch {
    throw new Error(failure);
  }
}

function step(name, work) {
  const startedAt = Date.now();
  process.stderr.write(`  ${name.padEnd(34)} `);
  try {
    work();
  } catch (error) {
    process.stderr.write("failed\n");
    throw error;
  }
  process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
