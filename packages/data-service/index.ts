export { createDataService, type DataService, type DataServiceOptions } from "./data-service.ts";
export type { DataServiceEvent } from "./events.ts";
