import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql, TransactionSql } from "@calabash/data-service/database";
import { EXAMPLE_WINDOWS } from "#app/features/setup/example-windows.ts";
import { bucketPicture, PICTURE_BUCKET } from "#app/values/picture-address.ts";
import { addTranslations } from "./demo-translations.ts";

/** Parts of the data service that seeding needs. */
export interface SeedTools {
  sql: Sql;
  /** Stores an image file; returns its version, which is part of its file name. */
  addFile(bytes: Uint8Array): Promise<string>;
  hashPassword(password: string): Promise<string>;
}

export const DEMO_PASSWORD = "calabash-demo";
export const DEMO_ACCOUNTS = [
  { email: "shopper@calabash.example", fullName: "Sade Shopper", role: "customer" },
  { email: "owner@calabash.example", fullName: "Ola Owner", role: "admin" },
] as const;

interface SeedProduct {
  category: string;
  name: string;
  description_header: string;
  description: string;
  price: number;
  discount_price: number | null;
  size: string;
  img1: string;
  img2: string | null;
  sizes?: SeedSize[];
}

/** A size without `stock_count` is not counted; a missing price or measurement is the product's. */
interface SeedSize {
  label: string;
  stock_count?: number;
  price?: number;
  amount?: number;
  unit?: string;
}

/** A row of `blog_post`, and the products that its recipe uses. */
interface SeedArticle {
  name: string;
  img1: string;
  img2: string | null;
  products: SeedRecipeLine[];
}

interface SeedRecipeLine {
  name: string;
  /** One of the product's sizes; if missing, the customer chooses one. */
  size?: string;
  amount?: number;
  unit?: string;
  packs?: number;
}

/** Default attributes; the demo sets only those that the product's package would show. */
const NO_ATTRIBUTES = {
  also_called: "",
  storage: null,
  origin: "",
  ingredients: "",
  contains: [],
  may_contain: [],
  fibre: "",
  care: "",
  heat_level: null,
  amount: null,
  unit: null,
  pounds_each: null,
};

const CONTENT = join(import.meta.dirname, "content");
const PICTURES = join(import.meta.dirname, "pictures");

/** Adds the demo content in one transaction, so that a failure leaves nothing behind. */
export async function seedDemoShop({ sql, addFile, hashPassword }: SeedTools): Promise<void> {
  const products = readContent<SeedProduct[]>("products.json");
  const articles = readContent<SeedArticle[]>("articles.json");
  const testimonials = readContent<{ name: string; text: string; image: string }[]>("testimonials.json");
  const team = readContent<{ name: string; title: string; image: string }[]>("team.json");
  const pictures = Object.keys(readContent<Record<string, unknown>>("pictures.json")).filter((name) =>
    name.endsWith(".webp"),
  );
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const versions = await Promise.all(
    pictures.map(async (name) => {
      const bytes = readFileSync(join(PICTURES, name));
      return { name, size: bytes.length, version: await addFile(bytes) };
    }),
  );

  await sql.begin(async (transaction) => {
    await transaction`insert into private.shop_facts (name, value) values ('is_demo', 'true')`;
    await addPictures(transaction, versions);
    await transaction`insert into public.products ${transaction.rows(
      products.map(({ sizes: _, ...product }) => ({
        ...NO_ATTRIBUTES,
        ...product,
        img1: bucketPicture(product.img1),
        img2: product.img2 && bucketPicture(product.img2),
      })),
    )}`;
    await transaction`insert into public.blog_post ${transaction.rows(
      articles.map(({ products: _, ...article }, place) => ({
        ...article,
        img1: bucketPicture(article.img1),
        img2: article.img2 && bucketPicture(article.img2),
        // Articles are a week apart, so that the list has a defined order.
        created_at: new Date(Date.UTC(2026, 9, 3 + 7 * place, 15)),
      })),
    )}`;
    await transaction`update public.store_settings set
      testimonials = ${transaction.json(asSamples(testimonials))},
      team = ${transaction.json(asSamples(team))}`;
    await countStock(transaction);
    await addSizes(transaction, products);
    await addRecipes(transaction, articles);
    await addTaxExceptions(transaction);
    await addTranslations(transaction);
    await addAccounts(transaction, passwordHash);
    await addOrders(transaction);
    await addPickupWindows(transaction);
  });
}

async function addPictures(
  sql: TransactionSql,
  pictures: { name: string; size: number; version: string }[],
): Promise<void> {
  const rows = pictures.map(({ name, size, version }) => ({
    bucket_id: PICTURE_BUCKET,
    name,
    version,
    metadata: sql.json({
      eTag: `"${version}"`,
      size,
      contentLength: size,
      mimetype: "image/webp",
      cacheControl: "max-age=3600",
      httpStatusCode: 200,
    }),
  }));
  await sql`insert into storage.objects ${sql.rows(rows)}`;
}

