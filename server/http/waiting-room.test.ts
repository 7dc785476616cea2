import { expect, test } from "vitest";
import { createWaitingRoom } from "./waiting-room.ts";

test("orders up to the limit are admitted at once, and later ones wait in order of arrival", () => {
  const room = open(2);
  expect([room.enter("ama", null), room.enter("kofi", null)]).toEqual([null, null]);
  expect(room.enter("efua", null)).toMatchObject({ place: 1, seconds: 1 });
  expect(room.enter("yaw", null)).toMatchObject({ place: 2, seconds: 1 });
  expect(room.enter("esi", null)).toMatchObject({ place: 3, seconds: 2 });
});

test("a place in line moves up until the account is admitted", () => {
  const room = open(2);
  for (const person of ["ama", "kofi", "efua", "yaw"]) room.enter(person, null);
  const wait = room.enter("esi", null);
  expect(wait?.place).toBe(3);
  room.pass(1_000);
  expect(room.enter("esi", wait?.ticket ?? null)?.place).toBe(1);
  room.pass(500);
  expect(room.enter("esi", wait?.ticket ?? null)).toBeNull();
});

test("a repeated request keeps its place and takes no second one", () => {
  const room = open(1);
  room.enter("ama", null);
  room.enter("kofi", null);
  for (let time = 0; time < 50; time += 1) expect(room.enter("kofi", null)?.place).toBe(1);
  expect(room.enter("efua", null)?.place).toBe(2);
});

test("a ticket is valid in every process, but only unchanged and for its account", () => {
  const first = open(1);
  first.enter("ama", null);
  first.enter("kofi", null);
  const ticket = first.enter("efua", null)?.ticket ?? "";
  const second = open(1);
  second.pass(2_000);
  second.enter("ama", null);
  expect(second.enter("efua", ticket)).toBeNull();
  expect(second.enter("esi", ticket)?.place).toBe(1);
  const [turn, signature] = ticket.split(".");
  expect(second.enter("yaw", `${Number(turn) - 60_000}.${signature}`)?.place).toBe(2);
  expect(second.enter("adwoa", "nonsense")?.place).toBe(3);
});

test("an admitted account may order again for two minutes, and then waits in line again", () => {
  const room = open(1);
  room.enter("ama", null);
  room.pass(60_000);
  for (const person of ["kofi", "efua", "yaw"]) room.enter(person, null);
  expect(room.enter("ama", null)).toBeNull();
  room.pass(61_000);
  for (const person of ["adwoa", "esi", "abena"]) room.enter(person, null);
  expect(room.enter("ama", null)?.place).toBe(3);
});

function open(ordersPerSecond: number) {
  let time = 1_700_000_000_000;
  return {
    ...createWaitingRoom({ ordersPerSecond, secret: "secret", now: () => time }),
    pass: (ms: number) => {
      time += ms;
    },
  };
}
