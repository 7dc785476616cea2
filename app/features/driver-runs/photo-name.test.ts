import { expect, test } from "vitest";
import { randomUuid } from "#app/values/ids.ts";
import { newPhotoName, stopOfPhoto } from "./photo-name.ts";

test("a photo's name holds its stop, and is a new one each time", () => {
  const stop = { runId: 12, orderId: randomUuid() };
  expect(stopOfPhoto(newPhotoName(stop))).toEqual(stop);
  expect(newPhotoName(stop)).not.toBe(newPhotoName(stop));
});

test("other names are of no stop", () => {
  const [order, photo] = [randomUuid(), randomUuid()];
  for (const name of ["", "12", `12/${order}`, `x/${order}/${photo}`, `12/${order}/${photo}/y`, `12/x/${photo}`]) {
    expect(stopOfPhoto(name)).toBeNull();
  }
});
