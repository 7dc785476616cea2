/**
 * Area codes of the North American plan outside the United States and Canada, of premium services, and of numbers
 * without a place, whose texts cost more: https://www.nationalnanpa.com/area_codes/
 */
const COSTLY =
  /^1(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876|500|521|522|523|524|525|526|527|528|529|533|544|566|577|588|700|710|900)/;

/**
 * Returns whether a number may get texts.
 * @param number E.164 without the plus
 * @param prefixes `1` is the United States and Canada without costly numbers, `1876` adds Jamaica, `44` the United
 * Kingdom; null for every number
 */
export function isTextNumber(number: string, prefixes: readonly string[] | null): boolean {
  return (
    prefixes === null ||
    prefixes.some((prefix) => number.startsWith(prefix) && (prefix !== "1" || !COSTLY.test(number)))
  );
}
