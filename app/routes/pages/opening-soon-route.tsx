import { OpeningSoon } from "#app/features/store/opening-soon.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { loadStoreFrame } from "#app/features/store/store-frame-loader.ts";
import { t } from "#app/messages/t.ts";
import type { Route } from "./+types/opening-soon-route";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ name }) => ({ title: name, description: t("{name} opens soon.", { name }), path: null }));

export function loader({ context }: Route.LoaderArgs) {
  return loadStoreFrame(context);
}

export default function OpeningSoonRoute({ loaderData }: Route.ComponentProps) {
  return <OpeningSoon settings={loaderData.settings} />;
}
