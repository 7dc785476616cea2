import { expect, test } from "vitest";
import { isOver } from "./banner.ts";

test("a banner expires at its end time, and never without one", () => {
  const now = new Date("2026-11-27T18:00:00Z");
  const until = (bannerUntil: string | null) => isOver({ bannerText: "Free plantain", bannerUntil }, now);
  expect([until(null), until("2026-11-27T18:00:01Z"), until("2026-11-27T12:00:00-06:00")]).toEqual([
    false,
    false,
    true,
  ]);
});
