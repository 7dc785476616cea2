import { type ComponentType, lazy } from "react";

/** Component that loads later than the page, which is complete without it: if it cannot be loaded, nothing is shown. */
export function lazyPart<Props = object>(load: () => Promise<ComponentType<Props>>, onFailed?: () => void) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        console.error(error);
        onFailed?.();
        return { default: (() => null) as ComponentType<Props> };
      },
    ),
  );
}
