import { createContext } from "react";

/** Marks inline scripts of the program while the server renders; undefined in the browser, which runs them by now. */
export const ScriptNonce = createContext<string | undefined>(undefined);
