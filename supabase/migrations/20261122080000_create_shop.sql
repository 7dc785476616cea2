-- The shop as supabase/schemas/ had it when its database began to be kept.

-- installation

-- What the shop knows of itself as an installation. `private` holds what no API exposes.
create schema if not exists private;
comment on schema private is 'Functions and tables of the shop that no API exposes.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
-- Hosted projects grant execute on new functions to everybody; here each function names its callers.
alter default privileges in schema private revoke execute on functions from public;

create table private.shop_facts (
  name text primary key,
  value text not null
);
comment on table private.shop_facts is
  'is_demo: set by the demo seed; a live shop refuses to start on it. '
  'admins_need_second_step: set by the server from AUTH_ADMIN_REQUIRES_MFA; its being there counts.';

alter table private.shop_facts enable row level security;
revoke all on private.shop_facts from public;

create table private.limits (
  name text primary key,
  max_count integer not null check (max_count > 0),
  period interval not null
);
comment on table private.limits is 'How often something may be done by one person in a period; changed by the database''s owner.';

insert into private.limits (name, max_count, period) values ('orders', 30, '10 minutes');

alter table private.limits enable row level security;
revoke all on private.limits from public;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
revoke all on function private.touch_updated_at() from public;


-- people

-- The people of the shop: one profile for each account, and the role that decides what it may do.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text check (char_length(name) <= 200),
  role text not null default 'customer' check (role in ('customer', 'admin')),
  created_at timestamptz not null default now()
);
comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';
comment on column public.profiles.role is 'customer or admin; written by the service role alone.';

-- An access token is good for an hour, and what ends its session (a log-out everywhere, a new password, a ban) does
-- not take it back. What touches money or needs an admin asks whether the session still lives.
create function private.session_lives() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.sessions
    join auth.users on users.id = sessions.user_id
    where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
  );
$$;
comment on function private.session_lives() is
  'Whether the session that the caller''s token is of was not ended, and the caller not banned. Security definer: '
  'nobody reads the sessions.';
revoke all on function private.session_lives() from public;
grant execute on function private.session_lives() to authenticated;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles
    where profiles.id = (select auth.uid()) and profiles.role = 'admin'
  ) and private.session_lives() and (
    coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
  );
$$;
comment on function private.is_admin() is
  'Whether the caller is an admin, in a session that still lives, and has passed the second step where admins need '
  'one. Security definer, because the rules of profiles call it themselves.';
revoke all on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$
  select private.is_admin();
$$;
comment on function public.is_admin() is
  'Whether the caller has an admin''s rights now: the role alone is not enough where admins need a second step.';
revoke all on function public.is_admin() from public, anon, service_role;
grant execute on function public.is_admin() to authenticated;

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
create policy "people read their own profile, admins read all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy "people change their own name" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name)
  values (
    new.id,
    left(nullif(btrim(coalesce(
      new.raw_user_meta_data ->> 'fullName',
      new.raw_user_meta_data ->> 'full_name',
      new.raw_user_meta_data ->> 'name'
    )), ''), 200)
  );
  return new;
end;
$$;
comment on function private.create_profile() is
  'Security definer: the auth service that adds a user may not write profiles.';
revoke all on function private.create_profile() from public;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function public.is_last_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.profiles where profiles.id = is_last_admin.user_id and profiles.role = 'admin'
  ) and not exists (
    select 1 from public.profiles where profiles.id <> is_last_admin.user_id and profiles.role = 'admin'
  );
$$;
comment on function public.is_last_admin(uuid) is
  'For the shop''s server, which says so before it tries. Security definer: it counts whatever the row rules show.';
revoke all on function public.is_last_admin(uuid) from public, anon, authenticated;
grant execute on function public.is_last_admin(uuid) to service_role;

create function private.acting_as() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (select auth.uid()) is null then 'server'
    when private.is_admin() then 'admin'
    else 'customer'
  end;
$$;
comment on function private.acting_as() is
  'customer, admin or server, as order_status_moves names them. Security definer, as is_admin.';
revoke all on function private.acting_as() from public;

-- Nobody sends mail in the shop's name to whom they like. Until money came, an order's mails go only to an address
-- that the account has shown to be its own; what a person typed is one line without links; nobody gets mail without end.
create function private.proven_email(user_id uuid) returns text
language sql stable set search_path = ''
as $$
  select users.email from auth.users
  where users.id = proven_email.user_id and users.email_confirmed_at is not null
    and (users.is_sso_user or exists (
      -- Where addresses count unconfirmed, only the identity tells whether this one was ever shown.
      select 1 from auth.identities
      where identities.user_id = users.id and identities.email = lower(users.email)
        and identities.identity_data ->> 'email_verified' = 'true'
    ));
$$;
comment on function private.proven_email(uuid) is
  'The account''s address when somebody has shown that it is theirs (a link, a code, Google, their company); else null.';
revoke all on function private.proven_email(uuid) from public;

create function private.require_living_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without a person it is the shop's own server, or the auth service.
  if (select auth.uid()) is not null and not private.session_lives() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Please log in again.';
  end if;
  return null;
end;
$$;
comment on function private.require_living_session() is
  'Holds also for the functions that change orders with their owner''s rights. Security definer, as session_lives.';
revoke all on function private.require_living_session() from public;


-- catalogue

-- The name of a picture inside our bucket, or null for a picture from elsewhere.
-- An address percent-encodes the name, so '%20' is one space of the object's name.
create function private.picture_name(address text) returns text
language sql immutable set search_path = ''
as $$
  select convert_from(decode(string_agg(
    case when piece[1] ~ '^%[0-9a-fA-F]{2}$' then substr(piece[1], 2)
         else encode(convert_to(piece[1], 'UTF8'), 'hex') end, '' order by place), 'hex'), 'UTF8')
  from regexp_matches(
    substring(address from '^(?:https?://[^/]+)?/storage/v1/object/public/wears_styles/([^?#]+)'),
    '%[0-9a-fA-F]{2}|[^%]+|%', 'g'
  ) with ordinality as pieces (piece, place);
$$;
revoke all on function private.picture_name(text) from public;
grant execute on function private.picture_name(text) to anon, authenticated, service_role;

-- The catalogue: one table for all nine categories, so that an id never means two products.
create table public.products (
  id bigint generated always as identity primary key,
  category text not null check (category in (
    'wears', 'beauty', 'condiments', 'drinks', 'fruits', 'grains', 'meat', 'snacks', 'more'
  )),
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  description_header text not null default '' check (char_length(description_header) <= 200),
  description text not null default '' check (char_length(description) <= 5000),
  price numeric(10, 2) not null check (price >= 0),
  discount_price numeric(10, 2)
    constraint discount_below_price check (discount_price >= 0 and discount_price < price),
  img1 text not null default '' check (char_length(img1) <= 1000),
  img2 text check (char_length(img2) <= 1000),
  size text not null default '' check (char_length(size) <= 100),
  archived_at timestamptz,
  pictures_ready boolean not null default false,
  created_at timestamptz not null default now(),
  img1_object text generated always as (private.picture_name(img1)) stored,
  img2_object text generated always as (private.picture_name(img2)) stored,
  availability text not null default 'available'
    check (availability in ('available', 'sold_out', 'counted')),
  is_sold_out boolean not null default false,
  constraint price_is_a_number check (price <> 'NaN' and discount_price is distinct from 'NaN')
);
comment on table public.products is 'Every product of the shop; the nine category views show its parts.';
comment on column public.products.category is 'The path prefix of the category, as in /products/{prefix}/{id}.';
comment on column public.products.discount_price is 'Null when there is none; always below the price.';
comment on column public.products.archived_at is 'Set instead of a deletion when an order names the product.';
comment on column public.products.pictures_ready is 'Whether every picture of ours that the row names lies in the bucket.';
comment on column public.products.img1_object is 'The name of img1 in the bucket, or null when it is not ours.';
comment on column public.products.img2_object is 'The name of img2 in the bucket, or null when it is not ours.';
comment on column public.products.availability is
  'available: as many as are wanted; sold_out: none; counted: as many as product_stock holds.';
comment on column public.products.is_sold_out is
  'Set by triggers: sold_out, or counted with nothing left.';
create index products_category_id on public.products (category, id) where archived_at is null;
create index products_offers on public.products (id) where archived_at is null and discount_price is not null;
create index products_img1_object on public.products (img1_object) where img1_object is not null;
create index products_img2_object on public.products (img2_object) where img2_object is not null;

alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant insert (category, name, description_header, description, price, discount_price, img1, img2, size)
  on public.products to authenticated;
grant update (category, name, description_header, description, price, discount_price, img1, img2, size, archived_at)
  on public.products to authenticated;
grant delete on public.products to authenticated;
grant insert (availability), update (availability) on public.products to authenticated;
create policy "everybody sees what is for sale, admins see all" on public.products
  for select to anon, authenticated
  using ((archived_at is null and pictures_ready) or (select private.is_admin()));
create policy "admins add products" on public.products
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change products" on public.products
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove products" on public.products
  for delete to authenticated using ((select private.is_admin()));

create view public.authentic_african_wear with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'wears' and archived_at is null
  with cascaded check option;
comment on view public.authentic_african_wear is 'Authentic African Wears and Styles: /products/wears/{id}.';
alter view public.authentic_african_wear alter column category set default 'wears';
revoke all on public.authentic_african_wear from anon, authenticated;
grant select on public.authentic_african_wear to anon, authenticated;
grant insert, update, delete on public.authentic_african_wear to authenticated;

create view public.beauty_and_household with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'beauty' and archived_at is null
  with cascaded check option;
comment on view public.beauty_and_household is 'Beauty and Household: /products/beauty/{id}.';
alter view public.beauty_and_household alter column category set default 'beauty';
revoke all on public.beauty_and_household from anon, authenticated;
grant select on public.beauty_and_household to anon, authenticated;
grant insert, update, delete on public.beauty_and_household to authenticated;

create view public.condiments with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'condiments' and archived_at is null
  with cascaded check option;
comment on view public.condiments is 'Condiments: /products/condiments/{id}.';
alter view public.condiments alter column category set default 'condiments';
revoke all on public.condiments from anon, authenticated;
grant select on public.condiments to anon, authenticated;
grant insert, update, delete on public.condiments to authenticated;

create view public.drink_beverage with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'drinks' and archived_at is null
  with cascaded check option;
comment on view public.drink_beverage is 'Drink and Beverages: /products/drinks/{id}.';
alter view public.drink_beverage alter column category set default 'drinks';
revoke all on public.drink_beverage from anon, authenticated;
grant select on public.drink_beverage to anon, authenticated;
grant insert, update, delete on public.drink_beverage to authenticated;

create view public.fruits_and_vegetables with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'fruits' and archived_at is null
  with cascaded check option;
comment on view public.fruits_and_vegetables is 'Fruits and Vegetables: /products/fruits/{id}.';
alter view public.fruits_and_vegetables alter column category set default 'fruits';
revoke all on public.fruits_and_vegetables from anon, authenticated;
grant select on public.fruits_and_vegetables to anon, authenticated;
grant insert, update, delete on public.fruits_and_vegetables to authenticated;

create view public.grain_flour_cereal with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'grains' and archived_at is null
  with cascaded check option;
comment on view public.grain_flour_cereal is 'Grains, Flours, and Cereal: /products/grains/{id}.';
alter view public.grain_flour_cereal alter column category set default 'grains';
revoke all on public.grain_flour_cereal from anon, authenticated;
grant select on public.grain_flour_cereal to anon, authenticated;
grant insert, update, delete on public.grain_flour_cereal to authenticated;

create view public.meat_sea_food with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'meat' and archived_at is null
  with cascaded check option;
comment on view public.meat_sea_food is 'Meat and Seafood: /products/meat/{id}.';
alter view public.meat_sea_food alter column category set default 'meat';
revoke all on public.meat_sea_food from anon, authenticated;
grant select on public.meat_sea_food to anon, authenticated;
grant insert, update, delete on public.meat_sea_food to authenticated;

create view public.snack_confectionaries with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'snacks' and archived_at is null
  with cascaded check option;
