import { expect, test } from "vitest";
import { barcodeKey, barcodeProblem, hasCheckDigit, readBarcode, readScan } from "./barcode.ts";

test.for([
  ["4006381333931", "4006381333931"],
  ["0 36000 29145 2", "036000291452"],
  ["0-36000-29145-2", "036000291452"],
  ["36000291452", "036000291452"],
  ["96385074", "96385074"],
  ["01234565", "01234565"],
  ["12345670", "12345670"],
  ["10614141000415", "10614141000415"],
  ["4011", "4011"],
  ["CAL-0012", "CAL-0012"],
  ["  ", ""],
] as const)("the barcode %s is parsed as %s", ([typed, barcode]) => {
  expect(readBarcode(typed)).toBe(barcode);
  expect(barcodeProblem(typed)).toBeNull();
});

test.for(["4006381333932", "036000291453", "96385075", "7.3E+11", "Löwe", "1".repeat(21)])(
  "%s is not a barcode",
  (typed) => {
    expect(readBarcode(typed)).toBeNull();
    expect(barcodeProblem(typed)).not.toBeNull();
  },
);

test("a wrong check digit is reported", () => {
  expect(barcodeProblem("036000291453")).toBe("The check digit is wrong. Compare the number with the label.");
  expect(hasCheckDigit("036000291452")).toBe(true);
});

test.for([
  ["036000291452", "0036000291452"],
  ["036000291452", "00036000291452"],
  ["012345000065", "01234565"],
  ["123456000070", "12345670"],
  ["cal-7", "CAL-7"],
] as const)("%s and %s are the same item", ([one, other]) => {
  expect(barcodeKey(one)).toBe(barcodeKey(other));
});

test.for([
  ["]E00036000291452", "0036000291452"],
  ["]C10110614141000415", "10614141000415"],
  ["(01)10614141000415(17)271231", "10614141000415"],
  ["０３６０００２９１４５２", "036000291452"],
  ["0112345678901232", "0112345678901232"],
  ["CAL-0012", "CAL-0012"],
] as const)("the scan %s contains the code %s", ([scanned, code]) => {
  expect(readScan(scanned)).toBe(code);
});

test("a product's GTIN-8 and the GTIN-14 of its case are different items", () => {
  expect(barcodeKey("96385074")).not.toBe(barcodeKey("10096385074002"));
});
