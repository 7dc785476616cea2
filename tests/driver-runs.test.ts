import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import sharp from "sharp";
import { list } from "tar";
import { expect, test } from "vitest";
import { PHOTO_BUCKET } from "#app/features/driver-runs/photo-name.ts";
import { createBackup } from "#server/backups/create-backup.ts";
import { aFolder } from "./a-folder.ts";
import { aPaidOrder, leftOut, move, replacedBy } from "./paying.ts";
import { call, readRows, update } from "./requests.ts";
import { aProduct, type OrderChoices, openTestShop, type Person } from "./running-shop.ts";

const HUMBLE = "77338";
const SPRING = "77379";
const KINGWOOD = "77339";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ama, kofi, packer, manager, owner, driver, other] = await shop.signUpAll(
  "customer",
  "customer",
  "packer",
  "manager",
  "owner",
  "driver",
  "driver",
);
await shop.database.admin`delete from delivery_zones`;
await shop.database.admin`
  insert into delivery_zones (name, zips, fee) values ('All', ${[HUMBLE, SPRING, KINGWOOD]}, 5)`;
const yam = await aProduct(shop, { name: "Yam", price: 10 });

test("a run starts with the nearest ZIP code, can be sorted, and is seen by its driver and managers only", async () => {
  const [far, near] = [await aDelivery(SPRING), await aDelivery(HUMBLE)];
  const run = await aRun(driver, [far, near]);
  const miles = await shop.database.admin<{ zip: string }[]>`
    select zip from unnest(${[SPRING, HUMBLE]}::text[]) as zip order by private.zip_miles(zip)`;
  expect((await stopsOf(manager, run)).map(({ zip }) => zip)).toEqual(miles.map(({ zip }) => zip));
  const [first, second] = await stopsOf(driver, run);
  const address = { phone: "(281) 555-0123", street: "18 Cypress Bend", driver_note: "Gate 7#" };
  expect(first).toMatchObject({ ...address, item_count: 1 });
  for (const person of [packer, other, ama]) {
    expect(await stopsOf(person, run)).toEqual([]);
    expect(await runsOf(person, run)).toEqual([]);
  }
  expect(await runsOf(driver, run)).toHaveLength(1);
  expect(await runsOf(manager, run)).toHaveLength(1);

  const sorted = [second?.order_id, first?.order_id];
  await call(driver, "sort_run", { run_id: run, order_ids: sorted as string[] });
  expect((await stopsOf(driver, run)).map(({ order_id }) => order_id)).toEqual(sorted);
  const changed = await driver.client.rpc("sort_run", { run_id: run, order_ids: [far] });
  expect(changed.error?.message).toBe("This run has changed. Reload the page.");
});

test("a manager gives a run to another driver, and never to a packer or a customer", async () => {
  const run = await aRun(driver, [await aDelivery(HUMBLE)]);
  const assign = (person: Person) => manager.client.rpc("assign_run", { run_id: run, driver_id: person.id });
  await assign(other).throwOnError();
  expect([(await runsOf(driver, run)).length, (await runsOf(other, run)).length]).toEqual([0, 1]);
  for (const person of [packer, ama]) {
    expect((await assign(person)).error?.message).toBe("Choose a driver, a manager, or the owner.");
  }
  expect((await runsOf(other, run)).length).toBe(1);
});