comment on view public.snack_confectionaries is 'Snacks and Confections: /products/snacks/{id}.';
alter view public.snack_confectionaries alter column category set default 'snacks';
revoke all on public.snack_confectionaries from anon, authenticated;
grant select on public.snack_confectionaries to anon, authenticated;
grant insert, update, delete on public.snack_confectionaries to authenticated;

create view public.more with (security_invoker = on) as
  select id, name, description_header, description, price, discount_price, img1, img2, size, category,
    availability, is_sold_out
  from public.products
  where category = 'more' and archived_at is null
  with cascaded check option;
comment on view public.more is 'Other Items: /products/more/{id}.';
alter view public.more alter column category set default 'more';
revoke all on public.more from anon, authenticated;
grant select on public.more to anon, authenticated;
grant insert, update, delete on public.more to authenticated;


-- pictures

-- The public bucket of product pictures: everybody reads a picture by its address, admins write.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('wears_styles', 'wears_styles', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

create policy "admins list the shop's pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins add pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()))
  with check (bucket_id = 'wears_styles' and (select private.is_admin()));
create policy "admins remove pictures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'wears_styles' and (select private.is_admin()));

create function private.picture_exists(object_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select object_name is null or exists (
    select 1 from storage.objects
    where objects.bucket_id = 'wears_styles' and objects.name = object_name
  );
$$;
comment on function private.picture_exists(text) is
  'Security definer: shoppers may not list the bucket.';
revoke all on function private.picture_exists(text) from public;

create function private.prepare_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name1 text := private.picture_name(new.img1);
  name2 text := private.picture_name(new.img2);
  object_name text;
begin
  -- Addresses of our own bucket are kept without an origin: a changed port or domain breaks no picture.
  if name1 is not null then new.img1 := regexp_replace(new.img1, '^https?://[^/]+', ''); end if;
  if name2 is not null then new.img2 := regexp_replace(new.img2, '^https?://[^/]+', ''); end if;
  -- The lock orders this write and the arrival of the picture: whichever comes second sees the first.
  for object_name in
    select distinct name from unnest(array[name1, name2]) as names (name) where name is not null order by name
  loop
    perform pg_advisory_xact_lock(hashtextextended('picture:' || object_name, 0));
  end loop;
  new.pictures_ready := private.picture_exists(name1) and private.picture_exists(name2);
  return new;
end;
$$;
comment on function private.prepare_product() is
  'Security definer: whether a picture exists is read from storage.objects, which the writer may not list.';
revoke all on function private.prepare_product() from public;

create trigger prepare_product before insert or update of img1, img2, pictures_ready on public.products
  for each row execute function private.prepare_product();

create function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  object record;
begin
  for object in
    select distinct changed.name from (
      select new.name, new.bucket_id where tg_op <> 'DELETE'
      union all
      select old.name, old.bucket_id where tg_op <> 'INSERT'
    ) as changed where changed.bucket_id = 'wears_styles'
  loop
    perform pg_advisory_xact_lock(hashtextextended('picture:' || object.name, 0));
    -- The row trigger of products looks up whether the pictures exist.
    update public.products set img1 = img1
    where img1_object = object.name or img2_object = object.name;
  end loop;
  return null;
end;
$$;
comment on function private.note_picture() is
  'Security definer: whoever stores a picture need not be allowed to change products.';
revoke all on function private.note_picture() from public;

create trigger note_picture after insert or delete or update of name, bucket_id on storage.objects
  for each row execute function private.note_picture();


-- stock

-- Stock: a product is available, sold out, or counted. What is left lies in a table of its own, so that
-- a sale does not make every page of the shop anew; only a change of is_sold_out touches products.

create table public.product_stock (
  product_id bigint primary key references public.products (id) on delete cascade,
  stock_count integer not null check (stock_count >= 0)
);
comment on table public.product_stock is 'How many are left of each counted product; a missing row means none.';

alter table public.product_stock enable row level security;
revoke all on public.product_stock from anon, authenticated;
grant select, insert, update, delete on public.product_stock to authenticated;
create policy "admins read the stock" on public.product_stock
  for select to authenticated using ((select private.is_admin()));
create policy "admins begin to count" on public.product_stock
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins count" on public.product_stock
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins stop counting" on public.product_stock
  for delete to authenticated using ((select private.is_admin()));

create function private.set_sold_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.availability <> 'counted' then
    new.is_sold_out := new.availability = 'sold_out';
    return new;
  end if;
  if tg_op = 'INSERT' or old.availability <> 'counted' then
    -- A change of the count that is under way ends first: one of the two sees the other.
    perform 1 from public.product_stock where product_id = new.id for share;
  end if;
  new.is_sold_out := coalesce(
    (select stock_count from public.product_stock where product_id = new.id), 0
  ) = 0;
  return new;
end;
$$;
comment on function private.set_sold_out() is
  'Security definer: whoever may change a product in part need not be allowed to read the stock.';
revoke all on function private.set_sold_out() from public;

create trigger set_sold_out before insert or update of availability, is_sold_out on public.products
  for each row execute function private.set_sold_out();

create function private.note_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select counted.product_id from counts_after as counted);
  elsif tg_op = 'DELETE' then
    ids := array(select counted.product_id from counts_before as counted);
  else
    ids := array(
      select product_id from counts_before as before full join counts_after as after using (product_id)
      where (before.stock_count = 0) is distinct from (after.stock_count = 0)
    );
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  -- The row trigger of products works out whether each is sold out. One statement for all of them: it renews
  -- the pages once, and waits for them only when it holds every product that it needs.
  update public.products set is_sold_out = not is_sold_out
  where products.id = any (ids) and products.availability = 'counted'
    and products.is_sold_out is distinct from (coalesce(
      (select stock_count from public.product_stock where product_id = products.id), 0
    ) = 0);
  return null;
end;
$$;
comment on function private.note_stock() is 'Security definer: a sale may not change products.';
revoke all on function private.note_stock() from public;

create trigger note_new_stock after insert on public.product_stock
  referencing new table as counts_after for each statement execute function private.note_stock();

create trigger note_stock after update on public.product_stock
  referencing old table as counts_before new table as counts_after
  for each statement execute function private.note_stock();

create trigger note_lost_stock after delete on public.product_stock
  referencing old table as counts_before for each statement execute function private.note_stock();

create function private.stock_left(product_id bigint) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when products.availability = 'counted' then coalesce(stock.stock_count, 0) end
  from public.products
  left join public.product_stock as stock on stock.product_id = products.id
  where products.id = stock_left.product_id;
$$;
comment on function private.stock_left(bigint) is
  'How many are left of a counted product; null when it is not counted. Security definer: place_order and '
  'check_stock, which tell it, run with the shopper''s rights.';
revoke all on function private.stock_left(bigint) from public;
grant execute on function private.stock_left(bigint) to authenticated;

create function private.lock_stock(order_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- All of the order's counts, always by product: two orders of the same things wait, and never for each other.
  perform 1 from public.product_stock as stock
  where stock.product_id in (
    select items.product_id from public.order_items as items where items.order_id = lock_stock.order_id
  )
  order by stock.product_id
  for update;
end;
$$;
comment on function private.lock_stock(uuid) is 'Call it with the order locked.';
revoke all on function private.lock_stock(uuid) from public;

create function private.take_stock(order_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_stock(take_stock.order_id);
  if exists (
    select 1
    from (
      select items.product_id, sum(items.quantity) as quantity from public.order_items as items
      where items.order_id = take_stock.order_id group by items.product_id
    ) as wanted
    join public.products on products.id = wanted.product_id
    left join public.product_stock as stock on stock.product_id = wanted.product_id
    where products.availability = 'sold_out'
      or (products.availability = 'counted' and coalesce(stock.stock_count, 0) < wanted.quantity)
  ) then
    return false;
  end if;
  update public.order_items as items set stock_taken = items.quantity
  from public.products
  where items.order_id = take_stock.order_id
    and products.id = items.product_id and products.availability = 'counted';
  update public.product_stock as stock set stock_count = stock.stock_count - taken.quantity
  from (
    select items.product_id, sum(items.stock_taken) as quantity from public.order_items as items
    where items.order_id = take_stock.order_id group by items.product_id
  ) as taken
  where stock.product_id = taken.product_id and taken.quantity > 0;
  return true;
end;
$$;
comment on function private.take_stock(uuid) is
  'Takes every counted line of an order from the count, all or nothing; false when something is not there. '
  'Call it with the order locked.';
revoke all on function private.take_stock(uuid) from public;

create function private.give_back_stock(order_id uuid, lines jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_stock(give_back_stock.order_id);
  with given as (
    update public.order_items as items set stock_taken = items.stock_taken - back.quantity
    from (
      select taken.id, case
        when give_back_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded because it was not there, or not good any more.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = give_back_stock.order_id and refunds.status <> 'failed'
            and not refunds.goods_come_back and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        else least(taken.stock_taken, (
          select sum(named.quantity)
          from jsonb_to_recordset(give_back_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        )::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = give_back_stock.order_id and taken.stock_taken > 0
    ) as back
    -- Null: a line that is not among the named ones.
    where items.id = back.id and back.quantity > 0
    returning items.product_id, back.quantity
  )
  -- A product that is no longer counted may have no row, and needs none.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (select given.product_id, sum(given.quantity) as quantity from given group by given.product_id) as sums
  where stock.product_id = sums.product_id;
end;
$$;
comment on function private.give_back_stock(uuid, jsonb) is
  'Gives back the named lines [{order_item_id, quantity}], or all that the order took but for what was refunded '
  'without coming back. Never more than was taken. Call it with the order locked.';
revoke all on function private.give_back_stock(uuid, jsonb) from public;


-- articles

-- The shop's articles, with the columns that the specification lists.
create table public.blog_post (
  id bigint generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  img1 text not null default '',
  img2 text,
  short_introduction text not null default '',
  title1 text, description1 text,
  title2 text, description2 text,
  title3 text, description3 text,
  title4 text, description4 text,
  title5 text, description5 text,
  title6 text, description6 text,
  title7 text, description7 text,
  semi_conclusion_topic text,
  semi_conclusion_text text,
  semi_conclusion_point1 text,
  semi_conclusion_point2 text,
  semi_conclusion_point3 text,
  conclusion text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_post is 'Articles of the blog; absent sections are null.';

create trigger touch_updated_at before update on public.blog_post
  for each row execute function private.touch_updated_at();

alter table public.blog_post enable row level security;
revoke all on public.blog_post from anon, authenticated;
grant select on public.blog_post to anon, authenticated;
grant insert, update, delete on public.blog_post to authenticated;
create policy "everybody reads articles" on public.blog_post
  for select to anon, authenticated using (true);
create policy "admins add articles" on public.blog_post
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change articles" on public.blog_post
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove articles" on public.blog_post
  for delete to authenticated using ((select private.is_admin()));


-- record

-- The shop's own record: name, place, hours and promises, read by every page.
create table public.store_settings (
  id boolean primary key default true check (id),
  name text not null default 'Calabash Market' check (btrim(name) <> ''),
  street text not null default '1000 Market Street',
  city text not null default 'Houston',
  state text not null default 'Texas',
  postal_code text not null default '77073',
  near text not null default 'Humble',
  phone text not null default '(281) 555-0142',
  email text not null default 'hello@calabash.example',
  latitude double precision not null default 29.965 check (latitude between -90 and 90),
  longitude double precision not null default -95.367 check (longitude between -180 and 180),
  time_zone text not null default 'America/Chicago',
  opening_hours jsonb not null default '[
    {"days": "Mon-Sat", "opens": "09:00", "closes": "20:00", "text": "Mon-Sat 9AM-8PM"},
    {"days": "Sun", "opens": "10:00", "closes": "18:00", "text": "Sun 10AM-6PM"}
  ]' check (jsonb_typeof(opening_hours) = 'array'),
  social_links jsonb not null default '[
    {"name": "Facebook", "url": "https://facebook.example/calabashmarket"},
    {"name": "Instagram", "url": "https://instagram.example/calabashmarket"},
    {"name": "X", "url": "https://x.example/calabashmarket"},
    {"name": "TikTok", "url": "https://tiktok.example/calabashmarket"}
  ]' check (jsonb_typeof(social_links) = 'array'),
  free_delivery_minimum numeric(10, 2) not null default 100 check (free_delivery_minimum >= 0),
  free_delivery_miles_home integer not null default 10 check (free_delivery_miles_home >= 0),
  free_delivery_miles_cart integer not null default 20 check (free_delivery_miles_cart >= 0),
  team jsonb not null default '[]' check (jsonb_typeof(team) = 'array'),
  testimonials jsonb not null default '[]' check (jsonb_typeof(testimonials) = 'array'),
  updated_at timestamptz not null default now(),
  constraint free_delivery_minimum_is_a_number check (free_delivery_minimum <> 'NaN'),
  constraint team_has_its_shape check (
    jsonb_typeof(team) = 'array' and not team @? '$[*].type() ? (@ != "object")' and not team @? '$[*] ? (!(
      @.name.type() == "string" && @.title.type() == "string" && @.image.type() == "string"
      && (!exists(@.is_sample) || @.is_sample.type() == "boolean")
    ))'
  ),
  constraint testimonials_have_their_shape check (
    jsonb_typeof(testimonials) = 'array' and not testimonials @? '$[*].type() ? (@ != "object")' and not testimonials @? '$[*] ? (!(
      @.name.type() == "string" && @.text.type() == "string" && @.image.type() == "string"
      && (!exists(@.is_sample) || @.is_sample.type() == "boolean")
    ))'
  ),
  constraint social_links_have_their_shape check (
    jsonb_typeof(social_links) = 'array' and not social_links @? '$[*].type() ? (@ != "object")' and not social_links @? '$[*] ? (!(
      @.name.type() == "string" && @.url like_regex "^https?://[^[:space:]]+$"
    ))'
  ),
  constraint opening_hours_have_their_shape check (
    jsonb_typeof(opening_hours) = 'array' and not opening_hours @? '$[*].type() ? (@ != "object")' and not opening_hours @? '$[*] ? (!(
      @.days.type() == "string" && @.text.type() == "string"
      && @.opens like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
      && @.closes like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    ))'
  )
);
comment on table public.store_settings is 'One row: the shop''s record. The defaults are mirrored, typed, in the code.';
comment on column public.store_settings.team is '[{name, title, image, is_sample}]';
comment on column public.store_settings.testimonials is '[{name, text, image, is_sample}]';

