import { readStored, writeStored } from "#app/values/device-storage.ts";
import { fieldsOf, parsedJson } from "#app/values/unknown-value.ts";

/** Settings of the device that stands at a till. */
export interface TillDevice {
  /** Number of its cash drawer. */
  drawer: number;
  /** Width of its receipt paper in millimeters. */
  paper: 58 | 80;
  /** Whether a manager's login on this device opens the till. */
  opensTill: boolean;
}

const STORAGE_KEY = "tillDevice";

export function readTillDevice(): TillDevice {
  const { drawer, paper, opensTill } = fieldsOf(parsedJson(readStored(STORAGE_KEY)));
  return {
    drawer: Number.isInteger(drawer) ? Number(drawer) : 1,
    paper: paper === 58 ? 58 : 80,
    opensTill: opensTill === true,
  };
}

export function writeTillDevice(device: TillDevice): void {
  writeStored(STORAGE_KEY, JSON.stringify(device));
}
