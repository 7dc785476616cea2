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
  /** Group in the list of all settings; absent if the page has no settings. */
  settingsGroup?: SettingsGroup;
  isAllowed: RoleTest;
  /** Permission for the pages of its items, if it differs from `isAllowed`. */
  isItemAllowed?: RoleTest;
}

/** A group of pages; its URL is that of its first page. */
export interface DeskSection {
  label: string;
  icon: DeskIconName;
  /** Label on the phone's bottom bar; null for sections under "More". */
  shortLabel: string | null;
  pages: readonly DeskPageEntry[];
}

const isOwner: RoleTest = ({ role }) => role === "owner";

/** Returns every page of the back office with its own URL, by section. */
const deskSections = (): readonly DeskSection[] => [
  {
    label: t("Today"),
    icon: "today",
    shortLabel: t("Today"),
    pages: [
      {
        to: "/desk/today",
        label: t("Today"),
        text: t("Orders to pack, sales, and what needs a decision"),
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: t("Orders"),
    icon: "orders",
    shortLabel: t("Orders"),
    pages: [
      { to: "/desk", label: t("Order board"), text: t("Orders to pack, deliver, and hand over"), isAllowed: mayPack },
      {
        to: "/desk/orders",
        label: t("All orders"),
        text: t("Every order of every day"),
        isAllowed: mayManage,
        isItemAllowed: mayPack,
      },
      {
        to: "/desk/runs",
        label: t("Delivery runs"),
        text: t("Deliveries that a driver takes along, stop by stop"),
        isAllowed: mayManage,
      },
      { to: "/desk/my-run", label: t("My run"), text: t("Your deliveries, stop by stop"), isAllowed: mayDrive },
    ],
  },
  {
    label: t("Till"),
    icon: "counter",
    shortLabel: t("Till"),
    pages: [
      {
        to: "/desk/till",
        label: t("Till"),
        text: t("Sales at the counter, orders by phone, returns, and the cash drawer"),
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: t("Customers"),
    icon: "customers",
    shortLabel: null,
    pages: [
      {
        to: "/desk/customers",
        label: t("Customers"),
        text: t("Contact, orders, notes, and tags"),
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: t("Products"),
    icon: "products",
    shortLabel: t("Products"),
    pages: [
      { to: "/desk/products", label: t("Products"), text: t("Prices, stock, and visibility"), isAllowed: mayManage },
      {
        to: "/desk/products/import",
        label: t("Import and export"),
        text: t("CSV files of this store, Shopify, and WooCommerce"),
        isAllowed: mayManage,
      },
      { to: "/desk/stock", label: t("Stock"), text: t("Deliveries, counts, waste, and dates"), isAllowed: mayManage },
      {
        to: "/desk/products/choices",
        label: t("Choices"),
        text: t("How products are cut and prepared"),
        isAllowed: mayManage,
      },
      { to: "/desk/aisles", label: t("Aisles"), text: t("The order of the pick list"), isAllowed: mayManage },
    ],
  },
  {
    label: t("Content"),
    icon: "content",
    shortLabel: null,
    pages: [
      { to: "/desk/articles", label: t("Articles"), text: t("Blog articles and recipes"), isAllowed: mayManage },
      {
        to: "/desk/settings/slides",
        label: t("Hero slides"),
        text: t("Images, texts, and links at the top of the home page"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/banner",
        label: t("Banner"),
        text: t("A line at the top of every page, until a time you set"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
      {
        to: "/desk/translations",
        label: t("Translations"),
        text: t("Names and texts in Spanish, French, and Haitian Creole"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: t("Marketing"),
    icon: "marketing",
    shortLabel: null,
    pages: [
      {
        to: "/desk/offers",
        label: t("Offers"),
        text: t("Discounts for a time, by product or category"),
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/codes",
        label: t("Discount codes"),
        text: t("Discounts, limits, and usage"),
        settingsGroup: "money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/feeds",
        label: t("Product feeds"),
        text: t("Your products on Google, Facebook, Instagram, and in AI assistants"),
        settingsGroup: "storefront",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/words",
        label: t("Search synonyms"),
        text: t("Synonyms, and searches without results"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
    ],
  },
  {
    label: t("Reports"),
    icon: "reports",
    shortLabel: null,
    pages: [
      {
        to: "/desk/reports",
        label: t("Reports"),
        text: t("Sales, customers, and refunds by range"),
        isAllowed: mayManage,
      },
      { to: "/desk/day", label: t("Daily report"), text: t("Sales, payments, and exports"), isAllowed: mayManage },
      {
        to: "/desk/settings/tax/report",
        label: t("Tax report"),
        text: t("Sales tax by day and rate"),
        isAllowed: isOwner,
      },
    ],
  },
  {
    label: t("Settings"),
    icon: "settings",
    shortLabel: null,
    pages: [
      { to: "/desk/settings", label: t("All settings"), text: t("Every settings page"), isAllowed: mayManage },
      {
        to: "/desk/settings/shop",
        label: t("Store settings"),
        text: t("Name, address, phone, free delivery, stock, team, and testimonials"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/hours",
        label: t("Opening hours"),
        text: t("Shown in the footer, on the contact page, and by the map"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/closed-days",
        label: t("Closed days and pauses"),
        text: t("Holidays, and pauses of pickup or delivery"),
        settingsGroup: "storefront",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/windows",
        label: t("Pickup and delivery times"),
        text: t("Available times and orders per time"),
        settingsGroup: "fulfillment",
        isAllowed: mayManage,
      },
      {
        to: "/desk/settings/zones",
        label: t("Delivery zones"),
        text: t("Delivery areas and fees"),
        settingsGroup: "fulfillment",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/pay-in-store",
        label: t("Payment in the store"),
        text: t("Who may pay pickup orders at the counter"),
        settingsGroup: "money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/tax",
        label: t("Sales tax"),
        text: t("Rates, classes, exceptions, and exemptions"),
        settingsGroup: "money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/settings/snap",
        label: t("SNAP EBT"),
        text: t("Whether the store accepts it, and what it pays for"),
        settingsGroup: "money",
        isAllowed: isOwner,
      },
      {
        to: "/desk/staff",
        label: t("Staff"),
        text: t("Who works here, and what each may do"),
        settingsGroup: "staff",
        isAllowed: isOwner,
      },
      {
        to: "/desk/audit-log",
        label: t("Audit log"),
        text: t("Who changed what, and when"),
        settingsGroup: "staff",
        isAllowed: isOwner,
      },
      {
        to: "/desk/backups",
        label: t("Backups"),
        text: t("Backups of the store, and a download"),
        settingsGroup: "staff",
        isAllowed: isOwner,
      },
      {
        to: "/desk/first-steps",
        label: t("Setup checklist"),
        text: t("What is left to do before the store opens"),
        settingsGroup: "staff",
        isAllowed: isOwner,
      },
    ],
  },
];

/** Returns the sections with the pages that a user may open; leaves out sections without any. */
export function sectionsFor(user: Pick<CurrentUser, "role">): DeskSection[] {
  return deskSections()
    .map((section) => ({
      ...section,
      pages: section.pages.filter(({ isAllowed }) => isAllowed(user)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/**
 * Returns whether a user may open a URL of the back office. Routes check this before they load; this function handles a
 * role that changes while a page is open.
 */
export function isAddressAllowed(
  address: { pathname: string; search: string },
  user: Pick<CurrentUser, "role">,
): boolean {
  const location = findDeskPage(address, deskSections());
  if (location === null) return mayPack(user);
  const { isExact, page } = location;
  return (isExact ? page.isAllowed : (page.isItemAllowed ?? page.isAllowed))(user);
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

/**
 * Returns the links above a page's heading: its section, and the page that it belongs to. Empty for a section's first
 * page.
 */
export function breadcrumbOf(location: DeskLocation): { name: string; path: string }[] {
  const { section, page, isExact } = location;
  const first = section.pages[0];
  return [
    ...(first && (page !== first || !isExact) ? [{ name: section.label, path: first.to }] : []),
    ...(isExact || page === first ? [] : [{ name: page.label, path: page.to }]),
  ];
}
