import { soak } from "./test-environment/soak/soak.ts";

/** `npm run soak`: makes a thousand purchases while the store is killed at random moments. */
const { purchases, kills, faults } = await soak({ purchases: 1000, kills: 60, print: (line) => console.log(line) });
console.log(`${purchases} purchases, ${kills} kills: ${faults.length === 0 ? "all records match" : "RECORDS DIFFER"}`);
for (const fault of faults) console.log(`  ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
