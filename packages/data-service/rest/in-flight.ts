import { networkOf } from "../client-network.ts";
import type { InFlightLimits } from "./rest-limits.ts";

/** One request, from its coming until its answer has left. */
export interface Place {
  /** @returns whether an answer of so many bytes may wait here to be read */
  hold(bytes: number): boolean;
  leave(): void;
}

/** Counts, for each address, requests whose answers have not left yet, and the bytes of those answers. */
export function createInFlight(limits: InFlightLimits): {
  /** Null: this address has as many requests under way as it may. */
  enter(address: string): Place | null;
} {
  const held = new Map<string, { requests: number; bytes: number }>();

  return {
    enter: (address) => {
      const client = networkOf(address);
      const now = held.get(client) ?? { requests: 0, bytes: 0 };
      if (now.requests >= limits.maxRequests) return null;
      held.set(client, now);
      now.requests += 1;
      let own = 0;
      let isIn = true;
      return {
        hold: (bytes) => {
          if (!isIn) return true;
          // One answer alone may always go, or a large one could never be had.
          if (now.bytes > 0 && now.bytes + bytes > limits.maxBytes) return false;
          now.bytes += bytes;
          own += bytes;
          return true;
        },
        leave: () => {
          if (!isIn) return;
          isIn = false;
          now.requests -= 1;
          now.bytes -= own;
          if (now.requests === 0) held.delete(client);
        },
      };
    },
  };
}