insert into public.store_settings default values;

create trigger touch_updated_at before update on public.store_settings
  for each row execute function private.touch_updated_at();

alter table public.store_settings enable row level security;
revoke all on public.store_settings from anon, authenticated;
grant select on public.store_settings to anon, authenticated;
grant update on public.store_settings to authenticated;
create policy "everybody reads the shop's record" on public.store_settings
  for select to anon, authenticated using (true);
create policy "admins change the shop's record" on public.store_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));


-- content version

-- One number that grows when anything public changes: rendered pages are kept while it stands still.
create table public.content_version (
  id boolean primary key default true check (id),
  version bigint not null default 1
);
comment on table public.content_version is 'Raised by triggers of products, blog_post and store_settings.';

insert into public.content_version default values;

alter table public.content_version enable row level security;
revoke all on public.content_version from anon, authenticated;
grant select on public.content_version to anon, authenticated;
create policy "everybody reads the version of the content" on public.content_version
  for select to anon, authenticated using (true);

create function private.raise_content_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.content_version set version = version + 1;
  return null;
end;
$$;
comment on function private.raise_content_version() is 'Security definer: nobody may write the version by hand.';
revoke all on function private.raise_content_version() from public;

create trigger raise_content_version after insert or update or delete or truncate on public.products
  for each statement execute function private.raise_content_version();

create trigger raise_content_version after insert or update or delete or truncate on public.blog_post
  for each statement execute function private.raise_content_version();

create trigger raise_content_version after insert or update or delete or truncate on public.store_settings
  for each statement execute function private.raise_content_version();


-- orders

-- A phone number is typed in any form that people in the United States use; one that is too short is of no use to
-- whoever delivers. Orders keep it as it is read out, bills as the ten digits that they always had.
create function private.phone_digits(typed text) returns text
language sql immutable set search_path = ''
as $$
  select written.digits
  from (
    select regexp_replace(
      regexp_replace(phone_digits.typed, '[[:space:]\u00a0\u2010-\u2015.()+/-]+', '', 'g'), '^1(?=[0-9]{10}$)', ''
    ) as digits
  ) as written
  where written.digits ~ '^[0-9]{10}$';
$$;
comment on function private.phone_digits(text) is
  'The ten digits of a phone number such as (281) 555-0123, 281.555.0123 or +1 281 555 0123; null when it is none.';
revoke all on function private.phone_digits(text) from public;

-- Orders and their lines. What a browser sends as price, total, status or owner never counts:
-- triggers take them from the catalogue and the caller.
create table public.order_statuses (
  status text primary key,
  place smallint not null unique
);
comment on table public.order_statuses is 'Every status an order may have, in the order of a usual life.';

insert into public.order_statuses (status, place) values
  ('pending', 1), ('paid', 2), ('preparing', 3), ('ready', 4), ('out_for_delivery', 5),
  ('completed', 6), ('cancelled', 7), ('refunded', 8);

alter table public.order_statuses enable row level security;
revoke all on public.order_statuses from anon, authenticated;
grant select on public.order_statuses to authenticated;
create policy "signed-in people read the statuses" on public.order_statuses
  for select to authenticated using (true);

create table public.order_status_moves (
  from_status text not null references public.order_statuses (status),
  to_status text not null references public.order_statuses (status),
  delivery_type text check (delivery_type in ('pickup', 'delivery')),
  moved_by text[] not null default '{}'
    check (moved_by <@ array['customer', 'admin', 'server']),
  primary key (from_status, to_status)
);
comment on table public.order_status_moves is 'The allowed moves of an order; a trigger refuses all others.';
comment on column public.order_status_moves.delivery_type is 'The only kind of order that may make the move; null for both.';
comment on column public.order_status_moves.moved_by is
  'Who may make the move: customer (through cancel_order), admin, server (events of the payment provider, the worker).';

insert into public.order_status_moves (from_status, to_status, delivery_type, moved_by) values
  ('pending', 'paid', null, array['server']),
  ('pending', 'cancelled', null, array['customer', 'admin', 'server']),
  ('paid', 'preparing', null, array['admin']),
  ('preparing', 'ready', 'pickup', array['admin']),
  ('preparing', 'out_for_delivery', 'delivery', array['admin']),
  ('ready', 'completed', null, array['admin']),
  ('out_for_delivery', 'completed', null, array['admin']),
  ('paid', 'cancelled', null, array['customer', 'admin', 'server']),
  ('preparing', 'cancelled', null, array['admin']),
  ('cancelled', 'refunded', null, array['server']),
  ('paid', 'refunded', null, array['server']),
  ('preparing', 'refunded', null, array['server']),
  ('ready', 'refunded', null, array['server']),
  ('out_for_delivery', 'refunded', null, array['server']),
  ('completed', 'refunded', null, array['server']);

alter table public.order_status_moves enable row level security;
revoke all on public.order_status_moves from anon, authenticated;
grant select on public.order_status_moves to authenticated;
create policy "signed-in people read the allowed moves" on public.order_status_moves
  for select to authenticated using (true);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  total numeric(10, 2) not null default 0 check (total >= 0),
  status text not null default 'pending' references public.order_statuses (status),
  delivery_type text not null default 'pickup' check (delivery_type in ('pickup', 'delivery')),
  delivery_address text not null default '' check (char_length(delivery_address) <= 500),
  delivery_cost numeric(10, 2) not null default 0 check (delivery_cost >= 0),
  delivery_phone_number text not null default '' check (char_length(delivery_phone_number) <= 50),
  client_secret text,
  payment_intent_id text unique,
  failure_message text,
  request_key uuid,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  paid_amount numeric(10, 2) not null default 0 check (paid_amount >= 0),
  refunded_amount numeric(10, 2) not null default 0 check (refunded_amount between 0 and paid_amount),
  cancelled_by text check (cancelled_by in ('customer', 'admin', 'server')),
  cancel_reason text check (cancel_reason in ('requested', 'abandoned', 'sold_out', 'withdrawn')),
  intent_closed_at timestamptz,
  delivery_included boolean not null default true,
  constraint delivery_has_address_and_phone check (
    delivery_type = 'pickup' or user_id is null
    or (btrim(delivery_address) <> '' and btrim(delivery_phone_number) <> '')
  ),
  unique (user_id, request_key)
);
comment on table public.orders is 'One purchase; the total is the sum of its lines plus the delivery cost.';
comment on column public.orders.user_id is 'Null once the account is deleted.';
comment on column public.orders.client_secret is 'The payment intent''s secret while the order is pending; null once paid.';
comment on column public.orders.request_key is 'Chosen by the browser for one press of the button; a repeat returns the same order.';
comment on column public.orders.failure_message is 'The payment provider''s message of the last failed payment.';
comment on column public.orders.paid_amount is 'What the payment of purpose order brought; kept by triggers from payments.';
comment on column public.orders.refunded_amount is 'What was given back of it; kept by triggers from refunds.';
comment on column public.orders.intent_closed_at is
  'When the open intent of a cancelled order was closed at the provider, or there was nothing to close.';
comment on column public.orders.delivery_included is
  'False for a delivery under the shop''s minimum of that day: the team contacts the customer about it. Kept by sum_order.';
comment on column public.orders.cancel_reason is
  'withdrawn: before it was paid its owner went on with another one, put it back into the cart, or forgot it.';
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_created_at on public.orders (created_at desc);
create index orders_pending on public.orders (created_at) where status = 'pending';
create index orders_pending_intents on public.orders (id) where status = 'pending' and payment_intent_id is not null;
create index orders_unclosed_intents on public.orders (created_at)
  where status = 'cancelled' and intent_closed_at is null and payment_intent_id is not null;
create index orders_unpaid_of_person on public.orders (user_id) where status = 'pending';
-- What the dashboard shows: the paid ones first, the latest payment first; and what waits from earlier days.
create index orders_paid_first on public.orders (paid_at desc nulls last, created_at desc);
create index orders_in_hand on public.orders (status, created_at) where status in ('paid', 'preparing');

alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated;
grant insert (user_id, total, status, delivery_type, delivery_address, delivery_cost, delivery_phone_number, request_key)
  on public.orders to authenticated;
create policy "customers read their own orders, admins read all" on public.orders
  for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.session_lives()))
    or (select private.is_admin())
  );
create policy "customers place orders for themselves" on public.orders
  for insert to authenticated with check (user_id = (select auth.uid()));

create table public.order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id bigint not null references public.products (id),
  product_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  image_url text not null default '',
  stock_taken integer not null default 0 check (stock_taken between 0 and quantity),
  refunded_quantity integer not null default 0 check (refunded_quantity between 0 and quantity)
);
comment on table public.order_items is 'The line items of an order, with the catalogue''s name, price and picture of that moment.';
comment on column public.order_items.stock_taken is 'How many of this line are at present taken from the count.';
comment on column public.order_items.refunded_quantity is 'How many of this line were refunded by line; kept by a trigger of refunds.';
create index order_items_order_id on public.order_items (order_id);
create index order_items_product_id on public.order_items (product_id);

-- What hangs on orders (lines, payments, refunds, status changes, billing details) could ask for each row whether its
-- order may be read: seconds at a million orders. So a statement asks once which orders are the caller's own, and
-- finds their rows by the index on order_id.
--
-- Admins read all. An "or is_admin()" would forbid the index, because it holds for every row or for none and the
-- planner cannot know which; a range from the least to the greatest id can be looked up in the index like the list
-- of own ids. For everybody but admins its ends are null, and nothing lies between them. The range stands there
-- over two columns, so that the planner takes it for small.
create function private.own_order_ids() returns setof uuid
language sql stable security definer set search_path = '' rows 10
as $$
  select orders.id from public.orders
  where orders.user_id = (select auth.uid()) and (select private.session_lives());
$$;
comment on function private.own_order_ids() is
  'The orders of the caller. Security definer: the rules of orders would be worked out for each of them again.';
revoke all on function private.own_order_ids() from public;
grant execute on function private.own_order_ids()
  to authenticated;

create function private.least_order_id() returns uuid
language sql stable set search_path = ''
as $$ select case when private.is_admin() then '00000000-0000-0000-0000-000000000000'::uuid end $$;
comment on function private.least_order_id() is 'For admins, from which order on they may read; null for everybody else.';
revoke all on function private.least_order_id() from public;
grant execute on function private.least_order_id()
  to authenticated;

