/** Private bucket of photos of deliveries, each named `run/order/photo`. */
export const PHOTO_BUCKET = "delivery_photos";
