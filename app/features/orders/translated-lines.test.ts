import { expect, test } from "vitest";
import { anOrderLine, aSubstitution } from "#tests/order-samples.ts";
import { translateLines } from "./translated-lines.ts";

const replacement = { name: "Yellow Yam", size: null, quantity: 1 };
const line = anOrderLine({
  id: 5,
  name: "White Yam",
  size: { id: 3, label: "Large" },
  changes: [aSubstitution({ id: 9, kind: "replaced", replacement })],
});

test("lines and their replacements have the names of the page's language", () => {
  const rows = [
    { order_item_id: 5, substitution_id: null, name: "Ñame blanco", size_label: "Grande" },
    { order_item_id: 5, substitution_id: 9, name: "Ñame amarillo", size_label: null },
  ];
  const [shown] = translateLines([line], rows);
  expect(shown).toMatchObject({ name: "Ñame blanco", size: { id: 3, label: "Grande" } });
  expect(shown?.untranslated).toBeUndefined();
  expect(shown?.changes[0]?.replacement).toEqual({ name: "Ñame amarillo", size: null, quantity: 1 });
});

test("a line without a translation is marked as English, and one without a row stays as it is", () => {
  const same = { order_item_id: 5, substitution_id: null, name: "White Yam", size_label: "Large" };
  expect(translateLines([line], [same])[0]).toMatchObject({ name: "White Yam", untranslated: ["name"] });
  expect(translateLines([line], [])).toEqual([line]);
});