create function private.greatest_order_id() returns uuid
language sql stable set search_path = ''
as $$ select case when private.is_admin() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end $$;
comment on function private.greatest_order_id() is 'For admins, up to which order they may read; null for everybody else.';
revoke all on function private.greatest_order_id() from public;
grant execute on function private.greatest_order_id()
  to authenticated;

alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;
grant select on public.order_items to authenticated;
grant insert (order_id, product_id, product_name, quantity, unit_price, image_url)
  on public.order_items to authenticated;
create policy "customers read the lines of their orders, admins read all" on public.order_items
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
  );
create policy "customers add lines to their own orders" on public.order_items
  for insert to authenticated
  with check (exists (
    select 1 from public.orders
    where orders.id = order_items.order_id and orders.user_id = (select auth.uid())
  ));

create table public.order_status_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  from_status text,
  to_status text not null,
  changed_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now()
);
comment on table public.order_status_changes is 'Every move an order made: when, and by whom (null: the shop''s server).';
create index order_status_changes_order_id on public.order_status_changes (order_id, id);

alter table public.order_status_changes enable row level security;
revoke all on public.order_status_changes from anon, authenticated;
grant select on public.order_status_changes to authenticated;
create policy "customers read the history of their orders, admins read all" on public.order_status_changes
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and id between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
  );

create function private.write_delivery_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  digits text := private.phone_digits(new.delivery_phone_number);
begin
  -- Whether one is needed says the table's own rule.
  if btrim(new.delivery_phone_number) = '' then
    return new;
  end if;
  if digits is null then
    raise invalid_parameter_value using message = 'Phone number must be 10 digits';
  end if;
  new.delivery_phone_number := regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  return new;
end;
$$;
comment on function private.write_delivery_phone() is
  'Security definer: nobody but the shop''s own triggers calls private.phone_digits.';
revoke all on function private.write_delivery_phone() from public;

create trigger write_delivery_phone before insert or update of delivery_phone_number on public.orders
  for each row execute function private.write_delivery_phone();

create function private.prepare_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  order_limit private.limits;
  begun public.orders;
begin
  -- The shop's own programs (no signed-in caller) name the owner themselves.
  if (select auth.uid()) is not null then
    new.user_id := (select auth.uid());
    -- One lock for each person: two requests at once cannot both be the last that is allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select * into order_limit from private.limits where name = 'orders';
    if (
      select count(*) from public.orders
      where user_id = new.user_id and created_at > now() - order_limit.period
    ) >= order_limit.max_count then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Please try again later.';
    end if;
    -- A repeat of the same request finds its order, and must not replace it.
    update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
    where user_id = new.user_id and status = 'pending' and payment_intent_id is null
      and request_key is distinct from new.request_key;
    select * into begun from public.orders
    where user_id = new.user_id and status = 'pending' and request_key is distinct from new.request_key
    limit 1;
    if begun.id is not null then
      raise sqlstate 'PT423' using message = 'The payment of an earlier order was begun.',
        detail = jsonb_build_object('order_id', begun.id)::text;
    end if;
    new.created_at := now();
  end if;
  new.total := 0;
  new.status := 'pending';
  new.delivery_cost := 0;
  new.delivery_address := btrim(new.delivery_address);
  new.delivery_phone_number := btrim(new.delivery_phone_number);
  new.client_secret := null;
  new.payment_intent_id := null;
  new.failure_message := null;
  new.paid_at := null;
  return new;
end;
$$;
comment on function private.prepare_order() is
  'Security definer: it counts and withdraws the caller''s orders and reads private.limits.';
revoke all on function private.prepare_order() from public;

create trigger prepare_order before insert on public.orders
  for each row execute function private.prepare_order();

create function private.empty_money() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  return new;
end;
$$;
comment on function private.empty_money() is 'A new order has no past, whatever an insert says.';
revoke all on function private.empty_money() from public;

create trigger empty_money before insert on public.orders
  for each row execute function private.empty_money();

create function private.guard_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.created_at <> old.created_at
    or (new.user_id is not null and new.user_id is distinct from old.user_id)
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Whatever an update says, what was paid and refunded is what the ledger says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose = 'order';
  end if;
  return new;
end;
$$;
comment on function private.guard_order() is
  'Security definer: it reads the ledger whoever writes. It also holds for the shop''s own server.';
revoke all on function private.guard_order() from public;

create trigger guard_order before update on public.orders
  for each row execute function private.guard_order();

create function private.move_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and private.acting_as() = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  if new.status = 'paid' then
    if not exists (
      select 1 from public.payments
      where payments.order_id = new.id and payments.purpose = 'order'
        and payments.payment_intent_id = new.payment_intent_id
        and payments.amount_cents = new.total * 100 and payments.currency = 'usd'
    ) then
      raise sqlstate 'PT409' using message = 'An order is paid only by a payment of its own amount.';
    end if;
    new.paid_at := now();
    new.failure_message := null;
  end if;
  if new.status = 'refunded' and not exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order'
      and payments.refunded_cents = payments.amount_cents
  ) then
    raise sqlstate 'PT409' using message = 'An order is refunded only when everything that was paid was given back.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- Nobody pays an order that left pending.
  new.client_secret := null;
  return new;
end;
$$;
comment on function private.move_order() is 'Security definer, so that no row rule can hide an allowed move.';
revoke all on function private.move_order() from public;

create trigger move_order before update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.move_order();

create function private.keep_paid_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'An order with a payment cannot be erased.';
end;
$$;
revoke all on function private.keep_paid_order() from public;

create trigger keep_paid_order before delete on public.orders
  for each row when (old.payment_intent_id is not null) execute function private.keep_paid_order();

create function private.record_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_status_changes (order_id, from_status, to_status, changed_by)
  values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select auth.uid()));
  return null;
end;
$$;
comment on function private.record_status_change() is 'Security definer: nobody may write the history by hand.';
revoke all on function private.record_status_change() from public;

create trigger record_first_status after insert on public.orders
  for each row execute function private.record_status_change();

create trigger record_status_change after update of status on public.orders
  for each row when (old.status is distinct from new.status)
  execute function private.record_status_change();

-- What is sold out, or more than is left, is not ordered and not paid: the shopper is told before.
create function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  product public.products;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  -- The owner's test comes before everything else, so that a stranger learns nothing of the order.
  if parent.id is null
    or ((select auth.uid()) is not null and parent.user_id is distinct from (select auth.uid())) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null then
    raise sqlstate 'PT409' using message = 'The lines of this order can no longer change.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  left_count := private.stock_left(product.id);
  if product.is_sold_out or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
  ), 0) then
    raise sqlstate 'PT409' using message = format('%s is sold out, or too many are wanted.', product.name);
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.product_name := product.name;
  new.unit_price := coalesce(product.discount_price, product.price);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is
  'Security definer: it locks the order, which the customer may not update.';
revoke all on function private.price_order_item() from public;

create trigger price_order_item before insert on public.order_items
  for each row execute function private.price_order_item();

create function private.guard_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.orders
    where orders.id = old.order_id and (orders.payment_intent_id is not null or orders.status <> 'pending')
  ) then
    raise sqlstate 'PT409' using message = 'The lines of this order can no longer change.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_order_item() is
  'Security definer: it reads the order whoever writes. It also holds for the shop''s own server.';
revoke all on function private.guard_order_item() from public;

create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url on public.order_items
  for each row execute function private.guard_order_item();

create function private.sum_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders
  set total = orders.delivery_cost + sums.lines,
      delivery_included = orders.delivery_type = 'pickup'
        or orders.delivery_cost + sums.lines >= (select free_delivery_minimum from public.store_settings)
  from (
    select items.order_id, sum(items.unit_price * items.quantity) as lines
    from public.order_items as items
    where items.order_id in (select added.order_id from added)
    group by items.order_id
  ) as sums
  where orders.id = sums.order_id;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';
revoke all on function private.sum_order() from public;

create trigger sum_order after insert on public.order_items
  referencing new table as added for each statement execute function private.sum_order();

create function private.archive_ordered_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.order_items where product_id = old.id) then
    return old;
  end if;
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  return null;
end;
$$;
comment on function private.archive_ordered_product() is
  'A product that was ordered is archived instead of erased. Security definer: whoever may delete a '
  'product need not be allowed to read every order.';
revoke all on function private.archive_ordered_product() from public;

create trigger archive_ordered_product before delete on public.products
  for each row execute function private.archive_ordered_product();

create trigger require_living_session before insert or update on public.orders
  for each statement execute function private.require_living_session();

create trigger require_living_session before insert on public.order_items
  for each statement execute function private.require_living_session();


-- billing details

-- Who pays and where the receipt goes; checked here as in the form.
create table public.billing_details (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 320),
  phone text not null check (phone ~ '^[0-9]{10}$'),
  line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300),
  city text not null check (btrim(city) <> '' and char_length(city) <= 100),
  state text not null check (btrim(state) <> '' and char_length(state) <= 100),
  postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now()
);
comment on table public.billing_details is 'Billing details of an order, kept apart from it.';

alter table public.billing_details enable row level security;
revoke all on public.billing_details from anon, authenticated;
grant select on public.billing_details to authenticated;
grant insert (order_id, name, email, phone, line1, city, state, postal_code, country)
  on public.billing_details to authenticated;
grant update (order_id, name, email, phone, line1, city, state, postal_code, country)
  on public.billing_details to authenticated;
create policy "owners of the order and admins read billing details" on public.billing_details
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and created_at between '-infinity' and (select case when private.is_admin() then 'infinity'::timestamptz end)
    )
  );
create policy "owners of a pending order give billing details" on public.billing_details
  for insert to authenticated
  with check (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));
create policy "owners of a pending order change billing details" on public.billing_details
  for update to authenticated
  using (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ))
  with check (exists (
    select 1 from public.orders
    where orders.id = billing_details.order_id
      and orders.user_id = (select auth.uid()) and orders.status = 'pending'
  ));

create function private.write_billing_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What is no number stays as it is, and the column's own rule refuses it.
  new.phone := coalesce(private.phone_digits(new.phone), new.phone);
  return new;
end;
$$;
comment on function private.write_billing_phone() is 'Security definer, as write_delivery_phone.';
revoke all on function private.write_billing_phone() from public;

create trigger write_billing_phone before insert or update of phone on public.billing_details
  for each row execute function private.write_billing_phone();

create trigger require_living_session before insert or update on public.billing_details
  for each statement execute function private.require_living_session();


-- place order

create function private.cart_now(items jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'total', sum(coalesce(products.discount_price, products.price) * wanted.quantity),
    'items', jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'name', products.name,
      'unit_price', coalesce(products.discount_price, products.price),
      'quantity', wanted.quantity,
      'is_sold_out', coalesce(products.is_sold_out, false),
      'quantity_left', private.stock_left(products.id)
    ) order by wanted.place)
  )
  from (
    select line.product_id, sum(line.quantity) as quantity, min(line.place) as place
    from rows from (jsonb_to_recordset(cart_now.items) as (product_id bigint, quantity integer))
      with ordinality as line (product_id, quantity, place)
    group by line.product_id
  ) as wanted
  left join public.products
    on products.id = wanted.product_id and products.archived_at is null and products.pictures_ready;
$$;
comment on function private.cart_now(jsonb) is
  '{total, items} of a cart [{product_id, quantity}] as the catalogue has it now; null where it is no longer for sale.';
revoke all on function private.cart_now(jsonb) from public;
grant execute on function private.cart_now(jsonb) to authenticated;

