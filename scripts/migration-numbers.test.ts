import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test.for(["packages/data-service/database/schema", "supabase/migrations"])(
  "every file of %s has a number of its own: of two with one number the second is taken for the first",
  (folder) => {
    const numbers = readdirSync(join(ROOT, folder)).map((file) => file.split("_", 1)[0]);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  },
);
