import { centsFrom } from "./money.ts";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Row with the names of its columns in camel case, and its columns of dollars in cents. */
export type CamelCased<Row, Dollars extends keyof Row = never> = {
  [Column in Exclude<keyof Row, Dollars> & string as Camel<Column>]: Row[Column];
} & {
  [Column in Dollars & string as `${Camel<Column>}Cents`]: number | Extract<Row[Column], null>;
};

/**
 * Returns a row with the names of its columns in camel case: `order_id` becomes `orderId`.
 * @param dollars columns of dollars, which become cents: `unit_cost` becomes `unitCostCents`
 */
export function camelCased<Row extends object, Dollars extends keyof Row & string = never>(
  row: Row,
  ...dollars: Dollars[]
): CamelCased<Row, Dollars> {
  const entries = Object.entries(row).map(([column, value]) => {
    const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (!dollars.some((each) => each === column)) return [name, value];
    return [`${name}Cents`, centsFrom(value)];
  });
  return Object.fromEntries(entries);
}