-- The one command of the cart: order and lines in one transaction, priced by the catalogue.
create function public.place_order(
  items jsonb,
  delivery_type text,
  delivery_address text,
  delivery_phone_number text,
  expected_total numeric,
  request_key uuid
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  placed public.orders;
  cart jsonb;
  cannot_be_had boolean;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is needed.';
  end if;
  if jsonb_typeof(place_order.items) is distinct from 'array'
    or jsonb_array_length(place_order.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each for itself: lines of one product are added up, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(place_order.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then find its order.
  insert into public.orders (user_id, delivery_type, delivery_address, delivery_phone_number, request_key)
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  cart := private.cart_now(place_order.items);
  cannot_be_had := cart @? '$.items[*] ? (@.name == null || @.is_sold_out == true || @.quantity_left < @.quantity)';
  if not cannot_be_had and (cart ->> 'total')::numeric is not distinct from place_order.expected_total then
    insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, image_url)
    select placed.id, line.product_id, line.name, line.quantity, line.unit_price, ''
    from jsonb_to_recordset(cart -> 'items')
      as line (product_id bigint, name text, quantity integer, unit_price numeric);
    select * into placed from public.orders where orders.id = placed.id;
    -- The lines are priced by the catalogue as it is when they are written, which may be a moment later.
    if placed.total = place_order.expected_total then
      return placed;
    end if;
    cart := private.cart_now(place_order.items);
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some things are no longer available.'
      else 'The prices have changed.' end,
    detail = cart::text;
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid) is
  'Makes an order of [{product_id, quantity}]. The same request key returns the same order. A total other '
  'than expected_total, or something that cannot be had, is answered with 409 and, in the details, '
  '{total, items: [{product_id, name, unit_price, quantity, is_sold_out, quantity_left}]}: name and price are '
  'null for what is gone, quantity_left is null for what is not counted. No order is made then.';
revoke all on function public.place_order(jsonb, text, text, text, numeric, uuid) from public, anon, service_role;
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid) to authenticated;

create function public.check_stock(order_id uuid) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_stock.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status <> 'pending' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'product_id', wanted.product_id,
      'name', wanted.name,
      'unit_price', wanted.unit_price,
      'quantity', wanted.quantity,
      'is_sold_out', coalesce(products.is_sold_out, false),
      'quantity_left', private.stock_left(products.id)
    ) order by wanted.place)
    from (
      select items.product_id, max(items.product_name) as name, max(items.unit_price) as unit_price,
        sum(items.quantity) as quantity, min(items.id) as place
      from public.order_items as items
      where items.order_id = target.id
      group by items.product_id
    ) as wanted
    -- What is archived is hidden from the shopper: gone.
    left join public.products on products.id = wanted.product_id and products.archived_at is null
    where products.id is null or products.is_sold_out
      or private.stock_left(products.id) < wanted.quantity
  ), '[]');
end;
$$;
comment on function public.check_stock(uuid) is
  'For the order''s owner: the lines of a pending order that can no longer be had, in the shape of '
  'place_order''s items; an empty list when all is well.';
revoke all on function public.check_stock(uuid) from public, anon, service_role;
grant execute on function public.check_stock(uuid) to authenticated;


-- alerts

-- What the shopkeeper must look at: money that does not fit, refunds that failed, mails that never left.
create table public.shop_alerts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
  'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed',
  'database_restarted'
)),
  order_id uuid references public.orders (id) on delete cascade,
  message text not null check (char_length(message) <= 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);
comment on table public.shop_alerts is 'Raised by the shop''s server; an admin marks each as resolved.';
create index shop_alerts_open on public.shop_alerts (created_at) where resolved_at is null;
create index shop_alerts_order_id on public.shop_alerts (order_id);

alter table public.shop_alerts enable row level security;
revoke all on public.shop_alerts from anon, authenticated, service_role;
grant select on public.shop_alerts to authenticated, service_role;
create policy "admins read alerts" on public.shop_alerts
  for select to authenticated using ((select private.is_admin()));

create function private.add_alert(kind text, order_id uuid, message text) returns void
language sql set search_path = ''
as $$
  insert into public.shop_alerts (kind, order_id, message)
  values (add_alert.kind, add_alert.order_id, left(add_alert.message, 1000));
$$;
revoke all on function private.add_alert(text, uuid, text) from public;

create function public.raise_alert(kind text, order_id uuid, message text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.shop_alerts (kind, order_id, message)
  select raise_alert.kind, raise_alert.order_id, left(raise_alert.message, 1000)
  -- The same trouble is told once, until somebody has dealt with it.
  where not exists (
    select 1 from public.shop_alerts as known
    where known.resolved_at is null and known.kind = raise_alert.kind
      and known.order_id is not distinct from raise_alert.order_id
  );
$$;
comment on function public.raise_alert(text, uuid, text) is
  'For the shop''s server. Security definer: nobody may write alerts by hand.';
revoke all on function public.raise_alert(text, uuid, text) from public, anon, authenticated;
grant execute on function public.raise_alert(text, uuid, text) to service_role;

create function public.resolve_alert(alert_id bigint) returns public.shop_alerts
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.shop_alerts;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for function resolve_alert';
  end if;
  update public.shop_alerts set resolved_at = coalesce(resolved_at, now())
  where id = resolve_alert.alert_id
  returning * into alert;
  if alert.id is null then
    raise sqlstate 'PT404' using message = 'There is no such alert.';
  end if;
  return alert;
end;
$$;
comment on function public.resolve_alert(bigint) is
  'For admins. Security definer: nobody may change alerts by hand.';
revoke all on function public.resolve_alert(bigint) from public, anon, service_role;
grant execute on function public.resolve_alert(bigint) to authenticated;


-- payments

-- The ledger: one row for each payment intent that succeeded, whatever it was for. Orders take what was
-- paid and refunded from here alone. Nobody writes it but the functions below.
create table public.payments (
  payment_intent_id text primary key,
  order_id uuid references public.orders (id),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  purpose text not null check (purpose in ('order', 'duplicate', 'cancelled_order', 'mismatch', 'unknown_order')),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  refunds_unread boolean not null default false,
  received_at timestamptz not null default now(),
  check ((order_id is null) = (purpose = 'unknown_order'))
);
comment on table public.payments is 'The payment intents that succeeded, by their own id.';
comment on column public.payments.purpose is
  'order: paid the order; duplicate: the order was paid before; cancelled_order: it was cancelled before; '
  'mismatch: amount or currency are not the order''s; unknown_order: no such order.';
comment on column public.payments.refunded_cents is 'The sum of its succeeded refunds, kept by a trigger.';
comment on column public.payments.refunds_unread is
  'The provider gave back more than the known refunds explain; the worker asks for them.';
create unique index payments_of_orders on public.payments (order_id) where purpose = 'order';
create index payments_order_id on public.payments (order_id);
create index payments_refunds_unread on public.payments (payment_intent_id) where refunds_unread;



alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated, service_role;
grant select on public.payments to authenticated, service_role;
create policy "customers read the payments of their orders, admins read all" on public.payments
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.is_admin()))
  );

create function private.sum_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.purpose = 'order' then
    update public.orders
    set paid_amount = new.amount_cents / 100.0, refunded_amount = new.refunded_cents / 100.0
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_payments() is 'Security definer, as everything that writes money.';
revoke all on function private.sum_payments() from public;

create trigger sum_payments after insert or update of refunded_cents on public.payments
  for each row execute function private.sum_payments();

-- How often a person asked to pay, counted once for all processes of the shop.
create table private.payment_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  attempts integer not null check (attempts > 0),
  ends_at timestamptz not null
);
comment on table private.payment_attempts is 'Asked for a payment within the period that ends then; written by count_payment_attempt alone.';

alter table private.payment_attempts enable row level security;
revoke all on private.payment_attempts from public;

create function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer
language sql security definer set search_path = ''
as $$
  insert into private.payment_attempts as counted (user_id, attempts, ends_at)
  values (
    count_payment_attempt.user_id, 1, now() + make_interval(secs => count_payment_attempt.seconds)
  )
  on conflict on constraint payment_attempts_pkey do update set
    attempts = case when counted.ends_at <= now() then 1 else counted.attempts + 1 end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning case
    when counted.attempts <= count_payment_attempt.max_count then 0
    else greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer
  end;
$$;
comment on function public.count_payment_attempt(uuid, integer, integer) is
  'For the shop''s server: counts one, and answers with 0, or the seconds to wait when it was one too many. Security definer: nobody may count by hand.';
revoke all on function public.count_payment_attempt(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.count_payment_attempt(uuid, integer, integer) to service_role;

create function public.attach_payment_intent(
  order_id uuid, payment_intent_id text, client_secret text, amount_cents bigint
) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  attached public.orders;
begin
  select * into attached from public.orders where orders.id = attach_payment_intent.order_id for update;
  if attached.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if attached.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', attached.status);
  end if;
  -- A line may have been added while the provider made the intent.
  if attached.total * 100 <> attach_payment_intent.amount_cents then
    raise sqlstate 'PT409' using message = 'The total has changed.';
  end if;
  update public.orders
  set payment_intent_id = attach_payment_intent.payment_intent_id,
      client_secret = attach_payment_intent.client_secret
  where orders.id = attached.id
  returning * into attached;
  return attached;
end;
$$;
comment on function public.attach_payment_intent(uuid, text, text, bigint) is
  'Ties a payment intent to a pending order of exactly that amount; from then on its lines stand still.';
revoke all on function public.attach_payment_intent(uuid, text, text, bigint) from public, anon, authenticated;
grant execute on function public.attach_payment_intent(uuid, text, text, bigint) to service_role;

-- Money: what the payment provider said, once for each event, and what it did to the order.
create table public.payment_events (
  id text primary key,
  type text not null,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  outcome text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  refund jsonb
);
comment on table public.payment_events is
  'The payment provider''s events by their own id; the key makes a repeated delivery a no-op.';
comment on column public.payment_events.order_id is 'As the event names it; there may be no such order.';
comment on column public.payment_events.refund is '{id, status, amount_cents, refund_id} of a refund''s event.';
create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_waiting on public.payment_events (payment_intent_id, received_at)
  where outcome = 'waits_for_payment';

alter table public.payment_events enable row level security;
revoke all on public.payment_events from anon, authenticated;
grant select on public.payment_events to authenticated;
create policy "admins read payment events" on public.payment_events
  for select to authenticated using ((select private.is_admin()));

create function private.record_payment(
  order_id uuid, payment_intent_id text, amount_cents bigint, currency text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
  purpose text;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    return 'already_recorded';
  end if;
  select * into target from public.orders where orders.id = record_payment.order_id for update;
  purpose := case
    when target.id is null then 'unknown_order'
    when target.status = 'cancelled' and target.paid_at is null then 'cancelled_order'
    when target.status <> 'pending' then 'duplicate'
    when record_payment.amount_cents is distinct from (target.total * 100)::bigint
      or record_payment.currency is distinct from 'usd' or target.total = 0 then 'mismatch'
    else 'order'
  end;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose
  );

  if purpose = 'unknown_order' then
    perform private.add_alert('unknown_order', null, format(
      'The payment %s of %s %s names no order of this shop.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'The payment %s brought %s %s; the order costs %s USD. The order is not paid.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency),
      to_char(target.total, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'cancelled_order' then
    perform private.refund_rest(record_payment.payment_intent_id, 'cancelled', null);
    update public.orders set intent_closed_at = coalesce(intent_closed_at, now())
    where orders.id = target.id and orders.payment_intent_id = record_payment.payment_intent_id;
    return 'cancelled_order';
  elsif purpose = 'duplicate' then
    perform private.refund_rest(record_payment.payment_intent_id, 'duplicate', null);
    return 'paid_twice';
  end if;

  if private.take_stock(target.id) then
    update public.orders set status = 'paid', payment_intent_id = record_payment.payment_intent_id
    where orders.id = target.id;
    return 'paid';
  end if;
  -- Somebody else was faster: the money came, and goes back.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text) is
  'A payment intent succeeded. An order is paid only by its own amount and currency, and once.';
revoke all on function private.record_payment(uuid, text, bigint, text) from public;

create function private.record_failure(
  event_id text, order_id uuid, payment_intent_id text, failure_message text
) returns text
language plpgsql set search_path = ''
as $$
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = record_failure.order_id for update;
  if target.id is null then
    return 'unknown_order';
  elsif target.status <> 'pending' then
    return 'order_is_' || target.status;
  elsif target.payment_intent_id is distinct from record_failure.payment_intent_id then
    return 'mismatch';
  end if;
  update public.orders set failure_message = left(record_failure.failure_message, 500)
  where orders.id = target.id;
  -- Whoever tries ten cards is told once: the page says the rest.
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || target.id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;
comment on function private.record_failure(text, uuid, text, text) is 'A payment failed; the order stays pending.';
revoke all on function private.record_failure(text, uuid, text, text) from public;

create function public.apply_payment_event(
  event_id text,
  event_type text,
  order_id uuid,
  payment_intent_id text,
  amount_cents bigint,
  currency text,
  failure_message text,
  payload jsonb,
  refund jsonb default null
) returns text
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  apply_outcome text;
  earlier public.payment_events;
begin
  -- The provider may deliver an event twice, also at once: the second waits here and then does nothing.
  insert into public.payment_events
    (id, type, order_id, payment_intent_id, amount_cents, currency, outcome, payload, refund)
  values (
    apply_payment_event.event_id, apply_payment_event.event_type, apply_payment_event.order_id,
    apply_payment_event.payment_intent_id, apply_payment_event.amount_cents,
    apply_payment_event.currency, 'received', apply_payment_event.payload, apply_payment_event.refund
  )
  on conflict (id) do nothing;
  if not found then
    return 'duplicate';
  end if;

  apply_outcome := 'ignored';
  if apply_payment_event.payment_intent_id is not null then
    -- The events of one intent take turns, so that a refund and its payment cannot miss each other.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || apply_payment_event.payment_intent_id, 0));
    if apply_payment_event.refund is not null then
      apply_outcome := private.record_refund(apply_payment_event.payment_intent_id, apply_payment_event.refund);
    elsif apply_payment_event.event_type = 'charge.refunded' then
      apply_outcome := private.record_charge_refund(
        apply_payment_event.payment_intent_id, apply_payment_event.amount_cents
      );
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type = 'payment_intent.succeeded' then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        apply_payment_event.amount_cents, apply_payment_event.currency
      );
      -- Refunds that came before their payment.
      for earlier in
        select * from public.payment_events
        where payment_events.payment_intent_id = apply_payment_event.payment_intent_id
          and payment_events.outcome = 'waits_for_payment'
        order by payment_events.received_at, payment_events.id
      loop
        update public.payment_events
        set outcome = case
          when earlier.refund is null
            then private.record_charge_refund(earlier.payment_intent_id, earlier.amount_cents)
          else private.record_refund(earlier.payment_intent_id, earlier.refund)
        end
        where payment_events.id = earlier.id;
      end loop;
    end if;
  end if;

  update public.payment_events set outcome = apply_outcome
  where payment_events.id = apply_payment_event.event_id;
  return apply_outcome;
