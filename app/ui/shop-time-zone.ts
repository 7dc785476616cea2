import { createContext } from "react";

/** In which dates are written; set from the shop's record by the frame around every page. */
export const ShopTimeZone = createContext("UTC");
