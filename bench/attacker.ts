import { constants, setPriority } from "node:os";
import { attacks, run, type Target } from "./attacks.ts";

/**
 * Runs one attack until the parent process sends "over", then sends back a count per status code. Runs at low priority
 * so that the store and its other clients get the CPU first, as if the attacker had a machine of their own.
 */
setPriority(constants.priority.PRIORITY_LOW);
let isOver = false;
process.on("message", async (message: "over" | { name: string; target: Target; picture: string }) => {
  if (message === "over") {
    isOver = true;
    return;
  }
  const attack = attacks.find(({ name }) => name === message.name);
  if (!attack) throw new Error(`There is no attack "${message.name}".`);
  const statuses = await run(attack, message.target, message.picture, () => isOver);
  process.send?.(Object.fromEntries(statuses), () => process.exit());
});