test("a run starts once all its orders are packed, ends with its last stop, and tells customers their place", async () => {
  const [one, two] = [await aDelivery(HUMBLE), await aDelivery(HUMBLE)];
  const run = await aRun(driver, [one, two]);
  const start = () => driver.client.rpc("start_run", { run_id: run });
  expect((await start()).error?.message).toMatch(/^Order \d+ is not packed yet\.$/);
  await pack(one);
  await move(manager, two, "preparing");
  expect((await start()).error?.message).toMatch(/^Order \d+ is not packed yet: Yam is not in the bag\.$/);
  await pack(two);
  const early = await driver.client.rpc("finish_stop", { run_id: run, order_id: one, outcome: "delivered" });
  expect(early.error?.message).toBe("Start the run first.");
  expect(await before(ama, two)).toBeNull();
  await start().throwOnError();
  await start().throwOnError();
  expect(await statusOf(one)).toBe("out_for_delivery");
  expect([await before(ama, one), await before(ama, two), await before(kofi, two)]).toEqual([0, 1, null]);
  await shop.worker.runOnce();
  const mails = await readRows(shop, "outgoing_mails", "facts", { order_id: two, kind: "order_out_for_delivery" });
  expect(mails).toMatchObject([{ facts: { stops_before: 1 } }]);
  const linked = await call(shop, "linked_order", { order_id: two });
  expect(linked.stops_before, "also on the page of the email's link").toBe(1);

  const late = { received_by: " Neighbor at 20 ", finished_at: "2020-01-01T00:00:00Z" };
  for (const _ of [1, 2]) await finish(run, one, "delivered", late);
  expect(await statusOf(one)).toBe("completed");
  const [first] = await stopsOf(driver, run);
  expect(first).toMatchObject({ outcome: "delivered", received_by: "Neighbor at 20" });
  expect(first?.finished_at).toBe((await runsOf(driver, run))[0]?.started_at);
  expect([await before(ama, one), await before(ama, two)]).toEqual([null, 0]);

  await finish(run, two, "not_home");
  expect(await cameBack(two)).toBe(true);
  expect(await statusOf(two)).toBe("out_for_delivery");
  expect(await alertsOf(two)).toMatchObject([{ resolved_at: null }]);
  expect(await runsOf(driver, run)).toMatchObject([{ ended_at: expect.any(String) }]);
  const handOver = await manager.client.rpc("assign_run", { run_id: run, driver_id: driver.id });
  expect(handOver.error).toMatchObject({ code: "PT409", message: "This run is finished." });
  await finish(run, two, null);
  expect(await cameBack(two)).toBe(false);
  expect((await runsOf(driver, run))[0]?.ended_at).toBeNull();
  await finish(run, two);
  expect(await alertsOf(two)).toMatchObject([{ resolved_at: expect.any(String) }]);
  expect(await statusOf(two)).toBe("completed");
});

test("a delivery marked by mistake is reopened", async () => {
  const [run, order] = await aStartedRun();
  await finish(run, order);
  await finish(run, order, null);
  expect(await statusOf(order)).toBe("out_for_delivery");
  expect(await stopsOf(driver, run)).toMatchObject([{ outcome: null, received_by: "", finished_at: null }]);
});

test("the order board and the run agree, and a refunded order leaves the run", async () => {
  const [run, order] = await aStartedRun();
  await move(manager, order, "completed");
  expect(await stopsOf(driver, run)).toMatchObject([{ outcome: "delivered" }]);
  const waiting = await aDelivery(HUMBLE);
  const planned = await aRun(driver, [waiting]);
  await call(manager, "cancel_order", { order_id: waiting });
  expect(await stopsOf(driver, planned)).toEqual([]);
});

test("an order is in one open run, and a run with deliveries is not deleted", async () => {
  const order = await aDelivery(HUMBLE);
  const run = await aRun(driver, [order]);
  const again = await manager.client.rpc("create_run", { driver_id: driver.id, order_ids: [order] });
  expect(again.error?.message).toMatch(/^Order \d+ is not waiting for delivery, or is in another run\.$/);
  expect(await waitingOrders()).not.toContain(order);
  await call(manager, "delete_run", { run_id: run });
  expect(await waitingOrders()).toContain(order);
  const [started, delivered] = await aStartedRun();
  await finish(started, delivered);
  const rejected = await manager.client.rpc("delete_run", { run_id: started });
  expect(rejected.error?.message).toBe("This run has deliveries already.");
});