/** Adds products that are not taxed like their category. Those that an accountant must decide are drafts. */
async function addTaxExceptions(sql: TransactionSql): Promise<void> {
  const classes = readContent<Record<string, { name: string; is_draft?: boolean }[]>>("tax-exceptions.json");
  for (const [title, products] of Object.entries(classes)) {
    for (const { name, is_draft = false } of products) {
      await sql`insert into public.tax_exceptions (product_id, class_id, is_draft)
        select products.id, tax_classes.id, ${is_draft}
        from public.products, public.tax_classes where products.name = ${name} and tax_classes.title = ${title}`;
    }
  }
}

async function addAccounts(sql: TransactionSql, passwordHash: string): Promise<void> {
  for (const { email, fullName, role } of DEMO_ACCOUNTS) {
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${email}, ${passwordHash}, now(),
        ${sql.json({ provider: "email", providers: ["email"] })}, ${sql.json({ fullName, avatar: "" })})
      returning id`;
    const id = user?.id ?? "";
    await sql`
      insert into auth.identities (user_id, provider, provider_id, identity_data)
      values (${id}, 'email', ${id}, ${sql.json({ sub: id, email, email_verified: true })})`;
    await sql`update public.profiles set role = ${role} where id = ${id}`;
  }
}

/** Counts the stock of three products, and marks one as sold out. */
async function countStock(sql: TransactionSql): Promise<void> {
  const counted = [
    ["Puna Yam (Whole Tuber)", 12],
    ["Goat Meat, Bone-In", 8],
    ["Kente Strip Cloth, Gold and Green", 2],
  ] as const;
  for (const [name, count] of counted) {
    await sql`
      with product as (
        update public.products set availability = 'counted' where name = ${name} returning id
      )
      insert into public.product_stock (product_id, stock_count) select id, ${count} from product`;
  }
  await sql`update public.products set availability = 'sold_out' where name = 'Callaloo'`;
}

/** Adds counted sizes of clothes, and pack sizes of stockfish. */
async function addSizes(sql: TransactionSql, products: readonly SeedProduct[]): Promise<void> {
  for (const { name, sizes = [] } of products) {
    for (const [position, size] of sizes.entries()) {
      const { label, stock_count = null, price = null, amount = null, unit = null } = size;
      await sql`
        with size as (
          insert into public.product_sizes (product_id, label, position, price, amount, unit, availability)
          select id, ${label}, ${position}, ${price}, ${amount}, ${unit},
            ${stock_count === null ? "available" : "counted"}
          from public.products where name = ${name}
          returning id
        )
        insert into public.size_stock (size_id, stock_count)
        select id, ${stock_count} from size where ${stock_count}::integer is not null`;
    }
  }
}

async function addPickupWindows(sql: TransactionSql): Promise<void> {
  await sql`insert into public.window_rules ${sql.rows(
    EXAMPLE_WINDOWS.pickup.map((rule) => ({
      ...rule,
      delivery_type: "pickup",
      window_capacities: sql.json(rule.window_capacities),
    })),
  )}`;
  await sql`update public.store_settings set pickup_windows = true`;
}

async function addRecipes(sql: TransactionSql, articles: readonly SeedArticle[]): Promise<void> {
  for (const article of articles) {
    for (const [position, line] of article.products.entries()) {
      const { name, size = null, amount = null, unit = null, packs = null } = line;
      await sql`
        insert into public.article_products (article_id, product_id, size_id, position, amount, unit, packs)
        select blog_post.id, products.id, sizes.id, ${position}, ${amount}, ${unit}, ${packs}
        from public.blog_post
        join public.products on products.name = ${name}
        left join public.product_sizes as sizes on sizes.product_id = products.id and sizes.label = ${size}
        where blog_post.name = ${article.name}`;
    }
  }
}

interface DemoOrder {
  hoursAgo: number;
  type: "pickup" | "delivery";
  path: string[];
  items: [name: string, quantity: number, size?: string][];
}

/** Adds orders of the demo customer, and changes their status only in ways that the store allows. */
async function addOrders(sql: TransactionSql): Promise<void> {
  const [shopper] = await sql<{ id: string }[]>`
    select id from auth.users where email = ${DEMO_ACCOUNTS[0].email}`;
  const [owner] = await sql<{ id: string }[]>`
    select id from auth.users where email = ${DEMO_ACCOUNTS[1].email}`;
  const orders: DemoOrder[] = [
    {
      hoursAgo: 260,
      type: "pickup",
      path: ["paid", "preparing", "ready", "completed"],
      items: [
        ["Ijebu Garri", 2],
        ["Red Palm Oil", 1],
        ["Smoked Dried Catfish", 1],
      ],
    },
    {
      hoursAgo: 150,
      type: "delivery",
      path: ["paid", "preparing", "out_for_delivery", "completed"],
      items: [
        ["Long Grain Parboiled Rice", 2],
        ["Goat Meat, Bone-In", 2],
        ["Jollof Rice Seasoning", 3],
      ],
    },
    { hoursAgo: 70, type: "pickup", path: ["cancelled"], items: [["Kente Strip Cloth, Gold and Green", 1]] },
    {
      hoursAgo: 5,
      type: "delivery",
      path: ["paid", "preparing"],
      items: [
        ["Puna Yam (Whole Tuber)", 2],
        ["Ground Egusi (Melon Seed)", 2],
        ["Whole Mackerel (Frozen)", 3],
        ["Unisex Dashiki Shirt", 1, "L"],
      ],
    },
    {
      hoursAgo: 3,
      type: "pickup",
      path: ["paid"],
      items: [
        ["Green Plantains", 3],
        ["Scotch Bonnet Peppers (Ata Rodo)", 1],
        ["Red Palm Oil", 2],
      ],
    },
    {
      hoursAgo: 1,
      type: "pickup",
      path: [],
      items: [
        ["Dudu-Osun Black Soap", 4],
        ["Raw Shea Butter (Ori)", 1],
      ],
    },
  ];
  // Staff can change orders only with an active session.
  const [session] = await sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${owner?.id ?? ""}) returning id`;
  const asOwner = JSON.stringify({ sub: owner?.id, session_id: session?.id });
  for (const order of orders) {
    const isDelivery = order.type === "delivery";
    const [placed] = await sql<{ id: string }[]>`
      insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, created_at)
      values (${shopper?.id ?? ""}, ${order.type}, ${isDelivery ? "18 Cypress Bend, Humble, TX 77338" : ""},
        ${isDelivery ? "2815550177" : ""}, now() - make_interval(hours => ${order.hoursAgo}))
      returning id`;
    for (const [name, quantity, size = null] of order.items) {
      await sql`
        insert into public.order_items (order_id, product_id, size_id, product_name, quantity, unit_price)
        select ${placed?.id ?? ""}, products.id, sizes.id, name, ${quantity}, products.price from public.products
        left join public.product_sizes as sizes on sizes.product_id = products.id and sizes.label = ${size}
        where name = ${name}`;
    }
    // Record the packed weight of products sold by weight. It is slightly above the estimate, which does not raise the
    // charge.
    if (order.path.includes("preparing")) {
      await sql`
        update public.order_items set packed_pounds = pounds_each * quantity * 1.12
        where order_id = ${placed?.id ?? ""} and pounds_each is not null`;
    }
    for (const status of order.path) {
      if (status === "paid") await pay(sql, placed?.id ?? "");
      else {
        // The triggers check the caller, so change the status as the owner.
        await sql`select set_config('request.jwt.claims', ${asOwner}, true)`;
        await sql`update public.orders set status = ${status} where id = ${placed?.id ?? ""}`;
        await sql`select set_config('request.jwt.claims', '', true)`;
      }
    }
    // The triggers recorded the status changes just now; move them to the order's own time.
    await sql`
      update public.order_status_changes as changes
      set changed_at = least(now(), orders.created_at + (steps.place - 1) * interval '25 minutes')
      from public.orders, (
        select id, row_number() over (order by id) as place
        from public.order_status_changes where order_id = ${placed?.id ?? ""}
      ) as steps
      where steps.id = changes.id and orders.id = changes.order_id`;
    await sql`
      update public.orders set paid_at = created_at + interval '25 minutes'
      where id = ${placed?.id ?? ""} and paid_at is not null`;
    await sql`
      update public.payments set received_at = orders.paid_at
      from public.orders where orders.id = payments.order_id and orders.id = ${placed?.id ?? ""}`;
  }
  await sql`delete from auth.sessions where id = ${session?.id ?? ""}`;
  // Remove the queued emails: these orders are in the past.
  await sql`delete from public.outgoing_mails`;
}

/** Marks the order as paid by a payment event. The sandbox creates the matching payments when it starts. */
async function pay(sql: TransactionSql, orderId: string): Promise<void> {
  const intentId = `pi_demo_${orderId.replaceAll("-", "")}`;
  await sql`
    select public.apply_payment_event(${`evt_demo_${orderId}`}, 'payment_intent.succeeded', id, ${intentId},
      (total * 100)::bigint, 'usd', null, '{}')
    from public.orders where id = ${orderId}`;
}

function readContent<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(CONTENT, file), "utf8"));
}

function asSamples<Row extends { image: string }>(rows: Row[]) {
  return rows.map((row) => ({ ...row, image: bucketPicture(row.image), is_sample: true }));
}
