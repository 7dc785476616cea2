import {
  type ColumnPath,
  type Condition,
  type OrderTerm,
  type ParsedQuery,
  parseValues,
  type RelationQuery,
  type SelectEmbed,
  type SelectItem,
} from "./parse-request.ts";
import { notUnderstood, RestError } from "./rest-error.ts";
import { EXPOSED_SCHEMA, type ForeignKey, type Relation, type SchemaCache } from "./schema-cache.ts";

/** As on a hosted project: more rows than this come in pages. */
const MAX_ROWS = 1000;

/** SQL text with `$1…` and its values: nothing a visitor wrote ever stands in the text. */
export class Statement {
  readonly values: string[] = [];

  bind(value: string): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualified(name: string): string {
  return `${identifier(EXPOSED_SCHEMA)}.${identifier(name)}`;
}

export function findRelation(schema: SchemaCache, name: string): Relation {
  const relation = schema.relations.get(name);
  if (!relation) {
    throw new RestError(
      404,
      "PGRST205",
      `Could not find the table '${EXPOSED_SCHEMA}.${name}' in the schema cache`,
    );
  }
  return relation;
}

/** A relation under the name that the statement knows it by. */
interface Source {
  relation: Relation;
  alias: string;
  /** Dotted path of embedded names, '' at the top: the key of its filters. */
  path: string;
}

/** Writes the parts of one statement for one parsed query. */
export class QueryBuilder {
  private readonly schema: SchemaCache;
  private readonly query: ParsedQuery;
  readonly statement: Statement;
  private readonly usedPaths = new Set<string>([""]);
  private aliasCount = 0;

  constructor(schema: SchemaCache, query: ParsedQuery, statement: Statement) {
    this.schema = schema;
    this.query = query;
    this.statement = statement;
  }

  /** `select … from source …` with filters, order and page; each row is what the client sees. */
  select(from: string, relation: Relation, alias: string): string {
    const top: Source = { relation, alias, path: "" };
    const { items, where } = this.selectItems(this.query.select, top);
    const sql = [
      `select ${items} from ${from} as ${identifier(alias)}`,
      this.where(top, where),
      this.page(top),
    ];
    this.refuseUnusedPaths();
    return sql.join("");
  }

  /** How many rows the filters leave, whatever the page. */
  count(from: string, relation: Relation, alias: string): string {
    const top: Source = { relation, alias, path: "" };
    const { where } = this.selectItems(
      this.query.select.filter((item) => item.kind === "embed" && item.isInner),
      top,
    );
    return `select count(*) from ${from} as ${identifier(alias)}${this.where(top, where)}`;
  }

  /** The filters of the requested relation alone, for update and delete. */
  topConditions(relation: Relation, alias: string): string {
    return this.where({ relation, alias, path: "" }, []);
  }

  private selectItems(selected: SelectItem[], source: Source): { items: string; where: string[] } {
    const items: string[] = [];
    const where: string[] = [];
    for (const item of selected) {
      if (item.kind === "star") items.push(`${identifier(source.alias)}.*`);
      else if (item.kind === "column") {
        const name = item.alias ?? item.path.steps.at(-1)?.key ?? item.path.column;
        const cast = item.cast ? `::${castType(item.cast)}` : "";
        items.push(`${this.path(item.path, source)}${cast} as ${identifier(name)}`);
      } else {
        const embed = this.embed(item, source);
        if (item.items.length > 0) items.push(`${embed.value} as ${identifier(item.alias ?? item.relation)}`);
        if (item.isInner) where.push(embed.exists);
      }
    }
    return { items: items.length > 0 ? items.join(", ") : "1 as nothing", where };
  }

  private embed(item: SelectEmbed, parent: Source): { value: string; exists: string } {
    const { key, isToOne, relation } = findRelationship(this.schema, parent.relation, item);
    this.aliasCount += 1;
    const alias = `${relation.name}_${this.aliasCount}`;
    const path = [parent.path, item.alias ?? item.relation].filter(Boolean).join(".");
    const source: Source = { relation, alias, path };
    const [ownColumns, parentColumns] =
      relation.name === key.target && isToOne
        ? [key.targetColumns, key.columns]
        : [key.columns, key.targetColumns];
    const join = ownColumns.map(
      (column, place) =>
        `${identifier(alias)}.${identifier(column)} = ${identifier(parent.alias)}.${identifier(parentColumns[place] ?? "")}`,
    );
    const inner = this.selectItems(item.items, source);
    const from = ` from ${qualified(relation.name)} as ${identifier(alias)}`;
    const where = this.where(source, [...join, ...inner.where]);
    const rows = `(select ${inner.items}${from}${where}${this.page(source)}${isToOne ? " limit 1" : ""}) as embedded`;
    return {
      value: isToOne
        ? `(select row_to_json(embedded) from ${rows})`
        : `(select coalesce(json_agg(embedded), '[]') from ${rows})`,
      exists: `exists (select 1${from}${where})`,
    };
  }

  private where(source: Source, more: string[]): string {
    const relationQuery = this.use(source.path);
    const conditions = [
      ...more,
      ...(relationQuery?.conditions ?? []).map((condition) => this.condition(condition, source)),
    ];
    return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  }

  private page(source: Source): string {
    const { order = [], limit: wanted = null, offset = 0 } = this.use(source.path) ?? {};
    const limit = source.path === "" ? Math.min(wanted ?? MAX_ROWS, MAX_ROWS) : wanted;
    const terms = order.map((term) => this.orderTerm(term, source));
    return [
      terms.length > 0 ? ` order by ${terms.join(", ")}` : "",
      limit === null ? "" : ` limit ${limit}`,
      offset === 0 ? "" : ` offset ${offset}`,
    ].join("");
  }

