import { createHmac } from "node:crypto";
import type { AdmitCall, Wait } from "@calabash/data-service/rest";
import { LRUCache } from "lru-cache";
import { isSameSecret } from "#server/base/is-same-secret.ts";
import type { Base } from "#server/database/open-base.ts";
import type { Observe } from "#server/observe/events.ts";

const SECOND_MS = 1000;
/** Time after its turn in which an account may place further orders, such as one with new prices. */
const TURN_MS = 2 * 60 * SECOND_MS;
const MAX_ACCOUNTS = 100_000;

export interface WaitingRoom {
  /**
   * Allows an account to order, or returns its place in line.
   * @param ticket from an earlier response, also of another process; valid for this account only
   * @returns null if the account may order now
   */
  enter(userId: string, ticket: string | null): Wait | null;
  /** Returns the number of waiting places in this process's line. */
  length(): number;
}

/** Creates the waiting room for orders and reports who is admitted; null without a limit of orders per second. */
export function openWaitingRoom({
  environment,
  keys,
  observe,
}: {
  environment: Pick<Base["environment"], "ordersPerSecond">;
  keys: { signingKey: Pick<Base["keys"]["signingKey"], "d"> };
  observe: Observe;
}): { admitCall: AdmitCall; length: () => number } | null {
  const { ordersPerSecond } = environment;
  if (ordersPerSecond === null) return null;
  const room = createWaitingRoom({ ordersPerSecond, secret: keys.signingKey.d ?? "" });
  return {
    length: room.length,
    admitCall: ({ name, userId, ticket }) => {
      if (name !== "place_order" && name !== "place_payable_order") return null;
      const wait = room.enter(userId, ticket);
      observe({ type: "waiting-line", isAdmitted: wait === null });
      return wait;
    },
  };
}

/**
 * Admits a number of orders per second, in order of arrival. After an idle second, that many are admitted at once. Each
 * process has its own line but accepts tickets of the others, because a turn is a time. Uses the generic cell rate
 * algorithm, which stores one number: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 * @param secret signs tickets, the same in all processes
 * @param now in ms since 1970
 */
export function createWaitingRoom(options: {
  ordersPerSecond: number;
  secret: string;
  now?: () => number;
}): WaitingRoom {
  const { ordersPerSecond, secret, now = Date.now } = options;
  const intervalMs = SECOND_MS / ordersPerSecond;
  const turns = new LRUCache<string, number>({ max: MAX_ACCOUNTS });
  let nextTurn = Number.NEGATIVE_INFINITY;

  const sign = (userId: string, turn: number) =>
    createHmac("sha256", `calabash waiting room:${secret}`).update(`${userId}:${turn}`).digest("base64url");

  function readTicket(userId: string, ticket: string | null): number | null {
    const [time = "", signature = ""] = ticket?.split(".") ?? [];
    const turn = Number(time);
    return isSameSecret(signature, sign(userId, turn)) ? turn : null;
  }

  function takeTurn(time: number): number {
    const turn = Math.max(nextTurn, time - SECOND_MS + intervalMs);
    nextTurn = turn + intervalMs;
    return Math.round(turn);
  }

  return {
    enter: (userId, ticket) => {
      const time = now();
      const known = readTicket(userId, ticket) ?? turns.get(userId);
      const turn = known !== undefined && time - known < TURN_MS ? known : takeTurn(time);
      turns.set(userId, turn);
      const waitMs = turn - time;
      if (waitMs <= 0) return null;
      return {
        place: Math.ceil(waitMs / intervalMs),
        seconds: Math.ceil(waitMs / SECOND_MS),
        ticket: `${turn}.${sign(userId, turn)}`,
      };
    },
    // The number of waiting places is the position of the last one.
    length: () => Math.max(0, Math.ceil((nextTurn - intervalMs - now()) / intervalMs)),
  };
}