test("a driver sees a run until an hour after its end, and nothing without the role", async () => {
  const [run, order] = await aStartedRun();
  await finish(run, order);
  expect(await stopsOf(driver, run)).toHaveLength(1);
  await shop.database.admin`update delivery_runs set ended_at = now() - interval '61 minutes' where id = ${run}`;
  expect([await stopsOf(driver, run), await runsOf(driver, run)]).toEqual([[], []]);
  expect(await stopsOf(manager, run)).toHaveLength(1);

  const dismissed = await shop.signUpStaff("Former Driver", "driver");
  const left = await aRun(dismissed, [await aDelivery(HUMBLE)]);
  expect(await stopsOf(dismissed, left)).toHaveLength(1);
  await owner.client.from("staff").delete().eq("user_id", dismissed.id).throwOnError();
  expect([await stopsOf(dismissed, left), await runsOf(dismissed, left)]).toEqual([[], []]);
  expect((await dismissed.client.rpc("start_run", { run_id: left })).status).toBe(404);
});

test("the open deliveries of a removed driver wait for another run, and stay there after the driver returns", async () => {
  const leaving = await shop.signUpStaff("Leaving Driver", "driver");
  const [open, delivered] = [await aDelivery(HUMBLE), await aDelivery(SPRING)];
  const run = await aRun(leaving, [open, delivered]);
  await shop.database
    .admin`update run_stops set outcome = 'delivered', finished_at = now() where order_id = ${delivered}`;
  const planned = await aRun(leaving, [await aDelivery(HUMBLE)]);
  await update(owner, "staff", { user_id: leaving.id }, { role: "manager" });
  expect(await stopsOf(manager, run)).toHaveLength(2);
  await owner.client.from("staff").delete().eq("user_id", leaving.id).throwOnError();
  expect((await stopsOf(manager, run)).map(({ order_id }) => order_id)).toEqual([delivered]);
  expect(await runsOf(manager, run)).toMatchObject([{ ended_at: expect.any(String) }]);
  expect(await runsOf(manager, planned)).toEqual([]);
  expect(await waitingOrders()).toContain(open);
  expect(await aRun(driver, [open])).toBeGreaterThan(planned);
});

test("the owner removes a driver and gives their open runs to another in one step", async () => {
  const leaving = await shop.signUpStaff("Leaving Driver", "driver");
  const [planned, run] = [
    await aRun(leaving, [await aDelivery(HUMBLE)]),
    await aRun(leaving, [await aDelivery(SPRING)]),
  ];
  const remove = (by: Person, next_driver_id?: string) =>
    by.client.rpc("remove_staff", { user_id: leaving.id, ...(next_driver_id ? { next_driver_id } : {}) });
  for (const person of [manager, packer, leaving, ama]) {
    expect((await remove(person, other.id)).error?.message).toBe("Only owners can remove staff.");
  }
  for (const id of [leaving.id, packer.id, ama.id]) {
    expect((await remove(owner, id)).error?.message).toBe("Choose a driver, a manager, or the owner.");
  }
  expect(await runsOf(leaving, run)).toHaveLength(1);
  await remove(owner, other.id).throwOnError();
  expect([await runsOf(other, planned), await runsOf(other, run)]).toMatchObject([
    [{ ended_at: null }],
    [{ ended_at: null }],
  ]);
  expect(await stopsOf(other, run)).toHaveLength(1);
  expect((await remove(owner)).error?.message).toBe("This person is no longer on staff. Reload the page.");
});

test("a run starts once what is left of every order is picked, also the replacements", async () => {
  const ordered = [yam, await aProduct(shop, { name: "Red Oil", price: 8 })].map((product) => [product, 1] as const);
  const placed = await aPaidOrder(shop, ama, ordered, 1, deliveryTo(HUMBLE));
  await pack(placed.id);
  const card = async () => (await call(packer, "read_pick_lists", { order_ids: [placed.id] }))[0];
  await call(manager, "substitute_line", leftOut(placed.lines[0]));
  expect(await card()).toMatchObject({ line_ids: placed.lines.slice(1), item_count: 1 });
  await call(manager, "substitute_line", replacedBy(placed.lines[1], yam));
  const [removed, replaced] = placed.lines;
  expect(await card()).toMatchObject({ line_ids: [replaced], packed_line_ids: [removed], item_count: 1 });
  await call(packer, "pick_line", { order_item_id: removed ?? 0, is_packed: false });
  const run = await aRun(driver, [placed.id]);
  const start = () => driver.client.rpc("start_run", { run_id: run });
  expect((await start()).error?.message).toMatch(/^Order \d+ is not packed yet: Red Oil is not in the bag\.$/);
  await pack(placed.id);
  expect((await start()).error).toBeNull();
});

