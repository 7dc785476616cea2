import { expect, test } from "vitest";
import { createQueries } from "./queries.ts";
import { type Fragment, toSqlText } from "./sql-text.ts";

const sql = createQueries(() => Promise.reject(new Error("not asked")));
const textOf = (query: Fragment) =>
  toSqlText(query, (value): value is Fragment => value instanceof Object && "given" in value);

test("a value is always a parameter, and a nested template is inlined", () => {
  const inner = sql`select id from t where name = ${"'; drop table t --"}`;
  expect(textOf(sql`select * from u where id in (${inner}) and n = ${7} and d is not ${null}`)).toEqual({
    text: "select * from u where id in (select id from t where name = $1) and n = $2 and d is not $3",
    values: ["'; drop table t --", "7", null],
  });
});

test("lists, JSON, dates and rows are written in PostgreSQL's formats", () => {
  expect(textOf(sql`select ${['a"b', "c\\d", null]}::text[], ${sql.json({ a: [1] })}`)).toEqual({
    text: "select $1::text[], $2::jsonb",
    values: ['{"a\\"b","c\\\\d",null}', '{"a":[1]}'],
  });
  expect(
    textOf(
      sql`insert into t ${sql.rows([
        { a: 1, b: true },
        { a: 2, b: new Date(0) },
      ])}`,
    ),
  ).toEqual({
    text: 'insert into t ("a", "b") values ($1, $2), ($3, $4)',
    values: ["1", "true", "2", "1970-01-01T00:00:00.000Z"],
  });
  expect(textOf(sql`select ${sql.identifier('auth.odd"name')}`).text).toBe('select "auth"."odd""name"');
});

test("an undefined value throws an error instead of becoming null", () => {
  expect(() => textOf(sql`select ${undefined}`)).toThrow("missing value");
  expect(() => textOf(sql`select ${{ a: 1 }}`)).toThrow(TypeError);
});
