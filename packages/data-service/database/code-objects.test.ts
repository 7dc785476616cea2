import { expect, test } from "vitest";
import { readShopSchema } from "../../../server/database/shop-schema.ts";
import { formsOf, keyOf, readCode, splitStatements } from "./code-objects.ts";

test.for([
  ["select 1; select 2;", ["select 1;", "select 2;"]],
  ["select ';', 'it''s;', e'\\';', \"a;b\";", ["select ';', 'it''s;', e'\\';', \"a;b\";"]],
  ["do $$ begin; end; $$; do $x$ a; $$ b; $x$;", ["do $$ begin; end; $$;", "do $x$ a; $$ b; $x$;"]],
  ["-- one; comment\nselect 1; -- it's; here\nselect /* ; */ 2;\n-- end", ["select 1;", "select /* ; */ 2;"]],
  ["select $1; select $2;", ["select $1;", "select $2;"]],
] as const)("the text %j has the statements %j", ([text, statements]) => {
  expect(splitStatements(text)).toEqual(statements);
});

test("a text that cannot be split is rejected", () => {
  expect(() => splitStatements("select 1; select 2")).toThrow("A statement has no semicolon: select 2");
  expect(() => splitStatements("create function f() returns int begin atomic select 1; end;")).toThrow("begin atomic");
});

test("comments, grants, and calls belong to the function or view that they name", () => {
  const code = readCode(`
    create table public.boxes (id int, label text);
    comment on column public.boxes.label is 'Label.';
    grant select (id), insert (label, id) on public.boxes to anon;
    create function public.fill(box int, label text default 'a, b') returns int language sql as $$ select 1; $$;
    create function public.fill(box int) returns int language sql as $$ select 1; $$;
    comment on function public.fill(int, text) is 'Fills.';
    grant execute on function public.fill(int, text) to anon;
    select public.fill(1);
    create view public.full_boxes with (security_invoker = on) as select id from public.boxes;
    revoke all on public.full_boxes from anon;
    comment on column public.full_boxes.id is 'Id.';
    create constraint trigger check_box after insert or update of id on public.boxes
      deferrable for each row execute function public.check_box();
    create policy "boxes on show; all of them, for every visitor, at every time of the day" on public.boxes using (true);
  `);
  expect(code.map((object) => [keyOf(object), splitStatements(object.text).length])).toEqual([
    ["function public.fill", 5],
    ["view public.full_boxes", 3],
    ['trigger "check_box" on public.boxes', 1],
    // PostgreSQL keeps 63 bytes of a name.
    ['policy "boxes on show; all of them, for every visitor, at every time of" on public.boxes', 1],
  ]);
  expect(code.flatMap(formsOf)).toEqual([
    { parameters: ["box int", "label text"], requiredCount: 1 },
    { parameters: ["box int"], requiredCount: 1 },
  ]);
});

test("a statement that is neither about a table nor about code is rejected", () => {
  expect(() => readCode("vacuum public.boxes;")).toThrow("neither about a table nor about code: vacuum");
  expect(() => readCode("comment on function public.unknown() is 'None.';")).toThrow("public.unknown");
});

test("every statement of the store's schema is about a table or about code", () => {
  const kinds = Object.groupBy(readCode(readShopSchema().text), ({ kind }) => kind);
  for (const objects of [kinds.function, kinds.trigger, kinds.policy]) expect(objects?.length).toBeGreaterThan(80);
});