test("a delivered stop cannot change after its order is refunded", async () => {
  const [run, order] = await aStartedRun();
  await finish(run, order);
  await call(manager, "request_refund", { order_id: order });
  await shop.worker.runOnce();
  expect(await statusOf(order)).toBe("refunded");
  const { error } = await driver.client.rpc("finish_stop", { run_id: run, order_id: order, outcome: "not_home" });
  expect(error?.message).toMatch(/^Order \d+ is not out for delivery anymore\. Bring it back to the store\.$/);
});

test("a driver changes a stop until the end of the day, and managers later", async () => {
  const [run, order] = await aStartedRun();
  const finish = (person: Person, outcome: string | null) =>
    person.client.rpc("finish_stop", { run_id: run, order_id: order, outcome: outcome as never });
  expect((await finish(driver, "delivered")).error).toBeNull();
  await shop.database.admin`
    update delivery_runs set started_at = now() - interval '60 days', ended_at = now() - interval '60 days'
    where id = ${run}`;
  await shop.database.admin`update run_stops set finished_at = now() - interval '60 days' where run_id = ${run}`;
  for (const outcome of [null, "not_home", "delivered"]) {
    const { status, error } = await finish(driver, outcome);
    expect([status, error?.message]).toEqual([403, "Only managers can change a delivery of an earlier day."]);
  }
  expect((await driver.client.rpc("sort_run", { run_id: run, order_ids: [order] })).status).toBe(403);
  expect(await stopsOf(driver, run)).toEqual([]);
  expect((await finish(manager, null)).error).toBeNull();
  expect((await finish(manager, "delivered")).error).toBeNull();

  // Another stop of the run is open, so that the run has not ended.
  const [open, old] = [await aDelivery(HUMBLE), await aDelivery(HUMBLE)];
  await pack(open);
  await pack(old);
  const long = await aRun(driver, [open, old]);
  await call(driver, "start_run", { run_id: long });
  const args = { run_id: long, order_id: old };
  await call(driver, "finish_stop", { ...args, outcome: "delivered" });
  await shop.database.admin`update run_stops set finished_at = now() - interval '2 days' where order_id = ${old}`;
  expect((await driver.client.rpc("finish_stop", { ...args, outcome: null as never })).status).toBe(403);
});

test("the recipient of a delivery is exported and erased with the customer's data", async () => {
  const esi = await shop.signUp("Esi Owusu");
  const [run, order] = await aStartedRun(esi);
  await finish(run, order, "delivered", { received_by: "Esi's sister" });
  expect(await stopsOf(manager, run)).toMatchObject([{ received_by: "Esi's sister" }]);
  expect((await upload(driver, photoName(run, order))).error).toBeNull();
  const [customer] = await shop.database.admin<{ id: string }[]>`
    select id from private.customers where user_id = ${esi.id}`;
  const exported = await owner.client.rpc("export_customer", { customer_id: customer?.id ?? "" }).throwOnError();
  expect(exported.data).toMatchObject({
    orders: [{ deliveries: [{ outcome: "delivered", received_by: "Esi's sister", has_photo: true }] }],
  });
  await shop.database.admin`delete from auth.users where id = ${esi.id}`;
  expect(await stopsOf(manager, run)).toMatchObject([{ received_by: "", street: "", has_photo: false }]);
  expect((await shop.worker.runOnce()).deliveryPhotos).toBe(1);
});

