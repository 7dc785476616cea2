import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "#tests/fake-storage.ts";
import { noteAccount, noteSessionEnd } from "./personal-data.ts";
import {
  ACCOUNT_ARRIVED,
  doBeforeSessionEnd,
  finishBeforeSessionEnd,
  PERSONAL_DATA_CLEARED,
} from "./session-events.ts";

let events: string[] = [];

beforeEach(() => {
  events = [];
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.stubGlobal("dispatchEvent", (event: Event) => events.push(event.type));
});
afterEach(() => vi.unstubAllGlobals());

test("ending a session removes everything except device preferences", () => {
  noteAccount("ama");
  for (const key of ["cartItems", "cartDelivery", "deliveryZip", "typing ama 7", "recentSearches", "added later"]) {
    localStorage.setItem(key, "personal");
  }
  sessionStorage.setItem("paid:1", "seen");
  localStorage.setItem("theme", "dark");
  localStorage.setItem("deskBell", "off");
  localStorage.setItem("productColumns", "storage");
  localStorage.setItem("supabase.auth.token-code-verifier", "of the auth client");
  noteSessionEnd();
  expect(Object.keys(localStorage).sort()).toEqual(
    "deskBell productColumns supabase.auth.token-code-verifier theme".split(" "),
  );
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(events).toEqual([ACCOUNT_ARRIVED, PERSONAL_DATA_CLEARED]);
});

test("a guest's cart stays if there was no session to end", () => {
  localStorage.setItem("cartItems", "[]");
  noteSessionEnd();
  expect(Object.keys(localStorage)).toEqual(["cartItems"]);
});

test("a second tab that reports the same session end keeps a guest's new cart", () => {
  noteAccount("ama");
  noteSessionEnd();
  localStorage.setItem("cartItems", "of a guest");
  noteSessionEnd();
  expect(localStorage.getItem("cartItems")).toBe("of a guest");
});

test("logging in keeps a guest's cart, and another account finds no data of the first", () => {
  localStorage.setItem("cartItems", "of a guest");
  noteAccount("ama");
  expect(localStorage.getItem("cartItems")).toBe("of a guest");
  noteAccount("ama");
  noteAccount("kofi");
  expect(localStorage.getItem("cartItems")).toBeNull();
  expect(events).toEqual([ACCOUNT_ARRIVED, PERSONAL_DATA_CLEARED, ACCOUNT_ARRIVED]);
});

test("a session ends after the registered work, even if some of it fails", async () => {
  const done: string[] = [];
  doBeforeSessionEnd(() => Promise.reject(new Error("The account cannot be reached.")));
  doBeforeSessionEnd(async () => void done.push("saved"));
  await finishBeforeSessionEnd("logout");
  expect(done).toEqual(["saved"]);
});

test("blocked storage does not prevent logging in or out", () => {
  vi.stubGlobal("localStorage", undefined);
  noteAccount("ama");
  noteSessionEnd();
  expect(events).toEqual([ACCOUNT_ARRIVED]);
});
