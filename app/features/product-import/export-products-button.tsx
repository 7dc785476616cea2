import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { exportProducts } from "./export-products.ts";

/** Button that downloads all products as a file and shows the progress. */
export function ExportProducts() {
  const [count, setCount] = useState(0);
  const { isBusy, answer, run } = useAttempt();
  return (
    <>
      <div>
        <Button
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              setCount(0);
              saveFile("products.csv", await exportProducts(getBrowserData(), setCount));
              return null;
            })
          }
        >
          {t("Download all products")}
        </Button>
      </div>
      <div role="status">{isBusy ? t("{count} products so far", { count }) : ""}</div>
      <FormAnswer answer={answer} />
    </>
  );
}
