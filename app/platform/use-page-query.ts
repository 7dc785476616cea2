import { type QueryFunction, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useNavigation } from "react-router";
import { queryClient, readKey } from "./reads.ts";

/** Data of a private page, with the function that reads it again. */
export interface PageQuery<Data> {
  queryKey: readonly unknown[];
  queryFn: QueryFunction<Data>;
  initialData: Data;
}

/**
 * Reads the data of a private page in its `clientLoader`, for `usePageQuery`.
 * @param read function whose reads retry on their own, so the page's query does not
 */
export async function loadPage<Data>(key: readonly unknown[], read: () => Promise<Data>): Promise<PageQuery<Data>> {
  const query = { queryKey: readKey("page", ...key), queryFn: read };
  return { ...query, initialData: await queryClient.fetchQuery({ ...query, retry: false }) };
}

/**
 * Returns the data of a page, and updates it after `invalidateReads`.
 * @throws the error of a failed update, for the route's error page; a redirect is followed
 */
export function usePageQuery<Data>({ queryKey, queryFn, initialData }: PageQuery<Data>): Data {
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== "idle";
  const { data, error } = useQuery(
    {
      queryKey,
      queryFn,
      initialData,
      retry: false,
      refetchOnMount: false,
      // Do not refetch on focus, because that could replace a form that is being filled in.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      structuralSharing: false,
    },
    queryClient,
  );
  const address = redirectOf(error);
  // The URL follows the redirect.
  useEffect(() => {
    // A pending navigation takes precedence, such as the one after an account was deleted.
    if (address !== null && !isLeaving) void navigate(address, { replace: true });
  }, [address, isLeaving, navigate]);
  if (error && address === null) throw error;
  return data === undefined ? initialData : data;
}

/** Returns the URL of a redirect that a page's read threw; null for every other error. */
function redirectOf(error: unknown): string | null {
  return error instanceof Response ? error.headers.get("location") : null;
}
