export { connect, type Queries, type Sql, type TransactionSql } from "./connect.ts";
export {
  type CopiedDatabase,
  type CopiedTable,
  checkForeignKeys,
  copyIn,
  copyOut,
  fillFromCsv,
} from "./copy-tables.ts";
export { DatabaseUnavailable } from "./database-error.ts";
export { findDatabaseFiles, setEmbeddedPassword, startEmbeddedPostgres } from "./embedded-postgres.ts";
export { findFolderOwner } from "./folder-owner.ts";
export { findFreePort } from "./free-port.ts";
export { applyMigrations, type MigrationSet, type Upgrade } from "./migrations.ts";
export { type Database, OWN_MIGRATIONS, openDatabase, openPools } from "./open-database.ts";
export { MIN_CONNECTIONS } from "./pool-sizes.ts";
export { startingAlone } from "./start-lock.ts";
export { findWriteHost, hostUrlsOf, placeOf } from "./write-host.ts";
