import { identifier } from "../database/sql-text.ts";
import { buildFilter } from "./build-filter.ts";
import { findRelationship, type Relationship } from "./find-relationship.ts";
import type { Condition, OrderTerm, ParsedQuery } from "./parse-request.ts";
import type { SelectColumn, SelectEmbed, SelectItem } from "./parse-select.ts";
import { RestError, tooCostly } from "./rest-error.ts";
import type { Relation, SchemaCache } from "./schema-cache.ts";
import { columnOf, qualified, type Statement } from "./statement.ts";

/** Maximum rows per response, also of embedded relations, like on a hosted project. */
const MAX_ROWS = 1000;

/** A relation under its alias in the statement, with the relations embedded in its rows. */
interface Level {
  relation: Relation;
  alias: string;
  /** Dotted path of embedded names, '' for the top; the key of its filters. */
  path: string;
  items: SelectItem[];
  embeds: Map<string, Embed>;
}

interface Embed {
  item: SelectEmbed;
  level: Level;
  relationship: Relationship;
  parentAlias: string;
  /** Built only once: its values are already bound, and the same text may occur in several places. */
  rows: string | null;
}

/** Builds the parts of a statement for a parsed query. */
export class QueryBuilder {
  private readonly schema: SchemaCache;
  private readonly query: ParsedQuery;
  private readonly statement: Statement;
  private aliasCount = 0;

  constructor(schema: SchemaCache, query: ParsedQuery, statement: Statement) {
    this.schema = schema;
    this.query = query;
    this.statement = statement;
  }

  /** Returns `select … from source …` with filters, order and page, whose rows are what the client gets. */
  select(from: string, relation: Relation): string {
    const top = this.top(relation);
    return `select ${this.columns(top)} from ${from} as ${identifier(top.alias)}${this.where(top)}${this.page(top, MAX_ROWS)}`;
  }

  /** Returns SQL that counts the rows that match the filters, regardless of the page. */
  count(from: string, relation: Relation): string {
    const top = this.top(relation);
    return `select count(*) from ${from} as ${identifier(top.alias)}${this.where(top)}`;
  }

  /** Returns only the filters of the requested relation, for update and delete. */
  topConditions(relation: Relation): string {
    return this.where(this.top(relation), false);
  }

  private top(relation: Relation): Level {
    const paths = new Set<string>();
    const rows = this.isOneRow(relation) ? 1 : this.limitOf("");
    const top = this.level(relation, relation.name, "", this.query.select, { paths, rows });
    // Otherwise a filter on a relation that is not embedded would be ignored.
    for (const path of this.query.relations.keys()) {
      if (!paths.has(path)) {
        throw new RestError(400, "PGRST108", `'${path}' is not an embedded resource in this request`);
      }
    }
    return top;
  }

  private level(
    relation: Relation,
    alias: string,
    path: string,
    items: SelectItem[],
    above: { paths: Set<string>; rows: number },
  ): Level {
    const { paths } = above;
    paths.add(path);
    const embeds = new Map<string, Embed>();
    for (const item of items) {
      if (item.kind !== "embed") continue;
      const relationship = findRelationship(this.schema, relation, item);
      const name = item.alias ?? item.relation;
      const below = path === "" ? name : `${path}.${name}`;
      const depth = below.split(".").length;
      // Otherwise one of the two would be lost.
      if (embeds.has(name)) {
        const twice = `${relation.name}_${name}_${depth}`;
        throw new RestError(400, "42712", `table name "${twice}" specified more than once`);
      }
      this.aliasCount += 1;
      const rows = relationship.isToOne ? above.rows : above.rows * this.limitOf(below);
      if (rows > (this.query.maxNestedRows ?? rows)) {
        throw tooCostly(
          `Nested lists may have more than ${this.query.maxNestedRows} rows`,
          `Limit them: ${below}.limit=10`,
        );
      }
      const level = this.level(
        relationship.relation,
        `${relationship.relation.name}_${depth} ${this.aliasCount}`,
        below,
        item.items,
        { paths, rows },
      );
      embeds.set(name, { item, level, relationship, parentAlias: alias, rows: null });
    }
    return { relation, alias, path, items, embeds };
  }

