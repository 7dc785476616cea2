import { soak } from "./test-environment/soak/soak.ts";

/** `npm run soak`: a thousand purchases while the shop is killed at random moments, all the time. */
const { purchases, kills, faults } = await soak({
  purchases: 1000,
  kills: 60,
  say: (line) => console.log(line),
});
console.log(`${purchases} purchases, ${kills} kills: ${faults.length === 0 ? "every book agrees" : "NOT WELL"}`);
for (const fault of faults) console.log(`  ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
