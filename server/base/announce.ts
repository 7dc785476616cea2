import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import type { Environment } from "./environment.ts";

/** Local tools that replace external services, and the token that makes the first account of an empty store its owner. */
export type OpenTools = { hasMailbox: boolean; hasSandbox: boolean; ownerToken: string | null };

/** Prints the URL of the open store, and notifies the parent process. */
export function announce(
  { port, host, shopMode, publicOrigin }: Environment,
  { hasMailbox, hasSandbox, ownerToken }: OpenTools,
): void {
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  console.log(`\nCalabash Market is open: http://${shown}:${port}`);
  if (shopMode === "demo") {
    for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${role.padEnd(8)} ${email}  password ${DEMO_PASSWORD}`);
  }
  if (ownerToken) console.log(`  Make yourself the owner: ${publicOrigin}/join?owner=${ownerToken}`);
  if (hasMailbox) console.log(`  emails   http://${shown}:${port}/dev/mailbox`);
  if (hasSandbox) console.log(`  payments http://${shown}:${port}/sandbox/stripe`);
  console.log("Press Ctrl-C to stop it.");
  process.send?.("open");
}

/** Notifies the parent process that the images of the first pages are resized. */
export function announcePictures(): void {
  if (process.connected) process.send?.("pictures");
}
