import type { Changes, SandboxSettings } from "./sandbox-store.ts";

export function readSettings(store: Pick<Changes, "get">): SandboxSettings {
  return store.get("settings", "sandbox") ?? { id: "sandbox", isHolding: false, isNextPaymentLate: false };
}

export function changeSettings(changes: Changes, chosen: Partial<Omit<SandboxSettings, "id">>): void {
  changes.put("settings", { ...readSettings(changes), ...chosen });
}
