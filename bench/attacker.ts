import { constants, setPriority } from "node:os";
import { attacks, run, type Target } from "./attacks.ts";

/**
 * One attack, until the process that started this one says that it is over; answers with how often each status came.
 * It takes what the shop and its visitors leave of the cores: an attacker has a machine of their own.
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
