import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { variableNames } from "#server/base/environment.ts";

interface Compose {
  "x-store": { environment: Record<string, string> };
  services: Record<string, { volumes?: string[]; secrets?: (string | { source: string })[]; depends_on?: unknown }>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
}

const DEPLOY = join(import.meta.dirname, "..", "deploy");
const text = readFileSync(join(DEPLOY, "compose.yaml"), "utf8");
const compose = parse(text, { merge: true }) as Compose;
const services = Object.values(compose.services);

test("every file that compose.yaml mounts exists, and every volume is declared", () => {
  const sources = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":", 1)[0] ?? ""));
  const files = sources.filter((source) => source.startsWith("."));
  expect(files.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([]);
  expect(new Set(sources.filter((source) => !source.startsWith(".")))).toEqual(new Set(Object.keys(compose.volumes)));
  expect(files.length).toBeGreaterThan(10);
});

test("every secret and dependency of compose.yaml is declared", () => {
  const secrets = services.flatMap((service) =>
    (service.secrets ?? []).map((secret) => (typeof secret === "string" ? secret : secret.source)),
  );
  expect(new Set(secrets)).toEqual(new Set(Object.keys(compose.secrets)));
  const needed = services.flatMap((service) => {
    const needs = service.depends_on ?? [];
    return Array.isArray(needs) ? (needs as string[]) : Object.keys(needs);
  });
  expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
});

test("compose.yaml sets only variables that the store reads", () => {
  expect(Object.keys(compose["x-store"].environment).filter((name) => !variableNames.includes(name))).toEqual([]);
});

test(".env.example names every variable that compose.yaml requires", () => {
  const example = parseEnv(readFileSync(join(DEPLOY, "compose", ".env.example"), "utf8"));
  const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? "");
  expect(required.filter((name) => !(name in example))).toEqual([]);
  expect(required).toContain("POSTGRES_PASSWORD");
});
