import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { RunStop, StopOutcome } from "#app/features/driver-runs/run.ts";
import { StopCard } from "#app/features/driver-runs/stop-card.tsx";
import "./dom.ts";
import { FakeReader } from "./fake-reader.ts";

const stop = {
  ...{ orderId: "1", number: 1001, name: "Ama", phone: "", driverNote: "", receivedBy: "", finishedAt: null },
  ...{ street: "12 Palm Street", unit: "", city: "Humble", zip: "77338", window: null },
  ...{ itemCount: 1, frozenCount: 0, pounds: 0, unweighedCount: 0 },
} as unknown as RunStop;

test("a stop that is opened again is finished without its first photo, which is not shown", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("Unreadable in this browser")));
  vi.stubGlobal("FileReader", FakeReader);
  const handleFinish = vi.fn();
  const photo = new File(["small"], "a.jpg", { type: "image/jpeg" });
  const card = (outcome: StopOutcome | null) => (
    <StopCard stop={{ ...stop, outcome }} place={1} isStarted onFinish={handleFinish} />
  );
  const { rerender } = render(card(null));
  await userEvent.upload(screen.getByLabelText(/^Take a photo/), photo);
  await screen.findByText("Photo added");
  fireEvent.click(screen.getByRole("button", { name: /^Delivered/ }));
  expect(handleFinish).toHaveBeenLastCalledWith("delivered", "", photo);
  rerender(card("delivered"));
  rerender(card(null));
  fireEvent.click(screen.getByRole("button", { name: /^Delivered/ }));
  expect(handleFinish).toHaveBeenLastCalledWith("delivered", "", null);
  cleanup();
  vi.unstubAllGlobals();
});
