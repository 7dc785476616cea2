import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import type { PublicConfig } from "./public-config.ts";

/** The data service with the public key: what loaders may read is what a guest may read. */
export const publicDataContext = createContext<SupabaseClient>();

export const publicConfigContext = createContext<PublicConfig>();

/** The server keeps a page that says that nothing is here: an answer of 404 needs no other. */
export const isMissingPageKeptContext = createContext(false);

/** Marks the program's inline scripts; empty where no content policy is made. */
export const scriptNonceContext = createContext("");