end;
$$;
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb) is
  'Records a verified event once and does what it says, in one transaction. Answers with the outcome. '
  'Security definer: nobody, the shop''s server included, writes the ledger by hand.';
revoke all on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb)
  from public, anon, authenticated;
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb)
  to service_role;


-- refunds

-- Money on its way back. A refund is requested in the transaction that decides it, sent by the worker, and
-- settled by what the provider says. Nobody writes it but the functions below.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id),
  payment_intent_id text not null references public.payments (payment_intent_id),
  amount_cents bigint not null check (amount_cents > 0),
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  reason text not null check (reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider')),
  requested_by uuid references public.profiles (id) on delete set null,
  request_key uuid,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  goods_come_back boolean not null default false,
  unique (order_id, request_key)
);
comment on table public.refunds is 'Every refund of every payment, whoever began it.';
comment on column public.refunds.lines is '[{order_item_id, quantity}] when lines were refunded; null for an amount.';
comment on column public.refunds.reason is 'provider: it was made in the provider''s dashboard.';
comment on column public.refunds.requested_by is 'Null: the shop''s server, or the provider''s dashboard.';
comment on column public.refunds.next_attempt_at is 'When the worker may send it (again); moved on when it is claimed.';
comment on column public.refunds.goods_come_back is
  'The goods of its lines, or of all that is left, are for sale again once it succeeded.';
create index refunds_order_id on public.refunds (order_id);
create index refunds_payment_intent_id on public.refunds (payment_intent_id);
create index refunds_to_send on public.refunds (next_attempt_at) where status = 'requested';

alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated, service_role;
grant select on public.refunds to authenticated, service_role;
create policy "customers read the refunds of their orders, admins read all" on public.refunds
  for select to authenticated
  using (
    order_id = any (array(select private.own_order_ids()))
    or (
      order_id between (select private.least_order_id()) and (select private.greatest_order_id())
      and amount_cents between 0 and (select case when private.is_admin() then 9223372036854775807 end)
    )
    or (order_id is null and (select private.is_admin()))
  );

create function private.refundable_cents(payment_intent_id text) returns bigint
language sql stable set search_path = ''
as $$
  select payments.amount_cents - coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
  ), 0)::bigint
  from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id;
$$;
comment on function private.refundable_cents(text) is 'What is neither given back nor on its way back.';
revoke all on function private.refundable_cents(text) from public;

create function private.guard_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_cents bigint;
begin
  if tg_op = 'UPDATE' then
    -- Late news change nothing: a refund that arrived is not on its way again, a failed one stays failed.
    if array_position(array['requested', 'pending', 'succeeded', 'failed'], new.status)
      < array_position(array['requested', 'pending', 'succeeded', 'failed'], old.status) then
      new.status := old.status;
    end if;
    if new.amount_cents <> old.amount_cents or new.payment_intent_id <> old.payment_intent_id then
      raise sqlstate 'PT409' using message = 'A refund keeps its amount and its payment.';
    end if;
    return new;
  end if;
  -- Two refunds of one payment take turns, so that together they are never more than was paid.
  perform 1 from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this payment is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  return new;
end;
$$;
comment on function private.guard_refund() is 'Security definer: it reads and locks the ledger whoever writes.';
revoke all on function private.guard_refund() from public;

create trigger guard_refund before insert or update on public.refunds
  for each row execute function private.guard_refund();

create function private.sum_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments
  set refunded_cents = coalesce((
    select sum(refunds.amount_cents) from public.refunds
    where refunds.payment_intent_id = new.payment_intent_id and refunds.status = 'succeeded'
  ), 0)
  where payments.payment_intent_id = new.payment_intent_id;
  if new.lines is not null then
    update public.order_items as items
    set refunded_quantity = least(items.quantity, (
      select coalesce(sum(line.quantity), 0)
      from public.refunds
      cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
      where refunds.order_id = new.order_id and refunds.status = 'succeeded' and refunds.lines is not null
        and line.order_item_id = items.id
    ))
    where items.order_id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_refunds() is 'Security definer, as everything that writes money.';
revoke all on function private.sum_refunds() from public;

create trigger sum_first_refund after insert on public.refunds
  for each row when (new.status = 'succeeded') execute function private.sum_refunds();

create trigger sum_refunds after update of status on public.refunds
  for each row when (old.status is distinct from new.status) execute function private.sum_refunds();

-- Requests the whole rest of a payment; nothing when nothing is left.
create function private.refund_rest(payment_intent_id text, reason text, requested_by uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  left_cents bigint;
begin
  select * into paid from public.payments
  where payments.payment_intent_id = refund_rest.payment_intent_id for update;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if left_cents > 0 then
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by)
    values (paid.order_id, paid.payment_intent_id, left_cents, refund_rest.reason, refund_rest.requested_by);
  end if;
end;
$$;
comment on function private.refund_rest(text, text, uuid) is 'Call it with the order locked.';
revoke all on function private.refund_rest(text, text, uuid) from public;

-- What the provider says of a refund, and everything that follows from it.
create function private.apply_refund_status(
  refund_id uuid, provider_refund_id text, status text, error text
) returns public.refunds
language plpgsql set search_path = ''
as $$
declare
  known public.refunds;
  settled public.refunds;
  paid public.payments;
  target public.orders;
begin
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id;
  -- Order, payment, refund: everybody locks in this order.
  select * into target from public.orders where orders.id = known.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = known.payment_intent_id for update;
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id for update;
  update public.refunds
  set status = apply_refund_status.status,
      provider_refund_id = coalesce(refunds.provider_refund_id, apply_refund_status.provider_refund_id),
      last_error = coalesce(left(apply_refund_status.error, 500), refunds.last_error),
      settled_at = case when apply_refund_status.status in ('succeeded', 'failed')
        then coalesce(refunds.settled_at, now()) end
  where refunds.id = known.id
    -- Late news change nothing.
    and array_position(array['requested', 'pending', 'succeeded', 'failed'], apply_refund_status.status)
      >= array_position(array['requested', 'pending', 'succeeded', 'failed'], refunds.status)
  returning * into settled;
  if settled.id is null then
    return known;
  elsif settled.status = known.status then
    return settled;
  end if;

  if settled.status = 'failed' then
    perform private.add_alert('refund_failed', settled.order_id, format(
      'The refund of $%s failed: %s', to_char(settled.amount_cents / 100.0, 'FM999999990.00'),
      coalesce(settled.last_error, 'the provider gave no reason.')
    ));
  elsif settled.status = 'succeeded' and target.id is not null then
    select * into paid from public.payments where payments.payment_intent_id = settled.payment_intent_id;
    -- A cancelled order gave back what there was when it was cancelled.
    if paid.purpose = 'order' and settled.goods_come_back and target.cancelled_by is null then
      perform private.give_back_stock(target.id, settled.lines);
    end if;
    if paid.purpose = 'order' and paid.refunded_cents = paid.amount_cents and exists (
      select 1 from public.order_status_moves as moves
      where moves.from_status = target.status and moves.to_status = 'refunded'
    ) then
      update public.orders set status = 'refunded' where orders.id = target.id;
    end if;
  end if;
  return settled;
end;
$$;
comment on function private.apply_refund_status(uuid, text, text, text) is
  'Moves a refund forward, never back; a succeeded one gives back the goods that it said come back and may make the '
  'order refunded, a failed one raises an alert.';
revoke all on function private.apply_refund_status(uuid, text, text, text) from public;

