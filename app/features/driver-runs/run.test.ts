import { expect, test } from "vitest";
import { addressOf, loadOf, loadText, mapLink, movedStop, type RunStop } from "./run.ts";

const stop: RunStop = {
  orderId: "a",
  number: 1001,
  outcome: null,
  receivedBy: "",
  finishedAt: null,
  name: "Ama",
  phone: "2815550123",
  street: "12 Palm Street",
  unit: "Apt 4",
  city: "Humble",
  zip: "77338",
  driverNote: "",
  window: null,
  isPacked: true,
  itemCount: 3,
  frozenCount: 0,
  pounds: 0,
  unweighedCount: 3,
  hasPhoto: false,
};

test("an address is one line, without its empty parts", () => {
  expect(addressOf(stop)).toBe("12 Palm Street, Apt 4, Humble 77338");
  expect(addressOf({ ...stop, unit: "", city: "" })).toBe("12 Palm Street, 77338");
  const typed = { ...stop, street: "12 Palm Street, Humble, TX 77338", unit: "", city: "" };
  expect(addressOf(typed)).toBe("12 Palm Street, Humble, TX 77338");
});

test("a load lists frozen items, and a partly known weight as a minimum", () => {
  expect(loadText(stop)).toBe("3 items");
  expect(loadText({ ...stop, itemCount: 1, frozenCount: 1, pounds: 4.62, unweighedCount: 0 })).toBe(
    "1 item, 1 frozen, about 4.6 lb",
  );
  expect(loadText(loadOf([stop, { ...stop, pounds: 10 }]))).toBe("6 items, more than 10 lb");
});

test("the map link has the next four open stops", () => {
  const [first, ...others] = ["1", "2", "3", "4", "5", "6"].map((street) => ({ ...stop, street, unit: "" }));
  const link = new URL(mapLink([{ ...(first ?? stop), outcome: "delivered" }, ...others]) ?? "");
  expect(link.searchParams.get("destination")).toBe("5, Humble 77338");
  expect(link.searchParams.get("waypoints")).toBe("2, Humble 77338|3, Humble 77338|4, Humble 77338");
  expect(new URL(mapLink([stop]) ?? "").searchParams.has("waypoints")).toBe(false);
  expect(mapLink([{ ...stop, outcome: "not_home" }])).toBeNull();
});

test("a stop moves by one place and stays in the run", () => {
  expect(movedStop(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
  expect(movedStop(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
  expect(movedStop(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
});
