import { type CurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import type { DeskIconName } from "./desk-icon.tsx";

/** Groups in the list of all settings, in display order. */
export const SETTINGS_GROUPS = ["storefront", "fulfillment", "money", "staff"] as const;
type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** Returns the heading of a group. */
export function settingsGroupTitle(group: SettingsGroup): string {
  const titles: Record<SettingsGroup, string> = {
    storefront: t("What shoppers see"),
    fulfillment: t("Pickup and delivery"),
    money: t("Money"),
    staff: t("Staff and safety"),
  };
  return titles[group];
}

type RoleTest = (user: Pick<CurrentUser, "role">) => boolean;

/** A page of the back office. */
export interface DeskPageEntry {
  to: string;
  label: string;
  /** Purpose of the page, in one line. */
  text: string;
  /** Other words by which owners look for the page, for searches. */
  words?: string;
  /** Page whose menu entry leads to this one; absent for pages in the menu. */
  under?: string;
  /** Whether the page lists the pages under it. The pages under other pages are shown as tabs. */
  isHub?: boolean;
  /** Group in the list of all settings; absent if the page has no settings. */
  settingsGroup?: SettingsGroup;
  /** Permission; by default that of managers. */
  isAllowed?: RoleTest;
  /** Permission for the pages of its items, if it differs from `isAllowed`. */
  isItemAllowed?: RoleTest;
}

/** A group of pages; its URL is that of its first page. */
export interface DeskSection {
  label: string;
  icon: DeskIconName;
  /** Whether the section is on the phone's bottom bar; the others are under "More". */
  isOnBar?: boolean;
  pages: readonly DeskPageEntry[];
}

const isOwner: RoleTest = ({ role }) => role === "owner";

/** Returns every page of the back office with its own URL, by section. */
const deskSections = (): readonly DeskSection[] => [
  {
    label: t("Today"),
    icon: "today",
    isOnBar: true,
    pages: [
      {
        to: "/desk/today",
        label: t("Today"),
        text: t("Orders to pack, sales, and what needs a decision"),
        words: t("home, dashboard, overview, start"),
      },
    ],
  },
  {
    label: t("Orders"),
    icon: "orders",
    isOnBar: true,
    pages: [
      {
        to: "/desk",
        label: t("Order board"),
        text: t("Orders to pack, deliver, and hand over"),
        words: t("packing, picking, pick list, fulfillment, ready for pickup"),
        isAllowed: mayPack,
      },
      {
        to: "/desk/orders",
        label: t("All orders"),
        text: t("Every order of every day"),
        words: t("canceled, refunded, unpaid, history, search orders"),
        isItemAllowed: mayPack,
      },
      {
        to: "/desk/runs",
        label: t("Delivery runs"),
        text: t("Deliveries that a driver takes along, stop by stop"),
        words: t("route, driver, van, drop-off"),
      },
      { to: "/desk/my-run", label: t("My run"), text: t("Your deliveries, stop by stop"), isAllowed: mayDrive },
    ],
  },
  {
    label: t("Till"),
    icon: "counter",
    isOnBar: true,
    pages: [
      {
        to: "/desk/till",
        label: t("Till"),
        text: t("Sales at the counter, orders by phone, returns, and the cash drawer"),
        words: t(
          "counter, register, point of sale, pos, cash, cashier, phone order, new order, walk-in, receipt, change",
        ),
      },
    ],
  },
  {
    label: t("Customers"),
    icon: "customers",
    pages: [
      {
        to: "/desk/customers",
        label: t("Customers"),
        text: t("Contact, orders, notes, and tags"),
        words: t("clients, people, shoppers, regulars, address book"),
      },
    ],
  },
  { label: t("Products"), icon: "products", isOnBar: true, pages: productPages() },
  { label: t("Content"), icon: "content", pages: contentPages() },
  { label: t("Marketing"), icon: "marketing", pages: marketingPages() },
  {
    label: t("Reports"),
    icon: "reports",
    pages: [
      {
        to: "/desk/reports",
        label: t("Reports"),
        text: t("Sales, customers, and refunds by range"),
        words: t("charts, revenue, turnover, statistics, analytics, best sellers"),
      },
      {
        to: "/desk/day",
        label: t("Daily report"),
        text: t("Sales, payments, and exports"),
        words: t("z report, closing, end of day, accountant, bookkeeping, payout, quickbooks"),
        under: "/desk/reports",
      },
      {
        to: "/desk/settings/tax/report",
        label: t("Tax report"),
        text: t("Sales tax by day and rate"),
        words: t("vat, tax return, filing"),
        under: "/desk/reports",
        isAllowed: isOwner,
      },
    ],
  },
  { label: t("Settings"), icon: "settings", pages: settingsPages() },
];

const productPages = (): DeskPageEntry[] => [
  {
    to: "/desk/products",
    label: t("Products"),
    text: t("Prices, stock, and visibility"),
    words: t("items, goods, catalog, articles for sale, sold out, hide, barcode, sku, picture, photo, drafts"),
  },
  {
    to: "/desk/products/import",
    label: t("Import and export"),
    text: t("CSV files of this store, Shopify, and WooCommerce"),
    words: t("excel, spreadsheet, upload, download"),
    under: "/desk/products",
  },
  {
    to: "/desk/products/choices",
    label: t("Cuts and choices"),
    text: t("How products are cut and prepared"),
    words: t("options, modifiers, variants, extras, butcher"),
    under: "/desk/products",
  },
  {
    to: "/desk/aisles",
    label: t("Aisles"),
    text: t("The order of the pick list"),
    words: t("shelf, location, sort"),
    under: "/desk/products",
  },
  {
    to: "/desk/stock",
    label: t("Stock"),
    text: t("Deliveries, counts, waste, and dates"),
    words: t("inventory, warehouse"),
    isHub: true,
  },
  ...[
    {
      to: "/desk/stock/receive",
      label: t("Receive delivery"),
      text: t("Scan what arrived, with cost and best-before date"),
      words: t("goods in, restock, invoice, cost"),
    },
    {
      to: "/desk/stock/count",
      label: t("Count stock"),
      text: t("Scan the shelf and correct differences"),
      words: t("stocktake, inventory count"),
    },
    {
      to: "/desk/stock/sell-by",
      label: t("Sell by"),
      text: t("Dates, markdowns, and what is past its date"),
      words: t("expiry, expired, best before"),
    },
    {
      to: "/desk/stock/purchases",
      label: t("Purchase list"),
      text: t("What runs out, by supplier"),
      words: t("reorder, shopping list, wholesale, buy"),
    },
    {
      to: "/desk/stock/report",
      label: t("Margin and stock"),
      text: t("Margin, waste, and what the stock is worth"),
      words: t("profit, markup, value"),
    },
    {
      to: "/desk/stock/history",
      label: t("Stock history"),
      text: t("Waste, corrections, and every other movement"),
      words: t("shrinkage, damaged, theft, log"),
    },
    {
      to: "/desk/stock/suppliers",
      label: t("Suppliers"),
      text: t("Who delivers, and whom to call"),
      words: t("vendors, wholesaler"),
    },
  ].map((page) => ({ ...page, under: "/desk/stock" })),
];

const contentPages = (): DeskPageEntry[] => [
  { to: "/desk/articles", label: t("Articles"), text: t("Blog articles and recipes"), words: t("posts, news, write") },
  {
    to: "/desk/settings/slides",
    label: t("Hero slides"),
    text: t("Images, texts, and links at the top of the home page"),
    words: t("home page, pictures, photos, carousel, design"),
    settingsGroup: "storefront",
  },
  {
    to: "/desk/settings/banner",
    label: t("Banner"),
    text: t("A line at the top of every page, until a time you set"),
    words: t("announcement, notice, message to shoppers"),
    settingsGroup: "storefront",
    under: "/desk/settings/slides",
  },
  {
    to: "/desk/settings/about",
    label: t("Team and testimonials"),
    text: t("People and quotes on the home and About pages"),
    words: t("about us, reviews, ratings, story"),
    settingsGroup: "storefront",
    under: "/desk/settings/slides",
  },
  {
    to: "/desk/translations",
    label: t("Translations"),
    text: t("Names and texts in the store's other languages"),
    words: t("languages"),
    settingsGroup: "storefront",
  },
];

const marketingPages = (): DeskPageEntry[] => [
  {
    to: "/desk/offers",
    label: t("Offers"),
    text: t("Discounts for a time, by product or category"),
    words: t("sale, special, promotion, deal, price reduction"),
  },
  {
    to: "/desk/offers/quantity",
    label: t("Prices by quantity"),
    text: t("Such as 2 for $5"),
    words: t("bundle, multi-buy, wholesale price"),
    under: "/desk/offers",
  },
  {
    to: "/desk/settings/codes",
    label: t("Discount codes"),
    text: t("Discounts, limits, and usage"),
    words: t("coupon, voucher, promo code, promotion"),
    settingsGroup: "money",
    under: "/desk/offers",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/feeds",
    label: t("Product feeds"),
    text: t("Your products on Google, Facebook, Instagram, and in AI assistants"),
    words: t("ads, shopping, merchant center, whatsapp catalog"),
    settingsGroup: "storefront",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/words",
    label: t("Search synonyms"),
    text: t("Synonyms, and searches without results"),
    words: t("not found, other names, spelling"),
    settingsGroup: "storefront",
  },
];

const settingsPages = (): DeskPageEntry[] => [
  {
    to: "/desk/settings",
    label: t("All settings"),
    text: t("Every settings page"),
    words: t("options, configuration, preferences"),
  },
  {
    to: "/desk/settings/shop",
    label: t("Name and address"),
    text: t("Name, address, phone, email, WhatsApp, and social links"),
    words: t("store settings, logo, contact, location, map, business, facebook, instagram, tiktok"),
    settingsGroup: "storefront",
  },
  {
    to: "/desk/settings/hours",
    label: t("Hours and closed days"),
    text: t("Opening hours, holidays, and pauses of pickup or delivery"),
    words: t("opening hours, open, closed, vacation, holiday"),
    settingsGroup: "storefront",
  },
  {
    to: "/desk/settings/windows",
    label: t("Pickup and delivery times"),
    text: t("Available times and orders per time"),
    words: t("windows, slots, capacity, schedule"),
    settingsGroup: "fulfillment",
  },
  {
    to: "/desk/settings/zones",
    label: t("Delivery zones"),
    text: t("Delivery areas, fees, and free delivery"),
    words: t("shipping, zip, miles, minimum order"),
    settingsGroup: "fulfillment",
    under: "/desk/settings/windows",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/messages",
    label: t("Messages and stock alerts"),
    text: t("Texts to customers, messages when a product is back, and low stock"),
    words: t("sms, text message, whatsapp, notifications, twilio"),
    settingsGroup: "fulfillment",
  },
  {
    to: "/desk/settings/payment",
    label: t("Wallets and SNAP EBT"),
    text: t("Apple Pay and Google Pay, and what SNAP EBT pays for"),
    words: t("payment, credit card, stripe, food stamps, ebt"),
    settingsGroup: "money",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/pay-in-store",
    label: t("Payment in the store"),
    text: t("Who may pay pickup orders at the counter"),
    words: t("cash, pay later, cash on pickup"),
    settingsGroup: "money",
    under: "/desk/settings/payment",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/tax",
    label: t("Sales tax"),
    text: t("Rates, classes, exceptions, and exemptions"),
    words: t("vat, tax rate"),
    settingsGroup: "money",
    under: "/desk/settings/payment",
    isAllowed: isOwner,
  },
  {
    to: "/desk/staff",
    label: t("Staff"),
    text: t("Who works here, and what each may do"),
    words: t("employees, team, users, roles, permissions, manager, packer, password"),
    settingsGroup: "staff",
    isAllowed: isOwner,
  },
  {
    to: "/desk/audit-log",
    label: t("Audit log"),
    text: t("Who changed what, and when"),
    words: t("history, changes, activity"),
    settingsGroup: "staff",
    under: "/desk/staff",
    isAllowed: isOwner,
  },
  {
    to: "/desk/backups",
    label: t("Backups"),
    text: t("Backups of the store, and a download"),
    words: t("export, data, restore"),
    settingsGroup: "staff",
    under: "/desk/staff",
    isAllowed: isOwner,
  },
  {
    to: "/desk/first-steps",
    label: t("Setup checklist"),
    text: t("What is left to do before the store opens"),
    words: t("first day, open the store, launch, go live, guide"),
    settingsGroup: "staff",
    isAllowed: isOwner,
  },
];

/** Returns the sections with the pages that a user may open; leaves out sections without any. */
export function sectionsFor(user: Pick<CurrentUser, "role">): DeskSection[] {
  return deskSections()
    .map((section) => ({ ...section, pages: section.pages.filter(({ isAllowed = mayManage }) => isAllowed(user)) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Returns the path of every page of the back office that has its own URL. app/routes.ts makes its route. */
export function listDeskPaths(): string[] {
  return deskSections().flatMap(({ pages }) => pages.map(({ to }) => to));
}

/** Returns whether a user may open a URL of the back office. */
export function isAddressAllowed(
  address: { pathname: string; search: string },
  user: Pick<CurrentUser, "role">,
): boolean {
  const location = findDeskPage(address, deskSections());
  if (location === null) return mayPack(user);
  const { isExact, page } = location;
  return ((isExact ? undefined : page.isItemAllowed) ?? page.isAllowed ?? mayManage)(user);
}

/** A page with its section. */
export interface DeskLocation {
  section: DeskSection;
  page: DeskPageEntry;
  /** False if the URL shows one of the page's items. */
  isExact: boolean;
}

/**
 * Returns the page of a URL: the one whose path is the longest prefix of it.
 * @param search `order` or `import` in it means that it shows one item of the page
 */
export function findDeskPage(
  { pathname, search }: { pathname: string; search: string },
  sections: readonly DeskSection[],
): DeskLocation | null {
  const path = pathname.replace(/\/+$/, "");
  const isItem = /[?&](order|import)=/.test(search);
  const found = sections
    .flatMap((section) => section.pages.map((page) => ({ section, page, isExact: page.to === path && !isItem })))
    .filter(({ page }) => path === page.to || path.startsWith(`${page.to}/`))
    .toSorted((a, b) => b.page.to.length - a.page.to.length);
  return found[0] ?? null;
}

/** Returns the pages shown as tabs with a page, itself included; empty without others. */
export function tabsOf({ section, page }: DeskLocation): readonly DeskPageEntry[] {
  const head = page.under ?? page.to;
  const pages = section.pages.filter(({ to, under }) => to === head || under === head);
  return pages.length > 1 && !pages.some(({ isHub }) => isHub) ? pages : [];
}

/** Returns whether a menu entry leads to this page or to one under it. */
export function isInMenuEntry(location: DeskLocation | null, entry: DeskPageEntry): boolean {
  return location !== null && (location.page === entry || location.page.under === entry.to);
}

/**
 * Returns the links above a page's heading: its section, and the page that it belongs to. Empty for a section's first
 * page.
 */
export function breadcrumbOf(location: DeskLocation): { name: string; path: string }[] {
  const { section, page, isExact } = location;
  const first = section.pages[0];
  const hub = section.pages.find(({ to, isHub }) => isHub && to === page.under);
  return [
    ...(first && (page !== first || !isExact) ? [{ name: section.label, path: first.to }] : []),
    ...(hub ? [{ name: hub.label, path: hub.to }] : []),
    ...(isExact || page === first ? [] : [{ name: page.label, path: page.to }]),
  ];
}