test("a driver stores one photo of a delivered stop, and only staff and the order's customer read it", async () => {
  const [run, order] = await aStartedRun();
  const name = photoName(run, order);
  expect((await upload(driver, name)).error).toMatchObject({ statusCode: "403" });
  await finish(run, order);
  for (const person of [other, packer, ama, kofi]) {
    expect((await upload(person, photoName(run, order))).error).toMatchObject({ statusCode: "403" });
  }
  expect((await upload({ client: shop.guest }, name)).error).toMatchObject({ statusCode: "403" });
  for (const wrong of [`${run}/${order}/x`, `${run}/${randomUUID()}/${randomUUID()}`, `/${order}`, randomUUID()]) {
    expect((await upload(driver, wrong)).error).toMatchObject({ statusCode: "403" });
  }
  expect((await stopsOf(driver, run))[0]).toMatchObject({ has_photo: false });
  expect((await upload(driver, name)).error).toBeNull();
  expect((await upload(driver, name)).error).toMatchObject({ statusCode: "409" });
  expect((await upload(driver, photoName(run, order))).error).toMatchObject({ statusCode: "403" });
  expect((await upload(manager, photoName(run, order))).error).toMatchObject({ statusCode: "403" });
  expect((await stopsOf(driver, run))[0]).toMatchObject({ has_photo: true });

  for (const person of [ama, packer, manager, owner, driver]) {
    const { data } = await person.client.storage.from(PHOTO_BUCKET).download(name);
    const { exif, width } = await sharp(await data?.arrayBuffer()).metadata();
    expect([exif, width]).toEqual([undefined, 60]);
    expect((await person.client.storage.from(PHOTO_BUCKET).createSignedUrl(name, 60)).error).toBeNull();
  }
  for (const client of [kofi.client, other.client, shop.guest]) {
    const photos = client.storage.from(PHOTO_BUCKET);
    expect((await photos.download(name)).data).toBeNull();
    expect((await photos.createSignedUrl(name, 60)).data).toBeNull();
    expect((await photos.list(`${run}/${order}`)).data ?? []).toEqual([]);
    expect((await photos.remove([name])).data ?? []).toEqual([]);
  }
  for (const person of [ama, packer, manager, owner, driver]) {
    const photos = person.client.storage.from(PHOTO_BUCKET);
    expect((await photos.remove([name])).data).toEqual([]);
    expect((await photos.update(name, await aPhoto())).error).toMatchObject({ statusCode: "404" });
  }
  for (const person of [ama, packer, manager, owner]) expect(await photoOf(person, order)).toBe(name);
  for (const person of [kofi, other]) expect(await photoOf(person, order)).toBeNull();
  expect((await shop.guest.rpc("find_delivery_photo", { order_id: order })).status).toBe(401);
  expect((await shop.app.request(`/storage/v1/object/public/${PHOTO_BUCKET}/${name}`)).status).toBe(400);

  await shop.database.admin`update delivery_runs set ended_at = now() - interval '25 hours' where id = ${run}`;
  expect((await driver.client.storage.from(PHOTO_BUCKET).download(name)).data).toBeNull();
});

test("a photo of a delivery is an image of at most 5 MB by its content", async () => {
  const [run, order] = await aStartedRun();
  await finish(run, order);
  const start = new Uint8Array(await (await aPhoto()).arrayBuffer()).slice(0, 20);
  for (const [parts, type, statusCode] of [
    [["<script>alert(1)</script>"], "image/jpeg", "415"],
    [[start, "no picture"], "image/jpeg", "415"],
    [[await aPhoto()], "text/html", "415"],
    [[await aPhoto(), new Uint8Array(5 * 1024 * 1024)], "image/jpeg", "413"],
  ] as const) {
    const file = new Blob([...parts], { type });
    const { error } = await driver.client.storage.from(PHOTO_BUCKET).upload(photoName(run, order), file);
    expect(error).toMatchObject({ statusCode });
  }
  expect(await photoOf(manager, order)).toBeNull();
});

test("a backup has the photos of deliveries", async () => {
  const [run, order] = await aStartedRun();
  const name = photoName(run, order);
  await finish(run, order);
  expect((await upload(driver, name)).error).toBeNull();
  const [object] = await shop.database.admin<{ version: string }[]>`
    select version from storage.objects where bucket_id = ${PHOTO_BUCKET} and name = ${name}`;
  const folder = aFolder();
  const databaseUrl = shop.database.currentUrl();
  const dataDir = dirname(shop.filesFolder);
  const { file } = await createBackup({ databaseUrl, dataDir, bucketFiles: null, folder, hasKeysSecret: false });
  const entries: string[] = [];
  await list({ file, onReadEntry: ({ path }) => entries.push(path) });
  expect(entries).toContain(`storage/${object?.version}`);
});

