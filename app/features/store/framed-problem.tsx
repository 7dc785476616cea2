import type { ComponentType, ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { Problem } from "#app/ui/problem.tsx";
import type { StoreSettings } from "./store-settings.ts";

/** Returns the error boundary of a layout: its frame around the problem, if the settings were read or sent with it. */
export function framedProblem(Frame: ComponentType<{ settings: StoreSettings; children: ReactNode }>) {
  return function FramedProblem({
    error,
    loaderData,
  }: {
    error: unknown;
    loaderData?: { settings: StoreSettings } | undefined;
  }) {
    const sent = isRouteErrorResponse(error) ? (error.data as { settings?: StoreSettings } | null) : null;
    const settings = loaderData?.settings ?? sent?.settings;
    const problem = <Problem error={error} />;
    return settings ? (
      <Frame settings={settings}>{problem}</Frame>
    ) : (
      <main id="content" tabIndex={-1}>
        {problem}
      </main>
    );
  };
}