create function private.make_room(payment_intent_id text, amount_cents bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = make_room.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(make_room.payment_intent_id) >= make_room.amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The money was given back in the provider''s dashboard.'
    where refunds.id = unsent.id;
  end loop;
end;
$$;
comment on function private.make_room(text, bigint) is
  'The provider gave money back by another hand: requests of ours that can no longer be met are dropped. '
  'The provider refuses them too, should one be on its way. Call it with the order locked.';
revoke all on function private.make_room(text, bigint) from public;

-- A refund of everything that an admin had asked for, and then a cancellation: when the provider's dashboard gave
-- a part back in between, the request could no longer be met, and nobody asked for the rest. What decides is
-- whether the whole was promised, not who asked first.
create function private.record_refund(payment_intent_id text, refund jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean;
  settled public.refunds;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = paid.payment_intent_id for update;
  select refunds.id into known_id from public.refunds
  where refunds.provider_refund_id = record_refund.refund ->> 'id';
  if known_id is null then
    -- One that we gave up is not taken up again: what the provider did all the same gets a row of its own.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- One that failed took nothing, and needs no room.
    if record_refund.refund ->> 'status' <> 'failed' then
      -- Asked for by whomever: the whole of a cancelled order was promised, and of what came too much.
      needs_rest := paid.purpose in ('duplicate', 'cancelled_order')
        or (paid.purpose = 'order' and exists (
          select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
        ));
      perform private.make_room(paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint);
    end if;
    insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, status, provider_refund_id)
    values (
      paid.order_id, paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, 'provider',
      case when record_refund.refund ->> 'status' = 'failed' then 'failed' else 'pending' end,
      record_refund.refund ->> 'id'
    )
    returning refunds.id into known_id;
  end if;
  settled := private.apply_refund_status(
    known_id, record_refund.refund ->> 'id', record_refund.refund ->> 'status', record_refund.refund ->> 'error'
  );
  if needs_rest and not exists (
    select 1 from public.refunds
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status = 'requested'
  ) then
    -- The whole was promised: what the other hand left is given back too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is
  'What the provider says of a refund: one of ours, or one made in its dashboard.';
revoke all on function private.record_refund(text, jsonb) from public;

create function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- One of ours that is being sent may be what the charge tells of.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;
comment on function private.record_charge_refund(text, bigint) is
  'The charge says only how much went back in all. When the known refunds do not explain it, the worker asks.';
revoke all on function private.record_charge_refund(text, bigint) from public;

create function private.price_refund_lines(order_id uuid, lines jsonb) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  line record;
  cents bigint := 0;
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'A refund by line needs 1 to 200 lines.';
  end if;
  for line in
    select given.order_item_id, given.quantity, given.is_positive, items.id, items.unit_price,
      items.quantity - coalesce((
        select sum(refunded.quantity)
        from public.refunds
        cross join jsonb_to_recordset(refunds.lines) as refunded (order_item_id bigint, quantity integer)
        where refunds.order_id = price_refund_lines.order_id and refunds.status <> 'failed'
          and refunds.lines is not null and refunded.order_item_id = items.id
      ), 0) as left_quantity
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A line of the refund is not of this order, or has no quantity.';
    end if;
    if line.quantity > line.left_quantity then
      raise sqlstate 'PT409' using
        message = format('Only %s of this line are left to refund.', greatest(line.left_quantity, 0));
    end if;
    cents := cents + (line.unit_price * 100)::bigint * line.quantity;
  end loop;
  return cents;
end;
$$;
revoke all on function private.price_refund_lines(uuid, jsonb) from public;

create function public.request_refund(
  order_id uuid,
  amount_cents bigint default null,
  lines jsonb default null,
  reason text default 'requested_by_customer',
  request_key uuid default null,
  goods_come_back boolean default false
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  wanted_cents bigint := request_refund.amount_cents;
  left_cents bigint;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.is_admin() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = request_refund.request_key;
  if made.id is not null then
    return made;
  end if;
  if request_refund.amount_cents is not null and request_refund.lines is not null then
    raise invalid_parameter_value using message = 'A refund is by amount or by line.';
  end if;
  if request_refund.amount_cents is not null and request_refund.goods_come_back then
    raise invalid_parameter_value using message = 'Goods come back by line, or with all that is left.';
  end if;
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  if request_refund.reason is null
    or request_refund.reason not in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled') then
    raise invalid_parameter_value using message = 'There is no such reason for a refund.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is not null then
    wanted_cents := private.price_refund_lines(target.id, request_refund.lines);
  end if;
  wanted_cents := coalesce(wanted_cents, left_cents);
  if wanted_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order is left to refund.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if wanted_cents < 1 then
    raise invalid_parameter_value using message = 'A refund is at least one cent.';
  end if;
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key, goods_come_back
  )
  values (
    target.id, paid.payment_intent_id, wanted_cents, request_refund.lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key, coalesce(request_refund.goods_come_back, false)
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is
  'For admins: gives back an amount, lines [{order_item_id, quantity}], or all that is left; the goods are for sale '
  'again only where it says that they come back. The same request key returns the same refund. Security definer: '
  'nobody writes the ledger by hand.';
revoke all on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) from public, anon, service_role;
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;

create trigger require_living_session before insert on public.refunds
  for each statement execute function private.require_living_session();


-- mails

-- The e-mails about orders: written in the transaction of the change they tell of, once for each event,
-- with everything they say; sent later by the worker.
create table public.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  event_key text not null unique,
  kind text not null check (kind in (
    'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled',
    'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled'
  )),
  order_id uuid not null references public.orders (id) on delete cascade,
  recipient text not null,
  facts jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table public.outgoing_mails is 'Mails that wait, were sent, or could not be sent (dead).';
comment on column public.outgoing_mails.event_key is 'The event the mail tells of; the key makes a repeat a no-op.';
comment on column public.outgoing_mails.facts is 'What the mail says, as it was at that moment.';
create index outgoing_mails_waiting on public.outgoing_mails (next_attempt_at) where status = 'waiting';
create index outgoing_mails_dead on public.outgoing_mails (created_at) where status = 'dead';
create index outgoing_mails_order_id on public.outgoing_mails (order_id);
create index outgoing_mails_recipient on public.outgoing_mails (lower(recipient), created_at);

alter table public.outgoing_mails enable row level security;
revoke all on public.outgoing_mails from anon, authenticated, service_role;
grant select on public.outgoing_mails to authenticated, service_role;
create policy "admins read outgoing mails" on public.outgoing_mails
  for select to authenticated using ((select private.is_admin()));

create function private.one_line(typed text, max_length integer) returns text
language sql immutable set search_path = ''
as $$
  select nullif(left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    one_line.typed,
    -- What cannot be seen, or turns the line around.
    '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    -- What makes lines, addresses and tags.
    '[[:cntrl:]\u0085\u2028\u2029/\\:@<>]+', ' ', 'g'),
    -- A dot within a word makes a link in most mail programs; "J.R. Ewing" becomes "J. R. Ewing".
    '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
    '\s+', ' ', 'g')), one_line.max_length), '');
$$;
comment on function private.one_line(text, integer) is
  'What a person typed, fit for a mail: one line, without links, at most so long; null when nothing is left.';
revoke all on function private.one_line(text, integer) from public;

create function private.order_facts(order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', orders.id,
    'placed_at', orders.created_at,
    'status', orders.status,
    'total', orders.total,
    'delivery_cost', orders.delivery_cost,
    'delivery_included', orders.delivery_included,
    'paid_amount', orders.paid_amount,
    'refunded_amount', orders.refunded_amount,
    'delivery_type', orders.delivery_type,
    'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
    'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
    'customer_name', private.one_line(coalesce(billing.name, profiles.name), 60),
    'cancelled_by', orders.cancelled_by,
    'cancel_reason', orders.cancel_reason,
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', items.product_name, 'quantity', items.quantity, 'unit_price', items.unit_price
      ) order by items.id)
      from public.order_items as items where items.order_id = orders.id
    ), '[]')
  )
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  where orders.id = order_facts.order_id;
$$;
revoke all on function private.order_facts(uuid) from public;

create function private.mail_recipient(kind text, order_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when mail_recipient.kind like 'shop\_%'
      then (select nullif(btrim(store_settings.email), '') from public.store_settings)
    when exists (select 1 from public.payments where payments.order_id = orders.id)
      then coalesce(billing.email, users.email)
    else private.proven_email(orders.user_id)
  end
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join auth.users on users.id = orders.user_id
  where orders.id = mail_recipient.order_id;
$$;
comment on function private.mail_recipient(text, uuid) is
  'Whom a mail goes to: the shop; where money came, the address of the bill or the account; else the account''s '
  'address if it is proven. Null: nobody.';
revoke all on function private.mail_recipient(text, uuid) from public;

create function private.queue_mail(
  kind text, order_id uuid, event_key text, more jsonb default '{}'
) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := private.mail_recipient(queue_mail.kind, queue_mail.order_id);
  max_per_day constant integer := 100;
  is_one_too_many boolean;
begin
  if address is null then
    return;
  end if;
  is_one_too_many := queue_mail.kind not like 'shop\_%' and max_per_day <= (
    select count(*) from public.outgoing_mails as mails
    where lower(mails.recipient) = lower(address)
      and mails.created_at > now() - interval '1 day' and mails.status <> 'dead'
      and mails.kind not like 'shop\_%'
  );
  insert into public.outgoing_mails (event_key, kind, order_id, recipient, facts, status, last_error)
  values (
    queue_mail.event_key, queue_mail.kind, queue_mail.order_id, address,
    private.order_facts(queue_mail.order_id) || queue_mail.more,
    case when is_one_too_many then 'dead' else 'waiting' end,
    case when is_one_too_many then format('This address had %s mails within a day.', max_per_day) end
  )
  on conflict (event_key) do nothing;
end;
$$;
comment on function private.queue_mail(text, uuid, text, jsonb) is
  'Writes a mail once for each event. Past a hundred to one address within a day it is kept as a dead letter, '
  'which an admin may send.';
revoke all on function private.queue_mail(text, uuid, text, jsonb) from public;

-- Nobody is written to about an order that was only replaced.
create function private.mail_status_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('ready', 'out_for_delivery', 'completed') then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and new.cancel_reason is null then
    -- With a reason it is cancelled in the same transaction, and only that is told.
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id);
    perform private.queue_mail('shop_order_paid', new.id, 'shop_order_paid:' || new.id);
  elsif new.status = 'cancelled' and new.total > 0 and new.cancel_reason <> 'withdrawn' then
    perform private.queue_mail('order_cancelled', new.id, 'order_cancelled:' || new.id);
    if old.status <> 'pending' and new.cancelled_by = 'customer' then
      perform private.queue_mail('shop_order_cancelled', new.id, 'shop_order_cancelled:' || new.id);
    end if;
  end if;
  return null;
end;
$$;
comment on function private.mail_status_change() is 'Security definer: nobody may write mails by hand.';
revoke all on function private.mail_status_change() from public;

create trigger mail_status_change after update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.mail_status_change();

create function private.mail_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.order_id is null then
    return null;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      -- The whole payment is back now; what is still on its way does not count.
      'is_whole', (
        select payments.refunded_cents = payments.amount_cents from public.payments
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object('name', items.product_name, 'quantity', line.quantity) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
      )
    ))
  );
  return null;
end;
$$;
comment on function private.mail_refund() is 'Security definer: nobody may write mails by hand.';
revoke all on function private.mail_refund() from public;

-- The name puts it behind sum_refunds, which brings payments and orders up to date.
create trigger tell_refund after update of status on public.refunds
  for each row when (old.status is distinct from new.status and new.status = 'succeeded')
  execute function private.mail_refund();

create function public.retry_mail(mail_id uuid) returns public.outgoing_mails
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.outgoing_mails;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for function retry_mail';
  end if;
  update public.outgoing_mails set status = 'waiting', attempts = 0, next_attempt_at = now()
  where id = retry_mail.mail_id and status = 'dead';
  select * into mail from public.outgoing_mails where id = retry_mail.mail_id;
  if mail.id is null then
    raise sqlstate 'PT404' using message = 'There is no such mail.';
  end if;
  return mail;
end;
$$;
comment on function public.retry_mail(uuid) is
  'For admins: gives a dead mail a new life. Security definer: nobody may change mails by hand.';
revoke all on function public.retry_mail(uuid) from public, anon, service_role;
grant execute on function public.retry_mail(uuid) to authenticated;


-- order commands

-- What people do to an order: cancel it, move it along, give money back.
create function public.cancel_order(order_id uuid) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  paid_intent text;
begin
  select * into target from public.orders where orders.id = cancel_order.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.is_admin()) then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled'
      and private.acting_as() = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using message = 'This order can no longer be cancelled.';
  end if;
  update public.orders
  set status = 'cancelled', cancelled_by = private.acting_as(), cancel_reason = 'requested'
  where orders.id = target.id
  returning * into target;
  perform private.give_back_stock(target.id);
  select payments.payment_intent_id into paid_intent from public.payments
  where payments.order_id = target.id and payments.purpose = 'order';
  if paid_intent is not null then
    perform private.refund_rest(paid_intent, 'cancelled', (select auth.uid()));
  end if;
  return target;
end;
$$;
comment on function public.cancel_order(uuid) is
  'The owner cancels what is pending or paid, an admin also what is being prepared. What was paid is given '
  'back, and so is the stock. Security definer: nobody may change orders by hand.';
revoke all on function public.cancel_order(uuid) from public, anon, service_role;
grant execute on function public.cancel_order(uuid) to authenticated;

create function public.withdraw_order(order_id uuid, closed_intent_id text default null) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = withdraw_order.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  if target.status <> 'pending' or target.payment_intent_id is distinct from withdraw_order.closed_intent_id then
    raise sqlstate 'PT409' using message = 'The order has changed meanwhile. Please reload the page.';
  end if;
  update public.orders set status = 'cancelled', cancel_reason = 'withdrawn' where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.withdraw_order(uuid, text) is
  'For the order''s owner: ends it before it is paid. Its intent, if it has one, is named by whoever closed it; '
  'should that not be so, money that comes goes back. Security definer: nobody may change orders by hand.';
revoke all on function public.withdraw_order(uuid, text) from public, anon, service_role;
grant execute on function public.withdraw_order(uuid, text) to authenticated;

create function public.move_order(order_id uuid, to_status text) returns public.orders
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.is_admin() then
    raise sqlstate 'PT404' using message = 'There is no such order.';
  end if;
  -- A second press of the same button finds the order where it should be.
  if target.status = move_order.to_status then
    return target;
  end if;
  if move_order.to_status = 'cancelled' then
    return public.cancel_order(target.id);
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = move_order.to_status
      and 'admin' = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', target.status, move_order.to_status);
  end if;
  update public.orders set status = move_order.to_status where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.move_order(uuid, text) is
  'For admins: the next step of an order. Security definer: nobody may change orders by hand.';
