import { expect, test } from "vitest";
import { nextStepOf } from "#app/features/orders/order-steps.ts";
import { ageText, cardStateOf, changeDesk, columnOf, type Desk, type DeskCard, sortIntoColumns } from "./desk.ts";

const ZONE = "America/Chicago";
const NOW = new Date("2026-11-24T18:00:00Z");

function aCard(id: string, chosen: Partial<DeskCard> = {}): DeskCard {
  return {
    id,
    number: 1001,
    status: "paid",
    deliveryType: "pickup",
    feeState: null,
    name: "Ama Mensah",
    phone: null,
    window: null,
    promisedAt: "2026-11-24T15:00:00Z",
    paidAt: "2026-11-24T15:00:00Z",
    unpaidCents: null,
    needsWeight: false,
    language: "en",
    preference: null,
    note: "",
    itemCount: 1,
    lineIds: [1],
    hasLineWords: false,
    packedPounds: {},
    packedLineIds: [],
    changeIds: [],
    answers: [],
    cameBack: false,
    isUnread: false,
    movedAt: null,
    movedFrom: null,
    ...chosen,
  };
}

function aDesk(cards: DeskCard[], counts: Partial<Desk["counts"]> = {}): Desk {
  return {
    orderCount: 0,
    salesCents: 0,
    unreadCount: 0,
    counts: { to_pack: 0, packing: 0, waiting: 0, done: 0, ...counts },
    readAt: NOW.toISOString(),
    cards,
  };
}

const at = (hour: number) => `2026-11-24T${String(hour).padStart(2, "0")}:00:00Z`;
const idsOf = (desk: Desk) => sortIntoColumns(desk.cards, NOW, ZONE).to_pack.map(({ id }) => id);

test("each order is in one column, and orders completed yesterday are in none", () => {
  expect(columnOf(aCard("a"), NOW, ZONE)).toBe("to_pack");
  expect(columnOf(aCard("a", { status: "preparing" }), NOW, ZONE)).toBe("packing");
  expect(columnOf(aCard("a", { status: "ready" }), NOW, ZONE)).toBe("waiting");
  expect(columnOf(aCard("a", { status: "out_for_delivery" }), NOW, ZONE)).toBe("waiting");
  expect(columnOf(aCard("a", { status: "completed", movedAt: at(7) }), NOW, ZONE)).toBe("done");
  // 1 AM in London is still the day before in Texas.
  expect(columnOf(aCard("a", { status: "completed", movedAt: at(1) }), NOW, ZONE)).toBeNull();
  expect(columnOf(aCard("a", { status: "cancelled" }), NOW, ZONE)).toBeNull();
});

test("the earliest window comes first, and the latest completed order comes first", () => {
  const columns = sortIntoColumns(
    [
      aCard("late", { promisedAt: at(17) }),
      aCard("early", { promisedAt: at(9) }),
      aCard("one", { status: "completed", movedAt: at(10) }),
      aCard("two", { status: "completed", movedAt: at(12) }),
    ],
    NOW,
    ZONE,
  );
  expect(columns.to_pack.map(({ id }) => id)).toEqual(["early", "late"]);
  expect(columns.done.map(({ id }) => id)).toEqual(["two", "one"]);
});

test("an event updates a known card, and removes it when its order is canceled", () => {
  const desk = aDesk([aCard("a", { promisedAt: at(9) }), aCard("b", { promisedAt: at(10) })], { to_pack: 2 });
  const packing = changeDesk(desk, aDesk([aCard("a", { status: "preparing" })], { to_pack: 1 }), NOW, ZONE);
  expect(idsOf(packing)).toEqual(["b"]);
  expect(packing.counts.to_pack).toBe(1);
  expect(idsOf(changeDesk(packing, aDesk([aCard("b", { status: "cancelled" })]), NOW, ZONE))).toEqual([]);
  const paid = changeDesk(desk, aDesk([aCard("c", { promisedAt: at(8) })], { to_pack: 3 }), NOW, ZONE);
  expect(idsOf(paid)).toEqual(["c", "a", "b"]);
});

test("an order after the last loaded card is left for the next page", () => {
  const desk = aDesk([aCard("a", { promisedAt: at(9) }), aCard("b", { promisedAt: at(10) })], { to_pack: 60 });
  const received = aDesk([aCard("far", { promisedAt: at(17) }), aCard("near", { promisedAt: at(8) })], { to_pack: 62 });
  expect(idsOf(changeDesk(desk, received, NOW, ZONE))).toEqual(["near", "a", "b"]);
});

test("the age of an order is shown in minutes, hours, or days", () => {
  expect(ageText("2026-11-24T17:57:10Z", NOW)).toBe("2 min");
  expect(ageText("2026-11-24T18:00:10Z", NOW)).toBe("0 min");
  expect(ageText("2026-11-24T10:00:00Z", NOW)).toBe("8 h");
  expect(ageText("2026-11-20T18:00:00Z", NOW)).toBe("4 days");
});

test("an unpaid order moves with its packing, and cannot be completed before its payment", () => {
  const unpaid = (status: DeskCard["status"]) => aCard("a", { status, paidAt: null, unpaidCents: 2000 });
  const steps = (["pending", "preparing", "ready"] as const).map((status) => [
    columnOf(unpaid(status), NOW, ZONE),
    nextStepOf(unpaid(status)),
  ]);
  expect(steps).toEqual([
    ["to_pack", "preparing"],
    ["packing", "ready"],
    ["waiting", null],
  ]);
  // Other unpaid orders are not on the board.
  expect(columnOf(aCard("a", { status: "pending" }), NOW, ZONE)).toBeNull();
});

test.for<[Partial<DeskCard>, number, string | undefined]>([
  [{ status: "preparing", lineIds: [1, 2] }, 1, undefined],
  [{ status: "preparing", lineIds: [1, 2] }, 2, "packed"],
  [{ status: "ready" }, 0, "ready"],
  [{ status: "out_for_delivery" }, 0, "out"],
  [{ status: "out_for_delivery", cameBack: true }, 0, "came-back"],
  [{ status: "paid" }, 0, undefined],
])("the card of %j with %i packed lines shows the state %s", ([chosen, packedCount, state]) => {
  expect(cardStateOf(aCard("1", chosen), packedCount)?.state).toBe(state);
});
