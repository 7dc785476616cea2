import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Row } from "#app/ui/row.tsx";
import styles from "./phone-question.module.css";

/** Dialog to confirm a delivery phone number that is in no common format. */
export function PhoneQuestion({ phone, onUse, onChange }: { phone: string; onUse: () => void; onChange: () => void }) {
  return (
    <Dialog title={t("We couldn't read this phone number. Use it anyway?")} onClose={onChange}>
      <p className={styles.phone}>
        <bdi>{phone}</bdi>
      </p>
      <Row gap={2}>
        <Button onClick={onUse}>{t("Use this number")}</Button>
        <Button variation="secondary" onClick={onChange}>
          {t("Change number")}
        </Button>
      </Row>
    </Dialog>
  );
}
