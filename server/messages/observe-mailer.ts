import type { Observe } from "#server/observe/events.ts";
import type { Mailer } from "./mailer.ts";

/** Reports each email that was sent or failed. */
export function observeMailer(mailer: Mailer, observe: Observe): Mailer {
  return {
    close: () => mailer.close(),
    send: async (message) => {
      const startedAt = performance.now();
      let isFailed = true;
      try {
        await mailer.send(message);
        isFailed = false;
      } finally {
        observe({ type: "email", ms: performance.now() - startedAt, isFailed });
      }
    },
  };
}
