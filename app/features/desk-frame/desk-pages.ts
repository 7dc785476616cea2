import { type CurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import type { DeskIconName } from "./desk-icon.tsx";

/** Headings of the list of all settings, in their order. */
export const SETTINGS_GROUPS = ["What shoppers see", "Pickup and delivery", "Money", "Staff and safety"] as const;
type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

type RoleTest = (user: Pick<CurrentUser, "role">) => boolean;

/** A page of the back office. */
export interface DeskPageEntry {
  to: string;
  label: string;
  /** Purpose of the page, in one line. */
  text: string;
  /** Heading above it on the list of all settings; none if it is no setting. */
  settingsGroup?: SettingsGroup;
  isAllowed: RoleTest;
  /** Permission for the pages of its items, if it differs from `isAllowed`. */
  isItemAllowed?: RoleTest;
}

/** A group of pages; its address is that of its first page. */
export interface DeskSection {
  label: string;
  icon: DeskIconName;
  /** On the phone's bottom bar; null for those under "More". */
  shortLabel: string | null;
  pages: readonly DeskPageEntry[];
}

const isOwner: RoleTest = ({ role }) => role === "owner";

/** Every page of the back office that has an address of its own, by section. */
const DESK_SECTIONS: readonly DeskSection[] = [
  {
    label: "Today",
    icon: "today",
    shortLabel: "Today",
    pages: [
      {
        to: "/desk/today",
        label: "Today",
        text: "Orders to pack, sales, and what needs a decision",
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: "Orders",
    icon: "orders",
    shortLabel: "Orders",
    pages: [
      { to: "/desk", label: "Order board", text: "Orders to pack, deliver, and hand over", isAllowed: mayPack },
      {
        to: "/desk/orders",
        label: "All orders",
        text: "Every order of every day",
        isAllowed: mayManage,
        isItemAllowed: mayPack,
      },
      {
        to: "/desk/runs",
        label: "Delivery runs",
        text: "Deliveries that a driver takes along, stop by stop",
        isAllowed: mayManage,
      },
      { to: "/desk/my-run", label: "My run", text: "Your deliveries, stop by stop", isAllowed: mayDrive },
    ],
  },
  {
    label: "Counter",
    icon: "counter",
    shortLabel: "New",
    pages: [
      { to: "/desk/new-order", label: "New order", text: "Orders by phone and at the counter", isAllowed: mayManage },
    ],
  },
  {
    label: "Customers",
    icon: "customers",
    shortLabel: null,
    pages: [
      { to: "/desk/customers", label: "Customers", text: "Contact, orders, notes, and tags", isAllowed: mayManage },
    ],
  },
  {
    label: "Products",
    icon: "products",
    shortLabel: "Products",
    pages: [
      { to: "/desk/products", label: "Products", text: "Prices, stock, and visibility", isAllowed: mayManage },
      {
        to: "/desk/products/import",
        label: "Import and export",
        text: "CSV files of this store, Shopify, and WooCommerce",
        isAllowed: mayManage,
      },
      { to: "/desk/stock", label: "Stock", text: "Deliveries, counts, waste, and dates", isAllowed: mayManage },
      {
        to: "/desk/products/choices",
        label: "Choices",
        text: "How products are cut and prepared",
        isAllowed: mayManage,
      },
      { to: "/desk/aisles", label: "Aisles", text: "The order of the pick list", isAllowed: mayManage },
    ],
  },
  {
    label: "Content",
    icon: "content",
    shortLabel: null,
    pages: [
      { to: "/desk/articles", label: "Articles", text: "Blog articles and recipes", isAllowed: mayManage },
      {
        to: "/desk/settings/slides",
        label: "Hero slides",
        text: "Images, texts, and links at the top of the home page",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/banner",
        label: "Banner",
        text: "A line at the top of every page, until a time you set",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: "Marketing",
    icon: "marketing",
    shortLabel: null,
    pages: [
      {
        to: "/desk/offers",
        label: "Offers",
        text: "Discounts for a time, by product or category",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/codes",
        label: "Discount codes",
        text: "Discounts, limits, and usage",
        settingsGroup: "Money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/feeds",
        label: "Product feeds",
        text: "Your products on Google, Facebook, Instagram, and in AI assistants",
        settingsGroup: "What shoppers see",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/words",
        label: "Search synonyms",
        text: "Synonyms, and searches without results",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: "Reports",
    icon: "reports",
    shortLabel: null,
    pages: [
      { to: "/desk/reports", label: "Reports", text: "Sales, customers, and refunds by range", isAllowed: mayManage },
      { to: "/desk/day", label: "Daily report", text: "Sales, payments, and exports", isAllowed: mayManage },
      { to: "/desk/settings/tax/report", label: "Tax report", text: "Sales tax by day and rate", isAllowed: isOwner },
    ],
  },
  {
    label: "Settings",
    icon: "settings",
    shortLabel: null,
    pages: [
      { to: "/desk/settings", label: "All settings", text: "Every settings page", isAllowed: mayManage },
      {
        to: "/desk/settings/shop",
        label: "Store settings",
        text: "Name, address, phone, free delivery, stock, team, and testimonials",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/hours",
        label: "Opening hours",
        text: "Shown in the footer, on the contact page, and by the map",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/closed-days",
        label: "Closed days and pauses",
        text: "Holidays, and pauses of pickup or delivery",
        settingsGroup: "What shoppers see",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/windows",
        label: "Pickup and delivery times",
        text: "Available times and orders per time",
        settingsGroup: "Pickup and delivery",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/zones",
        label: "Delivery zones",
        text: "Delivery areas and fees",
        settingsGroup: "Pickup and delivery",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/pay-in-store",
        label: "Payment in the store",
        text: "Who may pay pickup orders at the counter",
        settingsGroup: "Money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/tax",
        label: "Sales tax",
        text: "Rates, classes, exceptions, and exemptions",
        settingsGroup: "Money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/snap",
        label: "SNAP EBT",
        text: "Whether the store accepts it, and what it pays for",
        settingsGroup: "Money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/staff",
        label: "Staff",
        text: "Who works here, and what each may do",
        settingsGroup: "Staff and safety",
        isAllowed: isOwner,
      },
      {
        to: "/desk/audit-log",
        label: "Audit log",
        text: "Who changed what, and when",
        settingsGroup: "Staff and safety",
        isAllowed: isOwner,
      },
      {
        to: "/desk/backups",
        label: "Backups",
        text: "Backups of the store, and a download",
        settingsGroup: "Staff and safety",
        isAllowed: isOwner,
      },
      {
        to: "/desk/first-steps",
        label: "Setup checklist",
        text: "What is left to do before the store opens",
        settingsGroup: "Staff and safety",
        isAllowed: isOwner,
      },
    ],
  },
];

/** The sections with the pages that a user may open; without the sections of which nothing is left. */
export function sectionsFor(user: Pick<CurrentUser, "role">): DeskSection[] {
  return DESK_SECTIONS.map((section) => ({
    ...section,
    pages: section.pages.filter(({ isAllowed }) => isAllowed(user)),
  })).filter(({ pages }) => pages.length > 0);
}

/**
 * Whether a user may open an address of the back office. The routes check it before they load; this is for a role that
 * changes while a page is open.
 */
export function isAddressAllowed(
  address: { pathname: string; search: string },
  user: Pick<CurrentUser, "role">,
): boolean {
  const location = findDeskPage(address, DESK_SECTIONS);
  if (location === null) return mayPack(user);
  const { isExact, page } = location;
  return (isExact ? page.isAllowed : (page.isItemAllowed ?? page.isAllowed))(user);
}

/** A page with its section. */
export interface DeskLocation {
  section: DeskSection;
  page: DeskPageEntry;
  /** False for the details of one of the page's items. */
  isExact: boolean;
}

/**
 * Returns the page of an address: the one with the longest address that it begins with.
 * @param search with `order` or `import`, it shows one item of the page
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

/** The links above a page's heading: its section, and the page that it belongs to. Empty for a section's first page. */
export function breadcrumbOf(location: DeskLocation): { name: string; path: string }[] {
  const { section, page, isExact } = location;
  const first = section.pages[0];
  return [
    ...(first && (page !== first || !isExact) ? [{ name: section.label, path: first.to }] : []),
    ...(isExact || page === first ? [] : [{ name: page.label, path: page.to }]),
  ];
}
