export { createDataService, type DataServiceOptions } from "./data-service.ts";
