import { hasCheckDigit } from "#app/values/barcode.ts";

/** Rule of a published specification for one field, for the tests. */
export interface FieldRule {
  isRequired?: boolean;
  maxLength?: number;
  /** Maximum number of values in one item; 1 by default. */
  maxCount?: number;
  values?: readonly string[];
  pattern?: RegExp;
  isGtin?: boolean;
}

/** Returns the rules that an item's fields break. Each field has a list of values. */
export function brokenRules(
  rules: Readonly<Record<string, FieldRule>>,
  fields: Readonly<Record<string, readonly string[]>>,
): string[] {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(rules, name));
  return [
    ...unknown.map((name) => `${name} is not in the specification`),
    ...Object.entries(rules).flatMap(([name, rule]) => brokenRule(name, rule, fields[name] ?? [])),
  ];
}

function brokenRule(name: string, rule: FieldRule, values: readonly string[]): string[] {
  if (values.length === 0) return rule.isRequired === true ? [`${name} is missing`] : [];
  const { maxLength = Number.POSITIVE_INFINITY, maxCount = 1, pattern = /./s } = rule;
  return [
    ...(values.length > maxCount ? [`${name} occurs ${values.length} times`] : []),
    ...values.flatMap((value) => [
      ...(value === "" ? [`${name} is empty`] : []),
      ...(value.length > maxLength ? [`${name} has ${value.length} characters`] : []),
      ...(rule.values && !rule.values.includes(value) ? [`${name} is ${value}`] : []),
      ...(pattern.test(value) ? [] : [`${name} is ${value}`]),
      ...(rule.isGtin && !(/^(\d{8}|\d{12,14})$/.test(value) && hasCheckDigit(value)) ? [`${name} is not a GTIN`] : []),
    ]),
  ];
}
