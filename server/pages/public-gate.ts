import { localizedPath } from "#app/messages/locales.ts";
import { isDeskPath } from "#app/platform/desk-path.ts";
import { SHOP_PREVIEW_COOKIE } from "#app/platform/shop-preview.ts";
import type { KnownAddress } from "./known-addresses.ts";

const OPENING_SOON = "/opening-soon";
/** Pages to log in, pages of orders that staff took, and files such as robots.txt. */
const ALWAYS_OPEN =
  /^\/(?:auth|account|join|opening-soon|orders?|order-link|pay|checkout|shippingInformation|success|error|stock-messages|privacy|delivery-and-returns)(?:[-/?.]|$)|^\/[^/]+\.(?:txt|xml|webmanifest)$/;

/**
 * Creates the gate that shows visitors the opening-soon page instead of a store that its owner has not opened yet. It
 * hides nothing secret: the catalog is public, and staff pass by a cookie that the back office sets.
 */
export function createPublicGate() {
  let isOpen = true;
  return {
    isOpen: () => isOpen,
    setOpen: (next: boolean) => {
      isOpen = next;
    },
    /** Returns a redirect for a page that the visitor must not see yet; null for all others. */
    redirectPublic(
      { headers }: Pick<Request, "headers">,
      { locale, path, isData, isNowhere }: KnownAddress,
    ): Response | null {
      const isNotice = path.startsWith(OPENING_SOON);
      if (isOpen) return isNotice ? redirectTo(localizedPath(locale, "/home"), isData) : null;
      if (isNowhere || ALWAYS_OPEN.test(path) || isDeskPath(path)) return null;
      if (headers.get("cookie")?.includes(`${SHOP_PREVIEW_COOKIE}=`)) return null;
      return redirectTo(localizedPath(locale, OPENING_SOON), isData);
    },
  };
}

/** The client-side router understands its own headers only; it then loads the document. */
function redirectTo(location: string, isData: boolean): Response {
  const shared = { "cache-control": "no-store", vary: "cookie" };
  return isData
    ? new Response(null, {
        status: 204,
        headers: {
          ...shared,
          "x-remix-redirect": location,
          "x-remix-status": "302",
          "x-remix-reload-document": "true",
        },
      })
    : new Response(null, { status: 302, headers: { ...shared, location } });
}
