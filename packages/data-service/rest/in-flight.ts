import { networkOf } from "../client-network.ts";
import type { InFlightLimits } from "./rest-limits.ts";

/** A request in progress, until its response has been sent. */
export interface Place {
  /** Reserves memory for the response. @returns false if the client's unread responses would exceed the limit */
  hold(bytes: number): boolean;
  leave(): void;
}

/** Counts, per client, the requests whose responses have not been sent completely, and the bytes of those responses. */
export function createInFlight(limits: InFlightLimits): {
  /** Returns null if the client has reached its limit of concurrent requests. */
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
          // A single response is always allowed, or large ones could never be sent.
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