test("a photo is deleted with its stop's outcome, its customer's account, and its order", async () => {
  const esi = await shop.signUp("Esi Owusu");
  const [run, order] = await aStartedRun(esi);
  const [mistaken, name] = [photoName(run, order), photoName(run, order)];
  await finish(run, order);
  expect((await upload(driver, mistaken)).error).toBeNull();
  await finish(run, order, null);
  expect([await photoOf(manager, order), await photoOf(esi, order)]).toEqual([null, null]);
  expect((await esi.client.storage.from(PHOTO_BUCKET).download(mistaken)).data).toBeNull();
  expect((await shop.worker.runOnce()).deliveryPhotos).toBe(1);
  expect((await shop.data.service.storage.from(PHOTO_BUCKET).download(mistaken)).data).toBeNull();

  await finish(run, order);
  expect((await upload(driver, name)).error).toBeNull();
  await shop.database.admin`delete from auth.users where id = ${esi.id}`;
  expect(await photoOf(manager, order)).toBeNull();
  expect((await upload(driver, photoName(run, order))).error).toMatchObject({ statusCode: "403" });
  expect((await shop.worker.runOnce()).deliveryPhotos).toBe(1);
  expect((await shop.data.service.storage.from(PHOTO_BUCKET).download(name)).data).toBeNull();

  const [next, deleted] = await aStartedRun();
  const last = photoName(next, deleted);
  await finish(next, deleted);
  expect((await upload(driver, last)).error).toBeNull();
  await shop.database.admin`delete from run_stops where order_id = ${deleted}`;
  expect((await shop.worker.runOnce()).deliveryPhotos).toBe(1);
  expect((await shop.worker.runOnce()).deliveryPhotos).toBe(0);
  expect(
    await shop.database.admin`select from storage.objects where bucket_id = ${PHOTO_BUCKET} and name = ${last}`,
  ).toEqual([]);
});

test("a driver finishes, sorts, and reads no stop of another run through their own", async () => {
  const [own, ownOrder] = await aStartedRun();
  const [foreign, foreignOrder] = await aStartedRun(ama, other);
  const stop = { run_id: own, order_id: foreignOrder, outcome: "delivered" };
  expect((await driver.client.rpc("finish_stop", stop)).status).toBe(404);
  for (const order_ids of [[foreignOrder], [ownOrder, foreignOrder]]) {
    expect((await driver.client.rpc("sort_run", { run_id: own, order_ids })).status).toBe(409);
  }
  const stops = await call(driver, "list_run_stops", { run_ids: [own, foreign] });
  expect(stops.map(({ order_id }) => order_id)).toEqual([ownOrder]);
  expect(await statusOf(foreignOrder)).toBe("out_for_delivery");
  const many = Array.from({ length: 51 }, (_, place) => place);
  expect((await driver.client.rpc("list_run_stops", { run_ids: many })).status).toBe(400);
  const manyOrders = many.map(() => randomUUID());
  expect((await driver.client.rpc("sort_run", { run_id: own, order_ids: manyOrders })).status).toBe(400);
  expect((await manager.client.rpc("create_run", { driver_id: driver.id, order_ids: manyOrders })).status).toBe(400);
});

test("once an order is in a newer run, the driver of the older one cannot finish it", async () => {
  const [older, order] = await aStartedRun();
  const finish = (person: Person, run_id: number, outcome: string | null) =>
    person.client.rpc("finish_stop", { run_id, order_id: order, outcome: outcome as never });
  await finish(driver, older, "not_home").throwOnError();
  const newer = await aRun(other, [order]);
  await call(other, "start_run", { run_id: newer });
  for (const outcome of ["delivered", "not_home", null]) {
    expect((await finish(driver, older, outcome)).error?.message).toBe("This order is in another run now.");
  }
  expect(await statusOf(order)).toBe("out_for_delivery");
  await finish(other, newer, "delivered").throwOnError();
  expect((await finish(driver, older, null)).status).toBe(409);
  expect(await statusOf(order)).toBe("completed");
  expect((await upload(driver, photoName(older, order))).error).toMatchObject({ statusCode: "403" });
  expect((await upload(driver, photoName(newer, order))).error).toMatchObject({ statusCode: "403" });
});

