import { agenticFeed } from "#app/features/product-feeds/agentic-feed.ts";
import { type FeedItem, type FeedStore, feedItems } from "#app/features/product-feeds/feed-item.ts";
import { listFeedProducts } from "#app/features/product-feeds/feed-queries.ts";
import { googleFeed, googleLocalFeed } from "#app/features/product-feeds/google-feed.ts";
import { metaFeed } from "#app/features/product-feeds/meta-feed.ts";
import {
  AGENTIC_FEED,
  GOOGLE_FEED,
  GOOGLE_LOCAL_FEED,
  META_FEED,
  productFeeds,
} from "#app/features/product-feeds/product-feeds.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { readStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import type { Route } from "./+types/product-feed-route";

const XML = "application/xml; charset=utf-8";

type Writer = (items: FeedItem[], store: FeedStore, settings: StoreSettings) => string;

const WRITERS: Record<string, { type: string; write: Writer }> = {
  [GOOGLE_FEED.path]: { type: XML, write: googleFeed },
  [GOOGLE_LOCAL_FEED.path]: {
    type: XML,
    write: (items, store, { googleStoreCode }) => googleLocalFeed(items, store, googleStoreCode),
  },
  [META_FEED.path]: { type: "text/csv; charset=utf-8", write: metaFeed },
  [AGENTIC_FEED.path]: { type: "application/json; charset=utf-8", write: agenticFeed },
};

/** Serves a product feed as a guest may read it; 404 if the owner has not turned it on. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const path = `/feeds/${params.feed}`;
  const feed = productFeeds.find((each) => each.path === path);
  const writer = WRITERS[path];
  if (feed === undefined || writer === undefined) return notFound();
  const { publicOrigin, supabaseUrl, shopMode } = context.get(publicConfigContext);
  const data = context.get(publicDataContext);
  const settings = await readStoreSettings(data, shopMode);
  if (!feed.isOn(settings)) return notFound();
  const { name, timeZone } = settings;
  const store = { name, origin: publicOrigin, imageOrigin: supabaseUrl || publicOrigin, timeZone };
  const products = await listFeedProducts(data);
  const text = writer.write(
    products.flatMap((product) => feedItems(product, store)),
    store,
    settings,
  );
  return new Response(text, { headers: { "content-type": writer.type } });
}

function notFound(): Response {
  return new Response("Not found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
}
