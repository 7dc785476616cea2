import { expect, test } from "vitest";
import { randomUuid } from "#app/values/ids.ts";
import { newPhotoName, stopOfPhoto } from "./photo-name.ts";

test("a photo's name contains its stop and is unique", () => {
  const stop = { runId: 12, orderId: randomUuid() };
  expect(stopOfPhoto(newPhotoName(stop))).toEqual(stop);
  expect(newPhotoName(stop)).not.toBe(newPhotoName(stop));
});

test("file names without a stop return null", () => {
  const [order, photo] = [randomUuid(), randomUuid()];
  for (const name of ["", "12", `12/${order}`, `x/${order}/${photo}`, `12/${order}/${photo}/y`, `12/x/${photo}`]) {
    expect(stopOfPhoto(name)).toBeNull();
  }
});
