import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import memory from "./memory-settings.json" with { type: "json" };

const command = ["node", ...memory.nodeFlags, "server/main.ts"];

test.each([
  ["deploy/Dockerfile", `CMD [${command.map((word) => JSON.stringify(word)).join(", ")}]`],
  ["deploy/calabash.service", `ExecStart=/usr/bin/${command.join(" ")}`],
])("%s starts Node as npm start does", (path, line) => {
  const recipe = readFileSync(path, "utf8");
  expect(recipe.split("\n")).toContain(line);
  for (const [name, value] of Object.entries(memory.environment)) expect(recipe).toContain(`${name}=${value}`);
});

test.each(["deploy/compose.yaml", "deploy/helm/calabash/templates/deployment.yaml"])(
  "%s starts the store as its image does",
  (path) => {
    expect(readFileSync(path, "utf8")).not.toContain("server/main.ts");
  },
);

test("operator scripts and scripts that need test packages go through the bootstrap", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const names =
    "start backup restore admin keys migrate doctor images db:password bench lighthouse mails messages screenshots";
  for (const name of names.split(" ")) expect(scripts[name]).toMatch(new RegExp(`node scripts/bootstrap.mjs ${name}$`));
});

test("no secret of a machine reaches the image's build stage", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  for (const path of [".env", ".data", "deploy"]) expect(ignored).toContain(path);
});
