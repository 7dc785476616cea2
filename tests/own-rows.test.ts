import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { openTestShop } from "./running-shop.ts";

/** Policies of tables that belong to orders use the index instead of a check per row. */
const shop = await openTestShop();

interface PlanNode {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

test.for(["order_items", "order_status_changes", "payments", "refunds", "delivery_fees", "billing_details"])(
  "the policy of %s runs once per statement and uses the index",
  async (table) => {
    const ama = await shop.signUp("Ama Mensah");
    const nodes = await shop.database.admin.begin(async (sql) => {
      // Tables with few rows are always scanned, so sequential scans are off to get the plan of a large table.
      await sql.script("set local enable_seqscan = off");
      const claims = JSON.stringify(decodeJwt(ama.accessToken));
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
      const { rows } = await sql.run(`explain (format json) select * from public.${table}`, []);
      return flatten((rows as { "QUERY PLAN": { Plan: PlanNode }[] }[])[0]?.["QUERY PLAN"][0]?.Plan);
    });
    const each = nodes.filter((node) => node["Parent Relationship"] === "SubPlan");
    expect(each, "checked for each row").toEqual([]);
    expect(nodes.some((node) => node["Index Cond"]?.includes("order_id = ANY"))).toBe(true);
  },
);

const flatten = (node: PlanNode | undefined): PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(flatten)] : [];
