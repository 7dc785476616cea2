import { type CurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import { contentPages, marketingPages, productPages } from "./catalog-pages.ts";
import { type DeskPageEntry, type DeskSection, isOwner } from "./desk-page.ts";
import { settingsPages } from "./settings-pages.ts";

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

/** Returns the label of the page at a path. */
export function deskPageTitle(pathname: string): string {
  return findDeskPage({ pathname, search: "" }, deskSections())?.page.label ?? "";
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
  // The router ignores letter case.
  const path = pathname.toLowerCase().replace(/\/+$/, "");
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