revoke all on function public.move_order(uuid, text) from public, anon, service_role;
grant execute on function public.move_order(uuid, text) to authenticated;


-- worker

-- The worker's side: what is due is claimed for a while, done outside of any transaction, and settled. A
-- process that dies in between leaves a claim that runs out. For the shop's server alone; security definer
-- throughout, because nobody writes the ledger, the mails or an order's end by hand.
create function private.retry_wait(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select least(interval '1 minute' * (2 ^ least(retry_wait.attempts, 6)), interval '1 hour');
$$;
comment on function private.retry_wait(integer) is '2, 4, 8, 16, 32 minutes, then an hour.';
revoke all on function private.retry_wait(integer) from public;

create function public.claim_refunds(max_count integer) returns setof public.refunds
language sql security definer set search_path = ''
as $$
  update public.refunds
  set attempts = refunds.attempts + 1, next_attempt_at = now() + private.retry_wait(refunds.attempts + 1)
  where refunds.id in (
    select due.id from public.refunds as due
    where due.status = 'requested' and due.next_attempt_at <= now()
    order by due.next_attempt_at
    limit claim_refunds.max_count
    for update skip locked
  )
  returning *;
$$;
comment on function public.claim_refunds(integer) is 'Refunds to send now; nobody else gets them for two minutes or more.';
revoke all on function public.claim_refunds(integer) from public, anon, authenticated;
grant execute on function public.claim_refunds(integer) to service_role;

create function public.settle_refund(
  refund_id uuid, provider_refund_id text, status text, error text default null
) returns public.refunds
language plpgsql security definer set search_path = ''
as $$
declare
  settled public.refunds;
begin
  settled := private.apply_refund_status(
    settle_refund.refund_id, settle_refund.provider_refund_id, settle_refund.status, settle_refund.error
  );
  if settled.id is null then
    raise sqlstate 'PT404' using message = 'There is no such refund.';
  end if;
  if settled.status = 'requested' and settled.attempts = 8 then
    perform private.add_alert('refund_stuck', settled.order_id, format(
      'A refund of $%s could not be sent eight times: %s',
      to_char(settled.amount_cents / 100.0, 'FM999999990.00'), coalesce(settled.last_error, 'no answer.')
    ));
  end if;
  return settled;
end;
$$;
comment on function public.settle_refund(uuid, text, text, text) is
  'What became of a claimed refund: pending, succeeded or failed; requested with an error to try again later.';
revoke all on function public.settle_refund(uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.settle_refund(uuid, text, text, text) to service_role;

create function public.claim_mails(max_count integer) returns setof public.outgoing_mails
language sql security definer set search_path = ''
as $$
  update public.outgoing_mails as mails
  set attempts = mails.attempts + 1, next_attempt_at = now() + private.retry_wait(mails.attempts + 1)
  where mails.id in (
    select due.id from public.outgoing_mails as due
    where due.status = 'waiting' and due.next_attempt_at <= now()
    order by due.next_attempt_at
    limit claim_mails.max_count
    for update skip locked
  )
  returning *;
$$;
comment on function public.claim_mails(integer) is 'Mails to send now; nobody else gets them for two minutes or more.';
revoke all on function public.claim_mails(integer) from public, anon, authenticated;
grant execute on function public.claim_mails(integer) to service_role;

create function public.settle_mail(mail_id uuid, error text default null) returns public.outgoing_mails
language plpgsql security definer set search_path = ''
as $$
declare
  settled public.outgoing_mails;
begin
  update public.outgoing_mails as mails
  set status = case
        when settle_mail.error is null then 'sent'
        when mails.attempts >= 8 then 'dead'
        else 'waiting'
      end,
      sent_at = case when settle_mail.error is null then now() end,
      last_error = left(settle_mail.error, 500)
  where mails.id = settle_mail.mail_id and mails.status = 'waiting'
  returning * into settled;
  if settled.status = 'dead' then
    perform private.add_alert('mail_dead', settled.order_id, format(
      'An e-mail to %s could not be sent eight times: %s', settled.recipient, settled.last_error
    ));
  end if;
  return settled;
end;
$$;
comment on function public.settle_mail(uuid, text) is
  'What became of a claimed mail. After eight attempts it is dead, and an alert is raised.';
revoke all on function public.settle_mail(uuid, text) from public, anon, authenticated;
grant execute on function public.settle_mail(uuid, text) to service_role;

create function public.list_unclosed_intents(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = ''
as $$
  select orders.id, orders.payment_intent_id from public.orders
  where orders.status = 'cancelled' and orders.intent_closed_at is null and orders.payment_intent_id is not null
  order by orders.created_at
  limit list_unclosed_intents.max_count;
$$;
comment on function public.list_unclosed_intents(integer) is 'Open intents of cancelled orders, to be cancelled too.';
revoke all on function public.list_unclosed_intents(integer) from public, anon, authenticated;
grant execute on function public.list_unclosed_intents(integer) to service_role;

create function public.close_intent(order_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.orders set intent_closed_at = now()
  where orders.id = close_intent.order_id and orders.status = 'cancelled' and orders.intent_closed_at is null;
$$;
comment on function public.close_intent(uuid) is 'The order''s intent takes no money any more.';
revoke all on function public.close_intent(uuid) from public, anon, authenticated;
grant execute on function public.close_intent(uuid) to service_role;

create function public.list_abandoned_orders(max_count integer)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = ''
as $$
  select orders.id, orders.payment_intent_id from public.orders
  where orders.status = 'pending' and orders.created_at < now() - interval '24 hours'
  order by orders.created_at
  limit list_abandoned_orders.max_count;
$$;
comment on function public.list_abandoned_orders(integer) is 'Orders that have waited for their payment for 24 hours.';
revoke all on function public.list_abandoned_orders(integer) from public, anon, authenticated;
grant execute on function public.list_abandoned_orders(integer) to service_role;

create function public.cancel_abandoned_order(order_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  update public.orders set status = 'cancelled', cancelled_by = 'server', cancel_reason = 'abandoned'
  where orders.id = cancel_abandoned_order.order_id
    and orders.status = 'pending' and orders.created_at < now() - interval '24 hours';
  return found;
end;
$$;
comment on function public.cancel_abandoned_order(uuid) is 'Whether the order was still pending and old enough, and is cancelled now.';
revoke all on function public.cancel_abandoned_order(uuid) from public, anon, authenticated;
grant execute on function public.cancel_abandoned_order(uuid) to service_role;

create function public.list_orders_to_reconcile(max_count integer default 1000)
returns table (order_id uuid, payment_intent_id text)
language sql stable security definer set search_path = ''
as $$
  select pending.id, pending.payment_intent_id
  from (
    select orders.id, orders.payment_intent_id, orders.created_at,
      row_number() over (order by orders.created_at desc, orders.id) as from_newest,
      row_number() over (order by orders.created_at, orders.id) as from_oldest
    from public.orders
    where orders.status = 'pending' and orders.payment_intent_id is not null
  ) as pending
  order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
  limit list_orders_to_reconcile.max_count;
$$;
comment on function public.list_orders_to_reconcile(integer) is
  'Pending orders whose intent may have been paid: the newest, the oldest, the second newest and so on.';
revoke execute on function public.list_orders_to_reconcile(integer) from public, anon, authenticated;
grant execute on function public.list_orders_to_reconcile(integer) to service_role;

create function public.list_unread_refunds(max_count integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select payments.payment_intent_id from public.payments
  where payments.refunds_unread limit list_unread_refunds.max_count;
$$;
comment on function public.list_unread_refunds(integer) is 'Payments whose refunds must be read from the provider.';
revoke all on function public.list_unread_refunds(integer) from public, anon, authenticated;
grant execute on function public.list_unread_refunds(integer) to service_role;

create function public.note_refunds_read(payment_intent_id text) returns void
language sql security definer set search_path = ''
as $$
  update public.payments set refunds_unread = false
  where payments.payment_intent_id = note_refunds_read.payment_intent_id;
$$;
comment on function public.note_refunds_read(text) is 'Call it before reading, so that news of the meantime count.';
revoke all on function public.note_refunds_read(text) from public, anon, authenticated;
grant execute on function public.note_refunds_read(text) to service_role;

create table private.reconciliation (
  id boolean primary key default true check (id),
  reconciled_until timestamptz
);
comment on table private.reconciliation is 'One row: until when the provider''s events were compared with ours.';

insert into private.reconciliation default values;

alter table private.reconciliation enable row level security;
revoke all on private.reconciliation from public;

create function public.reconciled_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select reconciliation.reconciled_until from private.reconciliation $$;
comment on function public.reconciled_until() is 'Null before the first time.';
revoke all on function public.reconciled_until() from public, anon, authenticated;
grant execute on function public.reconciled_until() to service_role;

create function public.note_reconciled(until timestamptz) returns void
language sql security definer set search_path = ''
as $$
  update private.reconciliation
  set reconciled_until = greatest(reconciliation.reconciled_until, note_reconciled.until);
$$;
comment on function public.note_reconciled(timestamptz) is 'Call it once everything until then is applied.';
revoke all on function public.note_reconciled(timestamptz) from public, anon, authenticated;
grant execute on function public.note_reconciled(timestamptz) to service_role;


-- deleted accounts

-- An account that is deleted leaves its orders without the person: what was sold and paid stays, name and
-- address go. An order that is still on its way keeps its address until it has arrived.
create function private.wipe_order(order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.billing_details where billing_details.order_id = wipe_order.order_id;
  update public.orders set delivery_address = '', delivery_phone_number = ''
  where orders.id = wipe_order.order_id
    and (orders.delivery_address <> '' or orders.delivery_phone_number <> '');
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = wipe_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- What waits is the last that the person hears; it goes once it is sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = wipe_order.order_id and outgoing_mails.status <> 'waiting';
$$;
comment on function private.wipe_order(uuid) is 'Takes the person out of an order: billing details, address, phone, mails.';
revoke all on function private.wipe_order(uuid) from public;

create function private.forget_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ended uuid;
begin
  if old.role = 'admin' then
    -- One after the other: of two last admins who leave at once, the second one stays.
    perform pg_advisory_xact_lock(hashtextextended('admins', 0));
    if not exists (select 1 from public.profiles where profiles.role = 'admin' and profiles.id <> old.id) then
      raise sqlstate 'PT409' using message = 'The last admin of the shop cannot be deleted.';
    end if;
  end if;
  update public.orders
  set status = 'cancelled', cancelled_by = 'customer', cancel_reason = 'requested', user_id = null
  where orders.user_id = old.id and orders.status = 'pending';
  for ended in
    update public.orders set user_id = null, request_key = null where orders.user_id = old.id
    returning case when orders.status in ('completed', 'cancelled', 'refunded') then orders.id end
  loop
    perform private.wipe_order(ended);
  end loop;
  return old;
end;
$$;
comment on function private.forget_person() is
  'Holds however an account is deleted. Security definer: the auth service that deletes it may not change orders.';
revoke all on function private.forget_person() from public;

create trigger forget_person before delete on public.profiles
  for each row execute function private.forget_person();

create function private.wipe_ended_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.wipe_order(new.id);
  return null;
end;
$$;
comment on function private.wipe_ended_order() is
  'An order of a deleted account has arrived, or never will. Security definer, as forget_person.';
revoke all on function private.wipe_ended_order() from public;

-- The name puts it behind mail_status_change, which still knows whom to write to.
create trigger wipe_ended_order after update of status on public.orders
  for each row when (new.user_id is null and new.status in ('completed', 'cancelled', 'refunded'))
  execute function private.wipe_ended_order();

create function private.wipe_last_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outgoing_mails
  where outgoing_mails.id = new.id and exists (
    select 1 from public.orders
    where orders.id = new.order_id and orders.user_id is null
      and orders.status in ('completed', 'cancelled', 'refunded')
  );
  return null;
end;
$$;
comment on function private.wipe_last_mail() is 'Security definer: nobody may change mails by hand.';
revoke all on function private.wipe_last_mail() from public;

create trigger wipe_last_mail after update of status on public.outgoing_mails
  for each row when (new.status = 'sent') execute function private.wipe_last_mail();