test("a time from a device cannot be before the run or in the future", async () => {
  const [run, order] = await aStartedRun();
  await finish(run, order, "delivered", { finished_at: "2099-01-01T00:00:00Z" });
  const [stop] = await stopsOf(driver, run);
  expect(Date.parse(stop?.finished_at ?? "")).toBeLessThanOrEqual(Date.now() + 60_000);
});

test("a run is made for a driver, a manager, or the owner, and drivers are listed first", async () => {
  const order = await aDelivery(HUMBLE);
  for (const { id } of [ama, packer]) {
    const { error } = await manager.client.rpc("create_run", { driver_id: id, order_ids: [order] });
    expect(error?.message).toBe("Choose a driver, a manager, or the owner.");
  }
  const roles = (await call(manager, "list_drivers")).map(({ role }) => role);
  expect(roles.slice(0, 2)).toEqual(["driver", "driver"]);
  expect(roles.toSorted()).toEqual(["driver", "driver", "manager", "owner"]);
});

const stopsOf = (person: Person, run: number) => call(person, "list_run_stops", { run_ids: [run] });

/** Finishes a stop, or opens it again if its outcome is null. */
const finish = (run_id: number, order_id: string, outcome: string | null = "delivered", more: object = {}) =>
  call(driver, "finish_stop", { run_id, order_id, outcome, ...more });

const waitingOrders = async () => (await call(manager, "list_waiting_deliveries")).map(({ order_id }) => order_id);

const photoName = (run: number, order: string) => `${run}/${order}/${randomUUID()}`;

/** A photo with GPS metadata. */
async function aPhoto(): Promise<Blob> {
  const bytes = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#14693f" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "29/1 57/1 54/1" } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
}

const upload = async ({ client }: Pick<Person, "client">, name: string) =>
  client.storage.from(PHOTO_BUCKET).upload(name, await aPhoto(), { contentType: "image/jpeg" });

const photoOf = (person: Person, order_id: string) => call(person, "find_delivery_photo", { order_id });

const runsOf = (person: Person, id: number) => readRows(person, "delivery_runs", "started_at, ended_at", { id });

const before = (person: Person, order_id: string) => call(person, "count_stops_before", { order_id });

async function statusOf(order: string): Promise<string | undefined> {
  return (await shop.database.admin<{ status: string }[]>`select status from orders where id = ${order}`)[0]?.status;
}

const alertsOf = (order_id: string) =>
  readRows(manager, "shop_alerts", "resolved_at", { order_id, kind: "not_delivered" });

const aRun = (person: Person, order_ids: readonly string[]) =>
  call(manager, "create_run", { driver_id: person.id, order_ids });

async function aStartedRun(customer = ama, by = driver): Promise<[run: number, order: string]> {
  const order = await aDelivery(HUMBLE, customer);
  await pack(order);
  const run = await aRun(by, [order]);
  await call(by, "start_run", { run_id: run });
  return [run, order];
}

/** Packs all lines of an order, as far as they were not left out. */
async function pack(order: string): Promise<void> {
  if ((await statusOf(order)) === "paid") await move(manager, order, "preparing");
  const [list] = await call(packer, "read_pick_lists", { order_ids: [order] });
  for (const order_item_id of list?.line_ids ?? []) await call(packer, "pick_line", { order_item_id, is_packed: true });
}

function deliveryTo(zip: string): OrderChoices {
  const delivery_place = { street: "18 Cypress Bend", unit: "", city: "Humble", zip, driver_note: "Gate 7#" };
  return { delivery: "delivery", delivery_phone_number: "2815550123", delivery_place };
}

/** Creates a paid delivery to this ZIP code. */
async function aDelivery(zip: string, customer = ama): Promise<string> {
  return (await aPaidOrder(shop, customer, yam, 1, deliveryTo(zip))).id;
}

async function cameBack(orderId: string) {
  const [card] = await shop.database.admin<{ came_back: boolean }[]>`
    select (private.desk_card(orders)).came_back as came_back from orders where id = ${orderId}`;
  return card?.came_back;
}