  private limitOf(path: string): number {
    return Math.min(this.query.relations.get(path)?.limit ?? MAX_ROWS, MAX_ROWS);
  }

  /** Returns whether a filter selects a single primary key. */
  private isOneRow({ primaryKey }: Relation): boolean {
    return (this.query.relations.get("")?.conditions ?? []).some(
      (condition) =>
        condition.kind === "filter" &&
        condition.operator === "eq" &&
        !condition.isNegated &&
        primaryKey.length === 1 &&
        condition.column === primaryKey[0],
    );
  }

  private columns(level: Level): string {
    const columns = level.items.flatMap((item) => {
      if (item.kind === "star") return [`${identifier(level.alias)}.*`];
      if (item.kind === "column") {
        const sql = isRowCount(item, level.relation)
          ? `count(${identifier(level.alias)})`
          : columnOf(level.relation, level.alias, item.column);
        return [`${sql} as ${identifier(item.alias ?? item.column)}`];
      }
      const name = item.alias ?? item.relation;
      const embed = level.embeds.get(name);
      return embed && item.items.length > 0 ? [`${this.value(embed)} as ${identifier(name)}`] : [];
    });
    // A row without columns is {}.
    return columns.join(", ");
  }

  private value(embed: Embed): string {
    const { isToOne } = embed.relationship;
    const page = this.page(embed.level, isToOne ? 1 : MAX_ROWS);
    const rows = `(select ${this.columns(embed.level)}${this.rows(embed)}${page}) as embedded`;
    return isToOne
      ? `(select row_to_json(embedded) from ${rows})`
      : `(select coalesce(json_agg(embedded), '[]') from ${rows})`;
  }

  private exists(embed: Embed): string {
    return `exists (select 1${this.rows(embed)})`;
  }

  /** Returns ` from … where …` of an embedded relation. */
  private rows(embed: Embed): string {
    const { level, relationship, parentAlias } = embed;
    embed.rows ??=
      ` from ${qualified(level.relation.name)} as ${identifier(level.alias)}` +
      ` where ${[relationship.join(level.alias, parentAlias), ...this.conditions(level)].join(" and ")}`;
    return embed.rows;
  }

  private where(level: Level, requiresInner = true): string {
    const conditions = this.conditions(level, requiresInner);
    return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  }

  private conditions(level: Level, requiresInner = true): string[] {
    const inner = [...level.embeds.values()].filter(({ item }) => item.isInner && requiresInner);
    const filters = this.query.relations.get(level.path)?.conditions ?? [];
    return [
      ...inner.map((embed) => this.exists(embed)),
      ...filters.map((condition) => this.condition(condition, level)),
    ];
  }

  private condition(condition: Condition, level: Level): string {
    if (condition.kind === "logic") {
      const parts = condition.conditions.map((part) => this.condition(part, level));
      return `${condition.isNegated ? "not " : ""}(${parts.join(` ${condition.operator} `)})`;
    }
    return buildFilter(condition, level.relation, level.alias, this.statement);
  }

  private page(level: Level, maxRows: number): string {
    const { order = [], limit: requested = null, offset = 0 } = this.query.relations.get(level.path) ?? {};
    const limit = Math.min(requested ?? maxRows, maxRows);
    const terms = order.map((term) => this.orderTerm(term, level));
    return [
      terms.length > 0 ? ` order by ${terms.join(", ")}` : "",
      ` limit ${limit}`,
      offset === 0 ? "" : ` offset ${offset}`,
    ].join("");
  }

  private orderTerm(term: OrderTerm, level: Level): string {
    const direction = `${term.isDescending ? " desc" : " asc"}${term.nulls ? ` nulls ${term.nulls}` : ""}`;
    return `${columnOf(level.relation, level.alias, term.column)}${direction}`;
  }
}

/**
 * Returns whether an item is `count` without a column of that name. PostgreSQL itself reads `row.count` as
 * `count(row)`, so PostgREST counts rows even with aggregate functions disabled.
 */
function isRowCount({ column }: SelectColumn, relation: Relation): boolean {
  return column === "count" && !relation.columns.has("count");
}
