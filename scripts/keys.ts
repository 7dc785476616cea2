import { forgetRetiredKeys, type ProjectKeys, prepareNextKey, signWithNextKey } from "@calabash/data-service/keys";
import { StartError } from "@calabash/data-service/start-error";
import { readEnvironment } from "#server/base/environment.ts";
import { type Keys, keysFileOf, loadKeys, writeKeysFile } from "#server/base/keys.ts";
import { forgetKeysOf } from "#server/database/stored-keys.ts";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

const USAGE = "npm run keys -- print | prepare | rotate | forget | adopt (docs/how-to/run-on-several-machines.md)";

/**
 * `npm run keys -- print` prints the keys as one line for SHOP_KEYS; `prepare`, `rotate`, and `forget` are the steps
 * that replace the signing key; `adopt` lets the store start with other keys.
 */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  const { dataDir, keysSecret } = environment;
  const keys = await loadKeys(environment);
  const { databasePassword, stripeWebhookSecret, pushKeys } = keys;
  const steps: Record<string, () => Promise<ProjectKeys>> = {
    print: async () => keys,
    prepare: () => prepareNextKey(keys),
    rotate: () => {
      if (!keys.nextKey) throw new StartError("There is no next key.", "Run npm run keys -- prepare first.");
      return signWithNextKey(keys);
    },
    forget: async () => forgetRetiredKeys(keys),
  };
  const [name = "", ...others] = process.argv.slice(2);
  if (name === "adopt" && others.length === 0) {
    await withShop(({ sql }) => forgetKeysOf(sql), "it has its own keys.");
    console.log("The next process that starts sets the store's keys.");
  } else {
    const step = others.length === 0 && Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (!step) throw new StartError("Choose a command.", USAGE);
    const changed: Keys = { ...(await step()), databasePassword, stripeWebhookSecret, pushKeys };
    if (name === "print" || keysSecret) {
      // The only output, so that it can be piped into a secret store.
      console.log(Buffer.from(JSON.stringify(changed)).toString("base64"));
    } else {
      writeKeysFile(keysFileOf(dataDir), changed);
      console.log(`${keysFileOf(dataDir)} was updated. Restart the store.`);
    }
  }
});
