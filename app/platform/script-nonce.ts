import { createContext } from "react";

/** Nonce of our inline scripts during server rendering; undefined in the browser, where they have already run. */
export const ScriptNonce = createContext<string | undefined>(undefined);
