import qrcode from "qrcode-generator";
import { t } from "#app/messages/t.ts";
import styles from "./order-qr-code.module.css";

/** QR code that opens an order's pick list in the back office. */
export function OrderQrCode({ orderId, number }: { orderId: string; number: number }) {
  // Type 0 selects the smallest code that fits; level M stays readable with 15% damage.
  const code = qrcode(0, "M");
  code.addData(`${window.location.origin}/desk?order=${orderId}`);
  code.make();
  const size = code.getModuleCount();
  const all = Array.from({ length: size * size }, (_, index) => ({
    row: Math.floor(index / size),
    column: index % size,
  }));
  const dark = all.filter(({ row, column }) => code.isDark(row, column));
  return (
    // Four modules of white on each side, as the standard requires (ISO/IEC 18004).
    <svg
      role="img"
      aria-label={t("QR code of order {number}", { number })}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      className={styles.code}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={dark.map(({ row, column }) => `M${column} ${row}h1v1h-1z`).join("")} fill="#000" />
    </svg>
  );
}
