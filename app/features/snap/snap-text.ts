export const SNAP_TEXT = "We accept SNAP EBT in the store. You can't pay with EBT online.";
