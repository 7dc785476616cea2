// The first program of `npm start`, `npm test` and `npm run dev`. It runs before anything is installed,
// so it is plain JavaScript for Node 20 and uses nothing but Node: it installs what is missing, builds
// what is out of date, and hands over to Node 24, which the install brings along.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_MAJOR = 24;
const INSTALL_STAMP = join(ROOT, "node_modules", ".calabash-install");

const PROGRAMS = {
  start: { program: ["build/shop/main.js"], needsBuild: true },
  dev: { program: ["server/main.ts", "--development"], needsBuild: false },
  // The tests start what was built just now; each alone, without `npm test`, starts the sources.
  test: { program: ["scripts/run-tests.ts"], needsBuild: true, env: { BUILT_SHOP: "1" } },
};

main().catch((error) => {
  console.error(`\n${error.message}`);
  process.exit(1);
});

async function main() {
  const command = process.argv[2];
  const chosen = PROGRAMS[command];
  if (!chosen) throw new Error(`Unknown command "${command}": use start, dev or test.`);
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) throw new Error(`Node ${process.versions.node} is too old: install Node 20 or newer.`);

  console.log("Calabash Market");
  await install();
  const node = findNode(major);
  if (chosen.needsBuild) await build(node);
  run(node, [...chosen.program, ...process.argv.slice(3)], chosen.env);
}

async function install() {
  const wanted = fingerprint(
    ROOT,
    ["package.json", "package-lock.json"],
    `${process.platform}-${process.arch}`,
  );
  if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, "utf8") === wanted) return;
  await step("Installing packages (npm ci)", () => {
    // Some packages ask for a newer Node than the one that installs them; they will run on the newer one.
    npm(
      ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
      "The packages could not be installed; npm says why above. If the network was away, try again.",
    );
    writeFileSync(INSTALL_STAMP, wanted);
  });
}

/** The Node that runs the shop: this one when it is new enough, else the one among the packages. */
function findNode(major) {
  if (major >= NEEDED_MAJOR) return process.execPath;
  // One package for each platform, as package.json names them; the one for Apple's processors has another name.
  const names = ["node", "node-bin"].map((name) => `${name}-${process.platform}-${process.arch}`);
  const packaged = names.map((name) => join(ROOT, "node_modules", name, "bin", "node")).find(isNode);
  if (packaged) return packaged;
  throw new Error(
    `The shop runs on Node ${NEEDED_MAJOR}, and there is no package that brings it for this machine.\n` +
      `Install Node ${NEEDED_MAJOR} (https://nodejs.org) and run the same command again.`,
  );
}

function isNode(file) {
  if (!existsSync(file)) return false;
  const answer = spawnSync(file, ["--version"], { encoding: "utf8" });
  return answer.status === 0 && Number(answer.stdout.slice(1).split(".")[0]) >= NEEDED_MAJOR;
}

async function build(node) {
  const stamp = buildStamp(ROOT);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(ROOT, SOURCES)) return;
  await step("Building pages and server", () => {
    const answer = spawnSync(node, ["scripts/build.ts"], {
      cwd: ROOT,
      encoding: "utf8",
      env: environment(node),
    });
    if (answer.status !== 0)
      throw new Error(`The shop could not be built.\n${answer.stdout}${answer.stderr}`);
  });
}

/** Hands over: the program gets this terminal, and its end is the end of this one. */
function run(node, args, env = {}) {
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...environment(node), ...env },
  });
  // Ctrl-C reaches the program by itself; this one waits until it has closed what it opened.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function environment(node) {
  const bins = [dirname(node), join(ROOT, "node_modules", ".bin")];
  // glibc keeps what was freed, and more of it the larger the pieces were: these have it give memory back after a rush.
  const allocator = JSON.parse(readFileSync(join(ROOT, "scripts", "allocator.json"), "utf8"));
  return {
    ...allocator,
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

async function step(name, work) {
  const startedAt = Date.now();
  process.stdout.write(`  ${name.padEnd(34)} `);
  try {
    work();
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  }
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
