import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import type { PublicConfig } from "./public-config.ts";

/** Client of the data service with the public key, so that loaders can read only what guests may read. */
export const publicDataContext = createContext<SupabaseClient>();

export const publicConfigContext = createContext<PublicConfig>();

/** Whether the server has cached the not-found page, which is the same for all 404 responses. */
export const isMissingPageCachedContext = createContext(false);

/** Nonce of our inline scripts; empty if there is no content security policy. */
export const scriptNonceContext = createContext("");