  private orderTerm(term: OrderTerm, source: Source): string {
    const direction = term.isDescending ? " desc" : " asc";
    return `${this.path(term.path, source)}${direction}${term.nulls ? ` nulls ${term.nulls}` : ""}`;
  }

  private condition(condition: Condition, source: Source): string {
    if (condition.kind === "logic") {
      const parts = condition.conditions.map((part) => this.condition(part, source));
      return `${condition.isNegated ? "not " : ""}(${parts.join(` ${condition.operator} `)})`;
    }
    const test = this.filter(condition, this.path(condition.path, source));
    return condition.isNegated ? `not (${test})` : test;
  }

  private filter(filter: Extract<Condition, { kind: "filter" }>, column: string): string {
    const { operator, value } = filter;
    if (operator === "is") return `${column} is ${isWord(value)}`;
    if (operator === "in")
      return `${column} = any (${this.statement.bind(arrayLiteral(parseValues(value)))})`;
    if (operator === "isdistinct") return `${column} is distinct from ${this.statement.bind(value)}`;
    const search = FULL_TEXT_FUNCTIONS[operator];
    if (search) {
      const language = filter.language ? `${this.statement.bind(filter.language)}::regconfig, ` : "";
      return `to_tsvector(${language}${column}::text) @@ ${search}(${language}${this.statement.bind(value)}::text)`;
    }
    const symbol = SYMBOLS[operator];
    if (!symbol) throw notUnderstood(`The operator "${operator}" is not supported here.`);
    const pattern = operator === "like" || operator === "ilike" ? value.replaceAll("*", "%") : value;
    const bound = this.statement.bind(pattern);
    return filter.quantifier
      ? `${column} ${symbol} ${filter.quantifier} (${bound})`
      : `${column} ${symbol} ${bound}`;
  }

  private path(path: ColumnPath, source: Source): string {
    if (!source.relation.columns.has(path.column)) {
      throw new RestError(400, "42703", `column ${source.relation.name}.${path.column} does not exist`);
    }
    const column = `${identifier(source.alias)}.${identifier(path.column)}`;
    if (path.steps.length === 0) return column;
    const steps = path.steps.map((step) => {
      const key = /^-?\d+$/.test(step.key) ? step.key : `${this.statement.bind(step.key)}::text`;
      return `${step.asText ? "->>" : "->"}${key}`;
    });
    return `(to_jsonb(${column})${steps.join("")})`;
  }

  private use(path: string): RelationQuery | undefined {
    this.usedPaths.add(path);
    return this.query.relations.get(path);
  }

  /** A filter on something that is not embedded would otherwise be ignored. */
  private refuseUnusedPaths(): void {
    for (const path of this.query.relations.keys()) {
      if (!this.usedPaths.has(path)) {
        throw new RestError(400, "PGRST108", `'${path}' is not an embedded resource in this request`);
      }
    }
  }
}

const SYMBOLS: Record<string, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};

const FULL_TEXT_FUNCTIONS: Record<string, string> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};

function isWord(value: string): string {
  const word = { null: "null", not_null: "not null", true: "true", false: "false", unknown: "unknown" }[
    value.toLowerCase()
  ];
  if (!word) throw notUnderstood(`"is.${value}" is not understood.`);
  return word;
}

const CAST_TYPES = new Set([
  ...["text", "varchar", "int2", "int4", "int8", "smallint", "integer", "int", "bigint", "numeric"],
  ...["float4", "float8", "real", "boolean", "bool", "date", "time", "timestamp", "timestamptz", "uuid"],
  ...["json", "jsonb", "double precision"],
]);

function castType(name: string): string {
  const type = name.trim().toLowerCase();
  if (!CAST_TYPES.has(type)) throw new RestError(400, "42704", `type "${name}" does not exist`);
  return type;
}

/** PostgreSQL's own text form of an array. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}

interface Relationship {
  key: ForeignKey;
  /** One row (or none) stands on the other side. */
  isToOne: boolean;
  relation: Relation;
}

function findRelationship(schema: SchemaCache, parent: Relation, item: SelectEmbed): Relationship {
  const found: Relationship[] = [];
  for (const key of schema.foreignKeys) {
    const fits = (name: string) =>
      item.hint === null || key.name === item.hint || key.columns.includes(item.hint) || name === item.hint;
    // The wanted name may be the other table, the key, or the key's own column.
    if (key.table === parent.name) {
      const isNamed =
        key.target === item.relation || key.name === item.relation || key.columns.includes(item.relation);
      const relation = schema.relations.get(key.target);
      if (isNamed && relation && fits(key.target)) found.push({ key, isToOne: true, relation });
    }
    if (key.target === parent.name && (key.table === item.relation || key.name === item.relation)) {
      const relation = schema.relations.get(key.table);
      if (relation && fits(key.table)) found.push({ key, isToOne: key.isUnique, relation });
    }
  }
  const [first] = found;
  if (!first) {
    throw new RestError(
      400,
      "PGRST200",
      `Could not find a relationship between '${parent.name}' and '${item.relation}' in the schema cache`,
      `Searched for a foreign key relationship between '${parent.name}' and '${item.relation}' in the schema '${EXPOSED_SCHEMA}', but no matches were found.`,
    );
  }
  if (found.length > 1) {
    throw new RestError(
      300,
      "PGRST201",
      `Could not embed because more than one relationship was found for '${parent.name}' and '${item.relation}'`,
      found.map((each) => each.key.name).join(", "),
      `Try changing '${item.relation}' to one of the following: ${found.map((each) => `'${item.relation}!${each.key.name}'`).join(", ")}. Find the desired relationship in the 'details' key.`,
    );
  }
  return first;
}
