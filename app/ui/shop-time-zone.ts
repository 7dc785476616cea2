import { createContext } from "react";

/** Time zone of dates; set from the settings by the layout of every page. */
export const ShopTimeZone = createContext("UTC");
