import { settlePayment } from "./confirmation.ts";
import type { Outcome } from "./delays.ts";
import { expireHold } from "./holds.ts";
import { NO_REQUEST, type RunCommand } from "./intent-command.ts";
import { HOLD_S } from "./objects.ts";
import { settleRefund } from "./refunds.ts";
import type { SandboxStore } from "./sandbox-store.ts";

export interface DelayedOutcomes {
  /** Starts timers for delays that have none, for example after a restart. */
  watch(): void;
  /** Ends a delay now. @returns false if there is none, or it has already ended */
  settle(id: string, outcome: Outcome): Promise<boolean>;
  stop(): void;
}

/** Ends each delay after a while, exactly once. */
export function createDelayedOutcomes(options: {
  store: SandboxStore;
  run: RunCommand;
  delayMs: number;
}): DelayedOutcomes {
  const { store, run, delayMs } = options;
  const timers = new Map<string, NodeJS.Timeout>();

  async function settle(id: string, outcome: Outcome): Promise<boolean> {
    clearTimeout(timers.get(id));
    return run(NO_REQUEST, (command) => {
      const delay = command.changes.get("delays", id);
      if (!delay || delay.isOver) return false;
      command.changes.put("delays", { ...delay, isOver: true });
      if (delay.kind === "payment") settlePayment(command, id, outcome);
      else if (delay.kind === "hold") expireHold(command, id);
      else settleRefund(command, id, outcome);
      return true;
    });
  }

  return {
    watch: () => {
      for (const { id, kind, outcome, startedAt, isOver } of store.list("delays")) {
        if (isOver || timers.has(id)) continue;
        const pause = Math.max(0, startedAt + (kind === "hold" ? HOLD_S * 1000 : delayMs) - Date.now());
        const timer = setTimeout(() => {
          settle(id, outcome).catch((error: unknown) => {
            console.error(`sandbox: the outcome of ${id} could not be saved:`, error);
            // The next change of the store starts the timer again.
            timers.delete(id);
          });
        }, pause);
        timer.unref();
        timers.set(id, timer);
      }
    },
    settle,
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
