import { expect, test } from "vitest";
import { bufferMegabytes } from "./embedded-postgres.ts";

test("the buffers get an eighth of the memory, from 128 MB to 1 GB", () => {
  const gigabyte = 1024 ** 3;
  expect([0.5, 1, 4, 32].map((memory) => bufferMegabytes(memory * gigabyte))).toEqual([128, 128, 512, 1024]);
});
