import fc from "fast-check";
import seeds from "./seeds.json" with { type: "json" };

/** Number of groups per seed in the verdict: twelve seeds of three groups of five are 180 sequences or orders. */
const GROUPS_PER_SEED = 3;

/**
 * Checks a property for the verdict: with every seed that ever failed, a fixed spread, and a new seed. Add a seed that
 * fails to `failed` in seeds.json.
 */
export async function checkSeeds<Group>(name: string, property: fc.IAsyncProperty<Group>): Promise<void> {
  for (const seed of [...seeds.failed, ...seeds.spread, newSeed()]) {
    await checkSeed(name, property, seed, GROUPS_PER_SEED);
  }
}

/** Checks a property for the proof: `groupCount` groups with a new seed, or with that of MONEY_SEED. */
export async function checkDeep<Group>(
  name: string,
  property: fc.IAsyncProperty<Group>,
  groupCount: number,
): Promise<void> {
  await checkSeed(name, property, Number(process.env["MONEY_SEED"] ?? newSeed()), groupCount);
}

/**
 * Returns a function like `randomInt` of `node:crypto`. Its numbers follow from a new seed, or from that of MONEY_SEED;
 * the seed is printed.
 */
export function seededRandomInt(name: string): (...range: [max: number] | [min: number, max: number]) => number {
  const seed = Number(process.env["MONEY_SEED"] ?? newSeed());
  console.log(`${name}: seed ${seed}; repeat it with MONEY_SEED=${seed}`);
  const drawn = fc.sample(fc.nat(), { seed, numRuns: 10_000 }).values();
  return (...range) => {
    const [min, max] = range.length === 1 ? [0, range[0]] : range;
    const { value, done } = drawn.next();
    if (done || max <= min) throw new RangeError("The numbers are used up, or the range is empty.");
    return min + (value % (max - min));
  };
}

async function checkSeed<Group>(
  name: string,
  property: fc.IAsyncProperty<Group>,
  seed: number,
  numRuns: number,
): Promise<void> {
  console.log(`${name}: ${numRuns} groups with seed ${seed}`);
  try {
    await fc.assert(property, { numRuns, seed, endOnFailure: false });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\nRepeat it with: MONEY_SEED=${seed} npm run test:deep -- ${name}`, { cause: error });
  }
}

const newSeed = (): number => Date.now() % 2 ** 31;
