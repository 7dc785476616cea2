import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a layer's reporter tells of one test, as a line of JSON on its own channel. */
export interface TestEvent {
  layer: string;
  title: string;
  /** Of the file, from the project's folder. */
  file: string;
  outcome: "passed" | "failed" | "flaky";
  seconds: number;
  /** Traces and pictures of a failed journey, and what went wrong. */
  traces: string[];
  message: string;
}

export type LayerEvent = { kind: "planned"; count: number } | ({ kind: "test" } & TestEvent);

export interface Layer {
  name: string;
  program: string;
  args: string[];
  env: Record<string, string>;
}

export interface RunningLayer {
  child: ChildProcess;
  ended: Promise<{ code: number; output: string }>;
}

/** Runs one layer; its own words are kept, for a layer that fails without a failed test. */
export function runLayer(layer: Layer, onEvent: (event: LayerEvent) => void): RunningLayer {
  const child = spawn(layer.program, layer.args, {
    stdio: ["ignore", "pipe", "pipe", "pipe", "ipc"],
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...layer.env, TEST_EVENTS_FD: "3" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => {
      output += text.toString();
    });
  }
  const events = child.stdio[3];
  if (events && "readable" in events) {
    createInterface({ input: events as NodeJS.ReadableStream }).on("line", (line) =>
      onEvent(JSON.parse(line) as LayerEvent),
    );
  }
  const ended = new Promise<{ code: number; output: string }>((done) => {
    child.once("error", (error) => done({ code: 1, output: String(error) }));
    child.once("close", (code) => done({ code: code ?? 1, output }));
  });
  return { child, ended };
}
