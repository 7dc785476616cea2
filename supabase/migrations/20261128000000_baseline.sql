-- Generated from supabase/schemas in load order. Never edit: add a migration.
create schema if not exists private;
comment on schema private is 'Functions and tables that no API exposes.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
create table private.shop_facts ( name text primary key, value text not null );
comment on table private.shop_facts is 'is_demo: set by the demo seed; a live shop refuses to start on it. '
  'admins_need_second_step: set by the server from AUTH_ADMIN_REQUIRES_MFA; its being there counts. '
  'payments_tried: {mode, at} of the owner''s last try that went well.';
alter table private.shop_facts enable row level security;
revoke all on private.shop_facts from public;
create table private.limits ( name text primary key, max_count integer not null check (max_count > 0), period interval not null );
comment on table private.limits is 'How often one person may do something in a period; changed by the database owner.';
insert into private.limits (name, max_count, period) values ('orders', 30, '10 minutes');
alter table private.limits enable row level security;
revoke all on private.limits from public;
create function private.touch_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
create domain private.email_address as text constraint email_address_has_a_name_and_a_domain check (value ~ '^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$' and char_length(value) <= 320);
comment on domain private.email_address is 'Email address that mail can reach: a name, and a domain with a dot in it.';
create function private.phone_digits(typed text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return (
    select substring(regexp_replace(
      phone_digits.typed,
      -- Invisible characters are pasted with a number.
      '[[:space:]\u00a0\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\ufeff.()/-]+', '', 'g'
    ) from '^(?:\+?1)?([0-9]{10})$')
  );
end;
$$;
comment on function private.phone_digits(text) is 'Returns the ten digits of a phone number such as (281) 555-0123, 281.555.0123, or +1 281 555 0123; null if '
  'invalid or foreign.';
create table public.profiles ( id uuid primary key references auth.users (id) on delete cascade, name text check (char_length(name) <= 200), role text not null default 'customer' check (role in ('customer', 'admin')), created_at timestamptz not null default now() );
comment on table public.profiles is 'One row per account, created by a trigger on auth.users.';
comment on column public.profiles.role is 'customer or admin; only the service role writes it.';
create function private.is_session_active() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select exists (
      select 1 from auth.sessions
      join auth.users on users.id = sessions.user_id
      where sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
        and sessions.user_id = (select auth.uid())
        and (sessions.not_after is null or sessions.not_after > now())
        and (users.banned_until is null or users.banned_until <= now())
    )
  );
end;
$$;
comment on function private.is_session_active() is 'Returns whether the caller''s session is active and the caller is not banned. Security definer: nobody reads the'
  ' sessions.';
grant execute on function private.is_session_active() to authenticated;
create function private.is_admin() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.staff_role() = 'owner', false);
end;
$$;
comment on function private.is_admin() is 'Returns whether the caller is an admin (the owner); see staff_role in staff/staff.sql.';
grant execute on function private.is_admin() to anon, authenticated, service_role;
create function public.is_admin() returns boolean language sql stable set search_path = '' as $$
  select private.is_admin();
$$;
comment on function public.is_admin() is 'Returns whether the caller has admin rights now; where admins need MFA, the role alone is not enough.';
grant execute on function public.is_admin() to authenticated;
alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
create policy "users change their own name" on public.profiles for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create function private.create_profile() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.create_profile() is 'Security definer: the auth service that adds a user may not write profiles.';
create trigger create_profile after insert on auth.users for each row execute function private.create_profile();
create function public.is_last_admin(user_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.profiles where profiles.id = is_last_admin.user_id and profiles.role = 'admin'
  ) and not exists (
    select 1 from public.profiles where profiles.id <> is_last_admin.user_id and profiles.role = 'admin'
  );
$$;
comment on function public.is_last_admin(uuid) is 'For the server, which warns before trying. Security definer: it counts rows that row-level security hides.';
grant execute on function public.is_last_admin(uuid) to service_role;
create function private.acting_as() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when auth.uid() is null then 'server'
    when private.can_pack() then 'admin'
    else 'customer'
  end;
end;
$$;
comment on function private.acting_as() is 'Returns customer, admin (owner and staff), or server, as named in order_status_moves. Security definer: triggers'
  ' call it for every caller.';
create function private.verified_email(user_id uuid) returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select users.email from auth.users
    where users.id = verified_email.user_id and users.email_confirmed_at is not null
      and (users.is_sso_user or exists (
        -- If the store does not require confirmation, only the identity shows whether this address was verified.
        select 1 from auth.identities
        where identities.user_id = users.id and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
      ))
  );
end;
$$;
comment on function private.verified_email(uuid) is 'Returns the account''s email address if it was verified (link, code, Google, or SAML); else null.';
create function private.require_active_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Without a user, the caller is the server or the auth service.
  if (select auth.uid()) is not null and not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  return null;
end;
$$;
comment on function private.require_active_session() is 'Also covers functions that change orders with their owner''s rights. Security definer, as is_session_active.';
create function public.list_sessions() returns table (id uuid, user_agent text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean) language sql stable security definer set search_path = '' as $$
  select sessions.id, sessions.user_agent, sessions.created_at,
    -- Hosted projects store this column without a time zone, in UTC.
    greatest(sessions.created_at, sessions.refreshed_at::timestamptz),
    sessions.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions
  where sessions.user_id = (select auth.uid()) and (select private.is_session_active())
    and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100;
$$;
comment on function public.list_sessions() is 'Lists the caller''s sessions, the current one first; none if it has ended. Security definer: nobody reads the '
  'sessions.';
grant execute on function public.list_sessions() to authenticated;
create function public.end_session(session_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  delete from auth.sessions
  where sessions.id = end_session.session_id and sessions.user_id = (select auth.uid());
  if not found then
    raise sqlstate 'PT404' using message = 'This session doesn''t exist.';
  end if;
end;
$$;
comment on function public.end_session(uuid) is 'Ends one of the caller''s sessions: it is no longer refreshed and cannot change orders or act as an admin. PT404'
  ' for another user''s. Security definer, as list_sessions.';
grant execute on function public.end_session(uuid) to authenticated;
create table public.staff ( user_id uuid primary key references public.profiles (id) on delete cascade, role text not null check (role in ('manager', 'packer')), refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'), added_by uuid references public.profiles (id) on delete set null, added_at timestamptz not null default now(), constraint packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null)) );
comment on table public.staff is 'One row per manager and packer; without it they are customers, from the next request on.';
comment on column public.staff.refund_limit is 'How much a packer may refund of one order in all; null for managers.';
create index staff_added_by on public.staff (added_by);
create function private.staff_role() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when profiles.role = 'admin' then 'owner' else staff.role end
    from public.profiles left join public.staff on staff.user_id = profiles.id
    where profiles.id = (select auth.uid()) and (profiles.role = 'admin' or staff.role is not null)
      and private.is_session_active() and (
        coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
        or not exists (select 1 from private.shop_facts where name = 'admins_need_second_step')
      )
  );
end;
$$;
comment on function private.staff_role() is 'Returns owner, manager, or packer, for an active session, past MFA where required; null for everyone else. '
  'Security definer, because the policies of profiles call it.';
grant execute on function private.staff_role() to anon, authenticated, service_role;
create function private.can_manage() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(private.staff_role() in ('owner', 'manager'), false);
end;
$$;
comment on function private.can_manage() is 'Returns whether the caller is the owner or a manager.';
grant execute on function private.can_manage() to anon, authenticated, service_role;
create function private.can_pack() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return private.staff_role() is not null;
end;
$$;
comment on function private.can_pack() is 'Returns whether the caller is the owner, a manager, or a packer.';
grant execute on function private.can_pack() to anon, authenticated, service_role;
create function public.staff_role() returns text language sql stable set search_path = '' as $$
  select private.staff_role();
$$;
comment on function public.staff_role() is 'Returns owner, manager, packer, or null: what the caller may do now, as the policies see it.';
grant execute on function public.staff_role() to authenticated;
create function private.packing_orders() returns table (order_id uuid, user_id uuid) language plpgsql stable security definer set search_path = '' rows 50 as $$
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  return query
    select orders.id, orders.user_id from public.orders
    where private.is_open(orders.status)
    union
    select orders.id, orders.user_id from public.orders where orders.paid_at > now() - interval '7 days';
end;
$$;
comment on function private.packing_orders() is 'For packers: the orders they may see, current ones and those paid within the last seven days; none for everyone '
  'else. Security definer: the policies of orders call it.';
grant execute on function private.packing_orders() to authenticated;
create function private.can_handle(order_id uuid) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return private.can_manage()
    or exists (select 1 from private.packing_orders() as packing where packing.order_id = can_handle.order_id);
end;
$$;
comment on function private.can_handle(uuid) is 'Returns whether the caller may move and refund this order. Only called for orders that exist.';
alter table public.staff enable row level security;
revoke all on public.staff from anon, authenticated, service_role;
grant select, delete, update (role, refund_limit) on public.staff to authenticated;
grant select on public.staff to service_role;
create policy "staff read their own role, the owner reads all" on public.staff for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "the owner changes what staff may do" on public.staff for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the owner removes roles" on public.staff for delete to authenticated using ((select private.is_admin()));
create policy "users read their own profile, staff those of their orders" on public.profiles for select to authenticated using ( id = (select auth.uid()) or (select private.can_manage()) or id = any (array(select packing.user_id from private.packing_orders() as packing)) );
create function private.picture_name(address text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return (
    select convert_from(decode(string_agg(
      case when piece[1] ~ '^%[0-9a-fA-F]{2}$' then substr(piece[1], 2)
           else encode(convert_to(piece[1], 'UTF8'), 'hex') end, '' order by place), 'hex'), 'UTF8')
    from regexp_matches(
      substring(picture_name.address from '^(?:https?://[^/]+)?/storage/v1/object/public/wears_styles/([^?#]+)'),
      '%[0-9a-fA-F]{2}|[^%]+|%', 'g'
    ) with ordinality as pieces (piece, place)
  );
exception when character_not_in_repertoire then
  return null;
end;
$$;
grant execute on function private.picture_name(text) to anon, authenticated, service_role;
create table public.categories ( prefix text primary key, view_name text not null unique, title text not null, aisle smallint not null default 100 check (aisle between 1 and 999) );
comment on table public.categories is 'Categories in display order; `view_name` is the table of the specification.';
comment on column public.categories.aisle is 'Position when an order is packed: heavy things first, fresh and cold ones last, until the owner changes it.';
insert into public.categories (prefix, view_name, title, aisle) values ('wears', 'authentic_african_wear', 'Authentic African Wears and Styles', 70), ('beauty', 'beauty_and_household', 'Beauty and Household', 60), ('condiments', 'condiments', 'Condiments', 20), ('drinks', 'drink_beverage', 'Drink and Beverages', 40), ('fruits', 'fruits_and_vegetables', 'Fruits and Vegetables', 80), ('grains', 'grain_flour_cereal', 'Grains, Flours, and Cereal', 10), ('meat', 'meat_sea_food', 'Meat and Seafood', 90), ('snacks', 'snack_confectionaries', 'Snacks and Confections', 30), ('more', 'more', 'Other Items', 50);
alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
create policy "everybody reads the categories" on public.categories for select to anon, authenticated using (true);
create table public.products ( id bigint generated always as identity primary key, category text not null references public.categories (prefix), name text not null check (btrim(name) <> '' and char_length(name) <= 200), description_header text not null default '' check (char_length(description_header) <= 200), description text not null default '' check (char_length(description) <= 5000), price numeric(10, 2) not null check (price >= 0), discount_price numeric(10, 2) constraint discount_below_price check (discount_price >= 0 and discount_price < price), img1 text not null default '' check (char_length(img1) <= 1000), img2 text check (char_length(img2) <= 1000), size text not null default '' check (char_length(size) <= 100), archived_at timestamptz, pictures_ready boolean not null default false, created_at timestamptz not null default now(), img1_object text generated always as (private.picture_name(img1)) stored, img2_object text generated always as (private.picture_name(img2)) stored, availability text not null default 'available' check (availability in ('available', 'sold_out', 'counted')), is_sold_out boolean not null default false, also_called text not null default '' check (char_length(also_called) <= 500), storage text check (storage in ('shelf', 'chilled', 'frozen')), origin text not null default '' check (char_length(origin) <= 100), ingredients text not null default '' check (char_length(ingredients) <= 2000), contains text[] not null default '{}', may_contain text[] not null default '{}', fibre text not null default '' check (char_length(fibre) <= 200), care text not null default '' check (char_length(care) <= 200), heat_level smallint check (heat_level between 1 and 5), amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'), unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')), sizes jsonb not null default '[]', regular_discount_price numeric(10, 2), img1_alt text not null default '' check (char_length(img1_alt) <= 250), img2_alt text not null default '' check (char_length(img2_alt) <= 250), constraint price_is_a_number check (price <> 'NaN' and discount_price is distinct from 'NaN'), constraint allergens_are_known check ( contains || may_contain <@ array[ 'milk', 'egg', 'fish', 'crustacean_shellfish', 'tree_nut', 'peanut', 'wheat', 'soy', 'sesame' ] and not contains && may_contain ), constraint amount_has_a_unit check ((amount is null) = (unit is null)) );
comment on table public.products is 'Every product of the store; the nine category views show its parts.';
comment on column public.products.category is 'The path prefix of the category, as in /products/{prefix}/{id}.';
comment on column public.products.discount_price is 'Null if there is none; always below the price. The regular discount price, or that of a running offer.';
comment on column public.products.regular_discount_price is 'The discount price outside of offers. Maintained by triggers.';
comment on column public.products.archived_at is 'Set instead of deleting a product that an order names.';
comment on column public.products.pictures_ready is 'Whether every image of ours that the row names is in the bucket.';
comment on column public.products.img1_object is 'Object name of img1 in the bucket; null if it is elsewhere.';
comment on column public.products.img2_object is 'Object name of img2 in the bucket; null if it is elsewhere.';
comment on column public.products.img1_alt is 'Alternative text of img1; if empty, the name is used.';
comment on column public.products.img2_alt is 'Alternative text of img2, as img1_alt.';
comment on column public.products.availability is 'available: unlimited; sold_out: none; counted: as many as product_stock says.';
comment on column public.products.is_sold_out is 'Set by triggers: sold_out, or counted with none left.';
comment on column public.products.also_called is 'Alternate names, separated by commas.';
comment on column public.products.storage is 'Storage: shelf, chilled, or frozen; null if unknown.';
comment on column public.products.contains is 'Major allergens that it contains.';
comment on column public.products.may_contain is 'Major allergens that its package warns of.';
comment on column public.products.heat_level is '1 (mild) to 5 (very hot); null if not stated.';
comment on column public.products.amount is 'Net amount in its unit; null if unknown.';
comment on column public.products.sizes is 'Set by triggers from product_sizes: [{id, label, price, discount_price, amount, unit, is_sold_out}], in order.';
create index products_category_id on public.products (category, id) where archived_at is null;
create index products_offers on public.products (id) where archived_at is null and discount_price is not null;
create index products_img1_object on public.products (img1_object) where img1_object is not null;
create index products_img2_object on public.products (img2_object) where img2_object is not null;
alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant delete on public.products to authenticated;
create policy "everybody sees what is for sale, managers see all" on public.products for select to anon, authenticated using ((archived_at is null and pictures_ready) or (select private.can_manage()));
create policy "managers add products" on public.products for insert to authenticated with check ((select private.can_manage()));
create policy "managers change products" on public.products for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove products" on public.products for delete to authenticated using ((select private.can_manage()));
create function private.make_category_view(prefix text) returns void language plpgsql set search_path = '' as $$
declare
  made public.categories;
begin
  select * into strict made from public.categories where categories.prefix = make_category_view.prefix;
  -- Replacing the view would keep every column in its place and add only at the end.
  execute format('drop view if exists public.%I', made.view_name);
  execute format(
    'create view public.%I with (security_invoker = on) as select %s from public.products
      where category = %L and archived_at is null
      with cascaded check option',
    made.view_name,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
      where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname <> all (array['archived_at', 'created_at', 'pictures_ready', 'regular_discount_price'])
    ),
    made.prefix
  );
  execute format('comment on view public.%I is %L', made.view_name, made.title || ': /products/' || made.prefix || '/{id}.');
  execute format('alter view public.%I alter column category set default %L', made.view_name, made.prefix);
  execute format('revoke all on public.%I from anon, authenticated', made.view_name);
  execute format('grant select on public.%I to anon, authenticated', made.view_name);
  execute format('grant insert, update, delete on public.%I to authenticated', made.view_name);
end;
$$;
create function private.show_products() returns void language plpgsql set search_path = '' as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price'
      ])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;
comment on function private.show_products() is 'Gives the category views and the managers'' grants the current columns of products: call it at the end of a '
  'migration that adds a column or a category.';
select private.show_products();
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ('wears_styles', 'wears_styles', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']) on conflict (id) do nothing;
create policy "managers list the shop's pictures" on storage.objects for select to authenticated using (bucket_id = 'wears_styles' and (select private.can_manage()));
create policy "managers add pictures" on storage.objects for insert to authenticated with check (bucket_id = 'wears_styles' and (select private.can_manage()));
create policy "managers replace pictures" on storage.objects for update to authenticated using (bucket_id = 'wears_styles' and (select private.can_manage())) with check (bucket_id = 'wears_styles' and (select private.can_manage()));
create policy "managers remove pictures" on storage.objects for delete to authenticated using (bucket_id = 'wears_styles' and (select private.can_manage()));
create function private.picture_exists(object_name text) returns boolean language sql stable security definer set search_path = '' as $$
  select object_name is null or exists (
    select 1 from storage.objects
    where objects.bucket_id = 'wears_styles' and objects.name = object_name
  );
$$;
comment on function private.picture_exists(text) is 'Security definer: shoppers may not list the bucket.';
create function private.prepare_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  name1 text := private.picture_name(new.img1);
  name2 text := private.picture_name(new.img2);
  object_name text;
begin
  -- Addresses of our own bucket are stored without an origin, so that a new port or domain breaks no image.
  if name1 is not null then new.img1 := regexp_replace(new.img1, '^https?://[^/]+', ''); end if;
  if name2 is not null then new.img2 := regexp_replace(new.img2, '^https?://[^/]+', ''); end if;
  -- The lock orders this write and the upload of the image: whichever comes second sees the first.
  for object_name in
    select distinct name from unnest(array[name1, name2]) as names (name) where name is not null order by name
  loop
    perform pg_advisory_xact_lock(hashtextextended('picture:' || object_name, 0));
  end loop;
  new.pictures_ready := private.picture_exists(name1) and private.picture_exists(name2);
  return new;
end;
$$;
comment on function private.prepare_product() is 'Security definer: whether a picture exists is read from storage.objects, which the writer may not list.';
create trigger prepare_product before insert or update of img1, img2, pictures_ready on public.products for each row execute function private.prepare_product();
create function private.record_image_change() returns trigger language plpgsql security definer set search_path = '' as $$
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
    -- The row triggers check whether the images exist.
    update public.products set img1 = img1
    where img1_object = object.name or img2_object = object.name;
    update public.product_pictures set address = address where object_name = object.name;
  end loop;
  return null;
end;
$$;
comment on function private.record_image_change() is 'Security definer: whoever stores an image need not be allowed to change products.';
create trigger record_image_change after insert or delete or update of name, bucket_id on storage.objects for each row execute function private.record_image_change();
create table public.product_pictures ( product_id bigint not null references public.products (id) on delete cascade, position smallint not null check (position between 3 and 8), address text not null check (btrim(address) <> '' and char_length(address) <= 1000), alt text not null default '' check (char_length(alt) <= 250), is_ready boolean not null default false, object_name text generated always as (private.picture_name(address)) stored, primary key (product_id, position) );
comment on table public.product_pictures is 'A product''s third to eighth image; the first two are products.img1 and img2.';
comment on column public.product_pictures.alt is 'Alternative text; if empty, the product''s name is used.';
comment on column public.product_pictures.is_ready is 'Whether the image is in the bucket; set by a trigger.';
comment on column public.product_pictures.object_name is 'Object name in the bucket; null if the image is elsewhere.';
create index product_pictures_object_name on public.product_pictures (object_name) where object_name is not null;
alter table public.product_pictures enable row level security;
revoke all on public.product_pictures from anon, authenticated;
grant select on public.product_pictures to anon, authenticated;
grant insert (product_id, position, address, alt) on public.product_pictures to authenticated;
grant update (position, address, alt) on public.product_pictures to authenticated;
grant delete on public.product_pictures to authenticated;
create policy "everybody sees pictures of what is for sale, managers see all" on public.product_pictures for select to anon, authenticated using ( (is_ready and exists (select 1 from public.products where products.id = product_pictures.product_id)) or (select private.can_manage()) );
create policy "managers add additional images" on public.product_pictures for insert to authenticated with check ((select private.can_manage()));
create policy "managers change additional images" on public.product_pictures for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove additional images" on public.product_pictures for delete to authenticated using ((select private.can_manage()));
create function private.prepare_product_picture() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  name text := private.picture_name(new.address);
begin
  -- Same as private.prepare_product for the first two.
  if name is not null then
    new.address := regexp_replace(new.address, '^https?://[^/]+', '');
    perform pg_advisory_xact_lock(hashtextextended('picture:' || name, 0));
  end if;
  new.is_ready := private.picture_exists(name);
  return new;
end;
$$;
comment on function private.prepare_product_picture() is 'Security definer: whether a picture exists is read from storage.objects, which the writer may not list.';
create trigger prepare_product_picture before insert or update of address, is_ready on public.product_pictures for each row execute function private.prepare_product_picture();
create function public.set_product_pictures(product_id bigint, pictures jsonb) returns void language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  images constant jsonb := set_product_pictures.pictures;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_pictures';
  end if;
  if jsonb_typeof(images) is distinct from 'array' or jsonb_array_length(images) > 8 then
    raise invalid_parameter_value using message = 'A product can have 8 images at most.';
  end if;
  update public.products
  set img1 = coalesce(images -> 0 ->> 'address', ''), img1_alt = coalesce(btrim(images -> 0 ->> 'alt'), ''),
    img2 = images -> 1 ->> 'address', img2_alt = coalesce(btrim(images -> 1 ->> 'alt'), '')
  where products.id = set_product_pictures.product_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  delete from public.product_pictures as existing where existing.product_id = set_product_pictures.product_id;
  insert into public.product_pictures (product_id, position, address, alt)
  select set_product_pictures.product_id, picture.place, picture.value ->> 'address',
    coalesce(btrim(picture.value ->> 'alt'), '')
  from jsonb_array_elements(images) with ordinality as picture (value, place)
  where picture.place > 2;
end;
$$;
comment on function public.set_product_pictures(bigint, jsonb) is 'For managers: replaces a product''s additional images with exactly these, in this order: [{address, alt}].';
grant execute on function public.set_product_pictures(bigint, jsonb) to authenticated;
create table public.product_sizes ( id bigint generated always as identity primary key, product_id bigint not null references public.products (id) on delete cascade, label text not null check (btrim(label) <> '' and char_length(label) <= 40), position integer not null default 0, price numeric(10, 2) check (price >= 0 and price <> 'NaN'), discount_price numeric(10, 2), availability text not null default 'available' check (availability in ('available', 'sold_out', 'counted')), amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'), unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')), archived_at timestamptz, regular_discount_price numeric(10, 2), constraint size_discount_below_price check ( discount_price is null or coalesce(discount_price >= 0 and discount_price < price, false) ), constraint size_amount_has_a_unit check ((amount is null) = (unit is null)), constraint size_of_its_product unique (product_id, id) );
comment on table public.product_sizes is 'Sizes of products; live ones are also in products.sizes.';
comment on column public.product_sizes.position is 'Sizes are shown by position, smallest first.';
comment on column public.product_sizes.price is 'Null: the product''s price and discount.';
comment on column public.product_sizes.discount_price is 'Discount of a size with its own price; always below it. The regular one, or that of a running offer.';
comment on column public.product_sizes.regular_discount_price is 'The discount price outside of offers. Maintained by triggers.';
comment on column public.product_sizes.availability is 'available: unlimited; sold_out: none; counted: as many as size_stock says.';
comment on column public.product_sizes.archived_at is 'Set instead of deleting a size that an order names.';
create unique index product_sizes_label on public.product_sizes (product_id, lower(label)) where archived_at is null;
alter table public.product_sizes enable row level security;
revoke all on public.product_sizes from anon, authenticated;
grant select on public.product_sizes to anon, authenticated;
grant insert (product_id, label, position, price, discount_price, availability, amount, unit) on public.product_sizes to authenticated;
grant update (label, position, price, discount_price, availability, amount, unit) on public.product_sizes to authenticated;
grant delete on public.product_sizes to authenticated;
create policy "everybody sees sizes of what is for sale, managers see all" on public.product_sizes for select to anon, authenticated using ( (archived_at is null and exists (select 1 from public.products where products.id = product_sizes.product_id)) or (select private.can_manage()) );
create policy "managers add sizes" on public.product_sizes for insert to authenticated with check ((select private.can_manage()));
create policy "managers change sizes" on public.product_sizes for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove sizes" on public.product_sizes for delete to authenticated using ((select private.can_manage()));
create table public.size_stock ( size_id bigint primary key references public.product_sizes (id) on delete cascade, stock_count integer not null check (stock_count >= 0) );
comment on table public.size_stock is 'Stock of each counted size; a missing row means none.';
alter table public.size_stock enable row level security;
revoke all on public.size_stock from anon, authenticated;
grant select, insert, update, delete on public.size_stock to authenticated;
create policy "managers read the stock of sizes" on public.size_stock for select to authenticated using ((select private.can_manage()));
create policy "managers begin to count a size" on public.size_stock for insert to authenticated with check ((select private.can_manage()));
create policy "managers count a size" on public.size_stock for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers stop counting a size" on public.size_stock for delete to authenticated using ((select private.can_manage()));
create function private.current_sizes(product_id bigint) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', sizes.id,
      'label', sizes.label,
      'price', sizes.price,
      'discount_price', sizes.discount_price,
      'amount', sizes.amount,
      'unit', sizes.unit,
      'is_sold_out', sizes.availability = 'sold_out'
        or (sizes.availability = 'counted' and coalesce(stock.stock_count, 0) = 0)
    ) order by sizes.position, sizes.id), '[]')
    from public.product_sizes as sizes
    left join public.size_stock as stock on stock.size_id = sizes.id
    where sizes.product_id = current_sizes.product_id and sizes.archived_at is null
  );
end;
$$;
comment on function private.current_sizes(bigint) is 'Returns the value of products.sizes. Security definer: whoever may change parts of a product need not be allowed'
  ' to read the stock.';
create function private.refresh_sizes(product_ids bigint[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  -- Locks first: the second caller reads the sizes as the first left them.
  perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
  -- The row trigger of products writes sizes and whether all are sold out. One statement for all products invalidates
  -- pages once, and only after it holds every row lock that it needs.
  update public.products set sizes = private.current_sizes(products.id)
  where products.id = any (product_ids) and products.sizes is distinct from private.current_sizes(products.id);
end;
$$;
comment on function private.refresh_sizes(bigint[]) is 'Security definer: a sale may not change products.';
create function private.record_sizes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.refresh_sizes(array(select distinct product_id from sizes_after));
  elsif tg_op = 'DELETE' then
    perform private.refresh_sizes(array(select distinct product_id from sizes_before));
  else
    perform private.refresh_sizes(array(
      select product_id from sizes_before union select product_id from sizes_after
    ));
  end if;
  return null;
end;
$$;
comment on function private.record_sizes() is 'Security definer, as private.refresh_sizes.';
create trigger record_new_sizes after insert on public.product_sizes referencing new table as sizes_after for each statement execute function private.record_sizes();
create trigger record_sizes after update on public.product_sizes referencing old table as sizes_before new table as sizes_after for each statement execute function private.record_sizes();
create trigger record_deleted_sizes after delete on public.product_sizes referencing old table as sizes_before for each statement execute function private.record_sizes();
create function private.record_size_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select size_id from counts_after);
  elsif tg_op = 'DELETE' then
    ids := array(select size_id from counts_before);
  else
    ids := array(
      select size_id from counts_before as before full join counts_after as after using (size_id)
      where (before.stock_count = 0) is distinct from (after.stock_count = 0)
    );
  end if;
  if cardinality(ids) > 0 then
    perform private.refresh_sizes(array(
      select distinct sizes.product_id from public.product_sizes as sizes where sizes.id = any (ids)
    ));
  end if;
  return null;
end;
$$;
comment on function private.record_size_stock() is 'Security definer, as private.refresh_sizes.';
create trigger record_new_size_stock after insert on public.size_stock referencing new table as counts_after for each statement execute function private.record_size_stock();
create trigger record_size_stock after update on public.size_stock referencing old table as counts_before new table as counts_after for each statement execute function private.record_size_stock();
create trigger record_deleted_size_stock after delete on public.size_stock referencing old table as counts_before for each statement execute function private.record_size_stock();
create function public.set_product_sizes(product_id bigint, sizes jsonb) returns text[] language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  size_input record;
  written bigint;
  unsaved_labels text[] := '{}';
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_sizes';
  end if;
  if jsonb_typeof(set_product_sizes.sizes) is distinct from 'array'
    or jsonb_array_length(set_product_sizes.sizes) > 50 then
    raise invalid_parameter_value using message = 'A product can have 50 sizes at most.';
  end if;
  -- Lock order everywhere: sizes, counts, product.
  perform 1 from public.product_sizes as known
  where known.product_id = set_product_sizes.product_id
  order by known.id
  for no key update;
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select known.id from public.product_sizes as known where known.product_id = set_product_sizes.product_id
  )
  order by stock.size_id
  for update;
  perform 1 from public.products where products.id = set_product_sizes.product_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  delete from public.product_sizes as existing
  where existing.product_id = set_product_sizes.product_id and existing.archived_at is null
    and existing.id not in (
      select line.id from jsonb_to_recordset(set_product_sizes.sizes) as line (id bigint) where line.id is not null
    );
  for size_input in
    select line.* from rows from (jsonb_to_recordset(set_product_sizes.sizes) as (
      id bigint, label text, price numeric, discount_price numeric, availability text, amount numeric, unit text,
      stock_count integer, stock_count_before integer
    )) with ordinality as line (
      id, label, price, discount_price, availability, amount, unit, stock_count, stock_count_before, place
    ) order by line.place
  loop
    if size_input.id is null then
      insert into public.product_sizes (
        product_id, label, position, price, discount_price, availability, amount, unit
      ) values (
        set_product_sizes.product_id, btrim(size_input.label), size_input.place, size_input.price, size_input.discount_price,
        coalesce(size_input.availability, 'available'), size_input.amount, size_input.unit
      ) returning product_sizes.id into written;
    else
      update public.product_sizes as known
      set label = btrim(size_input.label), position = size_input.place, price = size_input.price,
        discount_price = size_input.discount_price, availability = coalesce(size_input.availability, 'available'),
        amount = size_input.amount, unit = size_input.unit
      where known.id = size_input.id and known.product_id = set_product_sizes.product_id and known.archived_at is null
      returning known.id into written;
      if written is null then
        raise sqlstate 'PT409' using message = format('Size %s no longer exists.', size_input.label);
      end if;
    end if;
    -- Keeps a sale made meanwhile if the form did not touch that count.
    if size_input.availability = 'counted' and size_input.stock_count is distinct from size_input.stock_count_before then
      insert into public.size_stock (size_id, stock_count) values (written, size_input.stock_count)
      on conflict (size_id) do update set stock_count = excluded.stock_count
        where size_input.stock_count_before is null or size_stock.stock_count = size_input.stock_count_before;
      if not found then
        unsaved_labels := unsaved_labels || size_input.label;
      end if;
    end if;
  end loop;
  return unsaved_labels;
end;
$$;
comment on function public.set_product_sizes(bigint, jsonb) is 'For managers: replaces a product''s sizes with exactly these, in this order: [{id, label, price, discount_price,'
  ' availability, amount, unit, stock_count, stock_count_before}]; without an id a size is new. A count changes '
  'only if it differs from stock_count_before and nobody bought meanwhile; returns the labels of the others.';
grant execute on function public.set_product_sizes(bigint, jsonb) to authenticated;
create table public.product_stock ( product_id bigint primary key references public.products (id) on delete cascade, stock_count integer not null check (stock_count >= 0) );
comment on table public.product_stock is 'Stock of each counted product; a missing row means none.';
alter table public.product_stock enable row level security;
revoke all on public.product_stock from anon, authenticated;
grant select, insert, update, delete on public.product_stock to authenticated;
create policy "managers read the stock" on public.product_stock for select to authenticated using ((select private.can_manage()));
create policy "managers begin to count" on public.product_stock for insert to authenticated with check ((select private.can_manage()));
create policy "managers count" on public.product_stock for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers stop counting" on public.product_stock for delete to authenticated using ((select private.can_manage()));
create function private.set_sold_out() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.sizes := private.current_sizes(new.id);
  if new.sizes <> '[]' then
    -- Each size has its own stock.
    new.is_sold_out := new.availability = 'sold_out' or not new.sizes @? '$[*] ? (@.is_sold_out == false)';
    return new;
  end if;
  if new.availability <> 'counted' then
    new.is_sold_out := new.availability = 'sold_out';
    return new;
  end if;
  if tg_op = 'INSERT' or old.availability <> 'counted' then
    -- Waits for a concurrent change of the count: one of the two sees the other.
    perform 1 from public.product_stock where product_id = new.id for share;
  end if;
  new.is_sold_out := coalesce(
    (select stock_count from public.product_stock where product_id = new.id), 0
  ) = 0;
  return new;
end;
$$;
comment on function private.set_sold_out() is 'Security definer: whoever may change parts of a product need not be allowed to read the stock.';
create trigger set_sold_out before insert or update of availability, is_sold_out, sizes on public.products for each row execute function private.set_sold_out();
create function private.record_stock() returns trigger language plpgsql security definer set search_path = '' as $$
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
  -- The row trigger of products computes is_sold_out. One statement for all products invalidates pages once, and only
  -- after it holds every row lock that it needs.
  update public.products set is_sold_out = not is_sold_out
  where products.id = any (ids) and products.availability = 'counted'
    and products.is_sold_out is distinct from (coalesce(
      (select stock_count from public.product_stock where product_id = products.id), 0
    ) = 0);
  return null;
end;
$$;
comment on function private.record_stock() is 'Security definer: a sale may not change products.';
create trigger record_new_stock after insert on public.product_stock referencing new table as counts_after for each statement execute function private.record_stock();
create trigger record_stock after update on public.product_stock referencing old table as counts_before new table as counts_after for each statement execute function private.record_stock();
create trigger record_deleted_stock after delete on public.product_stock referencing old table as counts_before for each statement execute function private.record_stock();
create function private.stock_left(product_id bigint, size_id bigint) returns integer language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when coalesce(sizes.availability, products.availability) <> 'counted' then null
      when sizes.id is null then coalesce(stock.stock_count, 0)
      else coalesce(size_stock.stock_count, 0)
    end
    from public.products
    left join public.product_stock as stock on stock.product_id = products.id
    left join public.product_sizes as sizes on sizes.id = stock_left.size_id and sizes.product_id = products.id
    left join public.size_stock on size_stock.size_id = sizes.id
    where products.id = stock_left.product_id
  );
end;
$$;
comment on function private.stock_left(bigint, bigint) is 'Returns the stock of a counted product, or of a size; null if not counted. Security definer: place_order and '
  'check_stock run with the shopper''s rights.';
grant execute on function private.stock_left(bigint, bigint) to authenticated;
create function private.lock_stock(order_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  -- Locks all counts of the order, always in this order, so that two orders cannot deadlock.
  perform 1 from public.product_stock as stock
  where stock.product_id in (
    select items.product_id from public.order_items as items
    where items.order_id = lock_stock.order_id and items.size_id is null
  )
  order by stock.product_id
  for update;
  perform 1 from public.size_stock as stock
  where stock.size_id in (
    select items.size_id from public.order_items as items where items.order_id = lock_stock.order_id
  )
  order by stock.size_id
  for update;
  -- The last M and the last L of a dress change the same product row.
  perform 1 from public.products
  where products.id in (
    select items.product_id from public.order_items as items
    where items.order_id = lock_stock.order_id and items.size_id is not null
  )
  order by products.id
  for no key update;
end;
$$;
comment on function private.lock_stock(uuid) is 'Call it with the order locked.';
create function private.take_stock(order_id uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  perform private.lock_stock(take_stock.order_id);
  if exists (
    select 1
    from (
      select items.product_id, items.size_id, sum(items.quantity) as quantity from public.order_items as items
      where items.order_id = take_stock.order_id group by items.product_id, items.size_id
    ) as requested
    join public.products on products.id = requested.product_id
    left join public.product_sizes as sizes on sizes.id = requested.size_id
    where products.availability = 'sold_out' or sizes.availability = 'sold_out'
      or private.stock_left(requested.product_id, requested.size_id) < requested.quantity
  ) then
    return false;
  end if;
  update public.order_items as items set stock_taken = items.quantity
  where items.order_id = take_stock.order_id and private.stock_left(items.product_id, items.size_id) is not null;
  update public.product_stock as stock set stock_count = stock.stock_count - taken.quantity
  from (
    select items.product_id, sum(items.stock_taken) as quantity from public.order_items as items
    where items.order_id = take_stock.order_id and items.size_id is null group by items.product_id
  ) as taken
  where stock.product_id = taken.product_id and taken.quantity > 0;
  update public.size_stock as stock set stock_count = stock.stock_count - taken.quantity
  from (
    select items.size_id, sum(items.stock_taken) as quantity from public.order_items as items
    where items.order_id = take_stock.order_id group by items.size_id
  ) as taken
  where stock.size_id = taken.size_id and taken.quantity > 0;
  return true;
end;
$$;
comment on function private.take_stock(uuid) is 'Takes every counted line of an order from stock, all or nothing; false if something is out of stock. Call it '
  'with the order locked.';
create function private.return_stock(order_id uuid, lines jsonb default null) returns void language plpgsql set search_path = '' as $$
declare
  back jsonb;
begin
  perform private.lock_stock(return_stock.order_id);
  with restocked as (
    update public.order_items as items set stock_taken = items.stock_taken - returned.quantity
    from (
      select taken.id, case
        when return_stock.lines is null then taken.stock_taken - coalesce((
          -- Refunded as missing or damaged: not restocked.
          select sum(missing.quantity)
          from public.refunds
          cross join jsonb_to_recordset(refunds.lines) as missing (order_item_id bigint, quantity integer)
          where refunds.order_id = return_stock.order_id and refunds.status <> 'failed'
            and refunds.reason <> 'returned' and refunds.lines is not null and missing.order_item_id = taken.id
        ), 0)::integer
        -- Lines that are not named return nothing: least() ignores nulls.
        else least(taken.stock_taken, coalesce((
          select sum(named.quantity)
          from jsonb_to_recordset(return_stock.lines) as named (order_item_id bigint, quantity integer)
          where named.order_item_id = taken.id
        ), 0)::integer)
      end as quantity
      from public.order_items as taken
      where taken.order_id = return_stock.order_id and taken.stock_taken > 0
    ) as returned
    where items.id = returned.id and returned.quantity > 0
    returning items.product_id, items.size_id, returned.quantity
  )
  select jsonb_agg(to_jsonb(restocked)) into back from restocked;
  -- No longer counted: there may be no row, and none is needed.
  update public.product_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.product_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (product_id bigint, size_id bigint, quantity integer)
    where line.size_id is null group by line.product_id
  ) as sums
  where stock.product_id = sums.product_id;
  update public.size_stock as stock set stock_count = stock.stock_count + sums.quantity
  from (
    select line.size_id, sum(line.quantity) as quantity
    from jsonb_to_recordset(back) as line (size_id bigint, quantity integer) group by line.size_id
  ) as sums
  where stock.size_id = sums.size_id;
end;
$$;
comment on function private.return_stock(uuid, jsonb) is 'Returns the named lines [{order_item_id, quantity}] to stock, or everything the order took except what was '
  'refunded without being returned. Never more than was taken. Call it with the order locked.';
create function private.lock_products(product_ids bigint[], size_ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  -- Lock order everywhere: sizes, counts, products.
  perform 1 from public.product_sizes as sizes where sizes.id = any (size_ids) order by sizes.id for no key update;
  perform 1 from public.product_stock as stock
  where stock.product_id = any (product_ids) order by stock.product_id for update;
  perform 1 from public.size_stock as stock where stock.size_id = any (size_ids) order by stock.size_id for update;
  perform 1 from public.products
  where products.id = any (product_ids)
    or products.id in (select sizes.product_id from public.product_sizes as sizes where sizes.id = any (size_ids))
  order by products.id
  for no key update;
end;
$$;
comment on function private.lock_products(bigint[], bigint[]) is 'Locks products without sizes, and sizes of others, before their stock changes.';
create function private.mark_sold_out(product_ids bigint[], size_ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  if coalesce(cardinality(product_ids), 0) + coalesce(cardinality(size_ids), 0) = 0 then
    return;
  end if;
  perform private.lock_products(product_ids, size_ids);
  update public.product_stock as stock set stock_count = 0
  where stock.product_id = any (product_ids) and stock.stock_count > 0;
  update public.size_stock as stock set stock_count = 0
  where stock.size_id = any (size_ids) and stock.stock_count > 0;
  update public.products set availability = 'sold_out'
  where products.id = any (product_ids) and products.availability = 'available';
  update public.product_sizes as sizes set availability = 'sold_out'
  where sizes.id = any (size_ids) and sizes.availability = 'available';
end;
$$;
comment on function private.mark_sold_out(bigint[], bigint[]) is 'Marks these products without sizes, and these sizes of others, as out of stock: counted ones get a count of '
  'zero, others sold_out. Call it with the order locked.';
create table public.blog_post ( id bigint generated always as identity primary key, name text not null check (btrim(name) <> ''), img1 text not null default '', img2 text, short_introduction text not null default '', title1 text, description1 text, title2 text, description2 text, title3 text, description3 text, title4 text, description4 text, title5 text, description5 text, title6 text, description6 text, title7 text, description7 text, semi_conclusion_topic text, semi_conclusion_text text, semi_conclusion_point1 text, semi_conclusion_point2 text, semi_conclusion_point3 text, conclusion text, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), servings smallint check (servings between 1 and 100), publish_at timestamptz default now() );
comment on table public.blog_post is 'Articles of the blog; absent sections are null.';
comment on column public.blog_post.servings is 'Servings of the recipe, matching the amounts of article_products; null if the article is no recipe.';
comment on column public.blog_post.publish_at is 'When the article becomes public; null for a draft, in the future if scheduled.';
create index blog_post_publish_at on public.blog_post (publish_at desc, id desc);
create trigger touch_updated_at before update on public.blog_post for each row execute function private.touch_updated_at();
alter table public.blog_post enable row level security;
revoke all on public.blog_post from anon, authenticated;
grant select on public.blog_post to anon, authenticated;
grant insert, update, delete on public.blog_post to authenticated;
create policy "everybody reads published articles" on public.blog_post for select to anon, authenticated using (publish_at <= now());
create policy "managers read drafts" on public.blog_post for select to authenticated using ((select private.can_manage()));
create policy "managers add articles" on public.blog_post for insert to authenticated with check ((select private.can_manage()));
create policy "managers change articles" on public.blog_post for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove articles" on public.blog_post for delete to authenticated using ((select private.can_manage()));
create table public.store_settings ( id boolean primary key default true check (id), name text not null default 'Calabash Market' check (btrim(name) <> ''), street text not null default '1000 Market Street', city text not null default 'Houston', state text not null default 'Texas', postal_code text not null default '77073', near text not null default 'Humble', phone text not null default '(281) 555-0142', email text not null default 'hello@calabash.example', latitude double precision not null default 29.965 check (latitude between -90 and 90), longitude double precision not null default -95.367 check (longitude between -180 and 180), time_zone text not null default 'America/Chicago', opening_hours jsonb not null default '[ {"days": "Mon-Sat", "opens": "09:00", "closes": "20:00", "text": "Mon-Sat 9AM-8PM"}, {"days": "Sun", "opens": "10:00", "closes": "18:00", "text": "Sun 10AM-6PM"} ]' check (jsonb_typeof(opening_hours) = 'array'), social_links jsonb not null default '[ {"name": "Facebook", "url": "https://facebook.example/calabashmarket"}, {"name": "Instagram", "url": "https://instagram.example/calabashmarket"}, {"name": "X", "url": "https://x.example/calabashmarket"}, {"name": "TikTok", "url": "https://tiktok.example/calabashmarket"} ]' check (jsonb_typeof(social_links) = 'array'), free_delivery_minimum numeric(10, 2) not null default 100 check (free_delivery_minimum >= 0), free_delivery_miles_home integer not null default 10 check (free_delivery_miles_home >= 0), free_delivery_miles_cart integer not null default 20 check (free_delivery_miles_cart >= 0), team jsonb not null default '[]' check (jsonb_typeof(team) = 'array'), testimonials jsonb not null default '[]' check (jsonb_typeof(testimonials) = 'array'), updated_at timestamptz not null default now(), quotes_carts boolean not null default false, delivery_tax_class_id bigint, closed_days jsonb not null default '[]', pickup_windows boolean not null default false, delivery_windows boolean not null default false, pickup_paused_until timestamptz, delivery_paused_until timestamptz, pause_reason text not null default '' check (char_length(pause_reason) <= 200), express_checkout boolean not null default false, has_discount_codes boolean not null default false, low_stock_at integer not null default 5 check (low_stock_at between 0 and 1000), banner_text text not null default '' check (char_length(banner_text) <= 140 and banner_text !~ '[[:cntrl:]]'), banner_until timestamptz, hero_slides jsonb not null default '[]', delivery_summary jsonb, whatsapp_number text not null default '' check (whatsapp_number ~ '^([+][1-9]([ ().-]{0,3}[0-9]){6,14})?$'), constraint free_delivery_minimum_is_a_number check (free_delivery_minimum <> 'NaN'), constraint team_has_its_shape check ( jsonb_typeof(team) = 'array' and not team @? '$[*].type() ? (@ != "object")' and not team @? '$[*] ? (!( @.name.type() == "string" && @.title.type() == "string" && @.image.type() == "string" && (!exists(@.is_sample) || @.is_sample.type() == "boolean") ))' ), constraint testimonials_have_their_shape check ( jsonb_typeof(testimonials) = 'array' and not testimonials @? '$[*].type() ? (@ != "object")' and not testimonials @? '$[*] ? (!( @.name.type() == "string" && @.text.type() == "string" && @.image.type() == "string" && (!exists(@.is_sample) || @.is_sample.type() == "boolean") ))' ), constraint social_links_have_their_shape check ( jsonb_typeof(social_links) = 'array' and not social_links @? '$[*].type() ? (@ != "object")' and not social_links @? '$[*] ? (!( @.name.type() == "string" && @.url like_regex "^https?://[^[:space:]]+$" ))' ), constraint opening_hours_have_their_shape check ( jsonb_typeof(opening_hours) = 'array' and not opening_hours @? '$[*].type() ? (@ != "object")' and not opening_hours @? '$[*] ? (!( @.days.type() == "string" && @.text.type() == "string" && @.opens like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @.closes like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" ))' ), constraint closed_days_have_their_shape check ( jsonb_typeof(closed_days) = 'array' and not closed_days @? '$[*].type() ? (@ != "object")' and not closed_days @? '$[*] ? (!( @.day like_regex "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" && @.reason.type() == "string" ))' ) );
comment on table public.store_settings is 'One row. The defaults are mirrored, typed, in the code.';
comment on column public.store_settings.express_checkout is 'Whether express checkout (Apple Pay, Google Pay, Link) is offered beside the card form.';
comment on column public.store_settings.quotes_carts is 'Whether a cart may cost more or less than its products, so that it calls quote_cart. Maintained by triggers.';
comment on column public.store_settings.has_discount_codes is 'Whether the cart asks for a code. Maintained by triggers.';
comment on column public.store_settings.delivery_summary is 'Range of the zones'' fees, free delivery, and minimum orders, for pages; null without zones. Maintained by triggers.';
comment on column public.store_settings.delivery_tax_class_id is 'Tax class of delivery; null: not taxed.';
comment on column public.store_settings.low_stock_at is 'Low-stock threshold of counted products and sizes.';
comment on column public.store_settings.team is '[{name, title, image, is_sample}]';
comment on column public.store_settings.testimonials is '[{name, text, image, is_sample}]';
comment on column public.store_settings.closed_days is '[{day, reason}], the day as in 2026-11-26.';
comment on column public.store_settings.pickup_windows is 'Whether pickup needs a chosen time: see window_rules.';
comment on column public.store_settings.delivery_windows is 'Whether delivery needs a chosen time.';
comment on column public.store_settings.pickup_paused_until is 'No window that starts before then is offered.';
comment on column public.store_settings.delivery_paused_until is 'No window that starts before then is offered.';
comment on column public.store_settings.banner_text is 'Banner on top of every page; empty: none.';
comment on column public.store_settings.banner_until is 'End of the banner; null: until removed.';
comment on column public.store_settings.whatsapp_number is 'Number with country code that receives WhatsApp messages, such as +1 281 555 0142; empty: none.';
comment on column public.store_settings.hero_slides is '[{id, image, alt, header, text, buttonLabel, link}] of the home page, in order; empty: the default three.';
insert into public.store_settings default values;
create trigger touch_updated_at before update on public.store_settings for each row execute function private.touch_updated_at();
alter table public.store_settings enable row level security;
revoke all on public.store_settings from anon, authenticated;
grant select on public.store_settings to anon, authenticated;
grant update on public.store_settings to authenticated;
create policy "everybody reads the shop's record" on public.store_settings for select to anon, authenticated using (true);
create policy "managers change the shop's record" on public.store_settings for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create function private.guard_money_settings() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.quotes_carts <> old.quotes_carts or new.has_discount_codes <> old.has_discount_codes
    or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
    or new.delivery_summary is distinct from old.delivery_summary
  ) then
    raise insufficient_privilege using message = 'Only owners can change prices and payment settings.';
  end if;
  -- Copies of orders and notices go to the email address, customers write to the WhatsApp number, and the map position decides who gets free delivery.
  if private.staff_role() = 'manager' and (
    new.email <> old.email or new.whatsapp_number <> old.whatsapp_number or new.latitude <> old.latitude or new.longitude <> old.longitude
    or new.free_delivery_miles_home <> old.free_delivery_miles_home
    or new.free_delivery_miles_cart <> old.free_delivery_miles_cart
  ) then
    raise insufficient_privilege using message =
      'Only owners can change the store''s email address, WhatsApp number, map position, and delivery radius.';
  end if;
  return new;
end;
$$;
comment on function private.guard_money_settings() is 'Managers may change all other settings. Security definer, as staff_role.';
create trigger guard_money_settings before update on public.store_settings for each row execute function private.guard_money_settings();
create function private.check_time_zone() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Names that every clock knows: no folders, rules, or abbreviations of the server's own system.
  known text := (
    select names.name from pg_catalog.pg_timezone_names as names
    where lower(names.name) = lower(btrim(new.time_zone)) and names.name !~ '^(posix|right|localtime|Factory)'
    limit 1
  );
begin
  if known is null then
    raise check_violation using
      message = format('The time zone “%s” doesn''t exist. Enter one such as America/Chicago.', new.time_zone),
      hint = 'time_zone';
  end if;
  new.time_zone := known;
  return new;
end;
$$;
comment on function private.check_time_zone() is 'Rejects invalid time zones: windows, closed days, and the daily report depend on it.';
create trigger check_new_time_zone before insert on public.store_settings for each row execute function private.check_time_zone();
create trigger check_time_zone before update of time_zone on public.store_settings for each row when (new.time_zone is distinct from old.time_zone) execute function private.check_time_zone();
create function private.check_hero_slides() returns trigger language plpgsql set search_path = '' as $$
declare
  keys constant text[] := array['id', 'image', 'alt', 'header', 'text', 'buttonLabel', 'link'];
  slide jsonb;
  place integer := 0;
  problem text;
begin
  if jsonb_typeof(new.hero_slides) is distinct from 'array' then
    raise check_violation using message = 'Hero slides are a list.';
  end if;
  if jsonb_array_length(new.hero_slides) > 6 then
    raise check_violation using message = 'The home page shows 6 slides at most.';
  end if;
  for slide in select each.value from jsonb_array_elements(new.hero_slides) as each loop
    place := place + 1;
    problem := case
      when jsonb_typeof(slide) <> 'object' then 'is no slide'
      when exists (select from unnest(keys) as key where jsonb_typeof(slide -> key) is distinct from 'string')
        then 'lacks one of ' || array_to_string(keys, ', ')
      when slide - keys <> '{}' then 'has more than ' || array_to_string(keys, ', ')
      when exists (select from unnest(keys) as key where slide ->> key ~ '[[:cntrl:]]') then 'holds a sign that nobody sees'
      when slide ->> 'id' !~ '^[a-z0-9-]{1,40}$' then 'has an id of other signs than a-z, 0-9 and -'
      when exists (
        select from jsonb_array_elements(new.hero_slides) with ordinality as other (value, at)
        where other.at < place and other.value ->> 'id' = slide ->> 'id'
      ) then 'has the id of another one'
      when char_length(slide ->> 'image') > 300
        or slide ->> 'image' !~ '^/storage/v1/object/public/wears_styles/[^][:space:]/?#"''<>\\]+$'
        then 'needs a picture of the shop''s own'
      when char_length(slide ->> 'alt') > 250 then 'has more than 250 letters for its picture'
      when btrim(slide ->> 'header') = '' or char_length(slide ->> 'header') > 50 then 'needs a header of at most 50 letters'
      when btrim(slide ->> 'text') = '' or char_length(slide ->> 'text') > 110 then 'needs a text of at most 110 letters'
      when btrim(slide ->> 'buttonLabel') = '' or char_length(slide ->> 'buttonLabel') > 24
        then 'needs words on its button, at most 24 letters'
      when char_length(slide ->> 'link') > 300 or (
        slide ->> 'link' !~ '^/([^/[:space:]\\][^[:space:]\\]*)?$'
        and slide ->> 'link' !~ '^https://[^/[:space:]\\]+[.][^[:space:]\\]+$'
      ) then 'needs a link that begins with / or https://'
    end;
    if problem is not null then
      raise check_violation using message = format('Slide %s %s.', place, problem), hint = 'hero_slides';
    end if;
  end loop;
  return new;
end;
$$;
comment on function private.check_hero_slides() is 'Validates the slides and reports what is wrong, which a constraint does not.';
create trigger check_new_hero_slides before insert on public.store_settings for each row execute function private.check_hero_slides();
create trigger check_hero_slides before update of hero_slides on public.store_settings for each row when (new.hero_slides is distinct from old.hero_slides) execute function private.check_hero_slides();
create table private.zip_centers ( zip text primary key check (zip ~ '^[0-9]{5}$'), city text not null, state text not null check (state ~ '^[A-Z]{2}$'), latitude real not null check (latitude between -90 and 90), longitude real not null check (longitude between -180 and 180) );
comment on table private.zip_centers is 'Center of each US ZIP code, April 2024: GeoNames (geonames.org, CC BY 4.0), town names of the US Postal Service.';
alter table private.zip_centers enable row level security;
revoke all on private.zip_centers from public;
create function private.miles_between( latitude double precision, longitude double precision, other_latitude double precision, other_longitude double precision ) returns numeric language sql immutable set search_path = '' as $$
  select round((2 * 3958.8 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(other_latitude)) * sin(radians(other_longitude - longitude) / 2) ^ 2
  ))))::numeric, 1)
$$;
comment on function private.miles_between(double precision, double precision, double precision, double precision) is 'Returns straight-line miles, rounded to the decimal that is shown and compared.';
create function private.zip_miles(zip text) returns numeric language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.miles_between(shop.latitude, shop.longitude, center.latitude, center.longitude)
    from private.zip_centers as center cross join public.store_settings as shop
    where center.zip = zip_miles.zip
  );
end;
$$;
comment on function private.zip_miles(text) is 'Returns the miles from the store to a ZIP code''s center; null for an unknown ZIP code.';
create table public.content_version ( id boolean primary key default true check (id), version bigint not null default 1 );
comment on table public.content_version is 'Incremented by triggers on everything that public pages show.';
insert into public.content_version default values;
alter table public.content_version enable row level security;
revoke all on public.content_version from anon, authenticated;
grant select on public.content_version to anon, authenticated;
create policy "everybody reads the version of the content" on public.content_version for select to anon, authenticated using (true);
create function private.increment_content_version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.content_version set version = version + 1;
  return null;
end;
$$;
comment on function private.increment_content_version() is 'Security definer: nobody may write the version by hand.';
create trigger touch_content_version after insert or update or delete or truncate on public.products for each statement execute function private.increment_content_version();
create trigger touch_content_version after insert or update or delete or truncate on public.product_pictures for each statement execute function private.increment_content_version();
create trigger touch_content_version after insert or update or delete or truncate on public.blog_post for each statement execute function private.increment_content_version();
create trigger touch_content_version after insert or update or delete or truncate on public.store_settings for each statement execute function private.increment_content_version();
create table private.last_published ( id boolean primary key default true check (id), published_until timestamptz not null default '-infinity' );
comment on table private.last_published is 'One row: up to when scheduled content was published.';
insert into private.last_published default values;
alter table private.last_published enable row level security;
revoke all on private.last_published from public;
create function public.publish_due_articles() returns integer language plpgsql security definer set search_path = '' as $$
declare
  due_ids bigint[] := array(
    select article.id
    from private.last_published as clock
    join public.blog_post as article on article.publish_at > clock.published_until and article.publish_at <= now()
  );
  due_count integer := cardinality(due_ids);
begin
  perform private.index_articles(due_ids);
  due_count := due_count + (
    select count(*)
    from private.last_published as clock
    join public.store_settings as shop on shop.banner_until > clock.published_until and shop.banner_until <= now()
    where shop.banner_text <> ''
  );
  if due_count > 0 then
    update private.last_published set published_until = now();
    update public.content_version set version = version + 1;
  end if;
  return due_count;
end;
$$;
comment on function public.publish_due_articles() is 'For the server, every few seconds: invalidates cached pages when an article''s publish time or the banner''s end'
  ' has passed.';
grant execute on function public.publish_due_articles() to service_role;
create table public.delivery_zones ( id bigint generated always as identity primary key, name text not null check (btrim(name) <> '' and char_length(name) <= 80), zips text[], max_miles numeric(5, 1) check (max_miles between 0.1 and 3000), fee numeric(10, 2) check (fee between 0 and 9999.99), free_from numeric(10, 2) check (free_from between 0 and 99999.99), min_order numeric(10, 2) not null default 0 check (min_order between 0 and 99999.99), constraint zone_is_a_list_or_a_radius check (num_nonnulls(zips, max_miles) = 1), constraint zips_are_zip_codes check ( cardinality(zips) between 1 and 2000 and array_to_string(zips, ',', '-') ~ '^[0-9]{5}(,[0-9]{5})*$' and char_length(array_to_string(zips, ',', '-')) = 6 * cardinality(zips) - 1 ) );
comment on table public.delivery_zones is 'A ZIP code list takes precedence over a radius, a small radius over a large one; outside of all zones, only '
  'pickup is offered.';
comment on column public.delivery_zones.max_miles is 'Straight-line miles from the store to the ZIP code''s center.';
comment on column public.delivery_zones.fee is 'Null: the team contacts the customer about it.';
comment on column public.delivery_zones.free_from is 'Product total from which delivery is free; null: never.';
comment on column public.delivery_zones.min_order is 'Product total below which nothing is delivered.';
alter table public.delivery_zones enable row level security;
revoke all on public.delivery_zones from anon, authenticated;
grant select, insert, update, delete on public.delivery_zones to authenticated;
create policy "admins read the zones" on public.delivery_zones for select to authenticated using ((select private.is_admin()));
create policy "admins add zones" on public.delivery_zones for insert to authenticated with check ((select private.is_admin()));
create policy "admins change zones" on public.delivery_zones for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove zones" on public.delivery_zones for delete to authenticated using ((select private.is_admin()));
create function private.zone_of(zip text) returns public.delivery_zones language plpgsql stable set search_path = '' as $$
declare
  miles constant numeric := private.zip_miles(zone_of.zip);
  found_zone public.delivery_zones;
begin
  select zones.* into found_zone from public.delivery_zones as zones
  where zone_of.zip = any (zones.zips) or zones.max_miles >= miles
  order by zones.zips is null, zones.max_miles, zones.id
  limit 1;
  return found_zone;
end;
$$;
comment on function private.zone_of(text) is 'Returns the zone of a ZIP code; null if the store does not deliver there.';
create function private.delivery_terms(zip text) returns table (zone text, is_served boolean, fee numeric, free_from numeric, min_order numeric) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select zone.name, zone.id is not null or not owner.has_zones, zone.fee,
      case
        when owner.has_zones then zone.free_from
        -- The larger of the two radii in store_settings bounds every promise; an unknown distance is outside.
        when private.zip_miles(delivery_terms.zip)
          <= greatest(shop.free_delivery_miles_home, shop.free_delivery_miles_cart) then shop.free_delivery_minimum
      end,
      coalesce(zone.min_order, 0)
    from public.store_settings as shop
    cross join (select exists (select from public.delivery_zones) as has_zones) as owner
    cross join private.zone_of(delivery_terms.zip) as zone;
end;
$$;
comment on function private.delivery_terms(text) is 'Returns the delivery terms of a ZIP code: the fee, or nothing from free_from on. Without a fee, the team '
  'contacts the customer. Without zones, the promises in store_settings apply.';
create function private.nearest_zone(zip text) returns table (name text, miles numeric) language sql stable set search_path = '' as $$
  select zone.name, distance.miles
  from public.delivery_zones as zone
  cross join lateral (
    select case
      when zone.max_miles is not null then private.zip_miles(nearest_zone.zip) - zone.max_miles
      else (
        select min(private.miles_between(center.latitude, center.longitude, listed.latitude, listed.longitude))
        from private.zip_centers as center
        join private.zip_centers as listed on listed.zip = any (zone.zips)
        where center.zip = nearest_zone.zip
      )
    end as miles
  ) as distance
  where distance.miles is not null
  order by distance.miles, zone.id
  limit 1
$$;
comment on function private.nearest_zone(text) is 'Returns the zone closest to a ZIP code outside of all zones: miles to the edge of a radius, or to the nearest '
  'listed ZIP code.';
create function public.check_delivery(zip text) returns table ( city text, state text, miles numeric, outcome text, fee numeric, free_from numeric, min_order numeric, nearest_zone text, nearest_zone_miles numeric ) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  requested constant text := substring(check_delivery.zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
begin
  if requested is null then
    raise invalid_parameter_value using message = 'A ZIP code has five digits.';
  end if;
  return query
    select center.city, center.state, private.zip_miles(requested), result.outcome,
      terms.fee, terms.free_from, terms.min_order, nearest.name, nearest.miles
    from private.delivery_terms(requested) as terms
    left join private.zip_centers as center on center.zip = requested
    cross join lateral (
      select case
        when center.zip is null and terms.zone is null then 'unknown'
        when not terms.is_served then 'pickup_only'
        when terms.fee is null and terms.free_from is null then 'contact'
        else 'delivered'
      end as outcome
    ) as result
    left join lateral private.nearest_zone(requested) as nearest on result.outcome = 'pickup_only';
end;
$$;
comment on function public.check_delivery(text) is 'For everyone: what delivery to a ZIP code costs. outcome: delivered (for fee, or free from free_from on; without'
  ' a fee the team contacts the customer below it), contact, pickup_only (with the nearest zone), unknown (no such '
  'ZIP code). Security definer: nobody reads zones and ZIP centers directly.';
grant execute on function public.check_delivery(text) to anon, authenticated;
create function private.delivery_summary() returns jsonb language sql stable set search_path = '' as $$
  select case when count(*) > 0 then jsonb_build_object(
    'lowest_fee', min(terms.fee),
    'highest_fee', max(terms.fee),
    'has_separate_fee', bool_or(terms.fee is null),
    'lowest_free_from', min(terms.free_from),
    'highest_free_from', max(terms.free_from),
    'is_always_free_from', bool_and(terms.free_from is not null) filter (where terms.fee is distinct from 0),
    'lowest_min_order', min(terms.min_order),
    'highest_min_order', max(terms.min_order)
  ) end
  from (
    -- Free from $0 is free; a threshold says nothing about a zone that is always free.
    select case when zones.free_from = 0 then 0 else zones.fee end as fee,
      case when zones.fee is distinct from 0 then nullif(zones.free_from, 0) end as free_from,
      zones.min_order
    from public.delivery_zones as zones
  ) as terms
$$;
comment on function private.delivery_summary() is 'Returns the range of fees, free delivery, and minimum orders of all zones; null without zones. has_separate_fee: '
  'in a zone the team agrees on the fee; is_always_free_from: every zone with a fee has a threshold.';
create function private.update_delivery_summary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.delivery_summary := private.delivery_summary();
  return new;
end;
$$;
comment on function private.update_delivery_summary() is 'Stores the summary in the settings, so that a changed zone refreshes cached pages. Security definer: nobody else '
  'reads zones.';
create trigger update_delivery_summary before insert or update on public.store_settings for each row execute function private.update_delivery_summary();
create table public.discount_codes ( id bigint generated always as identity primary key, code text not null unique check (code ~ '^[A-Z0-9]{3,30}$'), percent numeric(5, 2) check (percent > 0 and percent <= 100), amount numeric(10, 2) check (amount > 0), min_subtotal numeric(10, 2) not null default 0 check (min_subtotal >= 0), categories text[] not null default '{}' check (array_position(categories, null) is null), valid_from timestamptz not null default now() check (isfinite(valid_from)), valid_until timestamptz check (isfinite(valid_until) and valid_until > valid_from), once_per_person boolean not null default false, max_uses integer check (max_uses > 0), used_count integer not null default 0 check (used_count >= 0), created_at timestamptz not null default now(), constraint percent_or_amount check (num_nonnulls(percent, amount) = 1), constraint amounts_are_numbers check (percent <> 'NaN' and amount <> 'NaN' and min_subtotal <> 'NaN') );
comment on table public.discount_codes is 'Discounts on the products of an order whose customer entered the code.';
comment on column public.discount_codes.code is 'Normalized by private.discount_key.';
comment on column public.discount_codes.min_subtotal is 'Minimum product total, before the discount.';
comment on column public.discount_codes.categories is 'Prefixes of the categories that are discounted; empty: all.';
comment on column public.discount_codes.valid_until is 'First moment at which it is no longer valid; null: no end.';
comment on column public.discount_codes.max_uses is 'Maximum number of orders; null: no limit.';
comment on column public.discount_codes.used_count is 'Orders that use it now, without canceled ones; maintained by triggers on orders.';
alter table public.discount_codes enable row level security;
revoke all on public.discount_codes from anon, authenticated;
grant select, delete, insert (code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses), update (code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses) on public.discount_codes to authenticated;
create policy "admins manage the discount codes" on public.discount_codes for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create function private.discount_key(typed text) returns text language sql immutable set search_path = '' as $$ select upper(regexp_replace(discount_key.typed, '[\s-]+', '', 'g')) $$;
comment on function private.discount_key(text) is 'Returns a code in capitals, without spaces and hyphens.';
create function private.write_discount_code() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.code := private.discount_key(new.code);
  if exists (
    select from unnest(new.categories) as listed (prefix)
    where not exists (select from public.categories where categories.prefix = listed.prefix)
  ) then
    raise invalid_parameter_value using message = 'This category doesn''t exist.';
  end if;
  return new;
end;
$$;
comment on function private.write_discount_code() is 'Security definer: only this trigger calls private.discount_key.';
create trigger write_discount_code before insert or update of code, categories on public.discount_codes for each row execute function private.write_discount_code();
create table private.entered_discounts ( user_id uuid primary key references public.profiles (id) on delete cascade, code_id bigint not null references public.discount_codes (id) on delete cascade );
comment on table private.entered_discounts is 'Code that a customer has entered for the next order; deleted when dropped, or once an order with it is paid.';
create index entered_discounts_code_id on private.entered_discounts (code_id);
create table private.discount_attempts ( user_id uuid primary key references public.profiles (id) on delete cascade, wrong_count integer not null check (wrong_count >= 0), ends_at timestamptz not null );
comment on table private.discount_attempts is 'Wrong codes within the period that ends then; written by enter_discount_code only.';
alter table private.entered_discounts enable row level security;
alter table private.discount_attempts enable row level security;
revoke all on private.entered_discounts, private.discount_attempts from public;
insert into private.limits (name, max_count, period) values ('discount_codes', 10, '1 hour');
create function private.is_changeable(status text) returns boolean language sql immutable parallel safe return status in ('pending', 'paid');
comment on function private.is_changeable(text) is 'Returns whether the customer may still change time and substitution preferences.';
create function private.is_packable(status text) returns boolean language sql immutable parallel safe return status in ('paid', 'preparing');
comment on function private.is_packable(text) is 'Returns whether the order is waiting to be packed or being packed.';
create function private.is_open(status text) returns boolean language sql immutable parallel safe return status in ('paid', 'preparing', 'ready', 'out_for_delivery');
comment on function private.is_open(text) is 'Returns whether the order is paid and not yet with the customer; packers see it.';
create function private.is_paid(status text) returns boolean language sql immutable parallel safe return status in ('paid', 'preparing', 'ready', 'out_for_delivery', 'completed');
comment on function private.is_paid(text) is 'Returns whether the money has arrived and is with the store.';
create function private.is_canceled(status text) returns boolean language sql immutable parallel safe return status in ('cancelled', 'refunded', 'refund_failed');
comment on function private.is_canceled(text) is 'Returns whether the order ended without a sale.';
grant execute on function private.is_changeable(text), private.is_packable(text), private.is_open(text), private.is_paid(text), private.is_canceled(text) to authenticated, service_role;
create table public.order_statuses ( status text primary key, place smallint not null unique, label text not null, is_changeable boolean not null generated always as (private.is_changeable(status)) stored, is_packable boolean not null generated always as (private.is_packable(status)) stored, is_open boolean not null generated always as (private.is_open(status)) stored, is_paid boolean not null generated always as (private.is_paid(status)) stored, is_canceled boolean not null generated always as (private.is_canceled(status)) stored );
comment on table public.order_statuses is 'Every status an order may have, in the order of a usual life, with what it means. docs/how-to/add-a-status.md adds one.';
insert into public.order_statuses (status, place, label) values ('pending', 1, 'Pending'), ('paid', 2, 'Paid'), ('preparing', 3, 'Preparing'), ('ready', 4, 'Ready for pickup'), ('out_for_delivery', 5, 'Out for delivery'), ('completed', 6, 'Completed'), ('cancelled', 7, 'Cancelled'), ('refunded', 8, 'Refunded'), ('refund_failed', 9, 'Refund failed');
alter table public.order_statuses enable row level security;
revoke all on public.order_statuses from anon, authenticated;
grant select on public.order_statuses to authenticated;
create policy "signed-in users read the statuses" on public.order_statuses for select to authenticated using (true);
create table public.order_status_moves ( from_status text not null references public.order_statuses (status), to_status text not null references public.order_statuses (status), delivery_type text check (delivery_type in ('pickup', 'delivery')), moved_by text[] not null default '{}' check (moved_by <@ array['customer', 'admin', 'server']), primary key (from_status, to_status) );
comment on table public.order_status_moves is 'Allowed moves of an order; a trigger rejects all others.';
comment on column public.order_status_moves.delivery_type is 'Only this kind of order may make the move; null: both.';
comment on column public.order_status_moves.moved_by is 'Callers allowed: customer (through cancel_order), admin, server (payment events, the worker).';
insert into public.order_status_moves (from_status, to_status, delivery_type, moved_by) values ('pending', 'paid', null, array['server']), ('pending', 'cancelled', null, array['customer', 'admin', 'server']), ('paid', 'preparing', null, array['admin']), ('preparing', 'ready', 'pickup', array['admin']), ('preparing', 'out_for_delivery', 'delivery', array['admin']), ('ready', 'completed', null, array['admin']), ('out_for_delivery', 'completed', null, array['admin']), ('paid', 'cancelled', null, array['customer', 'admin', 'server']), ('preparing', 'cancelled', null, array['admin']), ('cancelled', 'refunded', null, array['server']), ('paid', 'refunded', null, array['server']), ('preparing', 'refunded', null, array['server']), ('ready', 'refunded', null, array['server']), ('out_for_delivery', 'refunded', null, array['server']), ('completed', 'refunded', null, array['server']), ('cancelled', 'refund_failed', null, array['server']), ('refunded', 'refund_failed', null, array['server']), ('refund_failed', 'refunded', null, array['server']);
alter table public.order_status_moves enable row level security;
revoke all on public.order_status_moves from anon, authenticated;
grant select on public.order_status_moves to authenticated;
create policy "signed-in users read the allowed moves" on public.order_status_moves for select to authenticated using (true);
create table public.orders ( id uuid primary key default gen_random_uuid(), user_id uuid references public.profiles (id) on delete set null, total numeric(10, 2) not null default 0 check (total >= 0), status text not null default 'pending' references public.order_statuses (status), delivery_type text not null default 'pickup' check (delivery_type in ('pickup', 'delivery')), delivery_address text not null default '' check (char_length(delivery_address) <= 500), delivery_cost numeric(10, 2) not null default 0 check (delivery_cost >= 0), delivery_phone_number text not null default '' check (char_length(delivery_phone_number) <= 50), client_secret text, payment_intent_id text unique, failure_message text, request_key uuid, paid_at timestamptz, created_at timestamptz not null default now(), paid_amount numeric(10, 2) not null default 0 check (paid_amount >= 0), refunded_amount numeric(10, 2) not null default 0 check (refunded_amount between 0 and paid_amount), cancelled_by text check (cancelled_by in ('customer', 'admin', 'server')), cancel_reason text check (cancel_reason in ('requested', 'abandoned', 'sold_out', 'withdrawn')), intent_closed_at timestamptz, delivery_included boolean not null default true, substitution_preference text check (substitution_preference in ('replace', 'contact', 'leave_out')), note text not null default '' check (char_length(note) <= 300), tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0), delivery_tax_rate numeric(6, 4) not null default 0 check (delivery_tax_rate >= 0), delivery_tax_amount numeric(10, 2) not null default 0 check (delivery_tax_amount between 0 and tax_amount), tax_exempt_certificate text check (char_length(tax_exempt_certificate) <= 60), delivery_street text not null default '' check (char_length(delivery_street) <= 200), delivery_unit text not null default '' check (char_length(delivery_unit) <= 50), delivery_city text not null default '' check (char_length(delivery_city) <= 100), delivery_zip text not null default '' check (delivery_zip ~ '^([0-9]{5})?$'), driver_note text not null default '' check (char_length(driver_note) <= 300), discount numeric(10, 2) not null default 0 check (discount >= 0), discount_code text, discount_code_id bigint references public.discount_codes (id), window_starts_at timestamptz, window_ends_at timestamptz, window_reserved_until timestamptz, order_number bigint generated always as identity (start with 1001) unique, channel text not null default 'online' check (channel in ('online', 'counter')), customer_name text not null default '' check (char_length(customer_name) <= 200), customer_email private.email_address, constraint delivery_has_address_and_phone check ( delivery_type = 'pickup' or user_id is null or (btrim(delivery_address) <> '' and btrim(delivery_phone_number) <> '') ), unique (user_id, request_key) );
comment on table public.orders is 'One purchase; private.price_order computes its total.';
comment on column public.orders.user_id is 'Null once the account is deleted, and for point-of-sale orders.';
comment on column public.orders.channel is 'counter: made by staff, at the counter or on the phone.';
comment on column public.orders.customer_name is 'For point-of-sale orders; online orders have billing details and an account.';
comment on column public.orders.customer_email is 'For point-of-sale orders, if the customer gave one.';
comment on column public.orders.client_secret is 'The payment intent''s secret while the order is pending; null once paid.';
comment on column public.orders.request_key is 'Chosen by the browser per press of the button; a repeat returns the same order.';
comment on column public.orders.failure_message is 'The payment provider''s message of the last failed payment.';
comment on column public.orders.paid_amount is 'Sum of payments for order and delivery_fee; maintained by triggers.';
comment on column public.orders.refunded_amount is 'Sum of refunds of it; maintained by triggers.';
comment on column public.orders.intent_closed_at is 'When the open intent of a canceled order was closed at the provider, or there was none.';
comment on column public.orders.delivery_included is 'False for a delivery about which the team contacts the customer, by that day''s zones and promises. Set by '
  'sum_order.';
comment on column public.orders.cancel_reason is 'withdrawn: canceled before payment because its owner went on with another order, restored it to the cart, or '
  'discarded it.';
comment on column public.orders.substitution_preference is 'Substitution preference; null: not stated.';
comment on column public.orders.tax_amount is 'Sales tax of all lines and the delivery.';
comment on column public.orders.delivery_tax_rate is 'Percent on the day of the order; 0 if exempt.';
comment on column public.orders.tax_exempt_certificate is 'Number of the customer''s exemption certificate on the day of the order.';
comment on column public.orders.note is 'Customer''s note for the packer; a few lines at most.';
comment on column public.orders.delivery_street is 'Forms delivery_address, with unit, city, the store''s state, and ZIP code.';
comment on column public.orders.delivery_zip is 'Decides the zone; for an address without parts, the ZIP code at its end.';
comment on column public.orders.driver_note is 'Customer''s note for the driver.';
comment on column public.orders.discount is 'Discount on the lines from the code.';
comment on column public.orders.discount_code is 'Code at that time; null if it gave no discount.';
comment on column public.orders.discount_code_id is 'Code the customer had entered, whether or not it gave a discount.';
comment on column public.orders.window_starts_at is 'Pickup or delivery time; null if none was chosen.';
comment on column public.orders.order_number is 'Number for people; APIs and URLs use the id.';
comment on column public.orders.window_reserved_until is 'Until when a pending order''s slot is reserved.';
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_created_at on public.orders (created_at desc);
create index orders_pending on public.orders (created_at) where status = 'pending';
create index orders_pending_intents on public.orders (id) where status = 'pending' and payment_intent_id is not null;
create index orders_unclosed_intents on public.orders (created_at) where status = 'cancelled' and intent_closed_at is null and payment_intent_id is not null;
create index orders_discount_code_id on public.orders (discount_code_id, user_id) where discount_code_id is not null;
create index orders_windows on public.orders (delivery_type, window_starts_at, window_ends_at) where window_starts_at is not null;
create unique index orders_counter_request_key on public.orders (request_key) where channel = 'counter';
create index orders_unpaid_at_counter on public.orders (created_at) where status = 'pending' and channel = 'counter';
create index orders_unpaid_of_person on public.orders (user_id) where status = 'pending';
create index orders_paid_first on public.orders (paid_at desc nulls last, created_at desc);
create index orders_in_hand on public.orders (status, created_at) where private.is_open(status);
alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated;
grant insert (user_id, total, status, delivery_type, delivery_address, delivery_cost, delivery_phone_number, request_key, substitution_preference, note, delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at) on public.orders to authenticated;
create policy "users read their orders, packers open ones, managers all" on public.orders for select to authenticated using ( (user_id = (select auth.uid()) and (select private.is_session_active())) or (select private.can_manage()) or id = any (array(select packing.order_id from private.packing_orders() as packing)) );
create policy "customers place orders for themselves" on public.orders for insert to authenticated with check (user_id = (select auth.uid()));
create table public.order_items ( id bigint generated always as identity primary key, order_id uuid not null references public.orders (id) on delete cascade, product_id bigint not null references public.products (id), product_name text not null, quantity integer not null check (quantity between 1 and 999), unit_price numeric(10, 2) not null check (unit_price >= 0), image_url text not null default '', stock_taken integer not null default 0 check (stock_taken between 0 and quantity), refunded_quantity integer not null default 0 check (refunded_quantity between 0 and quantity), size_id bigint references public.product_sizes (id), size_label text, substitution_preference text check (substitution_preference in ('replace', 'contact', 'leave_out')), note text not null default '' check (char_length(note) <= 120), tax_rate numeric(6, 4) not null default 0 check (tax_rate >= 0), tax_amount numeric(10, 2) not null default 0 check (tax_amount >= 0), discount numeric(10, 2) not null default 0 check (discount between 0 and unit_price * quantity) );
comment on table public.order_items is 'Line items of an order, with the catalog''s name, price, and image of that moment.';
comment on column public.order_items.stock_taken is 'How many of this line are currently taken from stock.';
comment on column public.order_items.refunded_quantity is 'How many of this line were refunded by line; maintained by a trigger on refunds.';
comment on column public.order_items.size_id is 'Null for a product without sizes.';
comment on column public.order_items.size_label is 'Label of the size when it was bought.';
comment on column public.order_items.substitution_preference is 'Substitution preference of this line; null: as the order''s.';
comment on column public.order_items.tax_rate is 'Percent on the day of the order; 0 if exempt.';
comment on column public.order_items.tax_amount is 'Sales tax of the whole line.';
comment on column public.order_items.note is 'Customer''s note on this line, such as "very ripe plantain".';
comment on column public.order_items.discount is 'Discount on the whole line.';
create index order_items_order_id on public.order_items (order_id);
create index order_items_product_id on public.order_items (product_id);
create index order_items_size_id on public.order_items (size_id) where size_id is not null;
create function private.own_order_ids() returns setof uuid language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  return query
  select orders.id from public.orders
  where orders.user_id = (select auth.uid()) and (select private.is_session_active());
end;
$$;
comment on function private.own_order_ids() is 'Returns the caller''s orders. Security definer: otherwise the policies of orders would run again for each.';
grant execute on function private.own_order_ids() to authenticated;
create function private.shown_order_ids() returns setof uuid language plpgsql stable set search_path = '' rows 10 as $$
begin
  return query select private.own_order_ids();
  return query select packing.order_id from private.packing_orders() as packing;
end;
$$;
comment on function private.shown_order_ids() is 'Returns the caller''s orders, and for a packer those to be packed. Details of all others are for managers.';
grant execute on function private.shown_order_ids() to authenticated;
create function private.min_order_id() returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select case when private.can_manage() then '00000000-0000-0000-0000-000000000000'::uuid end);
end;
$$;
comment on function private.min_order_id() is 'For managers: the first order they may read; null for everyone else.';
grant execute on function private.min_order_id() to authenticated;
create function private.max_order_id() returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select case when private.can_manage() then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end);
end;
$$;
comment on function private.max_order_id() is 'For managers: the last order they may read; null for everyone else.';
grant execute on function private.max_order_id() to authenticated;
alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;
grant select on public.order_items to authenticated;
grant insert (order_id, product_id, product_name, quantity, unit_price, image_url, size_id, substitution_preference, note) on public.order_items to authenticated;
create policy "lines are read by whoever reads their order" on public.order_items for select to authenticated using ( order_id = any (array(select private.shown_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and id between 0 and (select case when private.can_manage() then 9223372036854775807 end) ) );
create policy "customers add lines to their own orders" on public.order_items for insert to authenticated with check (exists ( select 1 from public.orders where orders.id = order_items.order_id and orders.user_id = (select auth.uid()) ));
create table public.order_status_changes ( id bigint generated always as identity primary key, order_id uuid not null references public.orders (id) on delete cascade, from_status text references public.order_statuses (status), to_status text not null references public.order_statuses (status), changed_by uuid references public.profiles (id) on delete set null, changed_at timestamptz not null default now() );
comment on table public.order_status_changes is 'Every status change of an order: when, and by whom (null: the server).';
create index order_status_changes_order_id on public.order_status_changes (order_id, id);
alter table public.order_status_changes enable row level security;
revoke all on public.order_status_changes from anon, authenticated;
grant select on public.order_status_changes to authenticated;
create policy "status changes are read by whoever reads its order" on public.order_status_changes for select to authenticated using ( order_id = any (array(select private.shown_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and id between 0 and (select case when private.can_manage() then 9223372036854775807 end) ) );
create function private.write_delivery_phone() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  digits text := private.phone_digits(new.delivery_phone_number);
begin
  -- The table's own check decides whether a number is needed. Shoppers confirm an unreadable one, and it is stored as
  -- typed.
  if digits is not null then
    new.delivery_phone_number := regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  elsif new.channel = 'counter' and btrim(new.delivery_phone_number) <> '' then
    raise invalid_parameter_value using message = 'Phone number must be 10 digits';
  end if;
  return new;
end;
$$;
comment on function private.write_delivery_phone() is 'Security definer: only the store''s own triggers call private.phone_digits.';
create trigger write_delivery_phone before insert or update of delivery_phone_number on public.orders for each row execute function private.write_delivery_phone();
create function private.prepare_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  order_limit private.limits;
  started public.orders;
begin
  -- The store's own programs (no logged-in caller) set the owner themselves; point-of-sale orders have none.
  if new.channel = 'counter' then
    new.user_id := null;
    new.created_at := now();
  elsif (select auth.uid()) is not null then
    new.user_id := (select auth.uid());
    -- One lock per customer: two requests at once cannot both be the last allowed.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || new.user_id, 0));
    select * into order_limit from private.limits where name = 'orders';
    if (
      select count(*) from public.orders
      where user_id = new.user_id and created_at > now() - order_limit.period
    ) >= order_limit.max_count then
      raise sqlstate 'PT429' using message = 'Too many orders in a short time. Try again later.';
    end if;
    -- A repeated request finds its order and must not replace it. Without a key, nothing is a repeat.
    update public.orders set status = 'cancelled', cancel_reason = 'withdrawn'
    where user_id = new.user_id and status = 'pending' and payment_intent_id is null
      and (request_key = new.request_key) is not true;
    select * into started from public.orders
    where user_id = new.user_id and status = 'pending' and (request_key = new.request_key) is not true
    limit 1;
    if started.id is not null then
      raise sqlstate 'PT423' using message = 'The payment of an earlier order has started.',
        detail = jsonb_build_object('order_id', started.id)::text;
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
comment on function private.prepare_order() is 'Security definer: it counts and cancels the caller''s pending orders and reads private.limits.';
create trigger prepare_order before insert on public.orders for each row execute function private.prepare_order();
create function private.empty_money() returns trigger language plpgsql set search_path = '' as $$
begin
  new.paid_amount := 0;
  new.refunded_amount := 0;
  new.cancelled_by := null;
  new.cancel_reason := null;
  new.intent_closed_at := null;
  new.tax_amount := 0;
  new.delivery_tax_rate := 0;
  new.delivery_tax_amount := 0;
  new.tax_exempt_certificate := null;
  return new;
end;
$$;
comment on function private.empty_money() is 'Clears money columns of a new order, whatever the insert says.';
create trigger empty_money before insert on public.orders for each row execute function private.empty_money();
create function private.guard_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.payment_intent_id is not null and (
    new.id <> old.id or new.total <> old.total or new.delivery_cost <> old.delivery_cost
    or new.discount <> old.discount or new.discount_code_id is distinct from old.discount_code_id
    or new.tax_amount <> old.tax_amount or new.delivery_tax_amount <> old.delivery_tax_amount
    or new.delivery_tax_rate <> old.delivery_tax_rate
    or new.tax_exempt_certificate is distinct from old.tax_exempt_certificate
    or new.created_at <> old.created_at
    or (new.user_id is not null and new.user_id is distinct from old.user_id)
  ) then
    raise sqlstate 'PT409' using message = 'An order with a payment keeps its total, its owner and its day.';
  end if;
  if new.payment_intent_id is distinct from old.payment_intent_id and old.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', old.status);
  end if;
  -- Paid and refunded amounts come from the ledger, whatever the update says.
  if new.paid_amount <> old.paid_amount or new.refunded_amount <> old.refunded_amount then
    select coalesce(sum(payments.amount_cents), 0) / 100.0, coalesce(sum(payments.refunded_cents), 0) / 100.0
    into new.paid_amount, new.refunded_amount
    from public.payments where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee');
  end if;
  return new;
end;
$$;
comment on function private.guard_order() is 'Security definer: it reads the ledger for every caller. Also applies to the server.';
create trigger guard_order before update on public.orders for each row execute function private.guard_order();
create function private.is_status_undo(order_id uuid, from_status text, to_status text) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return private.acting_as() = 'admin'
    and is_status_undo.from_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
    and exists (
      select 1
      from (
        select changes.* from public.order_status_changes as changes
        where changes.order_id = is_status_undo.order_id order by changes.id desc limit 1
      ) as moved
      -- An undo is not itself an allowed move, so it cannot be undone.
      join public.order_status_moves as moves
        on moves.from_status = moved.from_status and moves.to_status = moved.to_status
      where moved.from_status = is_status_undo.to_status and moved.to_status = is_status_undo.from_status
        and moved.changed_by is not null and moved.changed_at > now() - interval '15 minutes'
    );
end;
$$;
comment on function private.is_status_undo(uuid, text, text) is 'Returns whether this undoes the order''s last move, made by staff within 15 minutes. Security definer, as '
  'guard_order_move.';
create function private.guard_order_move() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  who text := private.acting_as();
begin
  -- Only money makes an order paid or refunded, also in the store: record_store_payment has checked who took it.
  if (old.status = 'pending' and new.status = 'paid' or new.status = 'refunded') and exists (
    select 1 from public.payments
    where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
  ) or new.status = 'refunded' and exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.method = 'store_cash'
  ) then
    who := 'server';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = old.status and moves.to_status = new.status
      and (moves.delivery_type is null or moves.delivery_type = new.delivery_type)
      and who = any (moves.moved_by)
  ) and not private.is_status_undo(old.id, old.status, new.status) then
    raise sqlstate 'PT409' using
      message = format('An order cannot move from %s to %s.', old.status, new.status);
  end if;
  -- Undoing "completed" brings nothing back into the store.
  if new.status in ('ready', 'out_for_delivery', 'completed') and old.status <> 'completed' and exists (
    select 1 from public.shop_alerts as alerts
    where alerts.order_id = new.id and alerts.kind = 'payment_disputed' and alerts.resolved_at is null
  ) then
    raise sqlstate 'PT409' using
      message = 'The bank disputes this payment. A manager must resolve the alert before the order leaves.';
  end if;
  if new.status = 'paid' and old.status = 'pending' then
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
  if new.status = 'refunded' and (
    select bool_and(payments.refunded_cents = payments.amount_cents) from public.payments
    where payments.order_id = new.id and payments.purpose in ('order', 'delivery_fee')
  ) is not true then
    raise sqlstate 'PT409' using message = 'An order counts as refunded only after a full refund.';
  end if;
  if new.status = 'refund_failed' and not exists (
    select 1 from public.refunds where refunds.order_id = new.id and refunds.status = 'failed'
  ) then
    raise sqlstate 'PT409' using message = 'This order has no failed refund.';
  end if;
  if new.status = 'cancelled' then
    new.cancelled_by := coalesce(new.cancelled_by, private.acting_as());
    new.cancel_reason := coalesce(new.cancel_reason, 'requested');
    if old.status <> 'pending' or new.payment_intent_id is null then
      new.intent_closed_at := now();
    end if;
  end if;
  -- No payment for an order that is no longer pending.
  new.client_secret := null;
  return new;
end;
$$;
comment on function private.guard_order_move() is 'Security definer, so that row-level security cannot hide an allowed move.';
create trigger guard_order_move before update of status on public.orders for each row when (old.status is distinct from new.status) execute function private.guard_order_move();
create function private.protect_paid_order() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'An order with a payment cannot be erased.';
end;
$$;
create trigger protect_paid_order before delete on public.orders for each row when (old.payment_intent_id is not null) execute function private.protect_paid_order();
create function private.record_status_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_status_changes (order_id, from_status, to_status, changed_by)
  values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select auth.uid()));
  return null;
end;
$$;
comment on function private.record_status_change() is 'Security definer: nobody writes status changes by hand.';
create trigger record_first_status after insert on public.orders for each row execute function private.record_status_change();
create trigger record_status_change after update of status on public.orders for each row when (old.status is distinct from new.status) execute function private.record_status_change();
create function private.price_order_item() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from (select auth.uid());
  if parent.channel = 'counter' then
    is_own := private.can_manage();
  end if;
  -- The owner check comes first, so that another user learns nothing about the order.
  if parent.id is null or ((select auth.uid()) is not null and not is_own) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  if (select count(*) from public.order_items as items where items.order_id = new.order_id) >= 200 then
    raise sqlstate 'PT422' using message = 'An order can have 200 lines at most.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  if new.size_id is null and product.sizes <> '[]' then
    raise sqlstate 'PT409' using message = format('%s comes in sizes: a line of it names one.', product.name);
  end if;
  select * into size from public.product_sizes
  where id = new.size_id and product_id = product.id and archived_at is null;
  if new.size_id is not null and size.id is null then
    raise sqlstate 'PT409' using message = format('Size %s of %s is not for sale.', new.size_id, product.name);
  end if;
  left_count := private.stock_left(product.id, size.id);
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
      and items.size_id is not distinct from new.size_id
  ), 0) then
    raise sqlstate 'PT409' using
      message = format('%s is sold out, or fewer are left.', concat_ws(', size ', product.name, size.label));
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.product_name := product.name;
  new.size_label := size.label;
  new.unit_price := private.current_price(product.id, size.id);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is 'Security definer: it locks the order, which the customer may not update.';
create trigger price_order_item before insert on public.order_items for each row execute function private.price_order_item();
create function private.guard_order_item() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.orders
    where orders.id = old.order_id and (orders.payment_intent_id is not null or orders.status <> 'pending')
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_order_item() is 'Security definer: it reads the order for every caller. Also applies to the server.';
create trigger guard_order_item before delete or update of id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount, discount on public.order_items for each row execute function private.guard_order_item();
create function private.archive_ordered_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.order_items where product_id = old.id)
    and not exists (select 1 from public.substitutions where replacement_product_id = old.id) then
    return old;
  end if;
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  return null;
end;
$$;
comment on function private.archive_ordered_product() is 'Archives an ordered product instead of deleting it. Security definer: whoever may delete a product need not be '
  'allowed to read every order.';
create trigger archive_ordered_product before delete on public.products for each row execute function private.archive_ordered_product();
create function private.archive_ordered_size() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.order_items where size_id = old.id)
    and not exists (select 1 from public.substitutions where replacement_size_id = old.id) then
    return old;
  end if;
  update public.product_sizes set archived_at = now() where id = old.id and archived_at is null;
  return null;
end;
$$;
comment on function private.archive_ordered_size() is 'Archives an ordered size instead of deleting it. Security definer, as private.archive_ordered_product.';
create trigger archive_ordered_size before delete on public.product_sizes for each row execute function private.archive_ordered_size();
create trigger require_active_session before insert or update on public.orders for each statement execute function private.require_active_session();
create trigger require_active_session before insert on public.order_items for each statement execute function private.require_active_session();
create table public.billing_details ( order_id uuid primary key references public.orders (id) on delete cascade, name text not null check (btrim(name) <> '' and char_length(name) <= 200), email private.email_address not null, phone text not null check (phone ~ '^[0-9]{10}$'), line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300), city text not null check (btrim(city) <> '' and char_length(city) <= 100), state text not null check (btrim(state) <> '' and char_length(state) <= 100), postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20), country text not null check (country ~ '^[A-Z]{2}$'), created_at timestamptz not null default now() );
comment on table public.billing_details is 'Billing details of an order.';
alter table public.billing_details enable row level security;
revoke all on public.billing_details from anon, authenticated;
grant select on public.billing_details to authenticated;
grant insert (order_id, name, email, phone, line1, city, state, postal_code, country) on public.billing_details to authenticated;
grant update (order_id, name, email, phone, line1, city, state, postal_code, country) on public.billing_details to authenticated;
create policy "billing details are read by whoever reads their order" on public.billing_details for select to authenticated using ( order_id = any (array(select private.shown_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and created_at between '-infinity' and (select case when private.can_manage() then 'infinity'::timestamptz end) ) );
create policy "owners of a pending order give billing details" on public.billing_details for insert to authenticated with check (exists ( select 1 from public.orders where orders.id = billing_details.order_id and orders.user_id = (select auth.uid()) and orders.status = 'pending' ));
create policy "owners of a pending order change billing details" on public.billing_details for update to authenticated using (exists ( select 1 from public.orders where orders.id = billing_details.order_id and orders.user_id = (select auth.uid()) and orders.status = 'pending' )) with check (exists ( select 1 from public.orders where orders.id = billing_details.order_id and orders.user_id = (select auth.uid()) and orders.status = 'pending' ));
create function private.write_billing_phone() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- An invalid number stays as typed, and the column's check rejects it.
  new.phone := coalesce(private.phone_digits(new.phone), new.phone);
  return new;
end;
$$;
comment on function private.write_billing_phone() is 'Security definer, as write_delivery_phone.';
create trigger write_billing_phone before insert or update of phone on public.billing_details for each row execute function private.write_billing_phone();
create function private.name_profile() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.profiles set name = btrim(new.name)
  from public.orders
  where orders.id = new.order_id and profiles.id = orders.user_id and btrim(coalesce(profiles.name, '')) = '';
  return null;
end;
$$;
comment on function private.name_profile() is 'Gives an account without a name the name of its first billing details.';
create trigger name_profile after insert or update of name on public.billing_details for each row execute function private.name_profile();
create trigger require_active_session before insert or update on public.billing_details for each statement execute function private.require_active_session();
create type private.priced_order as (head public.orders, lines public.order_items[]);
comment on type private.priced_order is 'An order as it is or would be. For a cart, columns that no step reads are null.';
create function private.line_amount(line public.order_items) returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return line.unit_price * line.quantity - coalesce(line.discount, 0);
end;
$$;
comment on function private.line_amount(public.order_items) is 'Returns a line''s cost after discount, without tax.';
create function private.price_order(priced private.priced_order) returns private.priced_order language plpgsql stable set search_path = '' as $$
declare
  shop record;
  head public.orders;
  subtotal numeric;
begin
  priced := private.use_discount(priced);
  subtotal := coalesce((select sum(private.line_amount(line)) from unnest(priced.lines) as line), 0);
  select quotes_carts into shop from public.store_settings;
  if (priced.head).delivery_type = 'pickup' then
    priced.head.delivery_cost := 0;
    priced.head.delivery_included := true;
  else
    priced := private.charge_delivery(priced, subtotal);
  end if;
  if shop.quotes_carts or (priced.head).tax_amount > 0 then
    priced := private.add_tax(priced);
  end if;
  head := priced.head;
  priced.head.total := subtotal + head.delivery_cost + head.tax_amount;
  return priced;
end;
$$;
comment on function private.price_order(private.priced_order) is 'Runs all steps in order.';
create function private.update_quotes_carts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.has_discount_codes := exists (select 1 from public.discount_codes);
  new.quotes_carts := new.has_discount_codes
    or exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones);
  return new;
end;
$$;
comment on function private.update_quotes_carts() is 'Stores whether any step besides the products has something to do, and whether codes exist. Security definer: it '
  'reads internal tables.';
create trigger update_quotes_carts before insert or update on public.store_settings for each row execute function private.update_quotes_carts();
create function private.update_quotes_carts_on_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.store_settings set quotes_carts = quotes_carts;
  return null;
end;
$$;
comment on function private.update_quotes_carts_on_change() is 'Trigger on every table that update_quotes_carts reads. Security definer, as it.';
create function private.sum_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  summed uuid;
  priced private.priced_order;
  before private.priced_order;
  head public.orders;
begin
  for summed in select distinct added.order_id from added loop
    select * into head from public.orders where orders.id = summed;
    -- The code's uses cannot change until this order has counted its own.
    perform 1 from public.discount_codes where discount_codes.id = head.discount_code_id for update;
    priced.head := head;
    priced.lines := array(
      select items from public.order_items as items where items.order_id = summed order by items.id
    );
    before := priced;
    priced := private.price_order(priced);
    head := priced.head;
    update public.orders
    set total = head.total, discount = head.discount, discount_code = head.discount_code,
      delivery_cost = head.delivery_cost, delivery_included = head.delivery_included,
      tax_amount = head.tax_amount, delivery_tax_rate = head.delivery_tax_rate,
      delivery_tax_amount = head.delivery_tax_amount, tax_exempt_certificate = head.tax_exempt_certificate
    where orders.id = summed;
    if priced.lines is distinct from before.lines then
      update public.order_items as items
      set tax_rate = line.tax_rate, tax_amount = line.tax_amount, discount = line.discount
      from unnest(priced.lines) as line where items.id = line.id;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.sum_order() is 'Security definer: the customer may not update orders.';
create trigger sum_order after insert on public.order_items referencing new table as added for each statement execute function private.sum_order();
create function private.charge_delivery(priced private.priced_order, subtotal numeric) returns private.priced_order language plpgsql stable set search_path = '' as $$
declare
  head public.orders := priced.head;
  terms record;
begin
  select * into terms from private.delivery_terms(nullif(head.delivery_zip, ''));
  if charge_delivery.subtotal >= terms.free_from then
    head.delivery_cost := 0;
    head.delivery_included := true;
  else
    head.delivery_cost := coalesce(terms.fee, 0);
    head.delivery_included := terms.fee is not null;
  end if;
  priced.head := head;
  return priced;
end;
$$;
comment on function private.charge_delivery(private.priced_order, numeric) is 'Adds the delivery cost for this product total. Not included if the team contacts the customer about it.';
create function private.write_delivery_place() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  given_zip constant text := substring(new.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  written_zip text;
begin
  new.delivery_street := btrim(new.delivery_street);
  new.delivery_unit := btrim(new.delivery_unit);
  new.delivery_city := btrim(new.delivery_city);
  -- Rejects control characters and bidirectional overrides: the driver reads this text.
  new.driver_note := btrim(regexp_replace(
    new.driver_note, '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g'
  ), e' \n');
  if new.delivery_type = 'pickup' then
    new.delivery_street := '';
    new.delivery_unit := '';
    new.delivery_city := '';
    new.delivery_zip := '';
    new.driver_note := '';
    return new;
  end if;
  if new.delivery_street <> '' then
    new.delivery_address := concat_ws(
      ', ', new.delivery_street, nullif(new.delivery_unit, ''), nullif(new.delivery_city, ''),
      case when new.delivery_city <> '' or given_zip is not null then (
        select btrim(shop.state || ' ' || coalesce(given_zip, '')) from public.store_settings as shop
      ) end
    );
  end if;
  -- A full address on one line ends with its ZIP code, which decides the price because the driver goes there.
  written_zip := substring(new.delivery_address from '(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?\s*$');
  if written_zip is null and given_zip is not null and new.delivery_address <> '' then
    new.delivery_address := new.delivery_address || ', ' || (
      select btrim(shop.state || ' ' || given_zip) from public.store_settings as shop
    );
  end if;
  new.delivery_zip := coalesce(written_zip, given_zip, '');
  -- The store's own programs may deliver anywhere.
  if (select auth.uid()) is not null and not (
    select terms.is_served from private.delivery_terms(nullif(new.delivery_zip, '')) as terms
  ) then
    raise sqlstate 'PT422' using message = case new.delivery_zip
      when '' then 'Enter the ZIP code of the delivery address.'
      else format('We don''t deliver to %s. Choose pickup.', new.delivery_zip)
    end;
  end if;
  return new;
end;
$$;
comment on function private.write_delivery_place() is 'Builds the address from its parts, in the store''s state; an address without parts contains its ZIP code. '
  'Rejects orders where the store does not deliver. Security definer: it reads the zones.';
create trigger write_delivery_place before insert on public.orders for each row execute function private.write_delivery_place();
create function private.reserve_fulfillment(target public.orders) returns void language plpgsql set search_path = '' as $$
declare
  minimum numeric;
begin
  if target.status <> 'pending' then
    return;
  end if;
  if target.window_starts_at is not null then
    perform private.reserve_slot(target);
  end if;
  if target.delivery_type = 'pickup' then
    return;
  end if;
  select terms.min_order into minimum from private.delivery_terms(nullif(target.delivery_zip, '')) as terms;
  if minimum > (
    select sum(private.line_amount(items)) from public.order_items as items where items.order_id = target.id
  ) then
    raise sqlstate 'PT422' using message = format(
      'The minimum order for %s is $%s.', target.delivery_zip, to_char(minimum, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function private.reserve_fulfillment(public.orders) is 'Raises an error if a pending order cannot be fulfilled; else reserves its slot. Call it with the order locked.';
create function public.check_fulfillment(order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_fulfillment.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  perform private.reserve_fulfillment(target);
end;
$$;
comment on function public.check_fulfillment(uuid) is 'For the order''s owner, when placing and before paying: 422 if it cannot be delivered; otherwise reserves its '
  'slot for 15 more minutes, or again if still free, else 410 with the next three windows. Security definer: it '
  'reads zones and other users'' orders.';
grant execute on function public.check_fulfillment(uuid) to authenticated;
create trigger update_quotes_carts_on_change after insert or update or delete or truncate on public.delivery_zones for each statement execute function private.update_quotes_carts_on_change();
create function private.discount_shares(discount public.discount_codes, lines public.order_items[]) returns table (place integer, cents bigint) language plpgsql stable set search_path = '' as $$
begin
  return query
    with priced as (
      select subscript as place,
        round((discount_shares.lines[subscript]).unit_price * (discount_shares.lines[subscript]).quantity * 100) as cents,
        cardinality(discount.categories) = 0 or exists (
          select from public.products
          where products.id = (discount_shares.lines[subscript]).product_id
            and products.category = any (discount.categories)
        ) as is_meant
      from generate_subscripts(discount_shares.lines, 1) as subscript
    ), sums as (
      select sum(priced.cents) as in_all, sum(priced.cents) filter (where priced.is_meant) as meant from priced
    ), whole as (
      select sums.meant, greatest(0, least(
        coalesce(round(sums.meant * discount.percent / 100), discount.amount * 100), sums.meant,
        -- Card payments have a minimum.
        sums.in_all - 50
      )) as cents
      from sums where sums.in_all >= discount.min_subtotal * 100 and sums.meant > 0
    ), parts as (
      select priced.place, whole.cents as whole, priced.cents * whole.cents / whole.meant as exact
      from priced, whole where priced.is_meant and whole.cents > 0
    )
    select parts.place, (floor(parts.exact) + case
      when row_number() over (order by parts.exact - floor(parts.exact) desc, parts.place)
        <= parts.whole - sum(floor(parts.exact)) over () then 1
      else 0
    end)::bigint
    from parts;
end;
$$;
comment on function private.discount_shares(public.discount_codes, public.order_items[]) is 'Returns the discount of each line that the code covers, by its place: rounded to the cent as a whole and shared '
  'by largest remainder. None below the code''s minimum.';
create function private.discount_error(discount public.discount_codes, head public.orders, lines public.order_items[]) returns text language plpgsql stable set search_path = '' as $$
begin
  return case
    when now() < discount.valid_from then 'This code is not valid yet.'
    when now() >= discount.valid_until then 'This code is no longer valid.'
    -- The customer's own unpaid order is this one, or is replaced by it and releases its use.
    when discount.used_count - (
      select count(*) from public.orders
      where orders.user_id = discount_error.head.user_id and orders.status = 'pending'
        and orders.discount_code_id = discount.id and orders.discount > 0
    ) >= discount.max_uses then 'This code has reached its limit.'
    when discount.once_per_person and exists (
      select from public.orders
      where orders.user_id = discount_error.head.user_id and orders.discount_code_id = discount.id
        and orders.discount > 0 and orders.status <> 'pending' and orders.cancelled_by is null
    ) then 'You have already used this code.'
    when (
      select sum(line.unit_price * line.quantity) from unnest(discount_error.lines) as line
    ) < discount.min_subtotal then format(
      'This code requires an order of $%s or more.', to_char(discount.min_subtotal, 'FM999999990.00')
    )
    when not exists (select from private.discount_shares(discount, discount_error.lines))
      then 'This code is for other products.'
  end;
end;
$$;
comment on function private.discount_error(public.discount_codes, public.orders, public.order_items[]) is 'Returns why the code gives no discount on this order; null if it does.';
create function private.use_discount(priced private.priced_order) returns private.priced_order language plpgsql stable set search_path = '' as $$
declare
  head public.orders := priced.head;
  lines public.order_items[] := priced.lines;
  discount public.discount_codes;
  share record;
begin
  head.discount := 0;
  head.discount_code := null;
  for place in 1 .. coalesce(cardinality(lines), 0) loop
    lines[place].discount := 0;
  end loop;
  if head.discount_code_id is not null then
    select * into discount from public.discount_codes where discount_codes.id = head.discount_code_id;
    if private.discount_error(discount, head, lines) is null then
      head.discount_code := discount.code;
      for share in select * from private.discount_shares(discount, lines) loop
        lines[share.place].discount := share.cents / 100.0;
        head.discount := head.discount + share.cents / 100.0;
      end loop;
    end if;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
comment on function private.use_discount(private.priced_order) is 'Adds the discount: of each line and of the order.';
create function private.lock_discounts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := coalesce((select auth.uid()), new.user_id);
begin
  new.discount := 0;
  new.discount_code := null;
  if new.channel = 'counter' then
    -- Staff were told the code, and have none of their own in mind.
    perform 1 from public.discount_codes where discount_codes.id = new.discount_code_id for update;
    return new;
  end if;
  new.discount_code_id := (select chosen.code_id from private.entered_discounts as chosen where chosen.user_id = person);
  if new.discount_code_id is not null then
    -- The customer's lock comes first, as in prepare_order.
    perform pg_advisory_xact_lock(hashtextextended('orders:' || person, 0));
    perform 1 from public.orders where orders.user_id = person and orders.status = 'pending' for update;
    perform 1 from public.discount_codes
    where discount_codes.id = new.discount_code_id or discount_codes.id in (
      select orders.discount_code_id from public.orders
      where orders.user_id = person and orders.status = 'pending'
    )
    order by discount_codes.id
    for update;
  end if;
  return new;
end;
$$;
comment on function private.lock_discounts() is 'Gives an order the code that its customer has entered. The last use of a code may be contested: orders take '
  'turns, and one that replaces an order with another code waits for both. Security definer: customers read no '
  'codes. Sorts before prepare_order, which releases the use of a replaced order.';
create trigger lock_discounts before insert on public.orders for each row execute function private.lock_discounts();
create function private.count_discount() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change integer := 0;
begin
  if tg_op <> 'DELETE' and new.discount > 0 and new.cancelled_by is null then
    change := change + 1;
  end if;
  if old.discount > 0 and old.cancelled_by is null then
    change := change - 1;
  end if;
  if change <> 0 then
    update public.discount_codes set used_count = used_count + change where id = old.discount_code_id;
  end if;
  return null;
end;
$$;
comment on function private.count_discount() is 'Counts a use when it gives a discount, and releases it when the order is canceled. Security definer: nobody '
  'counts by hand.';
create trigger count_discount after update of discount, status on public.orders for each row when (new.discount_code_id is not null) execute function private.count_discount();
create trigger release_discount after delete on public.orders for each row when (old.discount_code_id is not null) execute function private.count_discount();
create function private.delete_used_discount() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.entered_discounts
  where entered_discounts.user_id = new.user_id and entered_discounts.code_id = new.discount_code_id;
  return null;
end;
$$;
comment on function private.delete_used_discount() is 'Deletes the entered code once an order with it is paid; the next order needs it entered again. Security definer:'
  ' nobody writes it by hand.';
create trigger delete_used_discount after update of status on public.orders for each row when (new.status = 'paid' and old.status = 'pending' and new.discount > 0) execute function private.delete_used_discount();
create function public.enter_discount_code(code text) returns text language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := (select auth.uid());
  allowed private.limits;
  tries private.discount_attempts;
  discount public.discount_codes;
begin
  if caller is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  select * into allowed from private.limits where name = 'discount_codes';
  -- Attempts of one customer are serialized, so that many at once are all counted.
  insert into private.discount_attempts as counted (user_id, wrong_count, ends_at)
  values (caller, 0, now() + allowed.period)
  on conflict (user_id) do update set
    wrong_count = case when counted.ends_at <= now() then 0 else counted.wrong_count end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
  returning * into tries;
  if tries.wrong_count >= allowed.max_count then
    raise sqlstate 'PT429' using message = 'Too many wrong codes. Try again in an hour.';
  end if;
  select * into discount from public.discount_codes
  where discount_codes.code = private.discount_key(enter_discount_code.code);
  if discount.id is null then
    update private.discount_attempts set wrong_count = wrong_count + 1 where user_id = caller;
    return null;
  end if;
  insert into private.entered_discounts (user_id, code_id) values (caller, discount.id)
  on conflict (user_id) do update set code_id = excluded.code_id;
  return discount.code;
end;
$$;
comment on function public.enter_discount_code(text) is 'Applies this code to the caller''s carts and orders from now on, if valid for them: quote_cart reports it. '
  'Returns the code, null if unknown; 429 after ten wrong ones within an hour. Security definer: customers read no '
  'codes.';
grant execute on function public.enter_discount_code(text) to authenticated;
create function public.drop_discount_code() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  delete from private.entered_discounts where entered_discounts.user_id = (select auth.uid());
end;
$$;
comment on function public.drop_discount_code() is 'Removes the entered code. Security definer: nobody writes it by hand.';
grant execute on function public.drop_discount_code() to authenticated;
create trigger update_quotes_carts_on_change after insert or delete or truncate on public.discount_codes for each statement execute function private.update_quotes_carts_on_change();
create table public.tax_classes ( id bigint generated always as identity primary key, title text not null unique check (btrim(title) <> '' and char_length(title) <= 60) );
comment on table public.tax_classes is 'Tax classes of products; those without a rate are exempt.';
insert into public.tax_classes (title) values ('Food, exempt'), ('Taxable');
create table public.tax_rates ( class_id bigint not null references public.tax_classes (id) on delete cascade, valid_from date not null check (isfinite(valid_from)), percent numeric(6, 4) not null check (percent between 0 and 50), primary key (class_id, valid_from) );
comment on table public.tax_rates is 'Rate of a class from a day on, until its next rate starts.';
comment on column public.tax_rates.valid_from is 'In the store''s time zone; an order is taxed by the day it is placed.';
create table public.category_tax_classes ( category text primary key references public.categories (prefix), class_id bigint not null references public.tax_classes (id) );
comment on table public.category_tax_classes is 'Default tax class of a category''s products.';
create index category_tax_classes_class_id on public.category_tax_classes (class_id);
insert into public.category_tax_classes (category, class_id) select categories.prefix, tax_classes.id from public.categories join public.tax_classes on tax_classes.title = case when categories.prefix in ('wears', 'beauty') then 'Taxable' else 'Food, exempt' end;
create function private.check_category_tax_class() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed constant text := to_jsonb(case when tg_op = 'DELETE' then old else new end)
    ->> case tg_table_name when 'categories' then 'prefix' else 'category' end;
begin
  if exists (select from public.categories where categories.prefix = changed)
    and not exists (
      select from public.category_tax_classes as classes where classes.category = changed
    ) then
    raise foreign_key_violation using
      message = format('The category "%s" has no tax class.', changed),
      hint = 'Insert a row into category_tax_classes in the same transaction.';
  end if;
  return null;
end;
$$;
comment on function private.check_category_tax_class() is 'Rejects a category without a tax class, which would be sold untaxed. Security definer: it looks past row-level security.';
create constraint trigger check_category_tax_class after insert or update of prefix on public.categories deferrable initially deferred for each row execute function private.check_category_tax_class();
create constraint trigger check_category_tax_class after delete or update of category on public.category_tax_classes deferrable initially deferred for each row execute function private.check_category_tax_class();
create table public.tax_exceptions ( product_id bigint primary key references public.products (id) on delete cascade, class_id bigint not null references public.tax_classes (id), is_draft boolean not null default false );
comment on table public.tax_exceptions is 'Products that are taxed differently from their category.';
comment on column public.tax_exceptions.is_draft is 'Needs confirmation by someone who knows tax law.';
create index tax_exceptions_class_id on public.tax_exceptions (class_id);
create table public.tax_exemptions ( user_id uuid primary key references public.profiles (id) on delete cascade, certificate text not null check (btrim(certificate) <> '' and char_length(certificate) <= 60), created_at timestamptz not null default now() );
comment on table public.tax_exemptions is 'Customers exempt from sales tax, with the number of their certificate.';
alter table public.store_settings add constraint delivery_tax_class_exists foreign key (delivery_tax_class_id) references public.tax_classes (id);
alter table public.tax_classes enable row level security;
alter table public.tax_rates enable row level security;
alter table public.category_tax_classes enable row level security;
alter table public.tax_exceptions enable row level security;
alter table public.tax_exemptions enable row level security;
revoke all on public.tax_classes, public.tax_rates, public.category_tax_classes, public.tax_exceptions, public.tax_exemptions from anon, authenticated;
grant select, delete, insert (title), update (title) on public.tax_classes to authenticated;
grant select, insert, update, delete on public.tax_rates to authenticated;
grant select, update (class_id) on public.category_tax_classes to authenticated;
grant select, insert, update, delete on public.tax_exceptions to authenticated;
grant select, delete on public.tax_exemptions to authenticated;
create policy "admins manage the tax classes" on public.tax_classes for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins manage the tax rates" on public.tax_rates for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins read the tax classes of categories" on public.category_tax_classes for select to authenticated using ((select private.is_admin()));
create policy "admins change the tax classes of categories" on public.category_tax_classes for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins manage the tax exceptions" on public.tax_exceptions for all to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "customers read their own tax exemption, admins read all" on public.tax_exemptions for select to authenticated using ((user_id = (select auth.uid()) and (select private.is_session_active())) or (select private.is_admin()));
create policy "admins end tax exemptions" on public.tax_exemptions for delete to authenticated using ((select private.is_admin()));
create trigger update_quotes_carts_on_change after insert or update or delete or truncate on public.tax_rates for each statement execute function private.update_quotes_carts_on_change();
create function private.tax_shares(head public.orders, lines public.order_items[]) returns table (place integer, percent numeric, cents bigint) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with shop as (
      select (tax_shares.head.created_at at time zone store_settings.time_zone)::date as today, delivery_tax_class_id
      from public.store_settings
    ), parts as (
      select subscript as place, coalesce(tax_exceptions.class_id, category_tax_classes.class_id) as class_id,
        private.line_amount(tax_shares.lines[subscript]) as amount
      from generate_subscripts(tax_shares.lines, 1) as subscript
      join public.products on products.id = (tax_shares.lines[subscript]).product_id
      left join public.tax_exceptions on tax_exceptions.product_id = products.id
      left join public.category_tax_classes on category_tax_classes.category = products.category
      union all
      select cardinality(tax_shares.lines) + 1, shop.delivery_tax_class_id, tax_shares.head.delivery_cost from shop
    ), taxed as (
      select parts.place, rate.percent, parts.amount * rate.percent as exact
      from shop, parts cross join lateral (
        select tax_rates.percent from public.tax_rates
        where tax_rates.class_id = parts.class_id and tax_rates.valid_from <= shop.today
        order by tax_rates.valid_from desc limit 1
      ) as rate
      where rate.percent > 0
    )
    select taxed.place, taxed.percent, (floor(taxed.exact) + case
      when row_number() over (order by taxed.exact - floor(taxed.exact) desc, taxed.place)
        <= round(sum(taxed.exact) over ()) - sum(floor(taxed.exact)) over () then 1
      else 0
    end)::bigint
    from taxed;
end;
$$;
comment on function private.tax_shares(public.orders, public.order_items[]) is 'Returns the taxed parts of an order, by line place, the delivery last, each with its rate.';
create function private.add_tax(priced private.priced_order) returns private.priced_order language plpgsql stable set search_path = '' as $$
declare
  head public.orders := priced.head;
  lines public.order_items[] := priced.lines;
  share record;
begin
  head.tax_amount := 0;
  head.delivery_tax_rate := 0;
  head.delivery_tax_amount := 0;
  for place in 1 .. cardinality(lines) loop
    lines[place].tax_rate := 0;
    lines[place].tax_amount := 0;
  end loop;
  head.tax_exempt_certificate := (
    select tax_exemptions.certificate from public.tax_exemptions where tax_exemptions.user_id = head.user_id
  );
  if head.tax_exempt_certificate is null then
    for share in select * from private.tax_shares(head, lines) loop
      head.tax_amount := head.tax_amount + share.cents / 100.0;
      if share.place > cardinality(lines) then
        head.delivery_tax_rate := share.percent;
        head.delivery_tax_amount := share.cents / 100.0;
      else
        lines[share.place].tax_rate := share.percent;
        lines[share.place].tax_amount := share.cents / 100.0;
      end if;
    end loop;
  end if;
  return (head, lines)::private.priced_order;
end;
$$;
comment on function private.add_tax(private.priced_order) is 'Adds sales tax: of each line, the delivery, and the order.';
create function public.set_tax_exemption(email text, certificate text) returns public.tax_exemptions language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  holder_id uuid;
  exempt public.tax_exemptions;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins can exempt customers from sales tax.';
  end if;
  select users.id into holder_id from auth.users
  where lower(users.email) = lower(btrim(set_tax_exemption.email)) and not users.is_sso_user;
  if holder_id is null then
    raise sqlstate 'PT404' using message = 'No account has this email address.';
  end if;
  -- Signing up with a charity's address does not prove to be the charity.
  if private.verified_email(holder_id) is null then
    raise sqlstate 'PT409' using message = 'This email address is not verified yet.';
  end if;
  insert into public.tax_exemptions (user_id, certificate)
  values (holder_id, btrim(set_tax_exemption.certificate))
  on conflict (user_id) do update set certificate = excluded.certificate
  returning * into exempt;
  return exempt;
end;
$$;
comment on function public.set_tax_exemption(text, text) is 'For admins: exempts the account with this verified address (else 409) from sales tax, from its next order on. '
  'Security definer: nobody reads accounts'' addresses.';
grant execute on function public.set_tax_exemption(text, text) to authenticated;
create function public.list_tax_exemptions() returns table (user_id uuid, name text, email text, certificate text, created_at timestamptz) language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins can see exempt customers.';
  end if;
  return query
    select exempt.user_id, profiles.name, users.email::text, exempt.certificate, exempt.created_at
    from public.tax_exemptions as exempt
    join public.profiles on profiles.id = exempt.user_id
    join auth.users on users.id = exempt.user_id
    order by exempt.created_at desc;
end;
$$;
comment on function public.list_tax_exemptions() is 'For admins: exempt customers, latest first. Security definer, as set_tax_exemption.';
grant execute on function public.list_tax_exemptions() to authenticated;
create table public.window_rules ( delivery_type text not null check (delivery_type in ('pickup', 'delivery')), weekday smallint not null check (weekday between 0 and 6), length_minutes integer not null check (length_minutes between 15 and 720), capacity integer not null check (capacity between 1 and 999), preparation_minutes integer not null default 0 check (preparation_minutes between 0 and 2880), cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), primary key (delivery_type, weekday) );
comment on table public.window_rules is 'Windows of a weekday; a weekday without a rule has none.';
comment on column public.window_rules.weekday is '0 is Sunday.';
comment on column public.window_rules.capacity is 'Capacity: how many orders one window takes.';
comment on column public.window_rules.preparation_minutes is 'Counted while the shop is open, before the window begins.';
comment on column public.window_rules.cut_off is 'From this time of day on (store time), no same-day orders.';
alter table public.window_rules enable row level security;
revoke all on public.window_rules from anon, authenticated;
grant select, insert, update, delete on public.window_rules to authenticated;
create policy "managers read the rules of windows" on public.window_rules for select to authenticated using ((select private.can_manage()));
create policy "managers add rules of windows" on public.window_rules for insert to authenticated with check ((select private.can_manage()));
create policy "managers change rules of windows" on public.window_rules for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove rules of windows" on public.window_rules for delete to authenticated using ((select private.can_manage()));
create function private.has_windows(delivery_type text) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (
    select case has_windows.delivery_type when 'pickup' then shop.pickup_windows else shop.delivery_windows end
    from public.store_settings as shop
  );
end;
$$;
comment on function private.has_windows(text) is 'Whether the owner has switched windows on.';
create function private.weekday_of(name text) returns integer language plpgsql immutable set search_path = '' as $$
begin
  return array_position(
    array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], left(lower(btrim(weekday_of.name)), 3)
  ) - 1;
end;
$$;
comment on function private.weekday_of(text) is '0 for "Sun" or "Sunday"; null for what is no day.';
create function private.opening_spans(first_day date, last_day date) returns table (day date, opens timestamp, closes timestamp, opens_at timestamptz, closes_at timestamptz) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select days.day::date, span.opens, span.closes,
    span.opens at time zone shop.time_zone, span.closes at time zone shop.time_zone
  from public.store_settings as shop
  cross join generate_series(opening_spans.first_day::timestamp, opening_spans.last_day, '1 day') as days (day)
  cross join jsonb_to_recordset(shop.opening_hours) as hours (days text, opens time, closes time)
  cross join lateral (
    select days.day + hours.opens as opens,
      -- Opening hours past midnight belong to the day on which they start.
      days.day + hours.closes + case when hours.closes <= hours.opens then interval '1 day' else '0' end as closes
  ) as span
  where exists (
    -- "Mon-Sat", "Sun", "Tue, Thu" or, across the weekend, "Fri-Mon".
    select from regexp_split_to_table(hours.days, ',') as part
    cross join lateral (
      select private.weekday_of(split_part(part, '-', 1)) as first,
        private.weekday_of(coalesce(nullif(split_part(part, '-', 2), ''), part)) as last
    ) as named
    where mod(extract(dow from days.day)::integer - named.first + 7, 7) <= mod(named.last - named.first + 7, 7)
  )
  and not exists (
    select from jsonb_to_recordset(shop.closed_days) as closed (day text)
    where closed.day = to_char(days.day, 'YYYY-MM-DD')
  );
end;
$$;
comment on function private.opening_spans(date, date) is 'Returns the opening hours of these days, as store time and as instants; closed days are left out.';
create function private.ready_at(minutes integer, ordered_at timestamptz) returns timestamptz language plpgsql stable set search_path = '' as $$
declare
  today date := (
    select (ready_at.ordered_at at time zone shop.time_zone)::date from public.store_settings as shop
  );
  left_seconds double precision := ready_at.minutes * 60;
  span record;
begin
  -- Day by day, because most work is done today or tomorrow.
  for ahead in -1 .. 21 loop
    for span in
      select begins.at as starts_at, extract(epoch from open.closes_at - begins.at)::double precision as seconds
      from private.opening_spans(today + ahead, today + ahead) as open
      cross join lateral (select greatest(open.opens_at, ready_at.ordered_at) as at) as begins
      where open.closes_at > ready_at.ordered_at
      order by begins.at
    loop
      if span.seconds >= left_seconds then
        return span.starts_at + make_interval(secs => left_seconds);
      end if;
      left_seconds := left_seconds - span.seconds;
    end loop;
  end loop;
  return null;
end;
$$;
comment on function private.ready_at(integer, timestamptz) is 'Returns when this many minutes of work are done, counting only opening hours.';
create function private.taken_slots( delivery_type text, starts_at timestamptz, ends_at timestamptz, leaving_out uuid, of_person uuid ) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from public.orders
    where orders.delivery_type = taken_slots.delivery_type
      -- No window is longer than twelve hours; rules changed since may have created others.
      and orders.window_starts_at between taken_slots.starts_at - interval '13 hours' and taken_slots.ends_at
      and orders.window_starts_at < taken_slots.ends_at and orders.window_ends_at > taken_slots.starts_at
      and orders.id is distinct from taken_slots.leaving_out
      and case orders.status
        when 'pending' then orders.window_reserved_until > now()
          and (orders.user_id is null or orders.user_id is distinct from taken_slots.of_person)
        else not private.is_canceled(orders.status)
      end
  );
end;
$$;
comment on function private.taken_slots(text, timestamptz, timestamptz, uuid, uuid) is 'Counts the orders of a window: paid ones, and pending ones while their reservation lasts; without the excluded '
  'order, and without this customer''s pending orders, of which there is only one.';
create function private.windows_from(delivery_type text, ordered_at timestamptz, only_day date default null) returns table (starts_at timestamptz, ends_at timestamptz, capacity integer) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select span.starts_at, span.ends_at, rules.capacity
  from public.store_settings as shop
  cross join lateral (select windows_from.ordered_at at time zone shop.time_zone as local) as shop_clock
  cross join lateral private.opening_spans(
    greatest(windows_from.only_day, shop_clock.local::date - 1), least(windows_from.only_day, shop_clock.local::date + 14)
  ) as open
  join public.window_rules as rules
    on rules.delivery_type = windows_from.delivery_type and rules.weekday = extract(dow from open.day)
  join (
    select each.preparation_minutes, private.ready_at(each.preparation_minutes, windows_from.ordered_at) as ready_at
    from (
      select distinct window_rules.preparation_minutes from public.window_rules
      where window_rules.delivery_type = windows_from.delivery_type
    ) as each
    -- Computed once, not per window.
    offset 0
  ) as prepared on prepared.preparation_minutes = rules.preparation_minutes
  cross join lateral (select make_interval(mins => rules.length_minutes) as length) as rule
  cross join lateral generate_series(open.opens, open.closes - rule.length, rule.length) as starts (local)
  cross join lateral (
    select starts.local at time zone shop.time_zone as starts_at,
      (starts.local + rule.length) at time zone shop.time_zone as ends_at
  ) as span
  where (select private.has_windows(windows_from.delivery_type))
    -- Skip times that do not exist when daylight saving starts.
    and span.ends_at > span.starts_at
    and span.starts_at >= prepared.ready_at
    and (rules.cut_off is null or open.day > shop_clock.local::date or shop_clock.local::time < rules.cut_off::time)
    and span.starts_at >= coalesce(case windows_from.delivery_type
      when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end, '-infinity');
end;
$$;
comment on function private.windows_from(text, timestamptz, date) is 'Lists the windows of the next two weeks for an order placed then, full or not, or those of one opening day; none'
  ' while windows are off.';
create function public.list_windows(delivery_type text, max_count integer default 3) returns table (starts_at timestamptz, ends_at timestamptz) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  candidate record;
  remaining_count integer := least(list_windows.max_count, 100);
  today date := (select (now() at time zone shop.time_zone)::date from public.store_settings as shop);
begin
  if remaining_count < 1 then
    return;
  end if;
  -- Day by day: windows that are not listed are neither generated nor counted.
  for ahead in -1 .. 14 loop
    for candidate in
      select windows.* from private.windows_from(list_windows.delivery_type, now(), today + ahead) as windows
      order by windows.starts_at
    loop
      if candidate.capacity > private.taken_slots(
        list_windows.delivery_type, candidate.starts_at, candidate.ends_at, null, (select auth.uid())
      ) then
        starts_at := candidate.starts_at;
        ends_at := candidate.ends_at;
        return next;
        remaining_count := remaining_count - 1;
        if remaining_count = 0 then
          return;
        end if;
      end if;
    end loop;
  end loop;
end;
$$;
comment on function public.list_windows(text, integer) is 'For everyone: the next pickup or delivery windows with capacity; none while they are off. Security definer: '
  'nobody sees whose orders fill the others.';
grant execute on function public.list_windows(text, integer) to anon, authenticated;
create function private.reject_window(delivery_type text, message text) returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT410' using message = reject_window.message, detail = coalesce((
    select jsonb_agg(windows) from public.list_windows(reject_window.delivery_type, 3) as windows
  ), '[]')::text;
end;
$$;
comment on function private.reject_window(text, text) is 'Raises 410 with the next three windows.';
create function private.lock_window(delivery_type text, starts_at timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  -- One lock per day, because windows of changed rules may overlap. A window's orders are locked before it.
  perform pg_advisory_xact_lock(hashtextextended(format(
    'window:%s:%s', lock_window.delivery_type, (lock_window.starts_at at time zone shop.time_zone)::date
  ), 0))
  from public.store_settings as shop;
end;
$$;
comment on function private.lock_window(text, timestamptz) is 'Serializes reservations of a window.';
create function private.claim_slot( delivery_type text, starts_at timestamptz, leaving_out uuid, of_person uuid ) returns timestamptz language plpgsql set search_path = '' as $$
declare
  chosen record;
  its_day date := (
    select (claim_slot.starts_at at time zone shop.time_zone)::date from public.store_settings as shop
  );
begin
  perform private.lock_window(claim_slot.delivery_type, claim_slot.starts_at);
  -- Opening hours past midnight belong to the day on which they start.
  select windows.* into chosen
  from generate_series(0, 1) as back
  cross join lateral private.windows_from(claim_slot.delivery_type, now(), its_day - back) as windows
  where windows.starts_at = claim_slot.starts_at;
  if chosen.starts_at is null or chosen.capacity <= private.taken_slots(
    claim_slot.delivery_type, chosen.starts_at, chosen.ends_at, claim_slot.leaving_out, claim_slot.of_person
  ) then
    perform private.reject_window(claim_slot.delivery_type, 'This time is no longer available. Choose another one.');
  end if;
  return chosen.ends_at;
end;
$$;
comment on function private.claim_slot(text, timestamptz, uuid, uuid) is 'Returns the end of the window if it has a free slot; else raises 410 with the next three windows.';
create function private.slot_reserved_until(head public.orders) returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  if head.channel = 'counter' then
    return now() + interval '24 hours';
  end if;
  return least(now() + interval '15 minutes', interval '1 hour' + least(now(), head.created_at, (
    select min(unpaid.created_at) from public.orders as unpaid
    where unpaid.user_id = head.user_id and unpaid.paid_at is null
      and unpaid.delivery_type = head.delivery_type and unpaid.window_starts_at = head.window_starts_at
      and unpaid.created_at > now() - interval '1 day'
  )));
end;
$$;
comment on function private.slot_reserved_until(public.orders) is 'Returns until when a pending order''s slot is reserved: 15 minutes from now, at most an hour after the '
  'customer''s first unpaid order for that time. Point-of-sale orders are reserved as long as their pay link is '
  'valid.';
create function private.reserve_window() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.window_ends_at := null;
  new.window_reserved_until := null;
  if not private.has_windows(new.delivery_type) then
    new.window_starts_at := null;
    return new;
  end if;
  if new.window_starts_at is null then
    -- The store's own programs may leave the time open; at the counter, products are taken along.
    if (select auth.uid()) is not null and not (new.channel = 'counter' and new.delivery_type = 'pickup') then
      perform private.reject_window(new.delivery_type, 'Choose a time for your order.');
    end if;
    return new;
  end if;
  new.window_ends_at := private.claim_slot(new.delivery_type, new.window_starts_at, null, new.user_id);
  new.window_reserved_until := private.slot_reserved_until(new);
  return new;
end;
$$;
comment on function private.reserve_window() is 'Reserves the slot of a new order. Security definer: it counts other users'' orders.';
create trigger reserve_window before insert on public.orders for each row execute function private.reserve_window();
create function private.reserve_slot(target public.orders) returns void language plpgsql set search_path = '' as $$
begin
  perform private.lock_window(target.delivery_type, target.window_starts_at);
  if target.window_reserved_until <= now() and private.has_windows(target.delivery_type) then
    perform private.claim_slot(target.delivery_type, target.window_starts_at, target.id, target.user_id);
  end if;
  update public.orders
  set window_reserved_until = greatest(window_reserved_until, private.slot_reserved_until(target)) where orders.id = target.id;
end;
$$;
comment on function private.reserve_slot(public.orders) is 'Call it with the order locked.';
create function public.set_order_window(order_id uuid, starts_at timestamptz) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  new_end timestamptz;
begin
  select * into target from public.orders where orders.id = set_order_window.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.can_handle(target.id)) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if not private.is_changeable(target.status) then
    raise sqlstate 'PT409' using message = 'You can no longer change the time of this order.';
  end if;
  if set_order_window.starts_at is null then
    raise invalid_parameter_value using message = 'Choose a time for your order.';
  end if;
  new_end := private.claim_slot(target.delivery_type, set_order_window.starts_at, target.id, target.user_id);
  target.window_starts_at := set_order_window.starts_at;
  update public.orders
  set window_starts_at = set_order_window.starts_at,
      window_ends_at = new_end,
      window_reserved_until = case when target.status = 'pending' then private.slot_reserved_until(target) end
  where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.set_order_window(uuid, timestamptz) is 'For the order''s owner and staff until it is prepared: another window, or 410 with the next three. Security '
  'definer: nobody changes orders by hand.';
grant execute on function public.set_order_window(uuid, timestamptz) to authenticated;
create function private.hold_paid_window() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rule public.window_rules;
  shop_zone text;
begin
  perform private.lock_window(new.delivery_type, new.window_starts_at);
  select time_zone into shop_zone from public.store_settings;
  select rules.* into rule from public.window_rules as rules
  where rules.delivery_type = new.delivery_type
    and rules.weekday = extract(dow from new.window_starts_at at time zone shop_zone);
  if new.window_starts_at < now() or rule.capacity < private.taken_slots(
    new.delivery_type, new.window_starts_at, new.window_ends_at, null, null
  ) then
    perform private.add_alert('window_overfull', new.id, format(
      'The order was paid after its time was released: %s has one order too many, or has started. The customer was '
      'promised this time.',
      to_char(new.window_starts_at at time zone shop_zone, 'Dy Mon DD, HH12:MI AM')
    ));
  end if;
  return null;
end;
$$;
comment on function private.hold_paid_window() is 'Keeps the window of an order whose payment arrives after its reservation expired: the window takes one order '
  'over capacity, and an alert is raised. Security definer: it counts other users'' orders.';
create trigger hold_paid_window after update of status on public.orders for each row when ( new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null and new.window_starts_at is not null ) execute function private.hold_paid_window();
create function private.current_cart(items jsonb) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', requested.product_id,
      'size_id', requested.size_id,
      'name', products.name,
      'size', sizes.label,
      'unit_price', private.current_price(products.id, sizes.id),
      'quantity', requested.quantity,
      'needs_size', coalesce(requested.size_id is null and products.sizes <> '[]', false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by requested.place)
    from (
      select line.product_id, line.size_id, sum(line.quantity) as quantity, min(line.place) as place
      from rows from (jsonb_to_recordset(current_cart.items) as (product_id bigint, size_id bigint, quantity integer))
        with ordinality as line (product_id, size_id, quantity, place)
      group by line.product_id, line.size_id
    ) as requested
    left join public.product_sizes as sizes
      on sizes.id = requested.size_id and sizes.product_id = requested.product_id and sizes.archived_at is null
        -- A product that is not for sale reveals nothing about its sizes.
        and exists (
          select from public.products as sold
          where sold.id = requested.product_id and sold.archived_at is null and sold.pictures_ready
        )
    left join public.products
      on products.id = requested.product_id and products.archived_at is null and products.pictures_ready
        and (requested.size_id is null or sizes.id is not null)
    cross join lateral (select private.stock_left(products.id, sizes.id) as left_count) as stock
  );
end;
$$;
comment on function private.current_cart(jsonb) is 'Returns the lines of a cart [{product_id, size_id, quantity}] with current catalog data; null if no longer for '
  'sale. Security definer: it returns only public data, and both quote_cart (definer) and place_order (invoker) '
  'call it; PostgreSQL would plan it again for each role.';
grant execute on function private.current_cart(jsonb) to authenticated;
create function private.check_cart(items jsonb) returns void language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_cart.items) is distinct from 'array'
    or jsonb_array_length(check_cart.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each on its own: lines of one product are summed, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(check_cart.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;
end;
$$;
grant execute on function private.check_cart(jsonb) to authenticated;
create function private.quote( items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint, out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric, out discount numeric, out discount_code text, out discount_error text ) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote.items);
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.current_cart(quote.items)) with ordinality as lines (line, place)
    -- A product that is no longer for sale, or now comes in sizes, costs nothing: it cannot be ordered like this.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  subtotal := coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0);
  delivery_cost := head.delivery_cost;
  delivery_included := head.delivery_included;
  tax := head.tax_amount;
  total := head.total;
  discount := coalesce(head.discount, 0);
  select codes.code, private.discount_error(codes, head, priced.lines) into discount_code, discount_error
  from public.discount_codes as codes where codes.id = head.discount_code_id;
end;
$$;
comment on function private.quote(jsonb, text, text, uuid, bigint) is 'Returns what a cart would cost this customer, or a guest, with this code, in the shape of quote_cart.';
create function public.quote_cart( items jsonb, delivery_type text default 'pickup', delivery_zip text default null, out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric, out discount numeric, out discount_code text, out discount_error text ) language plpgsql stable security definer set search_path = '' as $$
begin
  select quoted.* into subtotal, delivery_cost, delivery_included, tax, total, discount, discount_code, discount_error
  from private.quote(
    quote_cart.items, quote_cart.delivery_type, quote_cart.delivery_zip, (select auth.uid()),
    (select chosen.code_id from private.entered_discounts as chosen where chosen.user_id = (select auth.uid()))
  ) as quoted;
end;
$$;
comment on function public.quote_cart(jsonb, text, text) is 'Returns what [{product_id, size_id, quantity}], delivered to that ZIP code, would cost the caller now: '
  'place_order expects that total. discount_code and discount_error (why the code gives no discount) are null '
  'unless the caller has entered a code. Security definer: it reads internal tables and reveals no stock.';
grant execute on function public.quote_cart(jsonb, text, text) to anon, authenticated;
create function private.check_order_texts(items jsonb, delivery_place jsonb) returns void language plpgsql immutable set search_path = '' as $$
begin
  perform private.check_cart(check_order_texts.items);
  if check_order_texts.items @? '$[*] ? (
    (@.substitution_preference.type() != "string" && @.substitution_preference.type() != "null")
    || (@.note.type() != "string" && @.note.type() != "null")
  )' then
    raise invalid_parameter_value using message = 'The wish and the note of a line are texts.';
  end if;
  if jsonb_typeof(check_order_texts.delivery_place) not in ('object', 'null')
    or check_order_texts.delivery_place @? 'strict $.keyvalue() ? (@.value.type() != "string")' then
    raise invalid_parameter_value using message = 'The parts of an address are texts.';
  end if;
end;
$$;
grant execute on function private.check_order_texts(jsonb, jsonb) to authenticated;
create function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  filled public.orders;
  cart jsonb := private.current_cart(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.is_sold_out == true || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if not cannot_be_had then
    insert into public.order_items
      (order_id, product_id, size_id, product_name, quantity, unit_price, image_url, substitution_preference, note)
    select placed.id, line.product_id, line.size_id, line.name, line.quantity, line.unit_price, '',
      said.substitution_preference, coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart)
      as (product_id bigint, size_id bigint, name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, name, quantity, unit_price, place)
    -- Lines that were merged keep all their notes.
    left join (
      select each.product_id, each.size_id, min(each.substitution_preference) as substitution_preference,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(fill_order.items)
        as each (product_id bigint, size_id bigint, substitution_preference text, note text)
      where each.substitution_preference is not null or each.note is not null
      group by each.product_id, each.size_id
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
    order by line.place;
    select * into filled from public.orders where orders.id = placed.id;
    if filled.delivery_type = 'delivery' then
      if filled.channel = 'counter' then
        perform private.reserve_fulfillment(filled);
      else
        perform public.check_fulfillment(filled.id);
      end if;
    end if;
    if filled.total = fill_order.expected_total then
      return filled;
    end if;
    -- Line prices are those of the catalog when they were written, a moment after the quote.
    cart := private.current_cart(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := to_jsonb(private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id
    ));
  else
    amounts := to_jsonb(public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip));
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some items are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function private.fill_order(public.orders, jsonb, numeric) is 'Writes the lines of a new order and returns it with its total; raises 409 as place_order describes.';
grant execute on function private.fill_order(public.orders, jsonb, numeric) to authenticated;
create function public.place_order( items jsonb, delivery_type text, delivery_address text, delivery_phone_number text, expected_total numeric, request_key uuid, substitution_preference text default null, note text default null, delivery_place jsonb default null, window_starts_at timestamptz default null ) returns public.orders language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  placed public.orders;
begin
  if (select auth.uid()) is null then
    raise insufficient_privilege using message = 'Please login or sign up to proceed';
  end if;
  if place_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is required.';
  end if;
  perform private.check_order_texts(place_order.items, place_order.delivery_place);

  select * into placed from public.orders
  where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
  if placed.id is not null then
    return placed;
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then return its order.
  insert into public.orders (
    user_id, delivery_type, delivery_address, delivery_phone_number, request_key, substitution_preference, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at
  )
  values (
    (select auth.uid()),
    coalesce(place_order.delivery_type, 'pickup'),
    coalesce(place_order.delivery_address, ''),
    coalesce(place_order.delivery_phone_number, ''),
    place_order.request_key,
    place_order.substitution_preference,
    coalesce(place_order.note, ''),
    coalesce(place_order.delivery_place ->> 'street', ''),
    coalesce(place_order.delivery_place ->> 'unit', ''),
    coalesce(place_order.delivery_place ->> 'city', ''),
    coalesce(place_order.delivery_place ->> 'zip', ''),
    coalesce(place_order.delivery_place ->> 'driver_note', ''),
    place_order.window_starts_at
  )
  on conflict (user_id, request_key) do nothing
  returning * into placed;
  if placed.id is null then
    select * into placed from public.orders
    where orders.user_id = (select auth.uid()) and orders.request_key = place_order.request_key;
    return placed;
  end if;

  return private.fill_order(placed, place_order.items, place_order.expected_total);
end;
$$;
comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) is 'Creates an order of [{product_id, size_id, quantity, substitution_preference, note}], with a size for products that have sizes; '
  'substitution_preference (replace, contact, leave_out; null: not stated, or as the order) and note are for substitutions and do not '
  'change the price. delivery_place {street, unit, city, zip, driver_note} forms the address. The same request key '
  'returns the same order. A total other than expected_total, or an unavailable line, raises 409 with, in the '
  'details, {total, amounts, items: [{product_id, size_id, name, size, unit_price, quantity, needs_size, '
  'is_sold_out, quantity_left}]}, amounts as in quote_cart: name and price are null if deleted, quantity_left is '
  'null if not counted. No order is created then. 422 where the store does not deliver, or below its minimum. While'
  ' windows are on, window_starts_at is one of list_windows; else 410 with the next three in the details, as '
  '[{starts_at, ends_at}].';
grant execute on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) to authenticated;
create function private.missing_items(order_id uuid) returns table ( product_id bigint, size_id bigint, name text, size text, unit_price numeric, quantity bigint, needs_size boolean, is_sold_out boolean, quantity_left integer ) language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select requested.product_id, requested.size_id, requested.name, requested.size, requested.unit_price, requested.quantity,
      coalesce(requested.size_id is null and products.sizes <> '[]', false),
      coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(private.stock_left(products.id, sizes.id) = 0, false),
      private.stock_left(products.id, sizes.id)
    from (
      select items.product_id, items.size_id, max(items.product_name) as name, max(items.size_label) as size,
        max(items.unit_price) as unit_price, sum(items.quantity) as quantity, min(items.id) as place
      from public.order_items as items
      where items.order_id = missing_items.order_id
      group by items.product_id, items.size_id
    ) as requested
    -- Archived products are hidden from shoppers: deleted to them.
    left join public.product_sizes as sizes on sizes.id = requested.size_id and sizes.archived_at is null
    left join public.products
      on products.id = requested.product_id and products.archived_at is null
        and (requested.size_id is null or sizes.id is not null)
    where products.id is null or products.is_sold_out or sizes.availability = 'sold_out'
      or (requested.size_id is null and products.sizes <> '[]')
      or private.stock_left(products.id, sizes.id) < requested.quantity
    order by requested.place;
end;
$$;
comment on function private.missing_items(uuid) is 'Lists the lines of an order that are no longer available, with the columns of place_order''s items.';
grant execute on function private.missing_items(uuid) to authenticated;
create function public.check_stock(order_id uuid) returns table ( product_id bigint, size_id bigint, name text, size text, unit_price numeric, quantity bigint, needs_size boolean, is_sold_out boolean, quantity_left integer ) language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = check_stock.order_id and orders.user_id = (select auth.uid());
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if target.status = 'pending' then
    return query select missing.* from private.missing_items(target.id) as missing;
  end if;
end;
$$;
comment on function public.check_stock(uuid) is 'For the order''s owner: lists the lines of a pending order that are no longer available, with the columns of '
  'place_order''s items.';
grant execute on function public.check_stock(uuid) to authenticated;
create table public.shop_alerts ( id bigint generated always as identity primary key, kind text not null check (kind in ( 'amount_mismatch', 'unknown_order', 'refund_failed', 'refund_stuck', 'mail_dead', 'reconcile_failed', 'database_restarted', 'window_overfull', 'backup_fails', 'files_missing', 'payment_disputed' )), order_id uuid references public.orders (id) on delete cascade, message text not null check (char_length(message) <= 1000), created_at timestamptz not null default now(), resolved_at timestamptz, refund_id uuid );
comment on table public.shop_alerts is 'Raised by the server; a manager resolves each.';
comment on column public.shop_alerts.refund_id is 'The refund that failed, while it can be tried again or given in cash; null for every other alert.';
create index shop_alerts_open on public.shop_alerts (created_at) where resolved_at is null;
create index shop_alerts_order_id on public.shop_alerts (order_id);
alter table public.shop_alerts enable row level security;
revoke all on public.shop_alerts from anon, authenticated, service_role;
grant select on public.shop_alerts to authenticated, service_role;
create policy "managers read alerts" on public.shop_alerts for select to authenticated using ((select private.can_manage()));
create function private.add_alert(kind text, order_id uuid, message text) returns void language sql set search_path = '' as $$
  insert into public.shop_alerts (kind, order_id, message)
  values (add_alert.kind, add_alert.order_id, left(add_alert.message, 1000));
$$;
create function public.raise_alert(kind text, order_id uuid, message text) returns void language sql security definer set search_path = '' as $$
  -- One open alert per problem, with its latest message.
  with known as (
    update public.shop_alerts set message = left(raise_alert.message, 1000)
    where shop_alerts.resolved_at is null and shop_alerts.kind = raise_alert.kind
      and shop_alerts.order_id is not distinct from raise_alert.order_id
    returning 1
  )
  insert into public.shop_alerts (kind, order_id, message)
  select raise_alert.kind, raise_alert.order_id, left(raise_alert.message, 1000)
  where not exists (select from known);
$$;
comment on function public.raise_alert(text, uuid, text) is 'For the shop''s server. Security definer: nobody may write alerts by hand.';
grant execute on function public.raise_alert(text, uuid, text) to service_role;
create function public.resolve_alert(alert_id bigint) returns public.shop_alerts language plpgsql security definer set search_path = '' as $$
declare
  alert public.shop_alerts;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function resolve_alert';
  end if;
  update public.shop_alerts set resolved_at = coalesce(resolved_at, now())
  where id = resolve_alert.alert_id
  returning * into alert;
  if alert.id is null then
    raise sqlstate 'PT404' using message = 'This alert doesn''t exist.';
  end if;
  return alert;
end;
$$;
comment on function public.resolve_alert(bigint) is 'For managers. Security definer: nobody may change alerts by hand.';
grant execute on function public.resolve_alert(bigint) to authenticated;
create table public.delivery_fees ( order_id uuid primary key references public.orders (id) on delete cascade, amount numeric(10, 2) not null check (amount between 0 and 1000), tax_rate numeric(6, 4) not null check (tax_rate >= 0), tax_amount numeric(10, 2) not null check (tax_amount between 0 and amount), payment_intent_id text unique, agreed_by uuid references public.profiles (id) on delete set null, agreed_at timestamptz not null default now(), paid_at timestamptz, constraint fee_is_free_or_payable check (amount = 0 or amount >= 0.50) );
comment on table public.delivery_fees is 'Agreed fee of a delivery that was not included; no row: not agreed yet.';
comment on column public.delivery_fees.amount is 'Without tax; 0: free. No card pays less than 50 cents.';
comment on column public.delivery_fees.tax_rate is 'Delivery tax rate on the day of the order, in percent.';
comment on column public.delivery_fees.payment_intent_id is 'Intent that pays it; null: payment not started.';
comment on column public.delivery_fees.paid_at is 'From then on the fee cannot change.';
create index delivery_fees_unpaid on public.delivery_fees (agreed_at) where paid_at is null and payment_intent_id is not null;
alter table public.delivery_fees enable row level security;
revoke all on public.delivery_fees from anon, authenticated, service_role;
grant select on public.delivery_fees to authenticated, service_role;
create policy "delivery fees are read by whoever reads their order" on public.delivery_fees for select to authenticated using ( order_id = any (array(select private.shown_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and amount between 0 and (select case when private.can_manage() then 99999999 end) ) );
create table private.fee_intents ( payment_intent_id text primary key, order_id uuid not null references public.orders (id) on delete cascade, amount_cents bigint not null check (amount_cents > 0), created_at timestamptz not null default now(), closed_at timestamptz );
comment on table private.fee_intents is 'Payment intents of delivery fees; closed: no longer accepts payment.';
create index fee_intents_open on private.fee_intents (created_at) where closed_at is null;
create index fee_intents_order_id on private.fee_intents (order_id);
alter table private.fee_intents enable row level security;
revoke all on private.fee_intents from public;
create function private.fee_cents(fee public.delivery_fees) returns bigint language sql immutable set search_path = '' as $$ select ((fee.amount + fee.tax_amount) * 100)::bigint $$;
comment on function private.fee_cents(public.delivery_fees) is 'Returns the amount due with tax.';
create function public.set_delivery_fee(order_id uuid, amount numeric) returns public.delivery_fees language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  known public.delivery_fees;
  agreed public.delivery_fees;
  was_notified boolean;
begin
  select * into target from public.orders where orders.id = set_delivery_fee.order_id for update;
  if target.id is null or not private.can_manage() then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  select * into known from public.delivery_fees as fees where fees.order_id = target.id;
  if set_delivery_fee.amount is not distinct from known.amount then
    return known;
  end if;
  if known.paid_at is not null then
    raise sqlstate 'PT409' using message = 'The delivery fee is already paid. Refund it instead.';
  end if;
  if set_delivery_fee.amount is not null and (
    set_delivery_fee.amount not between 0 and 1000
    or set_delivery_fee.amount <> round(set_delivery_fee.amount, 2)
    or set_delivery_fee.amount between 0.01 and 0.49
  ) then
    raise sqlstate 'PT422' using message = 'Enter a delivery fee of $0.00, or from $0.50 to $1,000.00.';
  end if;
  if set_delivery_fee.amount is not null and target.delivery_included then
    raise sqlstate 'PT409' using message = 'Delivery is already included in this order.';
  end if;
  if set_delivery_fee.amount is not null
    and not private.is_open(target.status) then
    raise sqlstate 'PT409' using message = format('The order is %s: its delivery fee can''t change anymore.', target.status);
  end if;
  if set_delivery_fee.amount > 0 and target.user_id is null then
    raise sqlstate 'PT409' using
      message = 'This order has no account that can pay online. Collect the fee on delivery.';
  end if;
  -- Only the latest unsent email is sent.
  delete from public.outgoing_mails as mails
  where mails.order_id = target.id and mails.kind = 'delivery_fee' and mails.status = 'waiting' and mails.attempts = 0;
  was_notified := known.order_id is not null and not found;
  -- The previous intent is dropped and closed at the provider.
  delete from public.delivery_fees as fees where fees.order_id = target.id;
  if set_delivery_fee.amount is not null then
    insert into public.delivery_fees (order_id, amount, tax_rate, tax_amount, agreed_by)
    values (
      target.id, set_delivery_fee.amount, target.delivery_tax_rate,
      round(set_delivery_fee.amount * target.delivery_tax_rate / 100, 2), (select auth.uid())
    )
    returning * into agreed;
  end if;
  perform private.add_to_audit_log(
    'fee', 'Delivery fee of order ' || target.order_number,
    case when known.order_id is not null then jsonb_build_object('amount', known.amount) end,
    case when agreed.order_id is not null then jsonb_build_object('amount', agreed.amount) end
  );
  if agreed.order_id is not null or was_notified then
    perform private.queue_mail(
      'delivery_fee', target.id, format('delivery_fee:%s:%s', target.id, extract(epoch from clock_timestamp()))
    );
  end if;
  return agreed;
end;
$$;
comment on function public.set_delivery_fee(uuid, numeric) is 'For the owner and managers: sets the agreed fee of a delivery that was not included, in dollars without tax; 0: '
  'free; null: no longer agreed. It can change until paid, and the customer is notified each time. An order without an '
  'account has nobody to pay it. Security definer: nobody writes fees by hand.';
grant execute on function public.set_delivery_fee(uuid, numeric) to authenticated;
create function public.attach_fee_intent( order_id uuid, payment_intent_id text, amount_cents bigint ) returns void language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  fee public.delivery_fees;
begin
  select * into target from public.orders where orders.id = attach_fee_intent.order_id for update;
  select * into fee from public.delivery_fees as fees where fees.order_id = target.id;
  -- The fee may have been changed, withdrawn, or paid while the provider created the intent.
  if fee.order_id is null or fee.paid_at is not null or private.is_canceled(target.status)
    or private.fee_cents(fee) <> attach_fee_intent.amount_cents
    or attach_fee_intent.payment_intent_id = target.payment_intent_id
    or exists (
      select from public.payments where payments.payment_intent_id = attach_fee_intent.payment_intent_id
    ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  insert into private.fee_intents (payment_intent_id, order_id, amount_cents)
  values (attach_fee_intent.payment_intent_id, target.id, attach_fee_intent.amount_cents)
  on conflict (payment_intent_id) do nothing;
  if not exists (
    select from private.fee_intents as known
    where known.payment_intent_id = attach_fee_intent.payment_intent_id and known.order_id = target.id
      and known.closed_at is null
  ) then
    raise sqlstate 'PT409' using message = 'The delivery fee has changed.';
  end if;
  update public.delivery_fees as fees set payment_intent_id = attach_fee_intent.payment_intent_id
  where fees.order_id = target.id;
end;
$$;
comment on function public.attach_fee_intent(uuid, text, bigint) is 'For the server: attaches a payment intent to an unpaid delivery fee of exactly that amount. Call it before the '
  'customer can pay: an unknown intent counts as the order''s. Security definer: nobody writes fees by hand.';
grant execute on function public.attach_fee_intent(uuid, text, bigint) to service_role;
create function private.record_fee_payment( order_id uuid, payment_intent_id text, amount_cents bigint, currency text ) returns text language plpgsql set search_path = '' as $$
declare
  target public.orders;
  fee public.delivery_fees;
  purpose text;
begin
  select * into target from public.orders where orders.id = record_fee_payment.order_id for update;
  select * into fee from public.delivery_fees as fees
  where fees.payment_intent_id = record_fee_payment.payment_intent_id;
  purpose := case
    when fee.order_id is null or fee.paid_at is not null or private.is_canceled(target.status)
      then 'withdrawn_fee'
    when record_fee_payment.amount_cents is distinct from private.fee_cents(fee)
      or record_fee_payment.currency is distinct from 'usd' then 'mismatch'
    else 'delivery_fee'
  end;
  update private.fee_intents as intents set closed_at = coalesce(intents.closed_at, now())
  where intents.payment_intent_id = record_fee_payment.payment_intent_id;
  if purpose = 'delivery_fee' then
    update public.delivery_fees as fees set paid_at = now() where fees.order_id = target.id;
  elsif purpose = 'mismatch' then
    -- Staff check it and agree on a new fee.
    delete from public.delivery_fees as fees where fees.order_id = target.id;
  end if;
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose)
  values (
    record_fee_payment.payment_intent_id, target.id, coalesce(record_fee_payment.amount_cents, 0),
    coalesce(record_fee_payment.currency, ''), purpose
  );
  if purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'Payment %s was %s %s, but the delivery fee was %s USD. The fee is not paid. Request it again.',
      record_fee_payment.payment_intent_id,
      to_char(record_fee_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_fee_payment.currency),
      to_char(private.fee_cents(fee) / 100.0, 'FM999999990.00')
    ));
    return 'mismatch';
  elsif purpose = 'withdrawn_fee' then
    perform private.refund_rest(record_fee_payment.payment_intent_id, 'cancelled', null);
    return 'fee_was_withdrawn';
  end if;
  perform private.queue_mail('delivery_fee_paid', target.id, 'delivery_fee_paid:' || target.id);
  return 'fee_paid';
end;
$$;
comment on function private.record_fee_payment(uuid, text, bigint, text) is 'Records a successful fee payment. It pays that fee only; if the fee was changed or withdrawn or its order ended '
  'meanwhile, the money is refunded.';
create function private.delete_unpaid_fee() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.delivery_fees as fees
  where fees.order_id = new.id and fees.paid_at is null and fees.amount > 0;
  return null;
end;
$$;
comment on function private.delete_unpaid_fee() is 'Deletes the unpaid fee of an order that has ended. Security definer: nobody writes fees by hand.';
create trigger delete_unpaid_fee after update of status on public.orders for each row when (old.status is distinct from new.status and new.status in ('cancelled', 'refunded')) execute function private.delete_unpaid_fee();
create function public.list_unclosed_fee_intents(max_count integer) returns setof text language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select intents.payment_intent_id from private.fee_intents as intents
    where intents.closed_at is null and not exists (
      select from public.delivery_fees as fees where fees.payment_intent_id = intents.payment_intent_id
    )
    order by intents.created_at
    limit list_unclosed_fee_intents.max_count;
end;
$$;
comment on function public.list_unclosed_fee_intents(integer) is 'For the server: lists intents of fees that were changed, withdrawn, or ended with their order. Security definer:'
  ' nobody reads them by hand.';
grant execute on function public.list_unclosed_fee_intents(integer) to service_role;
create function public.close_fee_intent(payment_intent_id text) returns void language plpgsql security definer set search_path = '' as $$
begin
  update private.fee_intents as intents set closed_at = now()
  where intents.payment_intent_id = close_fee_intent.payment_intent_id and intents.closed_at is null;
end;
$$;
comment on function public.close_fee_intent(text) is 'For the server: marks the intent as closed. Security definer: nobody writes them by hand.';
grant execute on function public.close_fee_intent(text) to service_role;
create table public.payments ( payment_intent_id text primary key, order_id uuid references public.orders (id), amount_cents bigint not null check (amount_cents >= 0), currency text not null, purpose text not null check (purpose in ( 'order', 'delivery_fee', 'duplicate', 'cancelled_order', 'withdrawn_fee', 'mismatch', 'unknown_order' )), refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents), refunds_unread boolean not null default false, received_at timestamptz not null default now(), method text not null default 'card' check (method in ('card', 'store_cash', 'store_card')), recorded_by uuid references public.profiles (id) on delete set null, check ((order_id is null) = (purpose = 'unknown_order')) );
comment on table public.payments is 'Successful payment intents, by their own id, and payments taken in the store.';
comment on column public.payments.method is 'card: through the provider. store_cash, store_card: at the counter, unknown to the provider.';
comment on column public.payments.recorded_by is 'Staff member who took it at the counter.';
comment on column public.payments.purpose is 'order: paid the order; delivery_fee: paid the fee that was agreed afterwards; duplicate: the order was paid before; '
  'cancelled_order: it was cancelled before; withdrawn_fee: the fee was changed, withdrawn, or ended with its order; '
  'mismatch: amount or currency are not the order''s, or the fee''s; unknown_order: no such order.';
comment on column public.payments.refunded_cents is 'Sum of its succeeded refunds, maintained by a trigger.';
comment on column public.payments.refunds_unread is 'The provider refunded more than the known refunds explain; the worker reads them.';
create unique index payments_of_orders on public.payments (order_id) where purpose = 'order';
create unique index payments_of_fees on public.payments (order_id) where purpose = 'delivery_fee';
create index payments_order_id on public.payments (order_id);
create index payments_recorded_by on public.payments (recorded_by) where recorded_by is not null;
create index payments_received_at on public.payments (received_at) where purpose in ('order', 'delivery_fee');
create index payments_refunds_unread on public.payments (payment_intent_id) where refunds_unread;
alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated, service_role;
grant select on public.payments to authenticated, service_role;
create policy "customers read the payments of their orders, managers read all" on public.payments for select to authenticated using ( order_id = any (array(select private.own_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end) ) or (order_id is null and (select private.can_manage())) );
create function private.sum_payments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.purpose in ('order', 'delivery_fee') then
    update public.orders set paid_amount = came.cents / 100.0, refunded_amount = came.refunded_cents / 100.0
    from (
      select sum(payments.amount_cents) as cents, sum(payments.refunded_cents) as refunded_cents
      from public.payments
      where payments.order_id = new.order_id and payments.purpose in ('order', 'delivery_fee')
    ) as came
    where orders.id = new.order_id;
  end if;
  return null;
end;
$$;
comment on function private.sum_payments() is 'Security definer, like everything that writes money.';
create trigger sum_payments after insert or update of refunded_cents on public.payments for each row execute function private.sum_payments();
create table private.payment_attempts ( user_id uuid primary key references public.profiles (id) on delete cascade, attempts integer not null check (attempts > 0), ends_at timestamptz not null );
comment on table private.payment_attempts is 'Attempts within the period that ends then; written by count_payment_attempt only.';
alter table private.payment_attempts enable row level security;
revoke all on private.payment_attempts from public;
create function public.count_payment_attempt(user_id uuid, max_count integer, seconds integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  seconds_to_wait integer;
begin
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
  end
  into seconds_to_wait;
  return seconds_to_wait;
end;
$$;
comment on function public.count_payment_attempt(uuid, integer, integer) is 'For the server: counts an attempt and returns 0, or the seconds to wait if it was one too many. Security '
  'definer: nobody counts by hand.';
grant execute on function public.count_payment_attempt(uuid, integer, integer) to service_role;
create function public.attach_payment_intent( order_id uuid, payment_intent_id text, client_secret text, amount_cents bigint ) returns public.orders language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  attached public.orders;
begin
  select * into attached from public.orders where orders.id = attach_payment_intent.order_id for update;
  if attached.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if attached.status <> 'pending' then
    raise sqlstate 'PT409' using message = format('The order is %s.', attached.status);
  end if;
  -- A line may have been added while the provider created the intent.
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
comment on function public.attach_payment_intent(uuid, text, text, bigint) is 'Attaches a payment intent to a pending order of exactly that amount; its lines cannot change afterwards.';
grant execute on function public.attach_payment_intent(uuid, text, text, bigint) to service_role;
create table public.payment_events ( id text primary key, type text not null, order_id uuid, payment_intent_id text, amount_cents bigint, currency text, outcome text not null, payload jsonb not null, received_at timestamptz not null default now(), refund jsonb );
comment on table public.payment_events is 'Provider events by their own id; the key makes a repeated delivery a no-op.';
comment on column public.payment_events.order_id is 'Order named by the event; it may not exist.';
comment on column public.payment_events.refund is '{id, status, amount_cents, refund_id} for a refund event.';
create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_waiting on public.payment_events (payment_intent_id, received_at) where outcome = 'waits_for_payment';
alter table public.payment_events enable row level security;
revoke all on public.payment_events from anon, authenticated;
grant select on public.payment_events to authenticated;
create policy "admins read payment events" on public.payment_events for select to authenticated using ((select private.is_admin()));
create function private.record_payment( order_id uuid, payment_intent_id text, amount_cents bigint, currency text, method text ) returns text language plpgsql set search_path = '' as $$
declare
  target public.orders;
  purpose text;
  fee_order_id uuid;
begin
  if exists (select 1 from public.payments where payments.payment_intent_id = record_payment.payment_intent_id) then
    return 'already_recorded';
  end if;
  -- The store's own record of the intent decides, whatever the event names: a fee never pays an order.
  select intents.order_id into fee_order_id from private.fee_intents as intents
  where intents.payment_intent_id = record_payment.payment_intent_id;
  if fee_order_id is not null then
    return private.record_fee_payment(
      fee_order_id, record_payment.payment_intent_id, record_payment.amount_cents, record_payment.currency
    );
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
  insert into public.payments (payment_intent_id, order_id, amount_cents, currency, purpose, method, recorded_by)
  values (
    record_payment.payment_intent_id, target.id, coalesce(record_payment.amount_cents, 0),
    coalesce(record_payment.currency, ''), purpose, record_payment.method,
    case when record_payment.method <> 'card' then (select auth.uid()) end
  );

  if purpose = 'unknown_order' then
    perform private.add_alert('unknown_order', null, format(
      'Payment %s of %s %s matches no order.', record_payment.payment_intent_id,
      to_char(record_payment.amount_cents / 100.0, 'FM999999990.00'), upper(record_payment.currency)
    ));
    return 'unknown_order';
  elsif purpose = 'mismatch' then
    perform private.add_alert('amount_mismatch', target.id, format(
      'Payment %s was %s %s, but the order total is %s USD. The order is not paid.', record_payment.payment_intent_id,
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
  -- Another payment was faster: this one is refunded.
  update public.orders
  set status = 'paid', payment_intent_id = record_payment.payment_intent_id,
      cancelled_by = 'server', cancel_reason = 'sold_out'
  where orders.id = target.id;
  update public.orders set status = 'cancelled' where orders.id = target.id;
  perform private.refund_rest(record_payment.payment_intent_id, 'sold_out', null);
  return 'sold_out';
end;
$$;
comment on function private.record_payment(uuid, text, bigint, text, text) is 'Records a payment. An order is paid only by its own amount and currency, once; a delivery fee only by its own '
  'intent.';
create function private.record_failure( event_id text, order_id uuid, payment_intent_id text, failure_message text ) returns text language plpgsql set search_path = '' as $$
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
  -- One email for many declined cards; the page reports the rest.
  perform private.queue_mail(
    'payment_failed', target.id, 'payment_failed:' || target.id,
    jsonb_build_object('failure_message', left(record_failure.failure_message, 500))
  );
  return 'failed';
end;
$$;
comment on function private.record_failure(text, uuid, text, text) is 'Records a failed payment; the order stays pending.';
create function private.record_dispute(event public.payment_events) returns text language plpgsql set search_path = '' as $$
declare
  paid public.payments;
  is_closed boolean;
begin
  select * into paid from public.payments where payments.payment_intent_id = event.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  -- Events arrive in any order.
  is_closed := event.type = 'charge.dispute.closed' or exists (
    select from public.payment_events as closed
    where closed.type = 'charge.dispute.closed' and closed.payment_intent_id = event.payment_intent_id
      and closed.payload #>> '{data,object,id}' = event.payload #>> '{data,object,id}'
  );
  if is_closed then
    update public.shop_alerts set resolved_at = now()
    where shop_alerts.kind = 'payment_disputed' and shop_alerts.order_id = paid.order_id
      and shop_alerts.resolved_at is null;
    return 'dispute_closed';
  end if;
  perform public.raise_alert('payment_disputed', paid.order_id, format(
    'The customer''s bank disputes the payment of $%s (%s). Don''t hand over the order until you mark this as '
    'done, or the dispute is closed. Answer it in the payment provider''s dashboard.',
    to_char(event.amount_cents / 100.0, 'FM999999990.00'),
    coalesce(event.payload #>> '{data,object,reason}', 'no reason given')
  ));
  return 'dispute_opened';
end;
$$;
comment on function private.record_dispute(public.payment_events) is 'Raises an alert about a disputed payment, which holds the order back, and resolves it when the dispute is closed.';
create function public.apply_payment_event( event_id text, event_type text, order_id uuid, payment_intent_id text, amount_cents bigint, currency text, failure_message text, payload jsonb, refund jsonb default null ) returns text language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  apply_outcome text;
  earlier public.payment_events;
begin
  -- The provider may deliver an event twice, even at once: the second waits here and does nothing.
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
    -- Events of one intent are serialized, so that a refund and its payment cannot miss each other.
    perform pg_advisory_xact_lock(hashtextextended('payment:' || apply_payment_event.payment_intent_id, 0));
    if apply_payment_event.refund is not null then
      apply_outcome := private.record_refund(apply_payment_event.payment_intent_id, apply_payment_event.refund);
    elsif apply_payment_event.event_type = 'charge.refunded' then
      apply_outcome := private.record_charge_refund(
        apply_payment_event.payment_intent_id, apply_payment_event.amount_cents
      );
    elsif apply_payment_event.event_type in ('charge.dispute.created', 'charge.dispute.closed') then
      select * into earlier from public.payment_events where payment_events.id = apply_payment_event.event_id;
      apply_outcome := private.record_dispute(earlier);
    elsif apply_payment_event.event_type = 'payment_intent.payment_failed' then
      apply_outcome := private.record_failure(
        apply_payment_event.event_id, apply_payment_event.order_id,
        apply_payment_event.payment_intent_id, apply_payment_event.failure_message
      );
    elsif apply_payment_event.event_type in ('payment_intent.succeeded', 'store_payment.taken') then
      apply_outcome := private.record_payment(
        apply_payment_event.order_id, apply_payment_event.payment_intent_id,
        apply_payment_event.amount_cents, apply_payment_event.currency,
        case apply_payment_event.event_type
          when 'store_payment.taken' then apply_payment_event.payload ->> 'method' else 'card'
        end
      );
      -- Refunds and disputes that arrived before their payment.
      for earlier in
        select * from public.payment_events
        where payment_events.payment_intent_id = apply_payment_event.payment_intent_id
          and payment_events.outcome = 'waits_for_payment'
        order by payment_events.received_at, payment_events.id
      loop
        update public.payment_events
        set outcome = case
          when earlier.type like 'charge.dispute.%' then private.record_dispute(earlier)
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
comment on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb) is 'Records a verified event once and applies it, in one transaction. Returns the outcome. Security definer: nobody,'
  ' including the server, writes the ledger by hand.';
grant execute on function public.apply_payment_event(text, text, uuid, text, bigint, text, text, jsonb, jsonb) to service_role;
create table public.refunds ( id uuid primary key default gen_random_uuid(), order_id uuid references public.orders (id), payment_intent_id text not null references public.payments (payment_intent_id), amount_cents bigint not null check (amount_cents > 0), lines jsonb check (jsonb_typeof(lines) = 'array'), reason text not null check (reason in ( 'requested_by_customer', 'duplicate', 'sold_out', 'cancelled', 'provider', 'missing', 'damaged', 'returned' )), requested_by uuid references public.profiles (id) on delete set null, request_key uuid, status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')), provider_refund_id text unique, attempts integer not null default 0, next_attempt_at timestamptz not null default now(), last_error text, created_at timestamptz not null default now(), settled_at timestamptz, tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents), method text check (method = 'store_cash'), replaces_id uuid unique references public.refunds (id), is_restocked boolean not null default false, unique (order_id, request_key) );
comment on table public.refunds is 'Every refund of every payment.';
comment on column public.refunds.lines is '[{order_item_id, quantity, amount_cents, tax_cents}] when lines were refunded; null for an amount.';
comment on column public.refunds.reason is 'missing, damaged, returned: what happened to the products of its lines, or of everything that is left; returned '
  'ones are restocked once it succeeds. provider: made in the provider''s dashboard.';
comment on column public.refunds.tax_cents is 'Sales tax in it; computed by a trigger.';
comment on column public.refunds.requested_by is 'Null: the server, or the provider''s dashboard.';
comment on column public.refunds.next_attempt_at is 'When the worker may send it (again); postponed by a claim.';
comment on column public.refunds.method is 'store_cash: given in cash instead; null: by the original payment method.';
comment on column public.refunds.replaces_id is 'The failed refund that it replaces.';
comment on column public.refunds.is_restocked is 'Its returned products were restocked: a refund that replaces it does not restock them again.';
create index refunds_order_id on public.refunds (order_id);
create index refunds_payment_intent_id on public.refunds (payment_intent_id);
create index refunds_settled_at on public.refunds (settled_at) where status = 'succeeded';
create index refunds_to_send on public.refunds (next_attempt_at) where status = 'requested';
alter table public.shop_alerts add constraint shop_alerts_refund_id_fkey foreign key (refund_id) references public.refunds (id);
create index shop_alerts_refund_id on public.shop_alerts (refund_id) where refund_id is not null;
alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated, service_role;
grant select on public.refunds to authenticated, service_role;
create policy "refunds are read by whoever reads their order" on public.refunds for select to authenticated using ( order_id = any (array(select private.shown_order_ids())) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and amount_cents between 0 and (select case when private.can_manage() then 9223372036854775807 end) ) or (order_id is null and (select private.can_manage())) );
create function private.refundable_cents(payment_intent_id text) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select payments.amount_cents - coalesce((
      select sum(refunds.amount_cents) from public.refunds
      where refunds.payment_intent_id = payments.payment_intent_id and refunds.status <> 'failed'
    ), 0)::bigint
    from public.payments where payments.payment_intent_id = refundable_cents.payment_intent_id
  );
end;
$$;
comment on function private.refundable_cents(text) is 'Returns what is neither refunded nor being refunded.';
create function private.refund_tax_cents(refund public.refunds, left_cents bigint) returns bigint language plpgsql stable set search_path = '' as $$
declare
  left_tax_cents bigint;
  own_tax_cents bigint;
begin
  if refund.status = 'failed' then
    return 0;
  end if;
  -- A duplicate payment, or one for a canceled order, was never a sale: it contains no tax.
  select case payments.purpose
    when 'delivery_fee'
      then (select (fees.tax_amount * 100)::bigint from public.delivery_fees as fees where fees.order_id = orders.id)
    else (orders.tax_amount * 100)::bigint + coalesce((
      -- A taxed replacement of an exempt product has its tax in the price that was paid.
      select sum(settled.replacement_tax_cents - settled.paid_tax_cents) from public.substitutions as settled
      where settled.order_id = orders.id and settled.settled_at is not null
        and settled.replacement_tax_cents > settled.paid_tax_cents
    ), 0)
  end - coalesce((
    select sum(others.tax_cents) from public.refunds as others
    where others.payment_intent_id = payments.payment_intent_id and others.status <> 'failed'
  ), 0) into left_tax_cents
  from public.payments join public.orders on orders.id = payments.order_id
  where payments.payment_intent_id = refund.payment_intent_id and payments.purpose in ('order', 'delivery_fee');
  if coalesce(left_tax_cents, 0) = 0 then
    return 0;
  end if;
  own_tax_cents := case
    when refund.lines is null then round(left_tax_cents::numeric * refund.amount_cents / refund_tax_cents.left_cents)
    else (select sum(line.tax_cents) from jsonb_to_recordset(refund.lines) as line (tax_cents bigint))
  end;
  -- Never more than the tax that is left, nor so little that the rest would be more tax than money.
  return least(refund.amount_cents, left_tax_cents, greatest(
    coalesce(own_tax_cents, 0), left_tax_cents - (refund_tax_cents.left_cents - refund.amount_cents)
  ));
end;
$$;
comment on function private.refund_tax_cents(public.refunds, bigint) is 'Returns the sales tax in a new refund: that of its lines, or for an amount its share of what is left.';
create function private.guard_refund() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  left_cents bigint;
begin
  if tg_op = 'UPDATE' then
    -- Late news changes nothing: a refund that arrived is not pending again, a failed one stays failed.
    if array_position(array['requested', 'pending', 'succeeded', 'failed'], new.status)
      < array_position(array['requested', 'pending', 'succeeded', 'failed'], old.status) then
      new.status := old.status;
    end if;
    if new.amount_cents <> old.amount_cents or new.tax_cents <> old.tax_cents
      or new.payment_intent_id <> old.payment_intent_id then
      raise sqlstate 'PT409' using message = 'A refund keeps its amount and its payment.';
    end if;
    return new;
  end if;
  -- Refunds of one payment are serialized, so that together they never exceed it.
  perform 1 from public.payments where payments.payment_intent_id = new.payment_intent_id for update;
  left_cents := private.refundable_cents(new.payment_intent_id);
  if new.status <> 'failed' and new.amount_cents > left_cents then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this payment can be refunded.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  new.tax_cents := private.refund_tax_cents(new, left_cents);
  return new;
end;
$$;
comment on function private.guard_refund() is 'Security definer: it reads and locks the ledger for every caller.';
create trigger guard_refund before insert or update on public.refunds for each row execute function private.guard_refund();
create function private.sum_refunds() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.sum_refunds() is 'Security definer, like everything that writes money.';
create function private.packer_cents(order_id uuid, person uuid) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(refunds.amount_cents), 0)::bigint from public.refunds
    where refunds.order_id = packer_cents.order_id and refunds.requested_by = packer_cents.person
      and refunds.status <> 'failed'
  ) + (
    select coalesce(sum(
      case when changes.settled_at is null then changes.refund_cents else 0 end
      + greatest(0, coalesce(
        round(changes.replacement_unit_price * 100 * changes.replacement_quantity)::bigint - changes.paid_cents, 0
      ))
    ), 0)::bigint
    from public.substitutions as changes
    where changes.order_id = packer_cents.order_id and changes.changed_by = packer_cents.person
  );
end;
$$;
comment on function private.packer_cents(uuid, uuid) is 'Returns what a staff member gave away on an order: refunds, open substitutions'' refunds, and what their '
  'replacements are worth beyond what was paid. Final substitutions are in the refunds.';
create function private.check_packer_limit(order_id uuid, more_cents bigint) returns void language plpgsql set search_path = '' as $$
declare
  most_cents bigint;
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  most_cents := (select staff.refund_limit * 100 from public.staff where staff.user_id = (select auth.uid()));
  if check_packer_limit.more_cents + private.packer_cents(check_packer_limit.order_id, (select auth.uid())) > most_cents then
    raise sqlstate 'PT403' using message = format(
      'You can refund up to $%s of an order. Ask a manager.', to_char(most_cents / 100.0, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function private.check_packer_limit(uuid, bigint) is 'Rejects what exceeds the calling packer''s limit. Call it with the order locked.';
create function private.limit_packer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.staff_role() is distinct from 'packer'
    -- Substitutions count against whoever made them, and were checked then.
    or new.requested_by <> (select auth.uid())
    or exists (
      -- Packers may cancel their own purchases like anyone.
      select 1 from public.orders
      where orders.id = new.order_id and orders.user_id = (select auth.uid()) and orders.cancelled_by = 'customer'
    ) then
    return new;
  end if;
  new.requested_by := (select auth.uid());
  perform private.check_packer_limit(new.order_id, new.amount_cents);
  return new;
end;
$$;
comment on function private.limit_packer() is 'Applies to every refund: by line, amount, or cancellation. Security definer: it reads the ledger and staff '
  'limits.';
create trigger limit_packer before insert on public.refunds for each row execute function private.limit_packer();
create trigger sum_first_refund after insert on public.refunds for each row when (new.status = 'succeeded') execute function private.sum_refunds();
create trigger sum_refunds after update of status on public.refunds for each row when (old.status is distinct from new.status) execute function private.sum_refunds();
create function private.refund_rest(payment_intent_id text, reason text, requested_by uuid) returns void language plpgsql set search_path = '' as $$
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
create function private.apply_refund_status( refund_id uuid, provider_refund_id text, status text, error text ) returns public.refunds language plpgsql set search_path = '' as $$
declare
  known public.refunds;
  settled public.refunds;
  paid public.payments;
  target public.orders;
begin
  select * into known from public.refunds where refunds.id = apply_refund_status.refund_id;
  -- Lock order everywhere: order, payment, refund.
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
    -- Late news changes nothing.
    and array_position(array['requested', 'pending', 'succeeded', 'failed'], apply_refund_status.status)
      >= array_position(array['requested', 'pending', 'succeeded', 'failed'], refunds.status)
  returning * into settled;
  if settled.id is null then
    return known;
  elsif settled.status = known.status then
    return settled;
  end if;

  select * into paid from public.payments where payments.payment_intent_id = settled.payment_intent_id;
  if settled.status = 'failed' then
    insert into public.shop_alerts (kind, order_id, refund_id, message)
    values ('refund_failed', settled.order_id, settled.id, left(format(
      'The refund of $%s failed: %s', to_char(settled.amount_cents / 100.0, 'FM999999990.00'),
      coalesce(settled.last_error, 'the provider gave no reason.')
    ), 1000));
    if paid.purpose in ('order', 'delivery_fee') then
      update public.orders set status = 'refund_failed'
      where orders.id = target.id and orders.status in ('cancelled', 'refunded');
    end if;
    perform private.mail_failed_refund(settled);
  elsif settled.status = 'succeeded' and target.id is not null then
    -- A canceled order was restocked when it was canceled.
    if paid.purpose = 'order' and settled.reason = 'returned' and target.cancelled_by is null
      and not settled.is_restocked then
      perform private.return_stock(target.id, settled.lines);
      update public.refunds set is_restocked = true where refunds.id = settled.id returning * into settled;
    end if;
    if paid.purpose in ('order', 'delivery_fee') and exists (
      select 1 from public.orders
      join public.order_status_moves as moves
        on moves.from_status = orders.status and moves.to_status = 'refunded'
      where orders.id = target.id and orders.refunded_amount = orders.paid_amount
    ) then
      update public.orders set status = 'refunded' where orders.id = target.id;
    end if;
  end if;
  return settled;
end;
$$;
comment on function private.apply_refund_status(uuid, text, text, text) is 'Moves a refund forward, never back; a succeeded one restocks returned products and may make the order refunded. '
  'A failed one raises an alert, emails the customer, and sets an ended order to refund_failed.';
create function private.drop_unmet_refunds(payment_intent_id text, amount_cents bigint, is_rest_promised boolean) returns void language plpgsql set search_path = '' as $$
declare
  unsent public.refunds;
begin
  for unsent in
    select * from public.refunds
    where refunds.payment_intent_id = drop_unmet_refunds.payment_intent_id and refunds.status = 'requested'
    order by refunds.created_at desc
    for update
  loop
    exit when private.refundable_cents(drop_unmet_refunds.payment_intent_id) >= drop_unmet_refunds.amount_cents;
    update public.refunds
    set status = 'failed', settled_at = now(), last_error = 'The payment was refunded in the provider''s dashboard.'
    where refunds.id = unsent.id
    returning * into unsent;
    -- The rest is requested again if it was promised; otherwise an alert tells staff that this refund will not arrive.
    if not is_rest_promised then
      perform private.add_alert('refund_failed', unsent.order_id, format(
        'The refund of $%s failed: %s', to_char(unsent.amount_cents / 100.0, 'FM999999990.00'), unsent.last_error
      ));
    end if;
  end loop;
end;
$$;
comment on function private.drop_unmet_refunds(text, bigint, boolean) is 'Drops requested refunds that can no longer be met because of a refund made in the provider''s dashboard, with an'
  ' alert unless the rest is requested again. The provider rejects them too if one is on its way. Call it with the '
  'order locked.';
create function private.record_refund(payment_intent_id text, refund jsonb) returns text language plpgsql set search_path = '' as $$
declare
  paid public.payments;
  known_id uuid;
  needs_rest boolean := false;
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
    -- A refund we gave up is not resumed: what the provider did all the same gets its own row.
    select refunds.id into known_id from public.refunds
    where refunds.id::text = record_refund.refund ->> 'refund_id'
      and refunds.payment_intent_id = paid.payment_intent_id
      and refunds.provider_refund_id is null and refunds.status <> 'failed';
  end if;
  if known_id is null then
    -- A failed refund took nothing.
    if record_refund.refund ->> 'status' <> 'failed' then
      -- Requested by anyone: the whole of a canceled order, and of surplus payments, was promised.
      needs_rest := paid.purpose in ('duplicate', 'cancelled_order', 'withdrawn_fee')
        or (paid.purpose in ('order', 'delivery_fee') and exists (
          select 1 from public.orders where orders.id = paid.order_id and orders.status = 'cancelled'
        ));
      perform private.drop_unmet_refunds(
        paid.payment_intent_id, (record_refund.refund ->> 'amount_cents')::bigint, needs_rest
      );
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
  if needs_rest then
    -- The whole amount was promised: the rest is refunded too.
    perform private.refund_rest(
      paid.payment_intent_id, case when paid.purpose = 'duplicate' then 'duplicate' else 'cancelled' end, null
    );
  end if;
  return 'refund_' || settled.status;
end;
$$;
comment on function private.record_refund(text, jsonb) is 'Records what the provider says about a refund: ours, or one made in its dashboard.';
create function private.record_charge_refund(payment_intent_id text, refunded_cents bigint) returns text language plpgsql set search_path = '' as $$
declare
  paid public.payments;
begin
  select * into paid from public.payments where payments.payment_intent_id = record_charge_refund.payment_intent_id;
  if paid.payment_intent_id is null then
    return 'waits_for_payment';
  end if;
  if record_charge_refund.refunded_cents <= (
    select coalesce(sum(refunds.amount_cents), 0) from public.refunds
    -- Our refund being sent may be the one in the charge.
    where refunds.payment_intent_id = paid.payment_intent_id and refunds.status <> 'failed'
  ) then
    return 'ignored';
  end if;
  perform 1 from public.orders where orders.id = paid.order_id for update;
  update public.payments set refunds_unread = true where payments.payment_intent_id = paid.payment_intent_id;
  return 'refund_awaited';
end;
$$;
comment on function private.record_charge_refund(text, bigint) is 'A charge only says how much was refunded in total. If known refunds do not explain it, the worker reads them.';
create function private.price_refund_lines(order_id uuid, lines jsonb) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  line record;
  priced_lines jsonb := '[]';
begin
  if jsonb_typeof(price_refund_lines.lines) <> 'array' or jsonb_array_length(price_refund_lines.lines) not between 1 and 200 then
    raise invalid_parameter_value using message = 'Choose 1 to 200 lines to refund.';
  end if;
  for line in
    select given.quantity, given.is_positive, items.id,
      items.quantity - away.refunded_quantity - away.open_quantity as left_quantity,
      greatest(0, private.paid_for_next(
        private.line_amount(items), away.replacement_cents, items, away.refunded_quantity + given.quantity,
        away.replaced_quantity
      ) - away.refunded_cents) as amount_cents,
      greatest(0, private.paid_for_next(
        items.tax_amount, away.replacement_tax_cents, items, away.refunded_quantity + given.quantity, away.replaced_quantity
      ) - away.refunded_tax_cents) as tax_cents
    from (
      select each.order_item_id, sum(each.quantity) as quantity, bool_and(each.quantity >= 1) as is_positive
      from jsonb_to_recordset(price_refund_lines.lines) as each (order_item_id bigint, quantity integer)
      group by each.order_item_id
    ) as given
    left join public.order_items as items
      on items.id = given.order_item_id and items.order_id = price_refund_lines.order_id
    cross join lateral private.line_unavailable(items) as away
  loop
    if line.id is null or line.is_positive is not true then
      raise invalid_parameter_value using message = 'A refund line is not in this order, or has no quantity.';
    end if;
    if line.quantity > line.left_quantity then
      raise sqlstate 'PT409' using message = format(
        'Only %s of this line can be refunded.', greatest(line.left_quantity, 0)
      );
    end if;
    priced_lines := priced_lines || jsonb_build_object(
      'order_item_id', line.id, 'quantity', line.quantity, 'amount_cents', line.amount_cents,
      'tax_cents', line.tax_cents
    );
  end loop;
  return priced_lines;
end;
$$;
comment on function private.price_refund_lines(uuid, jsonb) is 'Returns what a refund''s lines return, and their tax, whatever the input says.';
create function public.request_refund( order_id uuid, amount_cents bigint default null, lines jsonb default null, reason text default 'requested_by_customer', request_key uuid default null, mark_sold_out boolean default false ) returns public.refunds language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
  requested_cents bigint := request_refund.amount_cents;
  requested_lines jsonb;
  left_cents bigint;
  is_of_products boolean;
  fee_intent_id text;
begin
  select * into target from public.orders where orders.id = request_refund.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = request_refund.request_key;
  if made.id is not null then
    return made;
  end if;
  if request_refund.amount_cents is not null and request_refund.lines is not null then
    raise invalid_parameter_value using message = 'A refund is by amount or by line.';
  end if;
  if request_refund.amount_cents < 1 then
    raise invalid_parameter_value using message = 'Refund one cent or more.';
  end if;
  is_of_products := request_refund.reason in ('missing', 'damaged', 'returned');
  if request_refund.reason is null
    or not (is_of_products or request_refund.reason in ('requested_by_customer', 'duplicate', 'sold_out', 'cancelled')) then
    raise invalid_parameter_value using message = 'This refund reason doesn''t exist.';
  end if;
  if request_refund.lines is not null and not is_of_products then
    raise invalid_parameter_value using message = 'Choose a reason: missing, damaged, or returned.';
  end if;
  if request_refund.amount_cents is not null and is_of_products then
    raise invalid_parameter_value using
      message = 'Choose lines, or refund everything, for missing, damaged, or returned products.';
  end if;
  if request_refund.mark_sold_out and request_refund.reason <> 'missing' then
    raise invalid_parameter_value using message = 'Only missing products can be marked as sold out.';
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'order' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT409' using message = 'This order was never paid.';
  end if;
  left_cents := private.refundable_cents(paid.payment_intent_id);
  if request_refund.lines is null and request_refund.amount_cents is null then
    -- A separate delivery fee is its own payment.
    select payments.payment_intent_id into fee_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose = 'delivery_fee';
    if left_cents = 0 and private.refundable_cents(fee_intent_id) > 0 then
      return public.refund_delivery_fee(target.id, request_refund.request_key);
    end if;
  end if;
  if request_refund.lines is not null then
    requested_lines := private.price_refund_lines(target.id, request_refund.lines);
    requested_cents := (
      select sum(line.amount_cents + line.tax_cents)
      from jsonb_to_recordset(requested_lines) as line (amount_cents bigint, tax_cents bigint)
    );
  end if;
  requested_cents := coalesce(requested_cents, left_cents);
  if requested_cents > left_cents or left_cents = 0 then
    raise sqlstate 'PT409' using message = format(
      'Only $%s of this order can be refunded.', to_char(left_cents / 100.0, 'FM999999990.00')
    );
  end if;
  if requested_cents < 1 then
    raise invalid_parameter_value using message = 'Refund one cent or more.';
  end if;
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, request_key
  )
  values (
    target.id, paid.payment_intent_id, requested_cents, requested_lines, request_refund.reason,
    (select auth.uid()), request_refund.request_key
  )
  returning * into made;
  if fee_intent_id is not null then
    perform private.refund_rest(fee_intent_id, 'requested_by_customer', (select auth.uid()));
  end if;
  if request_refund.mark_sold_out then
    perform private.mark_sold_out(
      array_agg(items.product_id) filter (where items.size_id is null),
      array_agg(items.size_id) filter (where items.size_id is not null)
    )
    from public.order_items as items
    where items.order_id = target.id and case
      when requested_lines is null then items.refunded_quantity < items.quantity
      else items.id in (
        select line.order_item_id from jsonb_to_recordset(requested_lines) as line (order_item_id bigint)
      )
    end;
  end if;
  return made;
end;
$$;
comment on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) is 'For staff: refunds an amount, lines [{order_item_id, quantity}] with their tax, or all that is left, including a'
  ' delivery fee paid later. Lines have a reason: only returned ones are restocked; missing ones can be marked as '
  'sold out. The same request key returns the same refund. Security definer: nobody writes the ledger by hand.';
grant execute on function public.request_refund(uuid, bigint, jsonb, text, uuid, boolean) to authenticated;
create function public.refund_delivery_fee(order_id uuid, request_key uuid default null) returns public.refunds language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  paid public.payments;
  made public.refunds;
begin
  select * into target from public.orders where orders.id = refund_delivery_fee.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  select * into made from public.refunds
  where refunds.order_id = target.id and refunds.request_key = refund_delivery_fee.request_key;
  if made.id is not null then
    return made;
  end if;
  select * into paid from public.payments
  where payments.order_id = target.id and payments.purpose = 'delivery_fee' for update;
  if coalesce(private.refundable_cents(paid.payment_intent_id), 0) = 0 then
    raise sqlstate 'PT409' using message = 'The delivery fee is already refunded.';
  end if;
  insert into public.refunds (order_id, payment_intent_id, amount_cents, reason, requested_by, request_key)
  values (
    target.id, paid.payment_intent_id, private.refundable_cents(paid.payment_intent_id), 'requested_by_customer',
    (select auth.uid()), refund_delivery_fee.request_key
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.refund_delivery_fee(uuid, uuid) is 'For staff: refunds what is left of a delivery fee paid later, with its tax. The same request key returns the '
  'same refund. Security definer: nobody writes the ledger by hand.';
grant execute on function public.refund_delivery_fee(uuid, uuid) to authenticated;
create function private.replace_refund(refund_id uuid, method text) returns public.refunds language plpgsql set search_path = '' as $$
declare
  failed public.refunds;
  made public.refunds;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only managers can replace a failed refund.';
  end if;
  select * into failed from public.refunds where refunds.id = replace_refund.refund_id;
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = failed.order_id for update;
  perform 1 from public.payments where payments.payment_intent_id = failed.payment_intent_id for update;
  select * into failed from public.refunds where refunds.id = failed.id for update;
  if failed.id is null then
    raise sqlstate 'PT404' using message = 'This refund doesn''t exist.';
  end if;
  select * into made from public.refunds where refunds.replaces_id = failed.id;
  if made.id is not null then
    if made.method is distinct from replace_refund.method then
      raise sqlstate 'PT409' using message = case when made.method is null
        then 'This refund was already tried again.' else 'This refund was already paid in cash.' end;
    end if;
    return made;
  end if;
  if failed.status <> 'failed' then
    raise sqlstate 'PT409' using message = 'This refund has not failed.';
  end if;
  if exists (
    select from jsonb_to_recordset(failed.lines) as line (order_item_id bigint, quantity integer)
    join public.order_items as items on items.id = line.order_item_id
    cross join lateral private.line_unavailable(items) as away
    where line.quantity > items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
  ) then
    raise sqlstate 'PT409' using message = 'These items were already refunded another way.';
  end if;
  insert into public.refunds (
    order_id, payment_intent_id, amount_cents, lines, reason, requested_by, method, replaces_id, is_restocked
  )
  values (
    failed.order_id, failed.payment_intent_id, failed.amount_cents, failed.lines, failed.reason,
    (select auth.uid()), replace_refund.method, failed.id, failed.is_restocked
  )
  returning * into made;
  update public.shop_alerts set resolved_at = now()
  where shop_alerts.refund_id = failed.id and shop_alerts.resolved_at is null;
  return made;
end;
$$;
comment on function private.replace_refund(uuid, text) is 'Creates a refund of the same amount, lines, and reason in place of a failed one, once, and resolves its alert.';
create function public.retry_refund(refund_id uuid) returns public.refunds language plpgsql security definer set search_path = '' as $$
begin
  return private.replace_refund(retry_refund.refund_id, null);
end;
$$;
comment on function public.retry_refund(uuid) is 'For the owner and managers: sends a failed refund again. Idempotent; 409 if its money or products were returned '
  'in another way. Security definer: nobody writes the ledger by hand.';
grant execute on function public.retry_refund(uuid) to authenticated;
create function public.give_refund_in_cash(refund_id uuid) returns public.refunds language plpgsql security definer set search_path = '' as $$
declare
  made public.refunds;
begin
  made := private.replace_refund(give_refund_in_cash.refund_id, 'store_cash');
  if made.status = 'requested' then
    made := private.apply_refund_status(made.id, null, 'succeeded', null);
  end if;
  return made;
end;
$$;
comment on function public.give_refund_in_cash(uuid) is 'For the owner and managers: records that a failed refund was given in cash. Idempotent; 409 if its money or '
  'products were returned in another way. Security definer: nobody writes the ledger by hand.';
grant execute on function public.give_refund_in_cash(uuid) to authenticated;
create trigger require_active_session before insert on public.refunds for each statement execute function private.require_active_session();
create function private.list_sales(starts_at timestamptz, ends_at timestamptz) returns table (order_id uuid, purpose text, method text, amount_cents bigint, received_at timestamptz) language sql stable set search_path = '' as $$
  select payments.order_id, payments.purpose, payments.method, payments.amount_cents, payments.received_at
  from public.payments
  where payments.purpose in ('order', 'delivery_fee')
    and payments.received_at >= list_sales.starts_at and payments.received_at < list_sales.ends_at;
$$;
comment on function private.list_sales(timestamptz, timestamptz) is 'Lists payments of orders and delivery fees that arrived in this period. Each payment of purpose order is one order.';
create function private.list_refunds(starts_at timestamptz, ends_at timestamptz) returns table ( order_id uuid, reason text, method text, amount_cents bigint, tax_cents bigint, settled_at timestamptz ) language sql stable set search_path = '' as $$
  select payments.order_id, refunds.reason, coalesce(refunds.method, payments.method), refunds.amount_cents,
    refunds.tax_cents, refunds.settled_at
  from public.refunds
  join public.payments on payments.payment_intent_id = refunds.payment_intent_id
    and payments.purpose in ('order', 'delivery_fee')
  where refunds.status = 'succeeded'
    and refunds.settled_at >= list_refunds.starts_at and refunds.settled_at < list_refunds.ends_at;
$$;
comment on function private.list_refunds(timestamptz, timestamptz) is 'Lists refunds of sales that succeeded in this period.';
create function private.sum_sales( starts_at timestamptz, ends_at timestamptz, out order_count bigint, out sales numeric ) language sql stable set search_path = '' as $$
  select count(*) filter (where sold.purpose = 'order'), coalesce(sum(sold.amount_cents), 0) / 100.0
  from private.list_sales(sum_sales.starts_at, sum_sales.ends_at) as sold;
$$;
comment on function private.sum_sales(timestamptz, timestamptz) is 'Returns orders paid in this period and its sales, in dollars.';
create function public.report_sales_tax(year integer) returns table ( month date, order_count bigint, gross numeric, exempt numeric, taxable numeric, collected numeric, refunded numeric, returned numeric ) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  starts_at timestamptz := make_date(report_sales_tax.year, 1, 1)::timestamp at time zone zone;
  ends_at timestamptz := make_date(report_sales_tax.year + 1, 1, 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only admins can see the sales tax report.';
  end if;
  return query
    with fees as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month, sum(fees.amount) as gross,
        sum(case when fees.tax_rate > 0 then fees.amount else 0 end) as taxable, sum(fees.tax_amount) as collected
      from public.payments join public.delivery_fees as fees on fees.order_id = payments.order_id
      where payments.purpose = 'delivery_fee' and payments.received_at >= starts_at and payments.received_at < ends_at
      group by 1
    ), sales as (
      select date_trunc('month', payments.received_at at time zone zone)::date as month,
        payments.amount_cents / 100.0 - orders.tax_amount as gross, orders.tax_amount,
        case when orders.delivery_tax_rate > 0 then orders.delivery_cost else 0 end + coalesce((
          select sum(private.line_amount(items)) from public.order_items as items
          where items.order_id = orders.id and items.tax_rate > 0
        ), 0) as taxable
      from public.payments join public.orders on orders.id = payments.order_id
      where payments.purpose = 'order' and payments.received_at >= starts_at and payments.received_at < ends_at
    ), replacements as (
      select date_trunc('month', taxes.settled_at at time zone zone)::date as month,
        sum(taxes.collected) as collected, sum(taxes.taxable) as taxable
      from private.replacement_taxes(starts_at, ends_at) as taxes
      group by 1
    ), sold as (
      select sales.month, count(*) as order_count, sum(sales.gross) as gross, sum(sales.taxable) as taxable,
        sum(sales.tax_amount) as collected
      from sales group by sales.month
    ), refunded_payments as (
      select date_trunc('month', refunds.settled_at at time zone zone)::date as month,
        sum(refunds.amount_cents) / 100.0 as refunded, sum(refunds.tax_cents) / 100.0 as returned
      from public.refunds
      join public.payments on payments.payment_intent_id = refunds.payment_intent_id
        and payments.purpose in ('order', 'delivery_fee')
      where refunds.status = 'succeeded' and refunds.settled_at >= starts_at and refunds.settled_at < ends_at
      group by 1
    )
    select months.month, coalesce(sold.order_count, 0),
      round(coalesce(sold.gross, 0) + coalesce(fees.gross, 0) - coalesce(replacements.collected, 0), 2),
      round(
        coalesce(sold.gross - sold.taxable, 0) + coalesce(fees.gross - fees.taxable, 0)
          - coalesce(replacements.collected + replacements.taxable, 0), 2
      ),
      round(coalesce(sold.taxable, 0) + coalesce(fees.taxable, 0) + coalesce(replacements.taxable, 0), 2),
      round(coalesce(sold.collected, 0) + coalesce(fees.collected, 0) + coalesce(replacements.collected, 0), 2),
      round(coalesce(refunded_payments.refunded, 0), 2),
      round(coalesce(refunded_payments.returned, 0), 2)
    from (
      select make_date(report_sales_tax.year, number, 1) as month from generate_series(1, 12) as number
    ) as months
    left join sold on sold.month = months.month
    left join fees on fees.month = months.month
    left join replacements on replacements.month = months.month
    left join refunded_payments on refunded_payments.month = months.month
    where months.month <= (now() at time zone zone)::date
    order by months.month;
end;
$$;
comment on function public.report_sales_tax(integer) is 'For admins: each month of a year in the store''s time zone, by the day of payment or refund. gross is sales '
  'without tax, with its exempt and taxable part; collected is the tax received; refunded is all that was refunded,'
  ' returned the tax in it. gross and collected together are the payments of orders and delivery fees. Security '
  'definer: one check instead of one per row.';
grant execute on function public.report_sales_tax(integer) to authenticated;
create table public.outgoing_mails ( id uuid primary key default gen_random_uuid(), event_key text not null unique, kind text not null check (kind in ( 'order_paid', 'order_ready', 'order_out_for_delivery', 'order_completed', 'order_cancelled', 'order_refunded', 'payment_failed', 'shop_order_paid', 'shop_order_cancelled', 'pay_link', 'delivery_fee', 'delivery_fee_paid', 'refund_failed', 'window_lost' )), order_id uuid not null references public.orders (id) on delete cascade, recipient text not null, facts jsonb not null, status text not null default 'waiting' check (status in ('waiting', 'sent', 'dead')), attempts integer not null default 0, next_attempt_at timestamptz not null default now(), last_error text, created_at timestamptz not null default now(), sent_at timestamptz );
comment on table public.outgoing_mails is 'Outbox of emails: waiting, sent, or undeliverable (dead).';
comment on column public.outgoing_mails.event_key is 'The event reported; the unique key makes a repeat a no-op.';
comment on column public.outgoing_mails.facts is 'Facts of the email at that moment.';
create index outgoing_mails_waiting on public.outgoing_mails (next_attempt_at) where status = 'waiting';
create index outgoing_mails_dead on public.outgoing_mails (created_at) where status = 'dead';
create index outgoing_mails_order_id on public.outgoing_mails (order_id);
create index outgoing_mails_recipient on public.outgoing_mails (lower(recipient), created_at);
alter table public.outgoing_mails enable row level security;
revoke all on public.outgoing_mails from anon, authenticated, service_role;
grant select on public.outgoing_mails to authenticated, service_role;
create policy "managers read outgoing mails" on public.outgoing_mails for select to authenticated using ((select private.can_manage()));
create function private.one_line(typed text, max_length integer) returns text language plpgsql immutable set search_path = '' as $$
begin
  return nullif(left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    one_line.typed,
    -- Invisible characters and bidirectional overrides.
    '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    -- Characters that form lines, addresses, and tags.
    '[[:cntrl:]\u0085\u2028\u2029/\\:@<>]+', ' ', 'g'),
    -- Mail programs make a link of a dot within a word; "J.R. Ewing" becomes "J. R. Ewing".
    '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
    '\s+', ' ', 'g')), one_line.max_length), '');
end;
$$;
comment on function private.one_line(text, integer) is 'Returns user text for an email: one line, without links, at most this long; null if nothing is left.';
create function private.fee_details(order_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'amount', fees.amount, 'tax_amount', fees.tax_amount, 'is_paid', fees.paid_at is not null
    )
    from public.delivery_fees as fees where fees.order_id = fee_details.order_id
  );
end;
$$;
comment on function private.fee_details(uuid) is 'Returns the separate delivery fee as emails, links, and the board show it; null if there is none.';
create function private.order_facts(order_id uuid) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'order_id', orders.id,
      'order_number', orders.order_number,
      'placed_at', orders.created_at,
      'status', orders.status,
      'total', orders.total,
      'delivery_cost', orders.delivery_cost,
      'delivery_included', orders.delivery_included,
      'delivery_fee', private.fee_details(orders.id),
      'tax_amount', orders.tax_amount,
      'discount', orders.discount,
      'paid_amount', orders.paid_amount,
      'refunded_amount', orders.refunded_amount,
      'delivery_type', orders.delivery_type,
      'delivery_address', coalesce(private.one_line(orders.delivery_address, 200), ''),
      'delivery_phone_number', coalesce(private.one_line(orders.delivery_phone_number, 40), ''),
      'driver_note', private.one_line(orders.driver_note, 300),
      'window_starts_at', orders.window_starts_at,
      'window_ends_at', orders.window_ends_at,
      'customer_name', private.one_line(coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name), 60),
      'cancelled_by', orders.cancelled_by,
      'cancel_reason', orders.cancel_reason,
      'channel', orders.channel,
      'paid_by', (
        select payments.method from public.payments where payments.order_id = orders.id and payments.purpose = 'order'
      ),
      'items', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', items.quantity,
          'unit_price', items.unit_price, 'image_url', items.image_url, 'changes', private.line_substitutions(items.id)
        ) order by items.id)
        from public.order_items as items where items.order_id = orders.id
      ), '[]')
    )
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    where orders.id = order_facts.order_id
  );
end;
$$;
create function private.mail_recipient(kind text, order_id uuid) returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when mail_recipient.kind like 'shop\_%'
        then (select nullif(btrim(store_settings.email), '') from public.store_settings)
      -- Point-of-sale orders: staff typed the address with the customer present. The page reports declined cards.
      when orders.channel = 'counter'
        then case when mail_recipient.kind <> 'payment_failed' then orders.customer_email end
      when exists (select 1 from public.payments where payments.order_id = orders.id)
        then coalesce(billing.email, users.email)
      else private.verified_email(orders.user_id)
    end
    from public.orders
    left join public.billing_details as billing on billing.order_id = orders.id
    left join auth.users on users.id = orders.user_id
    where orders.id = mail_recipient.order_id
  );
end;
$$;
comment on function private.mail_recipient(text, uuid) is 'Returns the recipient: the store; for a point-of-sale order, the customer''s address; after payment, the billing'
  ' address or the account''s; else the account''s if verified. Null: nobody.';
create function private.queue_mail( kind text, order_id uuid, event_key text, more jsonb default '{}' ) returns void language plpgsql set search_path = '' as $$
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
    case when is_one_too_many then format('We sent %s emails to this address in one day.', max_per_day) end
  )
  on conflict (event_key) do nothing;
end;
$$;
comment on function private.queue_mail(text, uuid, text, jsonb) is 'Queues an email once per event. Beyond a hundred to one address within a day it is stored as dead, and a manager'
  ' may send it.';
create function private.mail_status_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('ready', 'out_for_delivery', 'completed') then
    perform private.queue_mail('order_' || new.status, new.id, format('order_%s:%s', new.status, new.id));
  elsif new.status = 'paid' and old.status = 'pending' and new.cancel_reason is null then
    -- With a cancel reason, it was canceled in the same transaction, and only that is reported.
    perform private.queue_mail('order_paid', new.id, 'order_paid:' || new.id);
    -- Staff who took the payment know about it.
    if not exists (
      select from public.payments
      where payments.order_id = new.id and payments.purpose = 'order' and payments.method <> 'card'
    ) then
      perform private.queue_mail('shop_order_paid', new.id, 'shop_order_paid:' || new.id);
    end if;
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
create trigger mail_status_change after update of status on public.orders for each row when (old.status is distinct from new.status) execute function private.mail_status_change();
create function private.mail_refund() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.order_id is null or exists (
    -- The email sent when the order was ready or left reported the substitutions and their refund.
    select 1 from public.substitutions as settled
    join public.outgoing_mails as mail on mail.order_id = settled.order_id and mail.created_at = settled.settled_at
    where settled.refund_id = new.id
  ) then
    return null;
  end if;
  perform private.queue_mail(
    'order_refunded', new.order_id, 'order_refunded:' || new.id,
    jsonb_build_object('refund', jsonb_build_object(
      'amount', new.amount_cents / 100.0,
      'reason', new.reason,
      'method', new.method,
      'purpose', (
        select payments.purpose from public.payments where payments.payment_intent_id = new.payment_intent_id
      ),
      -- Everything paid has been refunded; pending refunds do not count.
      'is_whole', (
        select case
          when payments.purpose in ('order', 'delivery_fee') then orders.refunded_amount = orders.paid_amount
          else payments.refunded_cents = payments.amount_cents
        end
        from public.payments join public.orders on orders.id = payments.order_id
        where payments.payment_intent_id = new.payment_intent_id
      ),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'name', items.product_name, 'size', items.size_label, 'quantity', line.quantity
        ) order by items.id)
        from jsonb_to_recordset(new.lines) as line (order_item_id bigint, quantity integer)
        join public.order_items as items on items.id = line.order_item_id
        where line.quantity > 0
      )
    ))
  );
  return null;
end;
$$;
comment on function private.mail_refund() is 'Security definer: nobody may write mails by hand.';
create trigger write_refund_email after update of status on public.refunds for each row when (old.status is distinct from new.status and new.status = 'succeeded') execute function private.mail_refund();
create function private.mail_failed_refund(refund public.refunds) returns void language plpgsql set search_path = '' as $$
begin
  if refund.order_id is not null then
    perform private.queue_mail(
      'refund_failed', refund.order_id, 'refund_failed:' || refund.id,
      jsonb_build_object('refund', jsonb_build_object(
        'amount', refund.amount_cents / 100.0, 'reason', refund.reason, 'is_whole', false, 'lines', null
      ))
    );
  end if;
end;
$$;
comment on function private.mail_failed_refund(public.refunds) is 'Emails the customer that their refund failed.';
create function public.retry_mail(mail_id uuid) returns public.outgoing_mails language plpgsql security definer set search_path = '' as $$
declare
  mail public.outgoing_mails;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function retry_mail';
  end if;
  update public.outgoing_mails set status = 'waiting', attempts = 0, next_attempt_at = now()
  where id = retry_mail.mail_id and status = 'dead';
  select * into mail from public.outgoing_mails where id = retry_mail.mail_id;
  if mail.id is null then
    raise sqlstate 'PT404' using message = 'This email doesn''t exist.';
  end if;
  return mail;
end;
$$;
comment on function public.retry_mail(uuid) is 'For managers: queues a dead email again. Security definer: nobody changes emails by hand.';
grant execute on function public.retry_mail(uuid) to authenticated;
create table public.saved_carts ( id uuid not null, user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade, items jsonb not null check ( jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 200 and octet_length(items::text) <= 131072 ), saved_at timestamptz not null default now(), primary key (user_id, id) );
comment on table public.saved_carts is 'Carts that were neither ordered nor emptied: each customer''s latest five.';
comment on column public.saved_carts.id is 'Created by the browser with the cart''s first item.';
comment on column public.saved_carts.items is 'Items in the format of the browser''s cartItems; prices are read again on restore.';
alter table public.saved_carts enable row level security;
revoke all on public.saved_carts from anon, authenticated;
grant select, delete on public.saved_carts to authenticated;
grant insert (id, items), update (id, items) on public.saved_carts to authenticated;
create policy "users read their own carts" on public.saved_carts for select to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "users add their own carts" on public.saved_carts for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own carts" on public.saved_carts for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users remove their own carts" on public.saved_carts for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create function private.write_saved_cart() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('carts:' || new.user_id, 0));
  end if;
  new.saved_at := now();
  return new;
end;
$$;
comment on function private.write_saved_cart() is 'Serialized, so that two new carts cannot both take the last place.';
create trigger write_saved_cart before insert or update on public.saved_carts for each row execute function private.write_saved_cart();
create function private.delete_old_carts() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.saved_carts
  where user_id = new.user_id and id <> new.id and (
    saved_at < now() - interval '30 days'
    or id in (
      select id from public.saved_carts
      where user_id = new.user_id and id <> new.id
      order by saved_at desc, id
      offset 4
    )
  );
  return null;
end;
$$;
comment on function private.delete_old_carts() is 'Keeps five carts per customer: deletes older ones and those older than 30 days.';
create trigger delete_old_carts after insert on public.saved_carts for each row execute function private.delete_old_carts();
create trigger require_active_session before insert or update on public.saved_carts for each statement execute function private.require_active_session();
create function private.cancel_and_restock(order_id uuid, cancelled_by text) returns public.orders language plpgsql set search_path = '' as $$
declare
  target public.orders;
  paid_intent text;
begin
  update public.orders
  set status = 'cancelled', cancelled_by = cancel_and_restock.cancelled_by, cancel_reason = 'requested'
  where orders.id = cancel_and_restock.order_id
  returning * into target;
  perform private.return_stock(target.id);
  for paid_intent in
    select payments.payment_intent_id from public.payments
    where payments.order_id = target.id and payments.purpose in ('order', 'delivery_fee')
    order by payments.received_at
  loop
    perform private.refund_rest(paid_intent, 'cancelled', (select auth.uid()));
  end loop;
  return target;
end;
$$;
comment on function private.cancel_and_restock(uuid, text) is 'Cancels an order on request; refunds its money and restocks. Call it with the order locked.';
create function public.cancel_order(order_id uuid) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  who text;
begin
  select * into target from public.orders where orders.id = cancel_order.order_id for update;
  if target.id is null
    or (target.user_id is distinct from (select auth.uid()) and not private.can_handle(target.id)) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  -- Packers' own purchases are theirs as any customer's.
  who := case
    when target.user_id = (select auth.uid()) and not private.can_manage() then 'customer'
    else private.acting_as()
  end;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled' and who = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer cancel this order.';
  end if;
  return private.cancel_and_restock(target.id, who);
end;
$$;
comment on function public.cancel_order(uuid) is 'Customers cancel pending or paid orders, staff also those being prepared. Refunds what was paid and restocks. '
  'Security definer: nobody changes orders by hand.';
grant execute on function public.cancel_order(uuid) to authenticated;
create function public.withdraw_order(order_id uuid, closed_intent_id text default null) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = withdraw_order.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if target.status <> 'pending' or target.payment_intent_id is distinct from withdraw_order.closed_intent_id then
    raise sqlstate 'PT409' using message = 'The order has changed. Reload the page.';
  end if;
  update public.orders set status = 'cancelled', cancel_reason = 'withdrawn' where orders.id = target.id
  returning * into target;
  return target;
end;
$$;
comment on function public.withdraw_order(uuid, text) is 'For the order''s owner: cancels it before payment. Names its intent if the caller closed it; a payment that '
  'still arrives is refunded. Security definer: nobody changes orders by hand.';
grant execute on function public.withdraw_order(uuid, text) to authenticated;
create function public.move_order(order_id uuid, to_status text) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = move_order.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  -- A repeated press finds the order in the requested status.
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
comment on function public.move_order(uuid, text) is 'For staff: the next status of an order. Security definer: nobody changes orders by hand.';
grant execute on function public.move_order(uuid, text) to authenticated;
create function public.linked_order(order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select (
      -- Keys are listed, so that new facts in emails are not exposed here automatically.
      select jsonb_object_agg(fact.key, fact.value) from jsonb_each(private.order_facts(orders.id)) as fact
      where fact.key in (
        'order_id', 'order_number', 'placed_at', 'status', 'total', 'delivery_cost', 'delivery_included', 'tax_amount',
        'delivery_fee', 'discount',
        'paid_amount', 'refunded_amount', 'delivery_type', 'cancel_reason', 'items',
        'window_starts_at', 'window_ends_at', 'paid_by', 'channel'
      )
    ) || jsonb_build_object(
      'can_cancel', exists (
        select 1 from public.order_status_moves as moves
        where moves.from_status = orders.status and moves.to_status = 'cancelled'
          and 'customer' = any (moves.moved_by)
      ),
      'steps', (
        select jsonb_agg(jsonb_build_object('status', steps.to_status, 'at', steps.changed_at) order by steps.id)
        from public.order_status_changes as steps where steps.order_id = orders.id
      ),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', refunds.id, 'status', refunds.status, 'method', refunds.method, 'replaces_id', refunds.replaces_id,
          'amount', refunds.amount_cents / 100.0
        ) order by refunds.created_at), '[]')
        from public.refunds where refunds.order_id = orders.id
      )
    )
  from public.orders where orders.id = linked_order.order_id;
$$;
comment on function public.linked_order(uuid) is 'For the server, which has checked the link: an order as it is now, {can_cancel, steps: [{status, at}], refunds: '
  '[{id, status, method, replaces_id, amount}]} and what its emails say about products and money, without name, '
  'address, phone, and notes, because emails are forwarded. Null: no such order. jsonb: a part of the document '
  'that private.order_facts makes. Security definer: nobody else reads the facts of an email.';
grant execute on function public.linked_order(uuid) to service_role;
create function public.cancel_linked_order(order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders where orders.id = cancel_linked_order.order_id for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if not exists (
    select 1 from public.order_status_moves as moves
    where moves.from_status = target.status and moves.to_status = 'cancelled' and 'customer' = any (moves.moved_by)
  ) then
    raise sqlstate 'PT409' using message = 'You can no longer cancel this order.';
  end if;
  perform private.cancel_and_restock(target.id, 'customer');
end;
$$;
comment on function public.cancel_linked_order(uuid) is 'For the server: cancels what the customer may cancel, for whoever has the link. Security definer: nobody changes'
  ' orders by hand.';
grant execute on function public.cancel_linked_order(uuid) to service_role;
create table public.saved_addresses ( id uuid primary key default gen_random_uuid(), user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade, street text not null check (street <> '' and char_length(street) <= 300), unit text not null default '' check (char_length(unit) <= 50), city text not null default '' check (char_length(city) <= 100), postal_code text not null default '' check (char_length(postal_code) <= 20), instructions text not null default '' check (char_length(instructions) <= 300), phone text not null check (phone <> '' and char_length(phone) <= 50), used_at timestamptz not null default now(), constraint saved_addresses_are_plain_text check ( street || unit || city || postal_code || instructions || phone !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' ) );
comment on table public.saved_addresses is 'A customer''s last ten delivery addresses. Without city and ZIP code, the street holds the whole address.';
comment on column public.saved_addresses.instructions is 'For the driver.';
comment on column public.saved_addresses.phone is 'Number for the driver to call; ten digits, or as typed if the customer confirmed it.';
create unique index saved_addresses_once on public.saved_addresses (user_id, lower(street), lower(unit), lower(city), postal_code);
alter table public.saved_addresses enable row level security;
revoke all on public.saved_addresses from anon, authenticated;
grant select, delete on public.saved_addresses to authenticated;
grant insert (street, unit, city, postal_code, instructions, phone), update (street, unit, city, postal_code, instructions, phone) on public.saved_addresses to authenticated;
create policy "users read their own addresses" on public.saved_addresses for select to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "users add their own addresses" on public.saved_addresses for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own addresses" on public.saved_addresses for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users remove their own addresses" on public.saved_addresses for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create function private.write_saved_address() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Serialized, so that two new addresses cannot both take the tenth place.
    perform pg_advisory_xact_lock(hashtextextended('addresses:' || new.user_id, 0));
  end if;
  new.street := btrim(regexp_replace(new.street, '\s+', ' ', 'g'));
  new.unit := btrim(regexp_replace(new.unit, '\s+', ' ', 'g'));
  new.city := btrim(regexp_replace(new.city, '\s+', ' ', 'g'));
  new.postal_code := btrim(new.postal_code);
  new.instructions := btrim(regexp_replace(new.instructions, '\s+', ' ', 'g'));
  new.phone := coalesce(private.phone_digits(new.phone), btrim(regexp_replace(
    new.phone, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', '', 'g'
  )));
  new.used_at := now();
  return new;
end;
$$;
comment on function private.write_saved_address() is 'Security definer: only the store''s own triggers call private.phone_digits.';
create trigger write_saved_address before insert or update on public.saved_addresses for each row execute function private.write_saved_address();
create function private.delete_old_addresses() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.saved_addresses
  where id in (
    select id from public.saved_addresses
    where user_id = new.user_id and id <> new.id
    order by used_at desc, id
    offset 9
  );
  return null;
end;
$$;
comment on function private.delete_old_addresses() is 'Keeps ten addresses: deletes the least recently used.';
create trigger delete_old_addresses after insert on public.saved_addresses for each row execute function private.delete_old_addresses();
create function public.save_address( street text, unit text, city text, postal_code text, instructions text, phone text ) returns public.saved_addresses language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  saved public.saved_addresses;
begin
  insert into public.saved_addresses as known (street, unit, city, postal_code, instructions, phone)
  values (
    save_address.street, coalesce(save_address.unit, ''), coalesce(save_address.city, ''),
    coalesce(save_address.postal_code, ''), coalesce(save_address.instructions, ''), save_address.phone
  )
  on conflict (user_id, lower(street), lower(unit), lower(city), postal_code) do update
  set street = excluded.street, unit = excluded.unit, city = excluded.city,
    instructions = excluded.instructions, phone = excluded.phone
  returning * into saved;
  return saved;
end;
$$;
comment on function public.save_address(text, text, text, text, text, text) is 'Saves the delivery address of one of the caller''s orders. A known address becomes the latest, with this '
  'order''s phone number and instructions. Without city and ZIP code, the whole address is in its street.';
grant execute on function public.save_address(text, text, text, text, text, text) to authenticated;
create table public.saved_billing ( user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade, name text not null check (btrim(name) <> '' and char_length(name) <= 200), email private.email_address not null, phone text not null check (phone ~ '^[0-9]{10}$'), line1 text not null check (btrim(line1) <> '' and char_length(line1) <= 300), city text not null check (btrim(city) <> '' and char_length(city) <= 100), state text not null check (btrim(state) <> '' and char_length(state) <= 100), postal_code text not null check (btrim(postal_code) <> '' and char_length(postal_code) <= 20), country text not null check (country ~ '^[A-Z]{2}$') );
comment on table public.saved_billing is 'Last billing details, for the next order; same shape as billing_details.';
alter table public.saved_billing enable row level security;
revoke all on public.saved_billing from anon, authenticated;
grant select, delete on public.saved_billing to authenticated;
grant insert (name, email, phone, line1, city, state, postal_code, country), update (name, email, phone, line1, city, state, postal_code, country) on public.saved_billing to authenticated;
create policy "users read their own saved billing details" on public.saved_billing for select to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "users add their own saved billing details" on public.saved_billing for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own saved billing details" on public.saved_billing for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users remove their own saved billing details" on public.saved_billing for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create trigger write_billing_phone before insert or update of phone on public.saved_billing for each row execute function private.write_billing_phone();
create table public.saved_preferences ( user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade, substitution_preference text not null check (substitution_preference in ('replace', 'contact', 'leave_out')) );
comment on table public.saved_preferences is 'A customer''s last substitution preference.';
alter table public.saved_preferences enable row level security;
revoke all on public.saved_preferences from anon, authenticated;
grant select, delete on public.saved_preferences to authenticated;
grant insert (substitution_preference), update (substitution_preference) on public.saved_preferences to authenticated;
create policy "users read their own preference" on public.saved_preferences for select to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create policy "users save their own preference" on public.saved_preferences for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own preference" on public.saved_preferences for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users remove their own preference" on public.saved_preferences for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_session_active()));
create trigger require_active_session before insert or update on public.saved_addresses for each statement execute function private.require_active_session();
create trigger require_active_session before insert or update on public.saved_billing for each statement execute function private.require_active_session();
create trigger require_active_session before insert or update on public.saved_preferences for each statement execute function private.require_active_session();
create function private.write_substitution_preference() returns trigger language plpgsql set search_path = '' as $$
declare
  max_characters integer := tg_argv[0];
  line_breaks text := tg_argv[1];
begin
  new.note := btrim(regexp_replace(coalesce(new.note, ''), '\s*\n\s*', e'\n', 'g'), e' \n');
  if new.substitution_preference not in ('replace', 'contact', 'leave_out') then
    raise invalid_parameter_value using message = 'A wish is to replace, to be contacted, or to leave it out.';
  end if;
  if char_length(new.note) > max_characters then
    raise invalid_parameter_value using message = format('A note can have %s characters at most.', max_characters);
  end if;
  -- Rejects control characters and bidirectional overrides: the packer reads this text.
  if translate(new.note, line_breaks, '') ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
    raise invalid_parameter_value using message = 'A note cannot contain control characters.';
  end if;
  return new;
end;
$$;
comment on function private.write_substitution_preference() is 'Arguments: maximum characters of a note, and allowed line breaks. Applies to every write.';
create trigger write_substitution_preference before insert or update of substitution_preference, note on public.orders for each row execute function private.write_substitution_preference('300', e'\n');
create trigger write_substitution_preference before insert or update of substitution_preference, note on public.order_items for each row execute function private.write_substitution_preference('120', '');
create function public.set_substitution_preferences(order_id uuid, substitution_preference text, note text, lines jsonb default '[]') returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = set_substitution_preferences.order_id and orders.user_id = (select auth.uid()) for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if not private.is_changeable(target.status) then
    raise sqlstate 'PT409' using message = 'You can no longer change the preferences of this order.';
  end if;
  if jsonb_typeof(set_substitution_preferences.lines) is distinct from 'array'
    or jsonb_array_length(set_substitution_preferences.lines) > 200
    or set_substitution_preferences.lines @? 'strict $[*] ? (@.type() != "object")'
    or set_substitution_preferences.lines @? 'strict $[*].keyvalue() ? (
      (@.key != "id" && @.key != "substitution_preference" && @.key != "note")
      || (@.key == "id" && @.value.type() != "number")
      || (@.key != "id" && @.value.type() != "string" && @.value.type() != "null")
    )' then
    raise invalid_parameter_value using message = 'The lines are a list of {id, substitution_preference, note}.';
  end if;
  if exists (
    select from jsonb_to_recordset(set_substitution_preferences.lines) as said (id bigint)
    where not exists (
      select from public.order_items as items where items.id = said.id and items.order_id = target.id
    )
  ) then
    raise invalid_parameter_value using message = 'This line is not in the order.';
  end if;
  update public.orders
  set substitution_preference = set_substitution_preferences.substitution_preference,
    note = coalesce(set_substitution_preferences.note, '')
  where orders.id = target.id
  returning * into target;
  update public.order_items as items
  set substitution_preference = said.substitution_preference, note = coalesce(said.note, '')
  from jsonb_to_recordset(set_substitution_preferences.lines)
    as said (id bigint, substitution_preference text, note text)
  where items.id = said.id and items.order_id = target.id;
  return target;
end;
$$;
comment on function public.set_substitution_preferences(uuid, text, text, jsonb) is 'For the order''s owner until it is prepared: preference and note of the order, and of the lines named in [{id, '
  'substitution_preference, note}]. Null clears one. Security definer: nobody changes orders by hand.';
grant execute on function public.set_substitution_preferences(uuid, text, text, jsonb) to authenticated;
create function private.require_point_of_sale(called text) returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_point_of_sale.called;
  end if;
end;
$$;
comment on function private.require_point_of_sale(text) is 'Rejects callers who are neither the owner nor a manager.';
create function private.named_discount(code text) returns bigint language plpgsql stable set search_path = '' as $$
declare
  found_id bigint;
begin
  if coalesce(btrim(named_discount.code), '') = '' then
    return null;
  end if;
  select codes.id into found_id from public.discount_codes as codes
  where codes.code = private.discount_key(named_discount.code);
  if found_id is null then
    raise sqlstate 'PT422' using message = 'That code doesn''t exist.';
  end if;
  return found_id;
end;
$$;
comment on function private.named_discount(text) is 'Returns the code that the customer named; null for none, 422 for an unknown one.';
create function public.quote_point_of_sale_order( items jsonb, delivery_type text default 'pickup', delivery_zip text default null, discount_code text default null, out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric, out discount numeric, out discount_error text ) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_point_of_sale('quote_point_of_sale_order');
  select quoted.subtotal, quoted.delivery_cost, quoted.delivery_included, quoted.tax, quoted.total, quoted.discount,
    quoted.discount_error
  into subtotal, delivery_cost, delivery_included, tax, total, discount, discount_error
  from private.quote(
    quote_point_of_sale_order.items, quote_point_of_sale_order.delivery_type, quote_point_of_sale_order.delivery_zip,
    null, private.named_discount(quote_point_of_sale_order.discount_code)
  ) as quoted;
end;
$$;
comment on function public.quote_point_of_sale_order(jsonb, text, text, text) is 'For the owner and managers: what an order would cost a customer without an account, with the columns of '
  'quote_cart; create_point_of_sale_order expects that total. Security definer, as quote_cart.';
grant execute on function public.quote_point_of_sale_order(jsonb, text, text, text) to authenticated;
create function public.create_point_of_sale_order( items jsonb, delivery_type text, customer jsonb, expected_total numeric, request_key uuid, substitution_preference text default null, note text default null, delivery_place jsonb default null, window_starts_at timestamptz default null, discount_code text default null ) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  made public.orders;
  place constant jsonb := create_point_of_sale_order.delivery_place;
  customer_name constant text := btrim(coalesce(create_point_of_sale_order.customer ->> 'name', ''));
  phone constant text := btrim(coalesce(create_point_of_sale_order.customer ->> 'phone', ''));
begin
  perform private.require_point_of_sale('create_point_of_sale_order');
  if create_point_of_sale_order.request_key is null then
    raise invalid_parameter_value using message = 'A request key is required.';
  end if;
  perform private.check_order_texts(create_point_of_sale_order.items, place);
  if customer_name = '' then
    raise sqlstate 'PT422' using message = 'Enter the customer''s name.';
  end if;
  if create_point_of_sale_order.delivery_type = 'delivery' and (phone = '' or coalesce(btrim(place ->> 'street'), '') = '') then
    raise sqlstate 'PT422' using message = 'Delivery requires an address and a phone number.';
  end if;

  -- The unique key makes a simultaneous repeat wait for the first and then return its order.
  insert into public.orders (
    channel, customer_name, customer_email, delivery_type, delivery_phone_number, request_key, substitution_preference, note,
    delivery_street, delivery_unit, delivery_city, delivery_zip, driver_note, window_starts_at, discount_code_id
  )
  values (
    'counter', customer_name, nullif(lower(btrim(create_point_of_sale_order.customer ->> 'email')), ''),
    coalesce(create_point_of_sale_order.delivery_type, 'pickup'), phone, create_point_of_sale_order.request_key,
    create_point_of_sale_order.substitution_preference, coalesce(create_point_of_sale_order.note, ''), coalesce(place ->> 'street', ''),
    coalesce(place ->> 'unit', ''), coalesce(place ->> 'city', ''), coalesce(place ->> 'zip', ''),
    coalesce(place ->> 'driver_note', ''), create_point_of_sale_order.window_starts_at,
    private.named_discount(create_point_of_sale_order.discount_code)
  )
  on conflict (request_key) where channel = 'counter' do nothing
  returning * into made;
  if made.id is null then
    select * into made from public.orders
    where orders.request_key = create_point_of_sale_order.request_key and orders.channel = 'counter';
    return made;
  end if;
  made := private.fill_order(made, create_point_of_sale_order.items, create_point_of_sale_order.expected_total);
  perform private.add_to_audit_log(
    'counter', 'Order ' || made.order_number, null, jsonb_build_object('made_at_the_counter', made.total)
  );
  return made;
end;
$$;
comment on function public.create_point_of_sale_order( jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text ) is 'For the owner and managers: creates an order like place_order, with its prices, windows, and errors, for {name, '
  'phone, email} instead of the caller. Deliveries need a phone number, orders for later need a time. The same '
  'request key returns the same order. Security definer: nobody creates other users'' orders by hand.';
grant execute on function public.create_point_of_sale_order( jsonb, text, jsonb, numeric, uuid, text, text, jsonb, timestamptz, text ) to authenticated;
create function private.lock_point_of_sale_order(order_id uuid, called text) returns public.orders language plpgsql set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_point_of_sale(lock_point_of_sale_order.called);
  select * into target from public.orders
  where orders.id = lock_point_of_sale_order.order_id and orders.channel = 'counter' for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This point-of-sale order doesn''t exist.';
  end if;
  return target;
end;
$$;
create function public.record_store_payment( order_id uuid, method text, request_key uuid, closed_intent_id text default null ) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  payment_id constant text := 'store_' || record_store_payment.request_key;
  outcome text;
begin
  target := private.lock_point_of_sale_order(record_store_payment.order_id, 'record_store_payment');
  if record_store_payment.method is null or record_store_payment.method not in ('store_cash', 'store_card')
    or record_store_payment.request_key is null then
    raise invalid_parameter_value using message = 'In the store people pay store_cash or store_card, with a request key.';
  end if;
  if exists (
    select from public.payments
    where payments.payment_intent_id = payment_id and payments.order_id = target.id
  ) then
    return target;
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is canceled. Don''t take payment for it.'
      else 'This order is already paid.'
    end;
  end if;
  if target.payment_intent_id is distinct from record_store_payment.closed_intent_id then
    raise sqlstate 'PT409' using message = 'Someone just opened the pay link. Try again.';
  end if;
  outcome := public.apply_payment_event(
    payment_id, 'store_payment.taken', target.id, payment_id, (target.total * 100)::bigint, 'usd', null,
    jsonb_build_object('method', record_store_payment.method, 'recorded_by', (select auth.uid()))
  );
  -- No payment for products that are out of stock: nothing has happened then.
  if outcome <> 'paid' then
    raise sqlstate 'PT409' using message = case outcome
      when 'sold_out' then 'An item of this order is no longer available. Don''t take payment for it.'
      else 'You can''t pay this order.'
    end;
  end if;
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, null,
    jsonb_build_object('paid', target.total, 'method', record_store_payment.method)
  );
  select * into target from public.orders where orders.id = target.id;
  return target;
end;
$$;
comment on function public.record_store_payment(uuid, text, uuid, text) is 'For the owner and managers: records the full payment of an unpaid point-of-sale order, as store_cash or '
  'store_card. Names its open intent if the caller closed it; a payment that still arrives is refunded. The same '
  'request key records it once. 409 if paid, canceled, or sold out. Security definer: nobody writes the ledger by '
  'hand.';
grant execute on function public.record_store_payment(uuid, text, uuid, text) to authenticated;
create function public.refund_in_store(refund_id uuid) returns public.refunds language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known public.refunds;
  given public.refunds;
  paid public.payments;
begin
  perform private.require_point_of_sale('refund_in_store');
  select * into known from public.refunds where refunds.id = refund_in_store.refund_id;
  -- Lock order everywhere: order, payment, refund.
  perform 1 from public.orders where orders.id = known.order_id for update;
  select * into paid from public.payments
  where payments.payment_intent_id = known.payment_intent_id and payments.method <> 'card' for update;
  if paid.payment_intent_id is null then
    raise sqlstate 'PT404' using message = 'This in-store refund doesn''t exist.';
  end if;
  select * into known from public.refunds where refunds.id = known.id for update;
  if known.status = 'succeeded' then
    return known;
  end if;
  given := private.apply_refund_status(known.id, null, 'succeeded', null);
  perform private.add_to_audit_log(
    'counter', coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = given.order_id), ''),
    null,
    jsonb_build_object('given_back', round(given.amount_cents / 100.0, 2), 'method', paid.method)
  );
  return given;
end;
$$;
comment on function public.refund_in_store(uuid) is 'For the owner and managers: records that a requested refund was given in the store, in cash or on its card '
  'terminal. Idempotent. Security definer: nobody writes the ledger by hand.';
grant execute on function public.refund_in_store(uuid) to authenticated;
create table private.pay_links ( order_id uuid not null references public.orders (id) on delete cascade, recipient text not null, sent_at timestamptz not null default now() );
comment on table private.pay_links is 'Pay links sent by email or SMS, for the limits; written by send_pay_link only.';
create index pay_links_order_id on private.pay_links (order_id);
create index pay_links_recipient on private.pay_links (recipient, sent_at);
alter table private.pay_links enable row level security;
revoke all on private.pay_links from public;
create function public.send_pay_link(order_id uuid, how text, request_key uuid) returns public.orders language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  sent_to text;
begin
  target := private.lock_point_of_sale_order(send_pay_link.order_id, 'send_pay_link');
  if send_pay_link.how is null or send_pay_link.how not in ('mail', 'text', 'copy') or send_pay_link.request_key is null then
    raise invalid_parameter_value using message = 'A pay link goes by mail, text or copy, with a request key.';
  end if;
  if target.status <> 'pending' then
    raise sqlstate 'PT409' using message = case
      when target.paid_at is null then 'This order is canceled.' else 'This order is already paid.'
    end;
  end if;
  if send_pay_link.how = 'mail' and target.customer_email is null then
    raise sqlstate 'PT422' using message = 'This order has no email address.';
  end if;
  if send_pay_link.how = 'text' and target.delivery_phone_number = '' then
    raise sqlstate 'PT422' using message = 'This order has no phone number.';
  end if;
  if send_pay_link.how in ('mail', 'text') then
    sent_to := case send_pay_link.how
      when 'mail' then lower(target.customer_email) else target.delivery_phone_number end;
    perform pg_advisory_xact_lock(hashtextextended('pay_links:' || sent_to, 0));
    if (
      select count(*) filter (where links.order_id = target.id) >= 5 or count(*) >= 10
      from private.pay_links as links
      where links.recipient = sent_to and links.sent_at > now() - interval '1 day'
    ) then
      raise sqlstate 'PT429' using
        message = 'This link was sent too often today. Copy it instead, or tell the customer the order number.';
    end if;
    insert into private.pay_links (order_id, recipient) values (target.id, sent_to);
  end if;
  if send_pay_link.how = 'mail' then
    perform private.queue_mail('pay_link', target.id, 'pay_link:' || send_pay_link.request_key);
  end if;
  perform private.add_to_audit_log(
    'counter', 'Order ' || target.order_number, null, jsonb_build_object('pay_link', send_pay_link.how)
  );
  return target;
end;
$$;
comment on function public.send_pay_link(uuid, text, uuid) is 'For the owner and managers: sends the pay link of an unpaid point-of-sale order by email (written here), SMS, or'
  ' copy (made by the server). At most five times a day per order and ten times per recipient. Security definer: '
  'nobody writes emails by hand.';
grant execute on function public.send_pay_link(uuid, text, uuid) to authenticated;
create table private.link_attempts ( order_id uuid primary key references public.orders (id) on delete cascade, attempts integer not null check (attempts > 0), ends_at timestamptz not null );
comment on table private.link_attempts is 'Attempts within the period that ends then; written by open_linked_payment only.';
alter table private.link_attempts enable row level security;
revoke all on private.link_attempts from public;
create function public.open_linked_payment(order_id uuid, max_count integer, seconds integer) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  counted private.link_attempts;
begin
  select * into target from public.orders
  where orders.id = open_linked_payment.order_id and orders.channel = 'counter' for update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This order doesn''t exist.';
  end if;
  if target.status = 'pending' then
    insert into private.link_attempts as known (order_id, attempts, ends_at)
    values (target.id, 1, now() + make_interval(secs => open_linked_payment.seconds))
    on conflict on constraint link_attempts_pkey do update set
      attempts = case when known.ends_at <= now() then 1 else known.attempts + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning * into counted;
    if counted.attempts <= open_linked_payment.max_count then
      perform private.reserve_fulfillment(target);
    end if;
  end if;
  return jsonb_build_object(
    'status', target.status, 'total', target.total, 'payment_intent_id', target.payment_intent_id,
    'wait_seconds', case when counted.attempts > open_linked_payment.max_count
      then greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer else 0 end,
    'missing', coalesce((
      select jsonb_agg(to_jsonb(missing)) from private.missing_items(target.id) as missing
      where target.status = 'pending'
    ), '[]')
  );
end;
$$;
comment on function public.open_linked_payment(uuid, integer, integer) is 'For the server, which has checked a pay link: {status, total, payment_intent_id, wait_seconds, missing} of the '
  'order, with its slot reserved; wait_seconds after too many attempts, 410 and 422 as check_fulfillment. jsonb: '
  'as a table, the missing lines would be a second call, after the slot''s lock is released. Security definer: '
  'nobody counts by hand.';
grant execute on function public.open_linked_payment(uuid, integer, integer) to service_role;
create function public.read_point_of_sale() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_point_of_sale('read_point_of_sale');
  return jsonb_build_object(
    'unpaid', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', orders.id, 'number', orders.order_number, 'name', orders.customer_name, 'total', orders.total,
        'placed_at', orders.created_at, 'phone', orders.delivery_phone_number, 'email', orders.customer_email,
        'delivery_type', orders.delivery_type, 'window_starts_at', orders.window_starts_at,
        'window_ends_at', orders.window_ends_at
      ) order by orders.created_at desc)
      from public.orders where orders.status = 'pending' and orders.channel = 'counter'
    ), '[]'),
    'owed', coalesce((
      select jsonb_agg(jsonb_build_object(
        'refund_id', refunds.id, 'order_id', orders.id, 'number', orders.order_number, 'name', orders.customer_name,
        'amount', refunds.amount_cents / 100.0, 'method', payments.method, 'requested_at', refunds.created_at
      ) order by refunds.created_at)
      from public.refunds
      join public.payments
        on payments.payment_intent_id = refunds.payment_intent_id and payments.method <> 'card'
      join public.orders on orders.id = refunds.order_id
      where refunds.status = 'requested'
    ), '[]')
  );
end;
$$;
comment on function public.read_point_of_sale() is 'For the owner and managers: {unpaid: [{id, number, name, total, placed_at, phone, email, delivery_type, '
  'window_starts_at, window_ends_at}], owed: [{refund_id, order_id, number, name, amount, method, requested_at}]}: '
  'unpaid point-of-sale orders, and refunds to give in the store. jsonb: the page reads both lists in one round '
  'trip. Security definer: one check instead of one per row.';
grant execute on function public.read_point_of_sale() to authenticated;
create function private.retry_wait(attempts integer) returns interval language plpgsql immutable set search_path = '' as $$
begin
  return least(interval '1 minute' * (2 ^ least(retry_wait.attempts, 6)), interval '1 hour');
end;
$$;
comment on function private.retry_wait(integer) is '2, 4, 8, 16, 32 minutes, then an hour.';
create function public.claim_refunds(max_count integer) returns setof public.refunds language plpgsql security definer set search_path = '' as $$
begin
  return query
    update public.refunds
    set attempts = refunds.attempts + 1, next_attempt_at = now() + private.retry_wait(refunds.attempts + 1)
    where refunds.id in (
      select due.id from public.refunds as due
      where due.status = 'requested' and due.next_attempt_at <= now()
        -- Payments taken in the store are refunded there, by staff.
        and exists (
          select from public.payments
          where payments.payment_intent_id = due.payment_intent_id and payments.method = 'card'
        )
      order by due.next_attempt_at
      limit claim_refunds.max_count
      for update skip locked
    )
    returning *;
end;
$$;
comment on function public.claim_refunds(integer) is 'Claims refunds to send now; nobody else gets them for at least two minutes.';
grant execute on function public.claim_refunds(integer) to service_role;
create function public.finalize_refund( refund_id uuid, provider_refund_id text, status text, error text default null ) returns public.refunds language plpgsql security definer set search_path = '' as $$
declare
  settled public.refunds;
begin
  settled := private.apply_refund_status(
    finalize_refund.refund_id, finalize_refund.provider_refund_id, finalize_refund.status, finalize_refund.error
  );
  if settled.id is null then
    raise sqlstate 'PT404' using message = 'This refund doesn''t exist.';
  end if;
  if settled.status = 'requested' and settled.attempts = 8 then
    perform private.add_alert('refund_stuck', settled.order_id, format(
      'A refund of $%s failed eight times: %s',
      to_char(settled.amount_cents / 100.0, 'FM999999990.00'), coalesce(settled.last_error, 'no answer.')
    ));
  end if;
  return settled;
end;
$$;
comment on function public.finalize_refund(uuid, text, text, text) is 'Records the result of a claimed refund: pending, succeeded, or failed; requested with an error to retry later.';
grant execute on function public.finalize_refund(uuid, text, text, text) to service_role;
create function public.claim_mails(max_count integer) returns setof public.outgoing_mails language plpgsql security definer set search_path = '' as $$
begin
  return query
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
end;
$$;
comment on function public.claim_mails(integer) is 'Claims emails to send now; nobody else gets them for at least two minutes.';
grant execute on function public.claim_mails(integer) to service_role;
create function public.finalize_mail(mail_id uuid, error text default null) returns public.outgoing_mails language plpgsql security definer set search_path = '' as $$
declare
  settled public.outgoing_mails;
begin
  update public.outgoing_mails as mails
  set status = case
        when finalize_mail.error is null then 'sent'
        when mails.attempts >= 8 then 'dead'
        else 'waiting'
      end,
      sent_at = case when finalize_mail.error is null then now() end,
      last_error = left(finalize_mail.error, 500)
  where mails.id = finalize_mail.mail_id and mails.status = 'waiting'
  returning * into settled;
  if settled.status = 'dead' then
    perform private.add_alert('mail_dead', settled.order_id, format(
      'An email to %s failed eight times: %s', settled.recipient, settled.last_error
    ));
  end if;
  return settled;
end;
$$;
comment on function public.finalize_mail(uuid, text) is 'Records the result of a claimed email. After eight attempts it is dead, and an alert is raised.';
grant execute on function public.finalize_mail(uuid, text) to service_role;
create function public.list_unclosed_intents(max_count integer) returns table (order_id uuid, payment_intent_id text) language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select orders.id, orders.payment_intent_id from public.orders
    where orders.status = 'cancelled' and orders.intent_closed_at is null and orders.payment_intent_id is not null
    order by orders.created_at
    limit list_unclosed_intents.max_count;
end;
$$;
comment on function public.list_unclosed_intents(integer) is 'Lists open intents of canceled orders, to be canceled too.';
grant execute on function public.list_unclosed_intents(integer) to service_role;
create function public.close_intent(order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set intent_closed_at = now()
  where orders.id = close_intent.order_id and orders.status = 'cancelled' and orders.intent_closed_at is null;
end;
$$;
comment on function public.close_intent(uuid) is 'Marks the order''s intent as closed.';
grant execute on function public.close_intent(uuid) to service_role;
create function public.list_abandoned_orders(max_count integer) returns table (order_id uuid, payment_intent_id text) language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select orders.id, orders.payment_intent_id from public.orders
    where orders.status = 'pending' and orders.created_at < now() - interval '24 hours'
    order by orders.created_at
    limit list_abandoned_orders.max_count;
end;
$$;
comment on function public.list_abandoned_orders(integer) is 'Lists orders that were unpaid for 24 hours.';
grant execute on function public.list_abandoned_orders(integer) to service_role;
create function public.cancel_abandoned_order(order_id uuid) returns boolean language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.orders set status = 'cancelled', cancelled_by = 'server', cancel_reason = 'abandoned'
  where orders.id = cancel_abandoned_order.order_id
    and orders.status = 'pending' and orders.created_at < now() - interval '24 hours';
  return found;
end;
$$;
comment on function public.cancel_abandoned_order(uuid) is 'Cancels the order if it is still pending and old enough; returns whether it did.';
grant execute on function public.cancel_abandoned_order(uuid) to service_role;
create function public.list_orders_to_reconcile(max_count integer default 1000) returns table (order_id uuid, payment_intent_id text) language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select pending.id, pending.payment_intent_id
    from (
      select orders.id, orders.payment_intent_id, orders.created_at,
        row_number() over (order by orders.created_at desc, orders.id) as from_newest,
        row_number() over (order by orders.created_at, orders.id) as from_oldest
      from (
        select orders.id, orders.payment_intent_id, orders.created_at from public.orders
        where orders.status = 'pending' and orders.payment_intent_id is not null
        union all
        select fees.order_id, fees.payment_intent_id, fees.agreed_at from public.delivery_fees as fees
        where fees.paid_at is null and fees.payment_intent_id is not null
      ) as orders
    ) as pending
    order by least(pending.from_newest, pending.from_oldest), pending.created_at desc
    limit list_orders_to_reconcile.max_count;
end;
$$;
comment on function public.list_orders_to_reconcile(integer) is 'Lists pending orders and delivery fees whose intent may have been paid: the newest, the oldest, the second '
  'newest, and so on.';
grant execute on function public.list_orders_to_reconcile(integer) to service_role;
create function public.list_unread_refunds(max_count integer) returns setof text language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select payments.payment_intent_id from public.payments
    where payments.refunds_unread limit list_unread_refunds.max_count;
end;
$$;
comment on function public.list_unread_refunds(integer) is 'Lists payments whose refunds must be read from the provider.';
grant execute on function public.list_unread_refunds(integer) to service_role;
create function public.record_refunds_read(payment_intent_id text) returns void language sql security definer set search_path = '' as $$
  update public.payments set refunds_unread = false
  where payments.payment_intent_id = record_refunds_read.payment_intent_id;
$$;
comment on function public.record_refunds_read(text) is 'Call it before reading, so that refunds made meanwhile count.';
grant execute on function public.record_refunds_read(text) to service_role;
create table private.reconciliation ( id boolean primary key default true check (id), reconciled_until timestamptz );
comment on table private.reconciliation is 'One row: up to when the provider''s events were reconciled.';
insert into private.reconciliation default values;
alter table private.reconciliation enable row level security;
revoke all on private.reconciliation from public;
create function public.reconciled_until() returns timestamptz language plpgsql stable security definer set search_path = '' as $$
begin
  return (select reconciliation.reconciled_until from private.reconciliation);
end;
$$;
comment on function public.reconciled_until() is 'Returns null before the first time.';
grant execute on function public.reconciled_until() to service_role;
create function public.record_reconciled(until timestamptz) returns void language plpgsql security definer set search_path = '' as $$
begin
  update private.reconciliation
  set reconciled_until = greatest(reconciliation.reconciled_until, record_reconciled.until);
end;
$$;
comment on function public.record_reconciled(timestamptz) is 'Call it once everything up to then is applied.';
grant execute on function public.record_reconciled(timestamptz) to service_role;
create function private.anonymize_order(order_id uuid) returns void language sql set search_path = '' as $$
  delete from public.billing_details where billing_details.order_id = anonymize_order.order_id;
  update public.orders
  set delivery_address = '', delivery_street = '', delivery_unit = '', delivery_city = '', delivery_zip = '',
      driver_note = '', delivery_phone_number = '', note = ''
  where orders.id = anonymize_order.order_id and (
    orders.delivery_address <> '' or orders.driver_note <> '' or orders.delivery_phone_number <> '' or orders.note <> ''
  );
  update public.order_items set note = ''
  where order_items.order_id = anonymize_order.order_id and order_items.note <> '';
  update public.shop_alerts set message = replace(shop_alerts.message, mails.recipient, 'a deleted account')
  from public.outgoing_mails as mails
  where mails.order_id = anonymize_order.order_id and mails.kind not like 'shop\_%'
    and shop_alerts.order_id = mails.order_id and strpos(shop_alerts.message, mails.recipient) > 0;
  -- A waiting email is the last one the customer gets; it is anonymized once sent.
  delete from public.outgoing_mails
  where outgoing_mails.order_id = anonymize_order.order_id and outgoing_mails.status <> 'waiting';
$$;
comment on function private.anonymize_order(uuid) is 'Removes personal data from an order: billing details, address, phone, notes, emails.';
create function private.anonymize_account() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  ended uuid;
begin
  if old.role = 'admin' then
    -- Serialized: if the last two admins leave at once, the second one stays.
    perform pg_advisory_xact_lock(hashtextextended('admins', 0));
    if not exists (select 1 from public.profiles where profiles.role = 'admin' and profiles.id <> old.id) then
      raise sqlstate 'PT409' using message = 'You can''t delete the last admin of the store.';
    end if;
  end if;
  update public.orders
  set status = 'cancelled', cancelled_by = 'customer', cancel_reason = 'requested', user_id = null
  where orders.user_id = old.id and orders.status = 'pending';
  for ended in
    update public.orders set user_id = null, request_key = null where orders.user_id = old.id
    returning case when orders.status in ('completed', 'cancelled', 'refunded') then orders.id end
  loop
    perform private.anonymize_order(ended);
  end loop;
  return old;
end;
$$;
comment on function private.anonymize_account() is 'Runs however an account is deleted. Security definer: the auth service that deletes it may not change orders.';
create trigger anonymize_account before delete on public.profiles for each row execute function private.anonymize_account();
create function private.anonymize_ended_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.anonymize_order(new.id);
  return null;
end;
$$;
comment on function private.anonymize_ended_order() is 'Anonymizes an order of a deleted account once it has ended. Security definer, as anonymize_account.';
create trigger strip_personal_data after update of status on public.orders for each row when (new.user_id is null and new.channel = 'online' and new.status in ('completed', 'cancelled', 'refunded')) execute function private.anonymize_ended_order();
create function private.anonymize_last_mail() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.outgoing_mails
  where outgoing_mails.id = new.id and exists (
    select 1 from public.orders
    where orders.id = new.order_id and orders.user_id is null and orders.channel = 'online'
      and orders.status in ('completed', 'cancelled', 'refunded')
  );
  return null;
end;
$$;
comment on function private.anonymize_last_mail() is 'Security definer: nobody may change mails by hand.';
create trigger anonymize_last_mail after update of status on public.outgoing_mails for each row when (new.status = 'sent') execute function private.anonymize_last_mail();
create function private.fold_text(words text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Latin letters without an accent form, with the letter people type for them; then digits of other scripts.
  letters constant text := 'ðøđħıĸłŋŧƀƃƈƌƍƒƙƚƞƥƫƭƴƶƹƺƿǝǥȡȥȴȵȶȷȼȿɀɇɉɋɍɏɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟɠɡɢɣɤɥɦɧɨɩɪɫ'
    || 'ɬɭɯɰɱɲɳɴɵɹɺɻɼɽɾʀʂʃʄʆʇʈʊʋʌʍʎʏʐʑʒʓʙʚʛʜʝʞʟʠʮʯᴀᴃᴄᴅᴆᴇᴉᴊᴋᴌᴍᴏᴐᴑᴒᴓᴘᴚᴛᴜᴝᴠᴡᴢᴣᵬᵭᵮ'
    || 'ᵯᵰᵱᵲᵳᵴᵵᵶᵹᵼᵽᵿᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶋᶌᶍᶎᶏᶐᶑᶒᶓᶔᶕᶖᶗᶘᶙᶚẜẝỿⱡⱥⱦⱨⱪⱬⱱⱳⱴⱸⱹⱺⱻꜧꜰꜱꜿꝁꝃꝅꝇꝉꝋꝍꝑꝓꝕꝗ'
    || 'ꝙꝟꝡꝺꝼꝿꞁꞃꞅꞇꞎꞑꞓꞔꞕꞗꞙꞡꞣꞥꞧꞩꞯꞵꞷꞹꟈꟊꟺꬲꬴꬶꬷꬸꬹꬺꬻꬼꬿꭃꭄꭆꭉꭎꭒꭓꭔꭕꭖꭗꭘꭙꭚꭨʉᵻᵾꬳɸȝʁꝣꝛς٠١٢٣٤٥'
    || '٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';
  typed_as constant text := 'dodhiklntbbcddfklnpttyzzzwegdzlntjcszejqryaaabocddeeeeeeejggggohhhiiil'
    || 'lluumnnnorrrrrrrssjsttuvawyyzzzzbeghjklqhhabcddeijklmoooooprtuuvwzzbdf'
    || 'mnprrstzgipubdfgklmnprssvxzaadeeeeiosuzssylathkzvwveroehfsckkklloopppq'
    || 'qvvdfglrstlncchbfgknrsqboudsueeglllmnnooorruuxxxxxxxyruiuefyrzrσ012345'
    || '678901234567890123456789';
  folded text;
begin
  if octet_length(words) = char_length(words) then
    return translate(lower(words), '''`', '');
  end if;
  folded := translate(lower(normalize(translate(words, '´', ''), nfkd)), '''’‘`ꞌʔʕǀǁǂǃ', '');
  -- Accents and invisible characters such as a change of direction. Vowel signs of Indic scripts are letters.
  folded := regexp_replace(folded, '[\u00ad\u02b0-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    || '\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u135d-\u135f\u1ab0-\u1aff\u1dc0-'
    || '\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff]+', '', 'g');
  if folded ~ '[\u00df-\u02af\u03c2\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]' then
    folded := translate(folded, letters, typed_as);
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return normalize(folded);
end;
$$;
comment on function private.fold_text(text) is 'Writes text as people type it who look for it: small letters, no accents, no apostrophes, the nearest letter a to z for a '
  'letter of another Latin alphabet. Other scripts keep their letters. Every search of the store compares texts by it.';
create function private.search_text(words text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare
  folded text := private.fold_text(search_text.words);
begin
  if octet_length(folded) = char_length(folded) then
    folded := regexp_replace(folded, '[^a-z0-9]+', ' ', 'g');
  else
    folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be'
      || '\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0964'
      || '\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u104a-\u104f\u1360-\u1368\u166d\u1680\u16eb-\u16ed'
      || '\u17d4-\u17db\u1800-\u180e\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3007-\u3020\u3030\u303d\u30a0'
      || '\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe6f\uff00-\uff0f\uff5f-\uff65\uffe0-\uffff\U0001f000-'
      || '\U0001faff]+', ' ', 'g');
    -- Chinese has no spaces between words.
    folded := regexp_replace(
      folded, '([\u2e80-\u2fdf\u3005\u3006\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'
      || '])', ' \1 ', 'g');
    folded := regexp_replace(folded, ' +', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded,
    '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'),
    '\m(?:pounds?|lbs)\M', 'lb', 'g'), '\mounces?\M', 'oz', 'g'));
end;
$$;
comment on function private.search_text(text) is 'Writes words as private.fold_text does, with one blank between them and no signs.';
create function private.joined_words(words text) returns text language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(pair.first || pair.second, ' '), '')
  from (
    select word as first, lead(word) over (order by place) as second
    from unnest(string_to_array(joined_words.words, ' ')) with ordinality as each (word, place)
  ) as pair
  where pair.second is not null and (pair.first || pair.second) ~ '^[a-z]+$';
$$;
comment on function private.joined_words(text) is 'Takes words as search_text writes them.';
create function private.search_key(words text) returns text language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  word text;
  key text := '';
begin
  foreach word in array string_to_array(private.search_text(words), ' ') loop
    key := key || coalesce((ts_lexize('pg_catalog.english_stem', word))[1], '');
  end loop;
  return key;
end;
$$;
comment on function private.search_key(text) is 'Returns the words of a name as one key: the same for singular and plural, joined and split.';
create table private.search_words ( word text collate "C" primary key, is_name boolean not null, is_joined boolean not null default false );
comment on table private.search_words is 'Every word that any document contains.';
comment on column private.search_words.is_name is 'Whether it is in a name, a synonym, or an attribute, not only in a description: a typo may have meant it.';
comment on column private.search_words.is_joined is 'Two words joined, as nobody writes them except by mistake.';
alter table private.search_words enable row level security;
revoke all on private.search_words from public;
create table private.search_spellings ( spelling text collate "C" not null, word text collate "C" not null references private.search_words (word) on delete cascade, primary key (spelling, word) );
comment on table private.search_spellings is 'Deletion index: each such word, and each with one letter removed (two in words of eight letters and more). Two '
  'words are one typo apart if removing a letter from each can make them equal.';
create index search_spellings_word on private.search_spellings (word);
alter table private.search_spellings enable row level security;
revoke all on private.search_spellings from public;
create function private.spelling_deletions(word text) returns text[] language plpgsql immutable parallel safe set search_path = '' as $$
declare
  spellings text[] := array[word];
  shortened text;
begin
  -- Twice the length is four times the work, and 100 characters may be 300 letters. No known word has more than 24.
  if char_length(word) > 26 then
    return '{}';
  end if;
  for place in 1 .. char_length(word) loop
    shortened := overlay(word placing '' from place for 1);
    spellings := spellings || shortened;
    if char_length(word) >= 8 then
      for other in place .. char_length(shortened) loop
        spellings := spellings || overlay(shortened placing '' from other for 1);
      end loop;
    end if;
  end loop;
  return spellings;
end;
$$;
comment on function private.spelling_deletions(text) is 'Takes a word of three letters or more; returns none for one longer than any known word.';
create function private.learn_words(texts text, is_name boolean, is_joined boolean default false) returns void language plpgsql set search_path = '' as $$
begin
  with new_words as (
    insert into private.search_words as known (word, is_name, is_joined)
    select each.word, learn_words.is_name, learn_words.is_joined
    from (
      select distinct unnest(string_to_array(learn_words.texts, ' ')) collate "C" as word
    ) as each
    left join private.search_words as same on same.word = each.word
    where each.word ~ '^([^0-9]{2,40}|[^ -~])$' and (
      same.word is null or learn_words.is_name and not same.is_name or same.is_joined and not learn_words.is_joined
    )
    order by each.word
    on conflict (word) do update set is_name = excluded.is_name or known.is_name,
      is_joined = excluded.is_joined and known.is_joined
    where excluded.is_name and not known.is_name or known.is_joined and not excluded.is_joined
    returning word
  )
  insert into private.search_spellings (spelling, word)
  select distinct unnest(private.spelling_deletions(new_words.word)), new_words.word
  from new_words
  where learn_words.is_name and char_length(new_words.word) between 3 and 24
  order by 1
  on conflict do nothing;
end;
$$;
comment on function private.learn_words(text, boolean, boolean) is 'Takes texts as search_text writes them.';
create function private.expand_query(typed text) returns text[] language plpgsql stable set search_path = '' as $$
declare
  length integer := char_length(typed);
begin
  return array(
    select near.word
    from (
      select each.word, each.mistakes, min(each.mistakes) over () as fewest
      from (
        select spelled.word,
          min(greatest(length, char_length(spelled.word)) - char_length(spelled.spelling)) as mistakes
        from private.search_spellings as spelled
        where spelled.spelling = any (private.spelling_deletions(typed)) and spelled.word <> typed
        group by spelled.word
      ) as each
    ) as near
    where near.mistakes = near.fewest
    order by left(near.word, 1) = left(typed, 1) desc, abs(char_length(near.word) - length), near.word
    limit 4
  );
end;
$$;
comment on function private.expand_query(text) is 'Returns the known words nearest to an unknown one: one typo away, or two in words of eight letters; empty if '
  'none.';
create function private.next_word(typed text) returns text language plpgsql stable set search_path = '' as $$
begin
  return (select known.word from private.search_words as known where known.word >= typed order by known.word limit 1);
end;
$$;
comment on function private.next_word(text) is 'Returns the first known word from here on in dictionary order: it starts with what was typed, if any does.';
create table private.search_documents ( product_id bigint primary key references public.products (id) on delete cascade, name_terms tsvector not null, alternate_terms tsvector not null, synonym_terms tsvector not null, text_terms tsvector not null, keys text[] not null, heads text[] not null default '{}', word_count integer not null, is_sold_out boolean not null, price numeric not null, sold_count bigint not null default 0 ) with (toast_tuple_target = 1024);
comment on table private.search_documents is 'Search document of each product for sale; maintained by triggers on products.';
comment on column private.search_documents.name_terms is 'Words of the name.';
comment on column private.search_documents.alternate_terms is 'Those, and its alternate names.';
comment on column private.search_documents.synonym_terms is 'All of these, their synonyms, and its sizes.';
comment on column private.search_documents.text_terms is 'All of these, its category, ingredients, and description.';
comment on column private.search_documents.keys is 'Its full names, as search_key writes them: "yam" is a full name of yams, but only a word of yam flour.';
comment on column private.search_documents.heads is 'Head word of its name and that word''s synonyms: parboiled rice is rice, rice seasoning is seasoning.';
comment on column private.search_documents.word_count is 'Words in the name outside of brackets: a plainer product has a shorter name.';
comment on column private.search_documents.price is 'Current price: of the same product, the smaller pack comes first.';
comment on column private.search_documents.sold_count is 'Units sold in the last 90 days, at the last count_sales.';
create index search_documents_alternate_terms on private.search_documents using gin (alternate_terms) with (fastupdate = off);
create index search_documents_heads on private.search_documents using gin (heads) with (fastupdate = off);
create index search_documents_text_terms on private.search_documents using gin (text_terms) with (fastupdate = off);
alter table private.search_documents enable row level security;
revoke all on private.search_documents from public;
create function private.shared_names(one tsvector, other tsvector) returns integer language sql immutable parallel safe set search_path = '' as $$
  select cardinality(array(
    select unnest(tsvector_to_array(shared_names.one)) intersect select unnest(tsvector_to_array(shared_names.other))
  ));
$$;
comment on function private.shared_names(tsvector, tsvector) is 'Counts the words that two products have in common in their names and alternate names.';
create table private.article_documents ( article_id bigint primary key references public.blog_post (id) on delete cascade, name_terms tsvector not null, text_terms tsvector not null );
comment on table private.article_documents is 'Search document of each article; maintained by triggers on blog_post.';
create index article_documents_text_terms on private.article_documents using gin (text_terms) with (fastupdate = off);
alter table private.article_documents enable row level security;
revoke all on private.article_documents from public;
create function private.head_word(name text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.search_key(substring(
    private.search_text(regexp_replace(head_word.name, '\([^)]*\)|[,/].*| (with|in|for|of|from) .*', '', 'gi'))
    from '([^ 0-9]+)(?: [0-9]+(?: (?:lb|oz|fl|g|kg|ml|l|ct|in|yd|pack|packs))*)*$'
  ));
end;
$$;
comment on function private.head_word(text) is 'Returns the word of a name that says what the product is, as search_key writes it; null if there is none.';
create function private.index_products(product_ids bigint[]) returns void language plpgsql set search_path = '' as $$
declare
  names text;
  joined_names text;
  descriptions text;
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.search_documents as document
  using public.products
  where document.product_id = any (product_ids) and products.id = document.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  with texts as materialized (
    select products.id, products.is_sold_out, coalesce(products.discount_price, products.price) as price,
      array(
        select distinct private.search_key(whole) from unnest(
          array[products.name] || regexp_split_to_array(products.name, '[(),/]')
          || regexp_split_to_array(products.also_called, ',')
        ) as whole
        where whole ~ '[^[:space:]]'
      ) as keys,
      private.head_word(products.name) as head,
      private.search_text(products.name) as name,
      cardinality(string_to_array(
        private.search_text(regexp_replace(products.name, '\([^)]*\)', '', 'g')), ' '
      )) as word_count,
      private.search_text(products.also_called) as also_called,
      private.search_text(concat_ws(
        ' ', products.size, trim_scale(products.amount), products.unit,
        jsonb_path_query_array(products.sizes, '$[*].label')
      )) as size,
      private.search_text(concat_ws(' ', categories.title, products.description_header, products.ingredients)) as facts,
      private.search_text(products.description) as description
    from public.products
    join public.categories on categories.prefix = products.category
    where products.id = any (product_ids) and products.archived_at is null and products.pictures_ready
  ), parts as materialized (
    select texts.*,
      to_tsvector('pg_catalog.english', texts.name || ' ' || private.joined_words(texts.name)) as name_terms,
      to_tsvector('pg_catalog.english', texts.also_called || ' ' || private.joined_words(texts.also_called)) as other,
      to_tsvector('pg_catalog.english', texts.facts || ' ' || texts.description) as described
    from texts
  ), expanded as materialized (
    select parts.*, parts.name_terms || parts.other as alternate_terms, to_tsvector(
      'pg_catalog.english', private.synonyms_of(parts.name_terms || parts.other) || ' ' || parts.size
    ) as synonyms
    from parts
  ), written as (
    insert into private.search_documents as document
      (product_id, name_terms, alternate_terms, synonym_terms, text_terms, keys, heads, word_count, is_sold_out, price)
    select expanded.id, expanded.name_terms, expanded.alternate_terms, expanded.alternate_terms || expanded.synonyms,
      expanded.alternate_terms || expanded.synonyms || expanded.described
        || to_tsvector('pg_catalog.english', private.synonyms_of(expanded.described)),
      expanded.keys || array(
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = any (expanded.keys))
      ), array(
        select expanded.head where expanded.head is not null
        union
        select term.key from private.search_terms as term
        where term.synonym_id in (select same.synonym_id from private.search_terms as same where same.key = expanded.head)
      ), expanded.word_count, expanded.is_sold_out, expanded.price
    from expanded
    order by expanded.id
    on conflict (product_id) do update set
      name_terms = excluded.name_terms, alternate_terms = excluded.alternate_terms, synonym_terms = excluded.synonym_terms, text_terms = excluded.text_terms,
      keys = excluded.keys,
      heads = excluded.heads, word_count = excluded.word_count, is_sold_out = excluded.is_sold_out, price = excluded.price
  )
  select string_agg(concat_ws(' ', texts.name, texts.also_called, texts.facts), ' '),
    string_agg(private.joined_words(texts.name) || ' ' || private.joined_words(texts.also_called), ' '),
    string_agg(concat_ws(' ', texts.description, texts.size), ' ')
  into names, joined_names, descriptions
  from texts;
  perform private.learn_words(names, true);
  perform private.learn_words(joined_names, true, true);
  perform private.learn_words(descriptions, false);
end;
$$;
comment on function private.index_products(bigint[]) is 'Rebuilds the documents of these products.';
create function private.lock_documents(product_ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  -- Always in product order, so that concurrent changes cannot deadlock.
  perform 1 from private.search_documents as document
  where document.product_id = any (product_ids) order by document.product_id for update;
end;
$$;
create function private.index_changed_products() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed_ids bigint[];
begin
  if tg_op = 'INSERT' then
    perform private.index_products(array(select id from products_after order by id));
    return null;
  end if;
  perform private.index_products(array(
    select id from products_before as before join products_after as after using (id)
    where (before.name, before.also_called, before.size, before.amount, before.unit, before.category,
        before.description_header, before.ingredients, before.description, before.pictures_ready, before.archived_at,
        jsonb_path_query_array(before.sizes, '$[*].label'))
      is distinct from
      (after.name, after.also_called, after.size, after.amount, after.unit, after.category,
        after.description_header, after.ingredients, after.description, after.pictures_ready, after.archived_at,
        jsonb_path_query_array(after.sizes, '$[*].label'))
    order by id
  ));
  changed_ids := array(
    select id from products_before as before join products_after as after using (id)
    where before.is_sold_out <> after.is_sold_out
      or coalesce(before.discount_price, before.price) <> coalesce(after.discount_price, after.price)
  );
  if cardinality(changed_ids) > 0 then
    perform private.lock_documents(changed_ids);
    update private.search_documents as document set
      is_sold_out = after.is_sold_out, price = coalesce(after.discount_price, after.price)
    from products_after as after
    where document.product_id = any (changed_ids) and after.id = document.product_id;
  end if;
  return null;
end;
$$;
comment on function private.index_changed_products() is 'Security definer: nobody writes the index by hand.';
create trigger index_new_products after insert on public.products referencing new table as products_after for each statement execute function private.index_changed_products();
create trigger index_changed_products after update on public.products referencing old table as products_before new table as products_after for each statement execute function private.index_changed_products();
create function private.index_articles(article_ids bigint[]) returns void language plpgsql set search_path = '' as $$
declare
  texts text;
begin
  -- A search reveals which words exist, so drafts are not indexed before they are published.
  delete from private.article_documents as document using public.blog_post as article
  where document.article_id = any (article_ids) and article.id = document.article_id
    and (article.publish_at <= now()) is not true;
  with sources as materialized (
    select article.id, private.search_text(article.name || ' ' || article.short_introduction) as name,
      private.search_text((
        select string_agg(value, ' ')
        from jsonb_each_text(to_jsonb(article) - array['id', 'img1', 'img2', 'created_at', 'updated_at', 'servings'])
      )) as words
    from public.blog_post as article
    where article.id = any (article_ids) and article.publish_at <= now()
  ), parts as materialized (
    select sources.*, to_tsvector('pg_catalog.english', sources.name || ' ' || private.joined_words(sources.name)) as name_terms
    from sources
  ), written as (
    insert into private.article_documents as document (article_id, name_terms, text_terms)
    select parts.id, parts.name_terms, parts.name_terms || to_tsvector(
      'pg_catalog.english', parts.words || ' ' || private.synonyms_of(parts.name_terms)
    )
    from parts
    on conflict (article_id) do update set name_terms = excluded.name_terms, text_terms = excluded.text_terms
  )
  select string_agg(sources.words, ' ') into texts from sources;
  perform private.learn_words(texts, false);
end;
$$;
comment on function private.index_articles(bigint[]) is 'Rebuilds the documents of these articles; drafts have none.';
create function private.index_changed_article() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_articles(array[new.id]);
  return null;
end;
$$;
comment on function private.index_changed_article() is 'Security definer: nobody writes the index by hand.';
create trigger index_changed_article after insert or update on public.blog_post for each row execute function private.index_changed_article();
create table public.search_synonyms ( id bigint generated always as identity primary key, words text[] not null check ( cardinality(words) between 2 and 30 and array_position(words, null) is null and char_length(array_to_string(words, ',')) <= 1000 ) );
comment on table public.search_synonyms is 'A search for one word of a group finds products named by another.';
alter table public.search_synonyms enable row level security;
revoke all on public.search_synonyms from anon, authenticated;
grant select, delete on public.search_synonyms to authenticated;
grant insert (words), update (words) on public.search_synonyms to authenticated;
create policy "managers read the synonyms" on public.search_synonyms for select to authenticated using ((select private.can_manage()));
create policy "managers add synonyms" on public.search_synonyms for insert to authenticated with check ((select private.can_manage()));
create policy "managers change synonyms" on public.search_synonyms for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove synonyms" on public.search_synonyms for delete to authenticated using ((select private.can_manage()));
create table private.search_terms ( synonym_id bigint not null, words text not null, key text not null, is_joined boolean not null, first_lexeme text not null, query tsquery not null );
comment on table private.search_terms is 'Derived from search_synonyms by a trigger.';
comment on column private.search_terms.is_joined is 'Two words of the group joined.';
comment on column private.search_terms.first_lexeme is 'The query is tried on documents that contain it.';
create index search_terms_first_lexeme on private.search_terms (first_lexeme);
create index search_terms_key on private.search_terms (key);
create index search_terms_synonym_id on private.search_terms (synonym_id);
alter table private.search_terms enable row level security;
revoke all on private.search_terms from public;
create function private.synonyms_of(document tsvector) returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select string_agg(term.words, ' ')
    from private.search_terms as term
    where term.synonym_id = any (array(
      select found.synonym_id from private.search_terms as found
      where found.first_lexeme = any (tsvector_to_array(synonyms_of.document)) and synonyms_of.document @@ found.query
    ))
  ), '');
end;
$$;
comment on function private.synonyms_of(tsvector) is 'Returns all words of the groups of which the document contains one.';
create function private.apply_synonyms() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed tsquery;
begin
  -- Documents that contain a word of the group, before or after, now match other words.
  select string_agg(format('(%s)', term.query), ' | ')::tsquery into changed
  from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id);
  delete from private.search_terms where synonym_id = coalesce(new.id, old.id);
  if tg_op <> 'DELETE' then
    insert into private.search_terms (synonym_id, words, key, is_joined, first_lexeme, query)
    select new.id, term.words, private.search_key(term.words), term.is_joined, (
        select word.lexeme from unnest(to_tsvector('pg_catalog.english', term.words)) as word
        order by word.positions[1] limit 1
      ), phraseto_tsquery('pg_catalog.english', term.words)
    from (
      select written.words, bool_and(written.is_joined) as is_joined
      from unnest(new.words) as each
      cross join lateral (
        select private.search_text(each) as words, false as is_joined
        union all
        select private.joined_words(private.search_text(each)), true where private.search_text(each) ~ '^[a-z]+ [a-z]+$'
      ) as written
      group by written.words
    ) as term
    where numnode(phraseto_tsquery('pg_catalog.english', term.words)) > 0;
    perform private.learn_words(string_agg(term.words, ' '), true, term.is_joined)
    from private.search_terms as term where term.synonym_id = new.id group by term.is_joined;
  end if;
  select string_agg(format('(%s)', each.query), ' | ')::tsquery into changed
  from (
    select changed as query where changed is not null
    union all select term.query from private.search_terms as term where term.synonym_id = coalesce(new.id, old.id)
  ) as each;
  perform private.index_products(array(
    select document.product_id from private.search_documents as document where document.text_terms @@ changed order by 1
  ));
  return null;
end;
$$;
comment on function private.apply_synonyms() is 'Security definer: nobody writes the index by hand.';
create trigger apply_synonyms after insert or update or delete on public.search_synonyms for each row execute function private.apply_synonyms();
create trigger touch_content_version after insert or update or delete or truncate on public.search_synonyms for each statement execute function private.increment_content_version();
insert into public.search_synonyms (words) values ('{rice,arroz,riz,diri,iresi,shinkafa,osikapa}'), ('{"parboiled rice","arroz precocido","riz étuvé"}'), ('{"ofada rice",ofada,"local rice"}'), ('{jollof,jolof,jallof,benachin}'), ('{garri,gari,garry,eba,"farine de manioc torréfiée"}'), ('{fufu,foofoo,foufou,"fou fou",akpu,swallow}'), ('{flour,harina,farine,farin}'), ('{"yam flour",amala,elubo,"harina de ñame","farine d''igname"}'), ('{"pounded yam",poundo,iyan,"igname pilée"}'), ('{"cassava flour",akpu,"harina de yuca","farine de manioc","farin manyok"}'), ('{"plantain flour","harina de plátano","farine de plantain"}'), ('{cornmeal,"corn meal",ugali,cou-cou,"coo coo",funchi,"harina de maíz","farine de maïs","mayi moulen"}'), ('{corn,maize,maíz,maïs,mayi,agbado}'), ('{pap,ogi,akamu,koko}'), ('{semolina,semo,sémola,semoule}'), ('{fonio,acha,findi,fundi}'), ('{banku,akple}'), ('{beans,ewa,oloyin,"honey beans","brown beans",frijoles,habichuelas,haricots,pwa}'), ('{"black eyed peas","black-eye peas",cowpeas,"frijol carita",niébé,"pwa nwa"}'), ('{"pigeon peas",gungo,gandules,guandules,"congo peas","pois d''angole","pwa kongo"}'), ('{peas,guisantes,chícharos,"petits pois",pois,pwa}'), ('{yam,igname,iyan,ñame,puna,pona,isu,yanm}'), ('{cassava,yuca,yucca,manioc,mandioca,manyok}'), ('{plantain,platano,dodo,tostones,bole,kelewele,matoke,"banane plantain",bannann}'), ('{"green plantains","plátano verde","banane verte","bannann vèt"}'), ('{"ripe plantains","plátano maduro",maduros,alloco,"banane mûre","bannann mi"}'), ('{cocoyam,malanga,taro,eddoe,dasheen,yautia,tannia,macabo}'), ('{okra,okro,quiabo,gombo,"gumbo pods","ladies finger",quimbombó,kalalou}'), ('{callaloo,calalu,amaranth,"efo tete",bledo}'), ('{"garden egg","garden eggs",eggplant,aubergine,nyaadowa,berenjena,berejenn}'), ('{cho-cho,chayote,christophene,mirliton,tayota,militon}'), ('{breadfruit,ukwa,"fruta de pan",panapén,"fruit à pain","lam veritab"}'), ('{mango,mangue,mangoro}'), ('{ginger,jengibre,gingembre,jenjanm,"ata ile"}'), ('{"sugar cane","caña de azúcar","canne à sucre",kann,ireke}'), ('{"scotch bonnet","ata rodo",rodo,habanero,"bonney pepper","piment antillais","piman bouk"}'), ('{pepper,pimienta,poivre,pwav}'), ('{chilli,chili,chile,piment,piman}'), ('{ugu,"pumpkin leaf","fluted pumpkin",ugwu}'), ('{"bitter leaf",bitterleaf,onugbu,ndole,ewuro}'), ('{ewedu,"jute leaf",molokhia,mulukhiyah,crincrin,lalo}'), ('{vegetable,verdura,légume,legim}'), ('{fruit,fruta,fwi}'), ('{tamarind,tamarindo,tamarin,tambran,tamaren}'), ('{coconut,coco,"noix de coco",kokoye,agbon}'), ('{meat,carne,viande,vyann}'), ('{goat,"goat meat",chevon,asun,ewure,chivo,cabrito,chèvre,kabrit}'), ('{"hard chicken","soup chicken","old layer","stewing hen",pollo,gallina,poulet,poule,poul}'), ('{chicken,pollo,poulet,poul}'), ('{beef,"carne de res",bœuf,bèf}'), ('{oxtail,"ox tail",rabo,"rabo de res","queue de bœuf","ke bèf"}'), ('{"cow foot",cowfoot,nkwobi,bokoto,"pata de res","pied de bœuf","pye bèf"}'), ('{ponmo,pomo,kpomo,kanda,"cow skin","cuero de res","peau de bœuf"}'), ('{shaki,tripe,saki,mondongo,tripas,tripes}'), ('{turkey,pavo,dinde,kodenn}'), ('{fish,pescado,poisson,pwason,eja}'), ('{mackerel,titus,"salmon fish",caballa,maquereau,makro}'), ('{tilapia,mojarra}'), ('{croaker,"croaker fish","cassava fish",corvina}'), ('{catfish,bagre,silure,"poisson chat"}'), ('{shrimp,prawns,camarón,camarones,gambas,crevettes,chevrèt}'), ('{crayfish,"cray fish","dried shrimp",oporo,"camarón seco","crevettes séchées"}'), ('{stockfish,okporoko,panla,"poisson séché","pwason sèk"}'), ('{saltfish,"salt fish",bacalao,bacalhau,"salt cod",morue,lanmori}'), ('{"smoked herring",herring,kippers,arenque,hareng,aransò}'), ('{seafood,mariscos,"fruits de mer",fwidmè}'), ('{oil,aceite,huile,lwil}'), ('{"palm oil","epo pupa",zomi,"red oil",dende,"aceite de palma","huile de palme","huile rouge","lwil palmis"}'), ('{"coconut oil","aceite de coco","huile de coco","lwil kokoye"}'), ('{egusi,egushi,"melon seed",agushi,"graines de courge"}'), ('{ogbono,apon,"wild mango seed","bush mango"}'), ('{"locust beans",iru,dawadawa,ogiri,soumbala,sumbala,nététou}'), ('{maggi,magi,bouillon,"bouillon cubes","stock cubes","seasoning cubes",cubitos,"cubes maggi",kib}'), ('{seasoning,sazón,condimento,assaisonnement,epis}'), ('{spice,especias,épices,zepis}'), ('{"suya pepper",yaji,chichinga,"suya spice"}'), ('{jerk,"jerk seasoning","jerk paste","jerk marinade"}'), ('{curry,"curry powder",cari,kari}'), ('{"pepper soup",peppersoup,"pepe soup"}'), ('{berbere,berberi}'), ('{"cameroon pepper","ata cameroon","yellow pepper"}'), ('{"hot sauce","pepper sauce","salsa picante","sauce piquante","sòs pike"}'), ('{sauce,salsa,sòs}'), ('{shito,shitor,"black pepper sauce"}'), ('{browning,"browning sauce","gravy browning"}'), ('{banga,"palm nut",abenkwan,palmnut,"noix de palme","sauce graine"}'), ('{"groundnut paste","peanut butter","mantequilla de maní","beurre de cacahuète","pâte d''arachide",manba}'), ('{groundnut,peanut,epa,nkatie,maní,cacahuate,arachide,cacahuète,pistach}'), ('{ackee,akee,ankye}'), ('{drink,beverage,bebida,boisson,bwason}'), ('{zobo,sorrel,bissap,hibiscus,sobolo,"jamaica flower","flor de jamaica",roselle}'), ('{malt,malta,maltina}'), ('{milo,bournvita,ovaltine,"chocolate malt","cocoa drink"}'), ('{chocolate,cocoa,cacao,chocolat,chokola}'), ('{coffee,café,kafe,buna}'), ('{tea,té,chai}'), ('{"coconut water","agua de coco","eau de coco","dlo kokoye"}'), ('{"coconut milk","leche de coco","lait de coco","lèt kokoye"}'), ('{milk,leche,lait,lèt}'), ('{"milk powder","powdered milk","leche en polvo","lait en poudre","lèt an poud"}'), ('{"evaporated milk","tin milk","leche evaporada","lait évaporé","lèt evapore"}'), ('{"tiger nut",kunu,horchata,chufa,souchet,"atadwe milk"}'), ('{"ginger beer","ginger soda","cerveza de jengibre","bière de gingembre"}'), ('{soda,gaseosa,refresco,"soft drink","boisson gazeuse"}'), ('{"sea moss","irish moss","musgo marino"}'), ('{"bitter kola",orogbo,"garcinia kola","petit cola"}'), ('{"chin chin",chinchin,chin-chin,atchomo,croquettes}'), ('{"puff puff",puff-puff,puffpuff,bofrot,beignet}'), ('{"plantain chips",ipekere,platanitos,chifles,mariquitas,"chips de plantain"}'), ('{"cassava chips","yuca chips","manioc chips","chips de manioc"}'), ('{"meat pie","meat pies","pastel de carne","pâté à la viande","pate vyann"}'), ('{patty,"beef patty","jamaican patty"}'), ('{"spiced bun","easter bun"}'), ('{jerky,"beef jerky",kilishi,"carne seca",cecina,"viande séchée"}'), ('{"coconut drops","cut cake",cocada,"tablèt kokoye"}'), ('{"kuli kuli",kulikuli,"peanut cake"}'), ('{noodles,indomie,ramen,fideos,nouilles,nouy}'), ('{dress,gown,vestido,robe,wòb}'), ('{shirt,camisa,chemise,chemiz}'), ('{skirt,falda,jupe,jip}'), ('{cap,hat,gorro,sombrero,chapeau,chapo}'), ('{fabric,cloth,tela,tissu,twal,pagne}'), ('{agbada,babariga,boubou}'), ('{kaftan,caftan,senator,"senator wear"}'), ('{dashiki,danshiki,"angelina print"}'), ('{gele,headtie,"head tie",headwrap,duku,turbante,foulard,"mare tèt"}'), ('{ankara,"wax print",kitenge,chitenge,"african print"}'), ('{adire,"tie dye","tie and dye"}'), ('{"aso oke",aso-oke,asooke}'), ('{fila,kufi,"native cap"}'), ('{beads,necklace,collar,collier,kolye}'), ('{bracelet,pulsera,braslè}'), ('{soap,jabón,savon}'), ('{"black soap","ose dudu","dudu osun","alata samina","jabón negro","savon noir","savon nwa"}'), ('{shea,ori,karite,"shea butter","manteca de karité","beurre de karité","bè karite"}'), ('{"body butter","body cream","crema corporal","beurre corporel","krèm kò"}'), ('{"castor oil",jbco,"aceite de ricino","huile de ricin","lwil maskriti"}'), ('{"neem oil",dongoyaro,"aceite de neem","huile de neem"}'), ('{chebe,shebe,"chébé powder"}'), ('{hair,cabello,pelo,cheveux,cheve}'), ('{"sleep bonnet","hair bonnet","night cap","gorro de dormir","bonnet de nuit"}'), ('{incense,bakhoor,"turaren wuta",incienso,encens,lansan}'), ('{mortar,odo,pestle,mortero,mortier,pilon}'), ('{calabash,gourd,igba,jícara,calebasse,kalbas}'), ('{"net sponge","african net",sapo,esponja,éponge,eponj}'), ('{"turning stick",omorogun,"cou-cou stick","banku ta"}'), ('{dried,dry,seco,seca,séché,sèk}'), ('{smoked,ahumado,fumé,fimen}'), ('{frozen,congelado,surgelé,congelé,konjele}'), ('{fresh,fresco,frais,fre}'), ('{ground,powder,polvo,molido,poudre,moulu,poud}'), ('{green,verde,vert,vèt}'), ('{black,negro,noir,nwa}'), ('{red,rojo,rouge,wouj}'), ('{white,blanco,blanc,blan}'), ('{whole,entero,entier,antye}');
create function private.read_search( typed text, is_doubted boolean, out exact tsquery, out loose tsquery, out partial tsquery, out key text, out head text, out read_as text, out unknown text[] ) language plpgsql stable set search_path = '' as $$
declare
  typed_words text[] := (string_to_array(private.search_text(left(typed, 100)), ' '))[1:8];
  words text[] := '{}';
  word text;
  stem text;
  next_word text;
  -- Itself joined with the next word, if something is called that; the same with the word before.
  pair text;
  last_pair text;
  -- Readings of a word, the likeliest first; null if it only counts together with a neighbor.
  meant text[];
  -- For each word that counts: its exact and loose query, its readings, its pair.
  exact_parts text[] := '{}';
  loose_parts text[] := '{}';
  readings text[] := '{}';
  pairs text[] := '{}';
  exact_ways text[] := '{}';
  loose_ways text[] := '{}';
begin
  unknown := '{}';
  for place in 1 .. coalesce(cardinality(typed_words), 0) loop
    word := typed_words[place];
    -- A word such as "of" counts only as the start of what is being typed.
    if ts_lexize('pg_catalog.english_stem', word) <> '{}' or place = cardinality(typed_words) and char_length(word) < 3 then
      words := words || word;
    end if;
  end loop;
  for place in 1 .. cardinality(words) loop
    word := words[place];
    stem := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
    last_pair := pair;
    pair := word || words[place + 1];
    if pair !~ '^[a-z]+$' or not starts_with(private.next_word(pair), pair) then
      pair := null;
    end if;
    next_word := private.next_word(word);
    meant := array[word];
    if word ~ '[0-9]' then
      null;
    elsif not (coalesce(starts_with(next_word, word), false) or coalesce(private.next_word(stem) = stem, false)) then
      meant := null;
      if pair is null and last_pair is null then
        meant := case when char_length(word) > 3 then private.expand_query(word) else '{}' end;
      end if;
    elsif is_doubted and char_length(word) > 3 and (next_word <> word or cardinality(words) = 1)
      -- A synonym is never a typo.
      and not exists (select from private.search_terms as term where term.key = private.search_key(word))
    then
      meant := word || private.expand_query(word);
    end if;
    if meant = '{}' then
      -- Words that match nothing are ignored.
      unknown := unknown || word;
      continue;
    end if;
    if meant = array[word] then
      exact_parts := exact_parts || quote_literal(stem);
      loose_parts := loose_parts || (quote_literal(stem) || case when word ~ '[0-9]' then '' else ':*' end);
    else
      exact_parts := exact_parts || (
        select '(' || string_agg(
          quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', each))[1], each)), '|'
        ) || ')'
        from unnest(meant) as each
      );
      loose_parts := loose_parts || exact_parts[cardinality(exact_parts)];
    end if;
    readings := readings || coalesce(meant[1], word);
    pairs := pairs || pair;
    if readings[cardinality(readings)] <> word then
      read_as := '';
    end if;
  end loop;
  if array_position(exact_parts, null) is null then
    exact_ways := array[array_to_string(exact_parts, '&')];
    loose_ways := array[array_to_string(loose_parts, '&')];
  end if;
  for place in 1 .. cardinality(exact_parts) - 1 loop
    if pairs[place] is not null
      and array_position(exact_parts[:place - 1] || exact_parts[place + 2:], null) is null
    then
      stem := quote_literal(coalesce((ts_lexize('pg_catalog.english_stem', pairs[place]))[1], pairs[place]));
      exact_ways := exact_ways || array_to_string(exact_parts[:place - 1] || stem || exact_parts[place + 2:], '&');
      loose_ways := loose_ways || array_to_string(loose_parts[:place - 1] || (stem || ':*') || loose_parts[place + 2:], '&');
    end if;
  end loop;
  exact := array_to_string(exact_ways, '|');
  loose := array_to_string(loose_ways, '|');
  partial := array_to_string(loose_parts, '|');
  key := private.search_key(array_to_string(readings, ' '));
  head := private.search_key(readings[cardinality(readings)]);
  -- Set above if a word was read as another one.
  read_as := case when read_as is not null then array_to_string(readings, ' ') end;
end;
$$;
create function private.rank_products( exact tsquery, loose tsquery, key text, head text, max_count integer, out product_ids bigint[], out best_class integer ) language plpgsql stable set search_path = '' as $$
begin
  -- For a word of thousands of products, some of those with it in their name are ranked, then some of the others.
  with named as materialized (
    select document.product_id, case when document.name_terms @@ rank_products.exact then 1 else 2 end as class,
      rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where document.alternate_terms @@ rank_products.exact
    limit 300
  ), others as (
    select document.product_id,
      case
        when document.synonym_terms @@ rank_products.exact then 3
        when document.name_terms @@ rank_products.loose then 4
        when document.alternate_terms @@ rank_products.loose then 5
        when document.synonym_terms @@ rank_products.loose then 6
        when document.text_terms @@ rank_products.exact then 7
        else 8
      end as class,
      rank_products.key = any (document.keys) as is_whole,
      rank_products.head = any (document.heads) as is_head, document.is_sold_out, document.sold_count,
      document.word_count, document.price
    from private.search_documents as document
    where (select count(*) from named) < 200
      and document.text_terms @@ rank_products.loose and not document.alternate_terms @@ rank_products.exact
    limit 300
  )
  select array_agg(ranked.product_id), min(ranked.class)
  into rank_products.product_ids, rank_products.best_class
  from (
    select found.product_id, found.class
    from (select * from named union all select * from others) as found
    order by found.class, found.is_whole desc, found.is_head desc, found.is_sold_out, found.sold_count desc,
      found.word_count, found.price, found.product_id
    limit rank_products.max_count
  ) as ranked;
end;
$$;
comment on function private.rank_products(tsquery, tsquery, text, text, integer) is 'Ranks name over synonym over description (classes 7 and 8), the product itself over products made of it (rice '
  'over rice seasoning), available over sold out, bestsellers over others, shorter names and lower prices first; '
  'null if nothing is found.';
create function public.search_products(query text, max_count integer default 200) returns setof public.products language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan rows 20 as $$
declare
  parsed record;
  found_ids bigint[];
  near_ids bigint[];
  best_class integer;
  most integer := least(greatest(search_products.max_count, 0), 200);
begin
  parsed := private.read_search(search_products.query, false);
  if numnode(parsed.loose) > 0 then
    select ranked.product_ids, ranked.best_class
    into found_ids, best_class
    from private.rank_products(parsed.exact, parsed.loose, parsed.key, parsed.head, most) as ranked;
  end if;
  -- No name matches, and a word in a description is often a mistyped other one.
  if best_class is null or best_class > 6 then
    parsed := private.read_search(search_products.query, true);
    if numnode(parsed.loose) > 0 then
      select ranked.product_ids into near_ids
      from private.rank_products(parsed.exact, parsed.loose, parsed.key, parsed.head, most) as ranked;
    end if;
    found_ids := case when best_class = 7 then found_ids || near_ids else near_ids || found_ids end;
  end if;
  -- No product matches all words: those with some of them in their name.
  if found_ids is null and numnode(parsed.partial) > 0 then
    found_ids := array(
      select partly.product_id
      from (
        select document.* from private.search_documents as document
        where document.text_terms @@ parsed.partial and document.synonym_terms @@ parsed.partial limit 500
      ) as partly
      order by ts_rank('{1, 1, 1, 1}', partly.synonym_terms, parsed.partial) desc, partly.is_sold_out, partly.sold_count desc,
        partly.product_id
      limit least(most, 24)
    );
  end if;
  return query
    select products.* from public.products
    where products.id = any (found_ids)
    order by array_position(found_ids, products.id)
    limit most;
end;
$$;
comment on function public.search_products(text, integer) is 'Returns products for sale that match, best first, 200 at most; understands accents, plurals, joined words, '
  'synonyms, and typos. Security definer: nobody reads or writes the index.';
grant execute on function public.search_products(text, integer) to anon, authenticated, service_role;
create function public.search_articles(query text, max_count integer default 8) returns setof public.blog_post language plpgsql stable security definer set search_path = '' rows 4 as $$
declare
  parsed record;
begin
  for doubt in 0 .. 1 loop
    parsed := private.read_search(search_articles.query, doubt = 1);
    continue when numnode(parsed.loose) = 0;
    return query
      select article.*
      from private.article_documents as document
      join public.blog_post as article on article.id = document.article_id
      -- The start of a word counts in a title or introduction; in the text only whole words count.
      where (document.text_terms @@ parsed.exact or document.name_terms @@ parsed.loose) and article.publish_at <= now()
      order by document.name_terms @@ parsed.exact desc, document.name_terms @@ parsed.loose desc,
        ts_rank(document.text_terms, parsed.loose) desc, article.id desc
      limit least(greatest(search_articles.max_count, 0), 24);
    exit when found;
  end loop;
end;
$$;
comment on function public.search_articles(text, integer) is 'Returns the articles that contain all words, those first whose title or introduction does; the start of a word '
  'finds only these. Security definer: nobody reads or writes the index.';
grant execute on function public.search_articles(text, integer) to anon, authenticated, service_role;
create function public.search_hints(query text) returns table (read_as text, unknown text[], nearest text[]) language plpgsql stable security definer set search_path = '' rows 1 as $$
declare
  parsed record;
begin
  parsed := private.read_search(search_hints.query, false);
  read_as := parsed.read_as;
  unknown := parsed.unknown;
  -- Names that start like the query: the longer the match the better.
  nearest := array(
    select near.word
    from (
      select distinct on (known.word) known.word, typed.place,
        (
          select max(alike) from generate_series(3, char_length(typed.word)) as alike
          where left(known.word, alike) = left(typed.word, alike)
        ) as alike
      from unnest((string_to_array(private.search_text(left(search_hints.query, 100)), ' '))[1:8])
        with ordinality as typed (word, place)
      join private.search_words as known
        on known.word >= left(typed.word, 3) and known.word < left(typed.word, 3) || '~'
      where known.is_name and not known.is_joined and char_length(typed.word) > 2 and known.word <> typed.word
    ) as near
    where exists (
      select 1 from private.search_documents as document
      where document.alternate_terms @@ plainto_tsquery('pg_catalog.english', near.word)
    )
    order by near.alike desc, char_length(near.word), near.word
    limit 6
  );
  return next;
end;
$$;
comment on function public.search_hints(text) is 'Returns how a query was read if not as typed, words that match nothing, and names that start alike. Security '
  'definer: nobody reads or writes the index.';
grant execute on function public.search_hints(text) to anon, authenticated, service_role;
create function public.find_products(words text) returns setof public.products language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  query_words constant text[] := string_to_array(btrim(regexp_replace(
    private.fold_text(left(find_products.words, 100)), '\s+', ' ', 'g'
  )), ' ');
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function find_products';
  end if;
  return query
    select products.* from public.products
    cross join lateral (select private.fold_text(concat_ws(' ', products.name, products.also_called)) as text) as folded
    where (select bool_and(strpos(folded.text, word) > 0) from unnest(query_words) as word);
end;
$$;
comment on function public.find_products(text) is 'For managers: all products, hidden ones too, whose name or alternate names contain each of these words or parts.'
  ' Security definer: it calls a function that nobody else may call.';
grant execute on function public.find_products(text) to authenticated;
create table public.zero_result_searches ( month date not null check (extract(day from month) = 1), words text not null check (char_length(words) between 2 and 60), search_count integer not null default 1 check (search_count > 0), primary key (month, words), first_day date not null default current_date );
comment on table public.zero_result_searches is 'How often nothing was found, by month of the store''s time zone and normalized words.';
comment on column public.zero_result_searches.first_day is 'Day of the first such search in this month.';
create index zero_result_searches_first_day on public.zero_result_searches (first_day);
alter table public.zero_result_searches enable row level security;
revoke all on public.zero_result_searches from anon, authenticated;
grant select, delete on public.zero_result_searches to authenticated;
create policy "managers read what was not found" on public.zero_result_searches for select to authenticated using ((select private.can_manage()));
create policy "managers remove what was not found" on public.zero_result_searches for delete to authenticated using ((select private.can_manage()));
create function public.record_zero_result_search(query text) returns void language plpgsql security definer set search_path = '' as $$
declare
  normalized text := private.search_text(left(record_zero_result_search.query, 100));
  this_month date := date_trunc('month', now() at time zone (select time_zone from public.store_settings))::date;
begin
  if coalesce(char_length(normalized), 0) not between 2 and 60 or exists (select 1 from public.search_products(normalized, 1)) then
    return;
  end if;
  -- Anyone may call this: new words per day are capped, and a month keeps the most frequent ones.
  if not exists (
    select 1 from public.zero_result_searches as missed where missed.month = this_month and missed.words = normalized
  ) then
    if (select count(*) from public.zero_result_searches as missed where missed.first_day = current_date) >= 200 then
      return;
    end if;
    delete from public.zero_result_searches as missed
    where missed.month = this_month and missed.words = (
      select rare.words from public.zero_result_searches as rare
      where rare.month = this_month and (
        select count(*) from public.zero_result_searches as listed where listed.month = this_month
      ) >= 2000
      order by rare.search_count, rare.first_day, rare.words limit 1
    );
  end if;
  insert into public.zero_result_searches as missed (month, words) values (this_month, normalized)
  on conflict (month, words) do update set search_count = least(missed.search_count + 1, 1000000);
  delete from public.zero_result_searches as missed where missed.month < this_month - interval '1 year';
end;
$$;
comment on function public.record_zero_result_search(text) is 'Counts words for which nothing is found, and nothing else. Security definer: nobody writes the list by hand.';
grant execute on function public.record_zero_result_search(text) to anon, authenticated;
create function public.count_sales() returns integer language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[];
  counts bigint[];
begin
  select array_agg(changed.product_id), array_agg(changed.count)
  into ids, counts
  from (
    select document.product_id, coalesce(sold.count, 0) as count
    from private.search_documents as document
    left join (
      select items.product_id, sum(items.quantity) as count
      from public.orders
      join public.order_items as items on items.order_id = orders.id
      where orders.paid_at > now() - interval '90 days' and not private.is_canceled(orders.status)
      group by items.product_id
    ) as sold on sold.product_id = document.product_id
    where document.sold_count <> coalesce(sold.count, 0)
  ) as changed;
  perform private.lock_documents(ids);
  update private.search_documents as document set sold_count = changed.count
  from unnest(ids, counts) as changed (product_id, count)
  where document.product_id = changed.product_id;
  if cardinality(ids) > 0 then
    -- Cached search pages now show another order.
    update public.content_version set version = version + 1;
  end if;
  return coalesce(cardinality(ids), 0);
end;
$$;
comment on function public.count_sales() is 'Counts units sold in the last 90 days, for ranking; returns how many counts changed.';
grant execute on function public.count_sales() to service_role;
create table private.product_attributes ( product_id bigint primary key references public.products (id) on delete cascade, category text not null, created_at timestamptz not null, sort_name text collate "C" not null, price numeric not null, is_offer boolean not null, can_be_bought boolean not null, dimension smallint, unit_price numeric, storage text, free_of text[] not null, sizes text[] not null );
comment on table private.product_attributes is 'Attributes of each product for sale, for filters and sorting; maintained by triggers on products.';
comment on column private.product_attributes.sort_name is 'Name in lower case without accents.';
comment on column private.product_attributes.price is 'Price on its card: the lowest of its sizes.';
comment on column private.product_attributes.is_offer is 'Whether that is a discount.';
comment on column private.product_attributes.dimension is '1 weight, 2 volume, 3 pieces, 4 length; null if the amount is unknown.';
comment on column private.product_attributes.unit_price is 'Price per ounce, fluid ounce, piece, or yard.';
comment on column private.product_attributes.free_of is 'Major allergens that it neither contains nor may contain nor lists as an ingredient; empty if nothing was '
  'entered.';
comment on column private.product_attributes.sizes is 'Sizes that can be bought now, such as S or M; measured sizes, such as sacks of rice, are not included.';
create index product_attributes_category on private.product_attributes (category, product_id);
alter table private.product_attributes enable row level security;
revoke all on private.product_attributes from public;
create function private.free_of(contains text[], may_contain text[], ingredients text) returns text[] language sql immutable parallel safe set search_path = '' as $$
  select case
    when free_of.ingredients = '' and free_of.contains || free_of.may_contain = '{}' then '{}'
    else array(
      select known.allergen
      from (
        values ('milk', 'milk|whey|casein|cheese|yogh?urt|ghee'), ('egg', 'eggs?'),
          ('fish', '(?!cray|shell)[a-z]*fish|mackerel|cod|tilapia|croaker|herring|anchov(y|ies)|sardines?|tuna|salmon'),
          ('crustacean_shellfish', 'shellfish|crustaceans?|shrimps?|prawns?|crayfish|crabs?|lobsters?'),
          ('tree_nut', 'nuts?|almonds?|cashews?|walnuts?|pecans?|hazelnuts?|pistachios?'),
          ('peanut', 'peanuts?|groundnuts?'), ('wheat', 'wheat|semolina'), ('soy', 'soya?|soybeans?'),
          ('sesame', 'sesame|tahini')
      ) as known (allergen, words)
      where known.allergen <> all (free_of.contains || free_of.may_contain)
        and free_of.ingredients !~* ('\m(' || known.words || ')\M')
    )
  end;
$$;
comment on function private.free_of(text[], text[], text) is 'Returns allergens a product is free of. Unknown where nothing was entered. Ingredients count, whatever the '
  'allergen list says.';
create function private.write_attributes(product_ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  if cardinality(product_ids) = 0 then
    return;
  end if;
  delete from private.product_attributes as attributes
  using public.products
  where attributes.product_id = any (write_attributes.product_ids) and products.id = attributes.product_id
    and (products.archived_at is not null or not products.pictures_ready);
  insert into private.product_attributes as attributes (
    product_id, category, created_at, sort_name, price, is_offer, can_be_bought, dimension, unit_price, storage,
    free_of, sizes
  )
  select products.id, products.category, products.created_at,
    private.fold_text(products.name),
    shown.price, shown.is_offer, not products.is_sold_out, measured.dimension,
    shown.price / (shown.amount * measured.factor), products.storage,
    private.free_of(products.contains, products.may_contain, products.ingredients),
    case
      when products.is_sold_out or products.amount is not null then '{}'
      else array(
        select each ->> 'label' from jsonb_array_elements(products.sizes) as each
        where each -> 'is_sold_out' = 'false' and each -> 'amount' = 'null'
      )
    end
  from public.products
  cross join lateral (
    select
      case
        when size.price is null then coalesce(products.discount_price, products.price)
        else coalesce(size.discount_price, size.price)
      end as price,
      case when size.price is null then products.discount_price else size.discount_price end is not null as is_offer,
      coalesce(size.amount, products.amount) as amount,
      coalesce(size.unit, products.unit) as unit
    from (select 1) as once
    left join rows from (
      jsonb_to_recordset(products.sizes) as (price numeric, discount_price numeric, amount numeric, unit text)
    ) with ordinality as size (price, discount_price, amount, unit, place) on true
    order by 1, size.place
    limit 1
  ) as shown
  left join (
    values ('oz', 1, 1), ('lb', 1, 16), ('fl oz', 2, 1), ('ct', 3, 1), ('each', 3, 1), ('yd', 4, 1)
  ) as measured (unit, dimension, factor) on measured.unit = shown.unit
  where products.id = any (write_attributes.product_ids) and products.archived_at is null and products.pictures_ready
  order by products.id
  on conflict (product_id) do update set
    category = excluded.category, created_at = excluded.created_at, sort_name = excluded.sort_name,
    price = excluded.price, is_offer = excluded.is_offer, can_be_bought = excluded.can_be_bought,
    dimension = excluded.dimension, unit_price = excluded.unit_price, storage = excluded.storage,
    free_of = excluded.free_of, sizes = excluded.sizes;
end;
$$;
comment on function private.write_attributes(bigint[]) is 'Rebuilds the attributes of these products.';
create function private.refresh_attributes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_attributes(array(select id from products_after));
  else
    perform private.write_attributes(array(
      select id from products_before as before join products_after as after using (id)
      where (before.category, before.name, before.price, before.discount_price, before.sizes, before.amount,
          before.unit, before.storage, before.contains, before.may_contain, before.ingredients, before.is_sold_out,
          before.pictures_ready, before.archived_at)
        is distinct from
        (after.category, after.name, after.price, after.discount_price, after.sizes, after.amount,
          after.unit, after.storage, after.contains, after.may_contain, after.ingredients, after.is_sold_out,
          after.pictures_ready, after.archived_at)
    ));
  end if;
  return null;
end;
$$;
comment on function private.refresh_attributes() is 'Security definer: nobody writes the attributes by hand.';
create trigger refresh_new_attributes after insert on public.products referencing new table as products_after for each statement execute function private.refresh_attributes();
create trigger refresh_attributes after update on public.products referencing old table as products_before new table as products_after for each statement execute function private.refresh_attributes();
create function public.filter_products( category text default null, query text default null, sort text default null, is_available boolean default false, is_on_offer boolean default false, storage text[] default '{}', free_of text[] default '{}', sizes text[] default '{}', max_count integer default 8, skip_count integer default 0 ) returns table (total_count integer, product_ids bigint[], counts jsonb) language plpgsql stable security definer set search_path = '' rows 1 as $$
#variable_conflict use_column
begin
  if greatest(
    cardinality(filter_products.storage), cardinality(filter_products.free_of), cardinality(filter_products.sizes)
  ) > 100 then
    raise invalid_parameter_value using message = '100 choices of each kind at most.';
  end if;
  return query
  with found as (
    select attributes.*, null::bigint as place from private.product_attributes as attributes
    where attributes.category = filter_products.category
    union all
    select attributes.*, hit.ordinality
    from public.search_products(filter_products.query) with ordinality as hit
    join private.product_attributes as attributes on attributes.product_id = hit.id
    where filter_products.query is not null
  ), hits as materialized (
    select found.product_id, found.place, found.can_be_bought, found.is_offer, found.storage, found.free_of, found.sizes,
      found.can_be_bought >= filter_products.is_available and found.is_offer >= filter_products.is_on_offer
        and found.free_of @> filter_products.free_of as fits_else,
      coalesce(found.storage = any (filter_products.storage), false) or filter_products.storage = '{}' as fits_storage,
      found.sizes && filter_products.sizes or filter_products.sizes = '{}' as fits_sizes,
      case filter_products.sort when 'unit-price' then found.dimension end as dimension,
      case filter_products.sort when 'price' then found.price when 'unit-price' then found.unit_price end as price,
      case filter_products.sort when 'newest' then found.created_at end as created_at,
      case filter_products.sort when 'name' then found.sort_name end as sort_name
    from found
  ), kinds as materialized (
    -- Thousands of products have only dozens of combinations: those are counted.
    select hits.can_be_bought, hits.is_offer, hits.storage, hits.free_of, hits.sizes, hits.fits_else,
      hits.fits_storage, hits.fits_sizes, hits.fits_else and hits.fits_storage and hits.fits_sizes as fits,
      count(*) as count
    from hits group by 1, 2, 3, 4, 5, 6, 7, 8
  )
  select
    coalesce(sum(kinds.count) filter (where kinds.fits), 0)::integer,
    array(
      select hits.product_id from hits
      where hits.fits_else and hits.fits_storage and hits.fits_sizes
      order by hits.dimension, hits.price, hits.created_at desc, hits.sort_name, hits.place,
        case filter_products.sort when 'newest' then -hits.product_id else hits.product_id end
      limit least(greatest(filter_products.max_count, 0), 200)
      offset greatest(filter_products.skip_count, 0)
    ),
    jsonb_build_object(
      'all', coalesce(sum(kinds.count), 0),
      'available', coalesce(sum(kinds.count) filter (where kinds.fits and kinds.can_be_bought), 0),
      'offer', case when bool_or(kinds.is_offer) then
        coalesce(sum(kinds.count) filter (where kinds.fits and kinds.is_offer), 0)
      end,
      'storage', (
        select coalesce(jsonb_object_agg(each.storage, each.count), '{}')
        from (
          select kinds.storage,
            coalesce(sum(kinds.count) filter (where kinds.fits_else and kinds.fits_sizes), 0) as count
          from kinds where kinds.storage is not null group by kinds.storage
        ) as each
      ),
      'free', (
        select coalesce(jsonb_object_agg(each.allergen, each.count), '{}')
        from (
          select free.allergen, coalesce(sum(kinds.count) filter (where kinds.fits), 0) as count
          from kinds cross join unnest(kinds.free_of) as free (allergen) group by free.allergen
        ) as each
      ),
      'sizes', (
        select coalesce(jsonb_object_agg(each.label, each.count), '{}')
        from (
          select size.label,
            coalesce(sum(kinds.count) filter (where kinds.fits_else and kinds.fits_storage), 0) as count
          from kinds cross join unnest(kinds.sizes) as size (label)
          group by size.label order by sum(kinds.count) desc, size.label limit 24
        ) as each
      )
    )
  from kinds;
end;
$$;
comment on function public.filter_products( text, text, text, boolean, boolean, text[], text[], text[], integer, integer ) is 'Returns products for sale of a category or a search that match the filters, by price, unit price, newest, or '
  'name, else in their own order; and how many match with each choice in place of those of its own kind. Choices '
  'that no product has are not counted. Security definer: nobody reads or writes the attributes.';
grant execute on function public.filter_products( text, text, text, boolean, boolean, text[], text[], text[], integer, integer ) to anon, authenticated, service_role;
create table public.article_products ( article_id bigint not null references public.blog_post (id) on delete cascade, product_id bigint not null references public.products (id) on delete cascade, size_id bigint, position smallint not null default 0, amount numeric(10, 3) check (amount > 0 and amount <> 'NaN'), unit text check (unit in ('lb', 'oz', 'fl oz', 'ct', 'yd', 'each')), packs numeric(5, 3) check (packs > 0 and packs <= 99 and packs <> 'NaN'), primary key (article_id, product_id), foreign key (product_id, size_id) references public.product_sizes (product_id, id) on delete set null (size_id), constraint needed_amount_has_a_unit check ((amount is null) = (unit is null)), constraint something_is_needed check (amount is not null or packs is not null) );
comment on table public.article_products is 'Products of an article, in order; with blog_post.servings, the ingredients of a recipe.';
comment on column public.article_products.size_id is 'Null if the shopper chooses, or if the product has no sizes.';
comment on column public.article_products.amount is 'Amount for all servings, in its unit; null if only packs are known.';
comment on column public.article_products.packs is 'Packs for all servings (may be a fraction), where the amount is not in the pack''s unit.';
create index article_products_product_id on public.article_products (product_id, size_id);
alter table public.article_products enable row level security;
revoke all on public.article_products from anon, authenticated;
grant select on public.article_products to anon, authenticated;
grant insert, update, delete on public.article_products to authenticated;
create policy "the products of an article are read with it" on public.article_products for select to anon, authenticated using (exists (select from public.blog_post where blog_post.id = article_products.article_id));
create policy "managers add products to articles" on public.article_products for insert to authenticated with check ((select private.can_manage()));
create policy "managers change products of articles" on public.article_products for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove products from articles" on public.article_products for delete to authenticated using ((select private.can_manage()));
create trigger touch_content_version after insert or update or delete or truncate on public.article_products for each statement execute function private.increment_content_version();
create function public.set_recipe(article_id bigint, products jsonb, servings integer default null) returns void language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_recipe';
  end if;
  if jsonb_typeof(set_recipe.products) is distinct from 'array'
    or jsonb_array_length(set_recipe.products) > 50 then
    raise invalid_parameter_value using message = 'A recipe can have 50 products at most.';
  end if;
  -- Also locks the article: of two simultaneous saves, the later one wins as a whole.
  update public.blog_post set servings = set_recipe.servings where blog_post.id = set_recipe.article_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This article doesn''t exist.';
  end if;
  delete from public.article_products as named where named.article_id = set_recipe.article_id;
  insert into public.article_products (article_id, product_id, size_id, position, amount, unit, packs)
  select set_recipe.article_id, line.product_id, line.size_id, line.place, line.amount, line.unit, line.packs
  from rows from (jsonb_to_recordset(set_recipe.products) as (
    product_id bigint, size_id bigint, amount numeric, unit text, packs numeric
  )) with ordinality as line (product_id, size_id, amount, unit, packs, place);
end;
$$;
comment on function public.set_recipe(bigint, jsonb, integer) is 'For managers: replaces an article''s products with exactly these, in this order, [{product_id, size_id, amount, '
  'unit, packs}], for this many servings; without servings the article only names them.';
grant execute on function public.set_recipe(bigint, jsonb, integer) to authenticated;
create function public.list_buy_again(max_count integer default 12) returns table (product_id bigint, size_id bigint) language sql stable set search_path = '' as $$
  select items.product_id, items.size_id
  from public.orders
  join public.order_items as items on items.order_id = orders.id
  join public.products on products.id = items.product_id
  where orders.user_id = (select auth.uid())
    and orders.created_at > now() - interval '180 days'
    and private.is_paid(orders.status)
    and items.refunded_quantity < items.quantity
    and products.archived_at is null and products.pictures_ready and not products.is_sold_out
    -- Excludes deleted sizes; a product that has gained sizes since asks for one.
    and (
      items.size_id is null
      or products.sizes @> jsonb_build_array(jsonb_build_object('id', items.size_id, 'is_sold_out', false))
    )
  group by items.product_id, items.size_id
  order by count(distinct orders.id) desc, sum(items.quantity - items.refunded_quantity) desc,
    max(orders.created_at) desc, items.product_id, items.size_id
  limit least(greatest(list_buy_again.max_count, 0), 24);
$$;
comment on function public.list_buy_again(integer) is 'Lists the products, with sizes, that the caller bought in the most orders of the last 180 days and can buy now. '
  'Unpaid and canceled orders do not count. Row-level security applies: nobody sees another user''s purchases.';
grant execute on function public.list_buy_again(integer) to authenticated;
create table private.bought_together ( product_id bigint not null references public.products (id) on delete cascade, place smallint not null, other_id bigint not null references public.products (id) on delete cascade, primary key (product_id, place) );
comment on table private.bought_together is 'Products often bought in one order with each product, the most frequent first; maintained by '
  'count_bought_together.';
create index bought_together_other_id on private.bought_together (other_id);
alter table private.bought_together enable row level security;
revoke all on private.bought_together from public;
create function public.count_bought_together() returns integer language plpgsql security definer set search_path = '' as $$
declare
  changed_count integer;
begin
  -- Serialized: the second of two runs sees what the first wrote.
  lock table private.bought_together in share row exclusive mode;
  -- Only the newest orders, of at most 40 lines, which bounds the work; a very large order says nothing about pairs.
  with recent as materialized (
    select orders.id, orders.user_id from public.orders
    where orders.paid_at > now() - interval '180 days' and not private.is_canceled(orders.status)
      and orders.user_id is not null
    order by orders.paid_at desc limit 10000
  ), bought as materialized (
    select distinct recent.id as order_id, recent.user_id, items.product_id
    from recent
    join public.order_items as items on items.order_id = recent.id
    where (select count(*) from public.order_items as line where line.order_id = recent.id) <= 40
  ), pairs as (
    -- Each pair once, and each person once per pair.
    select distinct one.product_id as first_id, other.product_id as second_id, one.user_id
    from bought as one
    join bought as other on other.order_id = one.order_id and other.product_id > one.product_id
  ), counted as (
    select pairs.first_id, pairs.second_id, count(*) as customer_count
    from pairs
    group by pairs.first_id, pairs.second_id
    -- Three people have at least three orders; three orders may be one person's.
    having count(*) >= 3
  ), ranked as (
    select both_ways.product_id, both_ways.other_id, row_number() over (
      partition by both_ways.product_id order by both_ways.customer_count desc, both_ways.other_id
    ) as place
    from (
      select counted.first_id as product_id, counted.second_id as other_id, counted.customer_count from counted
      union all
      select counted.second_id, counted.first_id, counted.customer_count from counted
    ) as both_ways
  ), top as materialized (
    select ranked.product_id, ranked.place::smallint, ranked.other_id from ranked where ranked.place <= 8
  ), deleted as (
    delete from private.bought_together as known
    where not exists (
      select from top where top.product_id = known.product_id and top.place = known.place
    )
    returning 1
  ), written as (
    insert into private.bought_together as known (product_id, place, other_id)
    select top.product_id, top.place, top.other_id from top
    on conflict (product_id, place) do update set other_id = excluded.other_id
    where known.other_id <> excluded.other_id
    returning 1
  )
  select (select count(*) from deleted) + (select count(*) from written) into changed_count;
  -- Product pages show it.
  if changed_count > 0 then
    update public.content_version set version = version + 1;
  end if;
  return changed_count;
end;
$$;
comment on function public.count_bought_together() is 'Recomputes which products three people or more bought together, in the newest 10,000 orders of at most 40 lines '
  'within 180 days; returns how many rows changed. Security definer: it reads everyone''s orders.';
grant execute on function public.count_bought_together() to service_role;
create function public.list_related_products(product_id bigint, max_count integer default 4) returns setof public.products language plpgsql stable security definer set search_path = '' rows 4 as $$
#variable_conflict use_column
declare
  -- Computed before the category is read, so that its index is scanned no further than needed.
  own_category text;
  own_price numeric;
  own private.search_documents;
begin
  select products.category, coalesce(products.discount_price, products.price) into own_category, own_price
  from public.products where products.id = list_related_products.product_id;
  select * into own from private.search_documents as document
  where document.product_id = list_related_products.product_id;
  return query
  with cooked as (
    select other.product_id as id, count(*) as recipe_count, min(other.position) as position
    from public.article_products as here
    join public.article_products as other on other.article_id = here.article_id and other.product_id <> here.product_id
    join public.blog_post as article on article.id = here.article_id and article.publish_at <= now()
    where here.product_id = list_related_products.product_id
    group by other.product_id
  ), found as (
    select cooked.id, 1 as source, row_number() over (order by cooked.recipe_count desc, cooked.position, cooked.id) as place
    from cooked
    union all
    select bought.other_id, 2, bought.place
    from private.bought_together as bought where bought.product_id = list_related_products.product_id
    union all
    -- Products of the same kind, by shared names: another yam for a yam.
    select alike.id, 3, row_number() over (
      order by alike.shared_count desc, abs(alike.price - own_price) <= own_price * 0.3 desc, alike.id
    )
    from (
      select document.product_id as id, document.price,
        private.shared_names(document.alternate_terms, own.alternate_terms) as shared_count
      from private.search_documents as document
      join public.products as beside on beside.id = document.product_id and beside.category = own_category
      where document.heads && own.heads and document.product_id <> list_related_products.product_id
      order by document.product_id limit 50
    ) as alike
    union all
    -- The next products in its category, wrapping around at the end; similar prices first.
    select near.id, 4, row_number() over (
      order by abs(near.price - own_price) <= own_price * 0.3 desc, near.id < list_related_products.product_id, near.id
    )
    from (
      (
        select beside.id, coalesce(beside.discount_price, beside.price) as price from public.products as beside
        where beside.category = own_category and beside.id > list_related_products.product_id
          and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
        order by beside.id limit 12
      )
      union all
      (
        select beside.id, coalesce(beside.discount_price, beside.price) from public.products as beside
        where beside.category = own_category and beside.id < list_related_products.product_id
          and beside.archived_at is null and beside.pictures_ready and not beside.is_sold_out
        order by beside.id limit 12
      )
    ) as near
  ), ranked as (
    select distinct on (found.id) found.id, found.source, found.place
    from found order by found.id, found.source, found.place
  )
  select products.*
  from ranked
  join public.products on products.id = ranked.id
  where products.archived_at is null and products.pictures_ready and not products.is_sold_out
  order by ranked.source, ranked.place
  limit least(greatest(list_related_products.max_count, 0), 12);
end;
$$;
comment on function public.list_related_products(bigint, integer) is 'Lists products to buy with a product, best first, 12 at most: those of its recipes, those bought together with '
  'it, those of the same kind, those next to it in its category. Security definer: nobody reads what was bought together.';
grant execute on function public.list_related_products(bigint, integer) to anon, authenticated, service_role;
create table public.picked_lines ( order_item_id bigint primary key references public.order_items (id) on delete cascade, order_id uuid not null references public.orders (id) on delete cascade, picked_by uuid references public.profiles (id) on delete set null, picked_at timestamptz not null default now() );
comment on table public.picked_lines is 'One row per line in the bag; deleted once the order is handed over or has ended.';
create index picked_lines_order_id on public.picked_lines (order_id);
alter table public.picked_lines enable row level security;
revoke all on public.picked_lines from anon, authenticated, service_role;
grant select on public.picked_lines to authenticated, service_role;
create policy "staff read picked lines" on public.picked_lines for select to authenticated using ((select private.can_pack()));
create table public.acknowledged_orders ( order_id uuid primary key references public.orders (id) on delete cascade, acknowledged_by uuid references public.profiles (id) on delete set null, acknowledged_at timestamptz not null default now() );
comment on table public.acknowledged_orders is 'Paid orders that staff have acknowledged; deleted together with their picks.';
alter table public.acknowledged_orders enable row level security;
revoke all on public.acknowledged_orders from anon, authenticated, service_role;
grant select on public.acknowledged_orders to authenticated, service_role;
create policy "staff read acknowledged orders" on public.acknowledged_orders for select to authenticated using ((select private.can_pack()));
create table private.pick_times ( order_item_id bigint primary key references public.order_items (id) on delete cascade, picked_at timestamptz not null );
create index orders_open on public.orders (status, (coalesce(window_starts_at, paid_at)), id) where private.is_open(status);
create index order_status_changes_completed on public.order_status_changes (changed_at, order_id) where to_status = 'completed';
create function private.require_session() returns void language plpgsql stable set search_path = '' as $$
begin
  if (select auth.uid()) is not null and not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
end;
$$;
comment on function private.require_session() is 'An ended session gets its own error, not a missing right: picks stored on a device count after the next login.';
create function private.require_desk(called text) returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.require_session();
  if not private.can_pack() then
    raise insufficient_privilege using message = 'permission denied for function ' || require_desk.called;
  end if;
end;
$$;
comment on function private.require_desk(text) is 'Rejects callers who may not pack.';
create function private.desk_card(target public.orders) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', target.id,
      'number', target.order_number,
      'status', target.status,
      'delivery_type', target.delivery_type,
      'delivery_included', target.delivery_included,
      'delivery_fee', private.fee_details(target.id),
      'name', coalesce(billing.name, nullif(target.customer_name, ''), profiles.name),
      'phone', coalesce(nullif(target.delivery_phone_number, ''), billing.phone),
      'window_starts_at', target.window_starts_at,
      'window_ends_at', target.window_ends_at,
      'paid_at', target.paid_at,
      'substitution_preference', target.substitution_preference,
      'note', target.note,
      'item_count', coalesce(lines.item_count, 0),
      'line_ids', coalesce(lines.line_ids, '[]'),
      'has_line_words', coalesce(lines.has_words, false),
      'packed_line_ids', coalesce((
        select jsonb_agg(packed.order_item_id order by packed.order_item_id)
        from public.picked_lines as packed where packed.order_id = target.id
      ), '[]'),
      'substitution_ids', coalesce((
        select jsonb_agg(changes.id order by changes.id)
        from public.substitutions as changes where changes.order_id = target.id
      ), '[]'),
      'is_unread', target.status = 'paid' and not exists (
        select from public.acknowledged_orders as acknowledged where acknowledged.order_id = target.id
      ),
      'moved_at', moved.changed_at,
      'moved_from', case when moved.changed_by is not null and exists (
        select from public.order_status_moves as moves
        where moves.from_status = moved.from_status and moves.to_status = moved.to_status
          and moves.to_status in ('preparing', 'ready', 'out_for_delivery', 'completed')
      ) then moved.from_status end
    )
    from (select 1) as one
    left join public.billing_details as billing on billing.order_id = target.id
    left join public.profiles on profiles.id = target.user_id
    left join lateral (
      select sum(items.quantity - items.refunded_quantity) as item_count, jsonb_agg(items.id order by items.id) as line_ids,
        bool_or(items.note <> '' or items.substitution_preference is not null) as has_words
      from public.order_items as items
      where items.order_id = target.id and items.quantity > items.refunded_quantity
    ) as lines on true
    left join lateral (
      select changes.from_status, changes.to_status, changes.changed_at, changes.changed_by
      from public.order_status_changes as changes
      where changes.order_id = target.id order by changes.id desc limit 1
    ) as moved on true
  );
end;
$$;
comment on function private.desk_card(public.orders) is 'Returns an order as the board shows it: {id, number, status, delivery_type, delivery_included, delivery_fee, '
  'name, phone, window_starts_at, window_ends_at, paid_at, substitution_preference, note, item_count, line_ids, has_line_words, '
  'packed_line_ids, substitution_ids, is_unread, moved_at, moved_from}. substitution_ids are its substitutions. moved_from is '
  'the status that undo leads to; null if the last move cannot be undone.';
create function private.shop_day_begins_at() returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (
    select date_trunc('day', now() at time zone shop.time_zone) at time zone shop.time_zone
    from public.store_settings as shop
  );
end;
$$;
comment on function private.shop_day_begins_at() is 'Returns the first instant of today in the store''s time zone.';
create function private.desk_column( board_column text, max_count integer, after_at timestamptz default null, after_id uuid default null ) returns setof public.orders language plpgsql stable set search_path = '' as $$
begin
  if desk_column.board_column = 'done' then
    return query
    select orders.*
    from (
      select changes.order_id, max(changes.changed_at) as done_at
      from public.order_status_changes as changes
      where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
      group by changes.order_id
    ) as done
    join public.orders on orders.id = done.order_id and orders.status = 'completed'
    where (done.done_at, orders.id)
      < (coalesce(desk_column.after_at, 'infinity'), coalesce(desk_column.after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by done.done_at desc, orders.id desc
    limit desk_column.max_count;
    return;
  end if;
  -- Each status in index order, then the first of all.
  return query
  select first.*
  from unnest(case desk_column.board_column
    when 'to_pack' then array['paid']
    when 'packing' then array['preparing']
    when 'waiting' then array['ready', 'out_for_delivery']
  end) as column_status (status)
  cross join lateral (
    select orders.* from public.orders
    where orders.status = column_status.status
      -- Repeated for the partial index.
      and private.is_open(orders.status)
      and (coalesce(orders.window_starts_at, orders.paid_at), orders.id)
        > (coalesce(desk_column.after_at, '-infinity'), coalesce(desk_column.after_id, '00000000-0000-0000-0000-000000000000'))
    order by coalesce(orders.window_starts_at, orders.paid_at), orders.id
    limit desk_column.max_count
  ) as first
  order by coalesce(first.window_starts_at, first.paid_at), first.id
  limit desk_column.max_count;
end;
$$;
comment on function private.desk_column(text, integer, timestamptz, uuid) is 'Lists orders of to_pack, packing, or waiting, the earliest promise first; or of done: today''s, the latest '
  'first.';
create function private.count_open(status text) returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from (
      select from public.orders
      where orders.status = count_open.status
        and private.is_open(orders.status)
      limit 1000
    ) as counted
  );
end;
$$;
comment on function private.count_open(text) is 'Counts up to 1,000, so that orders that were never marked as handed over do not slow the board down.';
create function private.desk_header() returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'order_count', today.order_count,
      'sales', today.sales,
      'unread_count', (
        select count(*) from (
          select from public.orders
          where orders.status = 'paid'
            and not exists (select from public.acknowledged_orders as acknowledged where acknowledged.order_id = orders.id)
          limit 1000
        ) as unread
      ),
      'counts', jsonb_build_object(
        'to_pack', private.count_open('paid'),
        'packing', private.count_open('preparing'),
        'waiting', private.count_open('ready') + private.count_open('out_for_delivery'),
        'done', (
          select count(distinct changes.order_id) from public.order_status_changes as changes
          join public.orders on orders.id = changes.order_id and orders.status = 'completed'
          where changes.to_status = 'completed' and changes.changed_at >= private.shop_day_begins_at()
        )
      )
    )
    from private.sum_sales(private.shop_day_begins_at(), 'infinity') as today
  );
end;
$$;
comment on function private.desk_header() is 'Returns today''s orders and sales, as in the daily report, and how many orders are in each '
  'column: {order_count, sales, unread_count, counts: {to_pack, packing, waiting, done}}. Counts of open orders end'
  ' at 1,000.';
create function public.read_desk(max_count integer default 50) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk('read_desk');
  return private.desk_header() || jsonb_build_object(
    'read_at', now(),
    'cards', coalesce((
      select jsonb_agg(private.desk_card(shown))
      from unnest(array['to_pack', 'packing', 'waiting', 'done']) as board_columns (board_column)
      cross join lateral private.desk_column(board_columns.board_column, least(greatest(read_desk.max_count, 1), 200)) as shown
    ), '[]')
  );
end;
$$;
comment on function public.read_desk(integer) is 'For packers: private.desk_header, read_at, and up to this many cards of each column. jsonb: header and cards are '
  'one snapshot in one call. Security definer: names and phone numbers are beside the orders.';
grant execute on function public.read_desk(integer) to authenticated;
create function public.list_desk( board_column text, after_at timestamptz, after_id uuid, max_count integer default 50 ) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk('list_desk');
  return coalesce((
    select jsonb_agg(private.desk_card(shown))
    from private.desk_column(
      list_desk.board_column, least(greatest(list_desk.max_count, 1), 200), list_desk.after_at, list_desk.after_id
    ) as shown
  ), '[]');
end;
$$;
comment on function public.list_desk(text, timestamptz, uuid, integer) is 'For packers: the cards of a column after the one with this promise (for done, this end) and id. jsonb: the same '
  'cards as in read_desk. Security definer, as read_desk.';
grant execute on function public.list_desk(text, timestamptz, uuid, integer) to authenticated;
create function public.find_on_desk(words text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query constant text := private.fold_text(btrim(left(coalesce(find_on_desk.words, ''), 100)));
  digits constant text := regexp_replace(regexp_replace(query, '[^0-9]+', '', 'g'), '^1([0-9]{10})$', '\1');
  number constant bigint := case when query ~ '^(order )?#? ?[0-9]{1,12}$' then regexp_replace(query, '[^0-9]+', '', 'g')::bigint end;
  is_phone constant boolean := length(digits) >= 3 and query ~ '^[-0-9 ()+./]+$';
  is_manager constant boolean := private.can_manage();
begin
  perform private.require_desk('find_on_desk');
  if btrim(query) = '' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(private.desk_card(found.target))
    from (
      select matches.target
      from (
        select orders as target, 0 as rank, orders.paid_at from public.orders
        where orders.order_number = number and orders.paid_at is not null and private.can_handle(orders.id)
        union all
        select orders, case when private.is_open(orders.status) then 1 else 2 end, orders.paid_at
        from public.orders
        left join public.billing_details as billing on billing.order_id = orders.id
        left join public.profiles on profiles.id = orders.user_id
        where orders.paid_at is not null and orders.order_number is distinct from number
          -- Packers see only current orders, not a customer's past ones.
          and (is_manager or orders.id in (
            select shown.id from unnest(array['to_pack', 'packing', 'waiting', 'done']) as board_columns (board_column)
            cross join lateral private.desk_column(board_columns.board_column, 5000) as shown
          ))
          and (
            strpos(private.fold_text(concat_ws(' ', billing.name, profiles.name, orders.customer_name)), query) > 0
            or is_phone and (
              strpos(regexp_replace(private.fold_text(orders.delivery_phone_number), '[^0-9]+', '', 'g'), digits) > 0
              or strpos(regexp_replace(private.fold_text(coalesce(billing.phone, '')), '[^0-9]+', '', 'g'), digits) > 0
            )
          )
      ) as matches
      order by matches.rank, matches.paid_at desc
      limit 50
    ) as found
  ), '[]');
end;
$$;
comment on function public.find_on_desk(text) is 'For packers: cards on the board whose name or phone contains these words, at most 50; managers search every paid'
  ' order, current ones first, then the latest. A number also finds the order with that number. jsonb: the same '
  'cards as in read_desk. Security definer, as read_desk.';
grant execute on function public.find_on_desk(text) to authenticated;
create function public.desk_changes(order_ids uuid[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return private.desk_header() || jsonb_build_object(
    'read_at', now(),
    'cards', coalesce((
      select jsonb_agg(private.desk_card(orders)) from public.orders
      where orders.id = any (desk_changes.order_ids) and orders.paid_at is not null
    ), '[]'),
    -- Same orders as private.packing_orders.
    'packer_order_ids', coalesce((
      select jsonb_agg(orders.id) from public.orders
      where orders.id = any (desk_changes.order_ids) and (
        private.is_open(orders.status)
        or orders.paid_at > now() - interval '7 days'
      )
    ), '[]')
  );
end;
$$;
comment on function public.desk_changes(uuid[]) is 'For the server, which updates open boards: private.desk_header, the current cards of these orders, and which of '
  'them packers may see. jsonb, as read_desk. Security definer, as read_desk.';
grant execute on function public.desk_changes(uuid[]) to service_role;
create function public.read_pick_lists(order_ids uuid[]) returns jsonb language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_desk('read_pick_lists');
  if cardinality(read_pick_lists.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  return coalesce((
    select jsonb_agg(
      private.desk_card(orders) || jsonb_build_object(
        'delivery_address', orders.delivery_address,
        'driver_note', orders.driver_note,
        'lines', coalesce((
          select jsonb_agg(
            jsonb_build_object(
              'id', items.id,
              'product_id', items.product_id,
              'size_id', items.size_id,
              'name', items.product_name,
              'size', items.size_label,
              'quantity', items.quantity - items.refunded_quantity,
              'bag_quantity', greatest(
                0, items.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity
              ),
              'image_url', items.image_url,
              'unit_price', items.unit_price,
              'substitution_preference', items.substitution_preference,
              'note', items.note,
              'changes', private.line_substitutions(items.id, true),
              'category', products.category,
              'aisle', categories.title,
              'is_frozen', products.storage is not distinct from 'frozen',
              'picked_by', packers.name
            )
            order by products.storage is not distinct from 'frozen', categories.aisle, categories.prefix,
              items.product_name, items.id
          )
          from public.order_items as items
          join public.products on products.id = items.product_id
          join public.categories on categories.prefix = products.category
          left join public.picked_lines as packed on packed.order_item_id = items.id
          left join public.profiles as packers on packers.id = packed.picked_by
          cross join lateral private.line_unavailable(items) as away
          where items.order_id = orders.id and (
            items.quantity > items.refunded_quantity or exists (
              -- A line that is gone as a whole is on the slip in the bag.
              select from public.substitutions as changes where changes.order_item_id = items.id
            )
          )
        ), '[]')
      )
      order by requested.place
    )
    from unnest(read_pick_lists.order_ids[1:100]) with ordinality as requested (id, place)
    join public.orders on orders.id = requested.id and orders.paid_at is not null and private.can_handle(orders.id)
  ), '[]');
end;
$$;
comment on function public.read_pick_lists(uuid[]) is 'For packers: cards with {delivery_address, driver_note, lines: [{id, product_id, size_id, name, size, quantity, '
  'bag_quantity, image_url, unit_price, substitution_preference, note, changes, category, aisle, is_frozen, picked_by}]}, lines in '
  'aisle order, frozen ones last; quantity is what was not refunded (0 if left out), bag_quantity what of it is '
  'neither replaced nor missing; at most 100 orders. jsonb: lines and their substitutions are nested. Security '
  'definer, as read_desk.';
grant execute on function public.read_pick_lists(uuid[]) to authenticated;
create function public.acknowledge_orders(order_ids uuid[]) returns void language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_desk('acknowledge_orders');
  if cardinality(acknowledge_orders.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  insert into public.acknowledged_orders (order_id, acknowledged_by)
  select orders.id, (select auth.uid()) from public.orders
  where orders.id = any (acknowledge_orders.order_ids) and private.is_packable(orders.status)
  on conflict (order_id) do nothing;
end;
$$;
comment on function public.acknowledge_orders(uuid[]) is 'For packers: marks these orders as acknowledged. Security definer: nobody writes it by hand.';
grant execute on function public.acknowledge_orders(uuid[]) to authenticated;
create function public.pick_line( order_item_id bigint, is_packed boolean, picked_at timestamptz default null ) returns boolean language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  pick_time constant timestamptz := least(coalesce(pick_line.picked_at, now()), now());
begin
  perform private.require_session();
  select orders.* into target from public.orders
  join public.order_items as items on items.order_id = orders.id
  where items.id = pick_line.order_item_id and private.can_pack()
  for update of orders;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  if not private.is_packable(target.status) then
    raise sqlstate 'PT409' using message = format('Order %s is no longer being packed.', target.order_number);
  end if;
  insert into private.pick_times as latest (order_item_id, picked_at)
  values (pick_line.order_item_id, pick_time)
  on conflict (order_item_id) do update set picked_at = excluded.picked_at
  where latest.picked_at <= excluded.picked_at;
  if not found then
    return exists (select from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id);
  end if;
  if pick_line.is_packed is not true then
    delete from public.picked_lines as packed where packed.order_item_id = pick_line.order_item_id;
    return false;
  end if;
  insert into public.picked_lines (order_item_id, order_id, picked_by)
  values (pick_line.order_item_id, target.id, (select auth.uid()))
  on conflict (order_item_id) do nothing;
  if target.status = 'paid' then
    update public.orders set status = 'preparing' where orders.id = target.id;
  end if;
  return true;
end;
$$;
comment on function public.pick_line(bigint, boolean, timestamptz) is 'For packers, while the order is paid or preparing: marks a line as picked or not. The latest picked_at wins '
  '(now, if missing or in the future); the first pick starts packing. Returns whether it is picked now. Security '
  'definer: nobody writes picks by hand.';
grant execute on function public.pick_line(bigint, boolean, timestamptz) to authenticated;
create function public.move_orders(moves jsonb) returns table (order_id uuid, status text, message text) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  move record;
  moved public.orders;
begin
  perform private.require_desk('move_orders');
  if jsonb_typeof(move_orders.moves) is distinct from 'array' or jsonb_array_length(move_orders.moves) > 200
    or exists (
      select from jsonb_to_recordset(move_orders.moves) as each (to_status text)
      where coalesce(each.to_status, '') not in ('preparing', 'ready', 'out_for_delivery', 'completed')
    ) then
    raise invalid_parameter_value using message = 'The moves are a list of at most 200 {order_id, to_status}.';
  end if;
  -- In one order for every caller, so that two boards cannot deadlock.
  for move in
    select each.order_id, each.to_status
    from jsonb_to_recordset(move_orders.moves) as each (order_id uuid, to_status text) order by each.order_id
  loop
    begin
      moved := public.move_order(move.order_id, move.to_status);
      -- Within ten seconds undo_order_moves also cancels the email.
      update public.outgoing_mails as mails set next_attempt_at = now() + interval '10 seconds'
      where mails.order_id = move.order_id and mails.created_at = now() and mails.status = 'waiting';
      order_id := moved.id;
      status := moved.status;
      message := null;
    -- Last, because missing products could refund more than a packer may.
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT403' then
      order_id := move.order_id;
      status := null;
      message := sqlerrm;
    end;
    return next;
  end loop;
end;
$$;
comment on function public.move_orders(jsonb) is 'For packers: the next status of [{order_id, to_status}], each on its own; '
  'message says why one was rejected. Emails wait ten seconds. Security definer, as move_order.';
grant execute on function public.move_orders(jsonb) to authenticated;
create function public.undo_order_moves(order_ids uuid[]) returns table (order_id uuid, status text, was_notified boolean, message text) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target_id uuid;
  target public.orders;
  moved public.order_status_changes;
begin
  perform private.require_desk('undo_order_moves');
  if cardinality(undo_order_moves.order_ids) > 1000 then
    raise invalid_parameter_value using message = '1,000 orders at most at once.';
  end if;
  for target_id in
    select distinct each.id from unnest(undo_order_moves.order_ids[1:200]) as each (id) order by each.id
  loop
    select * into target from public.orders where orders.id = target_id for update;
    select * into moved from public.order_status_changes as changes
    where changes.order_id = target.id order by changes.id desc limit 1;
    if target.id is null or not private.can_handle(target.id)
      or not private.is_status_undo(target.id, target.status, moved.from_status)
      -- A refund on its way stays on its way.
      or exists (
        select from public.refunds
        where refunds.order_id = target.id and refunds.created_at >= moved.changed_at
      )
      -- Substitutions were finalized with this status change.
      or exists (
        select from public.substitutions as changes
        where changes.order_id = target.id and changes.settled_at >= moved.changed_at
      ) then
      order_id := target_id;
      status := null;
      was_notified := false;
      message := 'You can no longer undo this step.';
      return next;
      continue;
    end if;
    delete from public.outgoing_mails as mails
    where mails.event_key = format('order_%s:%s', target.status, target.id)
      and mails.status = 'waiting' and mails.attempts = 0;
    update public.orders set status = moved.from_status where orders.id = target.id;
    order_id := target.id;
    status := moved.from_status;
    was_notified := exists (
      select from public.outgoing_mails as mails
      where mails.event_key = format('order_%s:%s', target.status, target.id)
    );
    message := null;
    return next;
  end loop;
end;
$$;
comment on function public.undo_order_moves(uuid[]) is 'For packers: undoes the last move of each order, within 15 minutes, and its email if it has not left; '
  'was_notified: the customer has the email. Security definer, as move_order.';
grant execute on function public.undo_order_moves(uuid[]) to authenticated;
create function private.notify_desk() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'orders' then
    if new.status in ('completed', 'cancelled', 'refunded') and new.status <> old.status then
      delete from public.picked_lines as packed where packed.order_id = new.id;
      delete from public.acknowledged_orders as acknowledged where acknowledged.order_id = new.id;
      delete from private.pick_times as ticks using public.order_items as items
      where items.order_id = new.id and ticks.order_item_id = items.id;
    end if;
    perform pg_notify('desk', new.id::text);
  else
    perform pg_notify('desk', coalesce(new.order_id, old.order_id)::text);
  end if;
  return null;
end;
$$;
comment on function private.notify_desk() is 'Security definer: whoever changes an order need not be allowed to write picks.';
create trigger send_desk_event after update of status, window_starts_at, substitution_preference, note on public.orders for each row when ( new.paid_at is not null and (old.status, old.window_starts_at, old.substitution_preference, old.note) is distinct from (new.status, new.window_starts_at, new.substitution_preference, new.note) ) execute function private.notify_desk();
create trigger send_desk_event after update of substitution_preference, note, refunded_quantity on public.order_items for each row when ( (old.substitution_preference, old.note, old.refunded_quantity) is distinct from (new.substitution_preference, new.note, new.refunded_quantity) ) execute function private.notify_desk();
create trigger send_desk_event after insert or delete on public.picked_lines for each row execute function private.notify_desk();
create trigger send_desk_event after insert or update of paid_at or delete on public.delivery_fees for each row execute function private.notify_desk();
create trigger send_desk_event after insert on public.acknowledged_orders for each row execute function private.notify_desk();
create function public.order_aisles(prefixes text[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can sort the aisles.';
  end if;
  -- Serialized.
  perform from public.categories order by categories.prefix for update;
  if (select array_agg(categories.prefix order by categories.prefix) from public.categories)
    is distinct from (select array_agg(given.prefix order by given.prefix) from unnest(order_aisles.prefixes) as given (prefix))
  then
    raise sqlstate 'PT422' using message = 'List each category exactly once.';
  end if;
  update public.categories set aisle = given.place * 10
  from unnest(order_aisles.prefixes) with ordinality as given (prefix, place)
  where categories.prefix = given.prefix and categories.aisle <> given.place * 10;
end;
$$;
comment on function public.order_aisles(text[]) is 'For the owner and managers: sets the aisle sequence of all categories, each exactly once, else 422. Security '
  'definer: it locks them.';
grant execute on function public.order_aisles(text[]) to authenticated;
create table public.substitutions ( id bigint generated always as identity primary key, order_id uuid not null references public.orders (id) on delete cascade, order_item_id bigint not null references public.order_items (id) on delete cascade, kind text not null check (kind in ('replaced', 'left_out')), quantity integer not null check (quantity between 1 and 999), replacement_product_id bigint references public.products (id), replacement_size_id bigint references public.product_sizes (id), replacement_name text, replacement_size_label text, replacement_quantity integer check (replacement_quantity between 1 and 999), replacement_unit_price numeric(10, 2) check (replacement_unit_price >= 0), mark_sold_out boolean not null, paid_cents bigint not null default 0 check (paid_cents >= 0), paid_tax_cents bigint not null default 0 check (paid_tax_cents >= 0), replacement_cents bigint not null default 0 check (replacement_cents >= 0), replacement_tax_cents bigint not null default 0 check (replacement_tax_cents >= 0), refund_cents bigint not null generated always as (paid_cents + paid_tax_cents - replacement_cents - replacement_tax_cents) stored, stock_taken integer not null default 0 check (stock_taken >= 0), request_key uuid, changed_by uuid references public.profiles (id) on delete set null, changed_at timestamptz not null default now(), settled_at timestamptz, refund_id uuid references public.refunds (id), unique (order_id, request_key), constraint replacement_is_whole check ( case kind when 'replaced' then replacement_product_id is not null and replacement_name is not null and replacement_quantity is not null and replacement_unit_price is not null else replacement_product_id is null and replacement_size_id is null and replacement_name is null and replacement_size_label is null and replacement_quantity is null and replacement_unit_price is null end ), constraint customer_never_pays_more check (replacement_cents + replacement_tax_cents <= paid_cents + paid_tax_cents) );
comment on table public.substitutions is 'Substitutions and removals of order lines; final once the order has left.';
comment on column public.substitutions.quantity is 'How many of the line were out of stock.';
comment on column public.substitutions.replacement_unit_price is 'Catalog price of the replacement on the day of the change.';
comment on column public.substitutions.mark_sold_out is 'Marks the original product as sold out when finalized.';
comment on column public.substitutions.paid_cents is 'Amount the customer paid, after discount and without tax.';
comment on column public.substitutions.replacement_cents is 'Amount of it that the replacement costs, without tax; 0 if left out.';
comment on column public.substitutions.stock_taken is 'How many of the replacement were taken from stock.';
comment on column public.substitutions.settled_at is 'Null: it can still be undone.';
comment on column public.substitutions.refund_id is 'Null: nothing was refunded.';
create index substitutions_order_item_id on public.substitutions (order_item_id);
create index substitutions_order_id on public.substitutions (order_id) where settled_at is null;
create index substitutions_settled_at on public.substitutions (settled_at) where replacement_tax_cents > paid_tax_cents;
create index substitutions_replacement_product_id on public.substitutions (replacement_product_id) where replacement_product_id is not null;
create index substitutions_replacement_size_id on public.substitutions (replacement_size_id) where replacement_size_id is not null;
create index substitutions_refund_id on public.substitutions (refund_id) where refund_id is not null;
alter table public.substitutions enable row level security;
revoke all on public.substitutions from anon, authenticated, service_role;
grant select on public.substitutions to authenticated, service_role;
create policy "customers read the settled changes of their orders, staff all that they may see" on public.substitutions for select to authenticated using ( (settled_at is not null and order_id = any (array(select private.own_order_ids()))) or order_id = any (array(select packing.order_id from private.packing_orders() as packing)) or ( order_id between (select private.min_order_id()) and (select private.max_order_id()) and id between 0 and (select case when private.can_manage() then 9223372036854775807 end) ) );
create function private.price_replacement( head public.orders, line public.order_items, quantity integer, paid_cents bigint, paid_tax_cents bigint, product_id bigint, catalogue_cents bigint, out replacement_cents bigint, out replacement_tax_cents bigint ) language plpgsql stable set search_path = '' as $$
declare
  gross_cents constant numeric := line.unit_price * 100 * price_replacement.quantity;
  stand_in public.order_items := line;
  share record;
begin
  replacement_cents := case
    when gross_cents = 0 then 0
    else least(
      price_replacement.paid_cents,
      round(price_replacement.catalogue_cents * price_replacement.paid_cents / gross_cents)
    )
  end;
  replacement_tax_cents := 0;
  if head.tax_exempt_certificate is not null then
    return;
  end if;
  stand_in.product_id := price_replacement.product_id;
  stand_in.unit_price := replacement_cents / 100.0;
  stand_in.quantity := 1;
  stand_in.discount := 0;
  head.delivery_cost := 0;
  select shares.percent, shares.cents into share
  from private.tax_shares(head, array[stand_in]) as shares where shares.place = 1;
  if share.percent is null then
    return;
  end if;
  replacement_tax_cents := case
    when share.percent = line.tax_rate and price_replacement.paid_cents > 0
      then round(price_replacement.paid_tax_cents::numeric * replacement_cents / price_replacement.paid_cents)
    else share.cents
  end;
  if replacement_cents + replacement_tax_cents > price_replacement.paid_cents + price_replacement.paid_tax_cents then
    replacement_cents := round(
      (price_replacement.paid_cents + price_replacement.paid_tax_cents) / (1 + share.percent / 100)
    );
    replacement_tax_cents := price_replacement.paid_cents + price_replacement.paid_tax_cents - replacement_cents;
  end if;
end;
$$;
comment on function private.price_replacement( public.orders, public.order_items, integer, bigint, bigint, bigint, bigint ) is 'Returns how much of the paid amount a replacement of this many costs, in cents: its own price and tax.';
create function private.paid_for_first(amount numeric, line public.order_items, quantity bigint) returns bigint language plpgsql immutable set search_path = '' as $$
begin
  return round(paid_for_first.amount * 100 * paid_for_first.quantity / line.quantity)::bigint;
end;
$$;
comment on function private.paid_for_first(numeric, public.order_items, bigint) is 'Returns what the first so many units of a line cost together, in cents, of the line''s amount.';
create function private.line_unavailable( line public.order_items, out refunded_quantity bigint, out refunded_cents bigint, out refunded_tax_cents bigint, out replaced_quantity bigint, out replacement_cents bigint, out replacement_tax_cents bigint, out open_quantity bigint, out left_out_quantity bigint ) language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(refunded.quantity), 0), coalesce(sum(refunded.tax_cents), 0),
    -- Lines without discount or tax store no amounts.
    coalesce(sum(coalesce(refunded.amount_cents, line.unit_price * 100 * refunded.quantity)), 0)
  into refunded_quantity, refunded_tax_cents, refunded_cents
  from public.refunds
  cross join jsonb_to_recordset(refunds.lines)
    as refunded (order_item_id bigint, quantity integer, amount_cents bigint, tax_cents bigint)
  where refunds.order_id = line.order_id and refunds.status <> 'failed' and refunds.lines is not null
    -- A refund for a cheaper replacement takes no units away.
    and refunded.order_item_id = line.id and refunded.quantity > 0;
  select coalesce(sum(changes.quantity) filter (where changes.settled_at is not null and changes.kind = 'replaced'), 0),
    coalesce(sum(changes.replacement_cents) filter (where changes.settled_at is not null), 0),
    coalesce(sum(changes.replacement_tax_cents) filter (where changes.settled_at is not null), 0),
    coalesce(sum(changes.quantity) filter (where changes.settled_at is null), 0),
    coalesce(sum(changes.quantity) filter (where changes.settled_at is null and changes.kind = 'left_out'), 0)
  into replaced_quantity, replacement_cents, replacement_tax_cents, open_quantity, left_out_quantity
  from public.substitutions as changes where changes.order_item_id = line.id;
end;
$$;
comment on function private.line_unavailable(public.order_items) is 'Returns what of a line was refunded or left out, with its money; what was replaced, and what the replacements '
  'cost; how many are not final, and how many of these are left out.';
create function private.paid_for_next( amount numeric, replacement_cents bigint, line public.order_items, away_quantity bigint, replaced_quantity bigint ) returns bigint language plpgsql immutable set search_path = '' as $$
begin
  return private.paid_for_first(
    paid_for_next.amount, line, least(paid_for_next.away_quantity, line.quantity - paid_for_next.replaced_quantity)
  ) + case
    -- The caller rejects more than there are.
    when paid_for_next.replaced_quantity > 0
      and paid_for_next.away_quantity > line.quantity - paid_for_next.replaced_quantity then round(
      paid_for_next.replacement_cents::numeric
        * (paid_for_next.away_quantity - line.quantity + paid_for_next.replaced_quantity)
        / paid_for_next.replaced_quantity
    )
    else 0
  end::bigint;
end;
$$;
comment on function private.paid_for_next(numeric, bigint, public.order_items, bigint, bigint) is 'Like paid_for_first, for a line whose last units were replaced: these return what the replacements cost.';
create function private.price_open_substitutions(order_id uuid) returns void language plpgsql set search_path = '' as $$
declare
  head public.orders;
  line public.order_items;
  change public.substitutions;
  away record;
  last_first bigint;
begin
  select * into head from public.orders where orders.id = price_open_substitutions.order_id;
  for line in
    select items.* from public.order_items as items
    where items.id in (
      select open.order_item_id from public.substitutions as open
      where open.order_id = price_open_substitutions.order_id and open.settled_at is null
    )
  loop
    select * into away from private.line_unavailable(line);
    last_first := line.quantity - away.replaced_quantity;
    for change in
      select * from public.substitutions as open
      where open.order_item_id = line.id and open.settled_at is null order by open.id
    loop
      if change.kind = 'left_out' then
        away.refunded_quantity := away.refunded_quantity + change.quantity;
        change.paid_cents := greatest(0, private.paid_for_first(
          private.line_amount(line), line, away.refunded_quantity
        ) - away.refunded_cents);
        change.paid_tax_cents := greatest(0, private.paid_for_first(
          line.tax_amount, line, away.refunded_quantity
        ) - away.refunded_tax_cents);
        away.refunded_cents := away.refunded_cents + change.paid_cents;
        away.refunded_tax_cents := away.refunded_tax_cents + change.paid_tax_cents;
      else
        change.paid_cents := private.paid_for_first(private.line_amount(line), line, last_first)
          - private.paid_for_first(private.line_amount(line), line, last_first - change.quantity);
        change.paid_tax_cents := private.paid_for_first(line.tax_amount, line, last_first)
          - private.paid_for_first(line.tax_amount, line, last_first - change.quantity);
        last_first := last_first - change.quantity;
        select priced.replacement_cents, priced.replacement_tax_cents into change.replacement_cents, change.replacement_tax_cents
        from private.price_replacement(
          head, line, change.quantity, change.paid_cents, change.paid_tax_cents, change.replacement_product_id,
          (change.replacement_unit_price * 100 * change.replacement_quantity)::bigint
        ) as priced;
      end if;
      update public.substitutions as open
      set paid_cents = change.paid_cents, paid_tax_cents = change.paid_tax_cents,
        replacement_cents = change.replacement_cents, replacement_tax_cents = change.replacement_tax_cents
      where open.id = change.id;
    end loop;
  end loop;
end;
$$;
comment on function private.price_open_substitutions(uuid) is 'Returns what each open substitution refunds, given the current order and refunds. Call it with the order locked.';
create function public.substitute_line( order_item_id bigint, kind text, quantity integer, replacement_product_id bigint default null, replacement_size_id bigint default null, replacement_quantity integer default null, mark_sold_out boolean default true, request_key uuid default null ) returns public.substitutions language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  away record;
  product public.products;
  size public.product_sizes;
  made public.substitutions;
  left_count bigint;
begin
  select * into line from public.order_items as items where items.id = substitute_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  select * into made from public.substitutions as known
  where known.order_id = target.id and known.request_key = substitute_line.request_key;
  if made.id is not null then
    return made;
  end if;
  if not private.is_packable(target.status) then
    raise sqlstate 'PT409' using message = format('The order is %s: its lines can''t change anymore.', target.status);
  end if;
  if substitute_line.kind is null or substitute_line.kind not in ('replaced', 'left_out')
    or coalesce(substitute_line.quantity, 0) < 1
    or (substitute_line.kind = 'replaced') <> (substitute_line.replacement_product_id is not null)
    or (substitute_line.kind = 'replaced' and coalesce(substitute_line.replacement_quantity, 1) not between 1 and 999) then
    raise invalid_parameter_value using message = 'Choose a replacement or leave the product out, and enter a quantity.';
  end if;
  select * into away from private.line_unavailable(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  if substitute_line.quantity > left_count then
    raise sqlstate 'PT409' using message = format('You can change %s of this line at most.', greatest(left_count, 0));
  end if;
  if substitute_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_unavailable(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then substitute_line.quantity else 0 end
  ) then
    raise sqlstate 'PT409' using message = 'This would leave the order empty. Cancel it instead.';
  end if;
  if substitute_line.kind = 'replaced' then
    select * into product from public.products
    where products.id = substitute_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = substitute_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    if product.id is null or (substitute_line.replacement_size_id is not null and size.id is null) then
      raise sqlstate 'PT409' using message = 'This replacement is not for sale.';
    end if;
    if size.id is null and product.sizes <> '[]' then
      raise invalid_parameter_value using message = format('%s comes in sizes. Choose one.', product.name);
    end if;
    if product.id = line.product_id and size.id is not distinct from line.size_id then
      raise invalid_parameter_value using message = 'A product can''t replace itself.';
    end if;
  end if;
  insert into public.substitutions (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, substitute_line.kind, substitute_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(substitute_line.replacement_quantity, substitute_line.quantity) end,
    private.current_price(product.id, size.id),
    coalesce(substitute_line.mark_sold_out, true), substitute_line.request_key, (select auth.uid())
  )
  returning * into made;
  perform private.price_open_substitutions(target.id);
  perform private.check_packer_limit(target.id, 0);
  select * into made from public.substitutions as known where known.id = made.id;
  return made;
end;
$$;
comment on function public.substitute_line(bigint, text, integer, bigint, bigint, integer, boolean, uuid) is 'For staff, while an order is paid or preparing: replaces or removes this many of a line. The customer never pays'
  ' more; the difference is refunded when the order is ready or leaves. The same request key makes the same change.'
  ' Security definer: nobody writes substitutions by hand.';
grant execute on function public.substitute_line(bigint, text, integer, bigint, bigint, integer, boolean, uuid) to authenticated;
create function public.undo_substitution(substitution_id bigint) returns void language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = (select known.order_id from public.substitutions as known where known.id = undo_substitution.substitution_id)
  for update;
  if target.id is null or not private.can_handle(target.id) then
    raise sqlstate 'PT404' using message = 'This substitution doesn''t exist.';
  end if;
  delete from public.substitutions as known
  where known.id = undo_substitution.substitution_id and known.settled_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'You can no longer undo this substitution.';
  end if;
  perform private.price_open_substitutions(target.id);
end;
$$;
comment on function public.undo_substitution(bigint) is 'For staff: undoes a substitution. Security definer, as substitute_line.';
grant execute on function public.undo_substitution(bigint) to authenticated;
create function public.list_replacements( order_item_id bigint, quantity integer, typed text default '', replacement_quantity integer default null ) returns table ( product_id bigint, size_id bigint, name text, size_label text, image_url text, unit_price numeric, is_same_category boolean, refund_cents bigint ) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  own_category text;
  own private.search_documents;
  paid_cents bigint;
  paid_tax_cents bigint;
begin
  select * into line from public.order_items as items where items.id = list_replacements.order_item_id;
  if line.id is null or not private.can_handle(line.order_id) then
    raise sqlstate 'PT404' using message = 'This line doesn''t exist.';
  end if;
  if coalesce(list_replacements.quantity, 0) not between 1 and line.quantity then
    raise invalid_parameter_value using message = 'The order doesn''t have that many.';
  end if;
  if list_replacements.replacement_quantity not between 1 and 999 then
    raise invalid_parameter_value using message = 'Enter 1 to 999 replacements.';
  end if;
  select * into target from public.orders where orders.id = line.order_id;
  select products.category into own_category from public.products where products.id = line.product_id;
  select * into own from private.search_documents as document where document.product_id = line.product_id;
  paid_cents := private.paid_for_first(private.line_amount(line), line, list_replacements.quantity);
  paid_tax_cents := private.paid_for_first(line.tax_amount, line, list_replacements.quantity);
  return query
    with found as (
      select products.*, row_number() over () as place
      from public.search_products(list_replacements.typed, 40) as products
      where btrim(list_replacements.typed) <> ''
      union all
      select products.*, 0 from public.products
      where btrim(coalesce(list_replacements.typed, '')) = '' and products.category = own_category
    ), sold as (
      select found.id, sizes.id as size_id, found.name, sizes.label, found.img1, found.category, found.place,
        private.current_price(found.id, sizes.id) as unit_price, coalesce(document.heads && own.heads, false) as is_same_kind,
        coalesce(private.shared_names(document.alternate_terms, own.alternate_terms), 0) as shared_count,
        exists (
          select from public.article_products as here
          join public.article_products as other on other.article_id = here.article_id
          where here.product_id = line.product_id and other.product_id = found.id
        ) as is_same_recipe
      from found
      left join private.search_documents as document on document.product_id = found.id
      left join public.product_sizes as sizes on sizes.product_id = found.id and sizes.archived_at is null
      where found.archived_at is null and found.pictures_ready and not found.is_sold_out
        and (sizes.id is not null or found.sizes = '[]')
        and coalesce(sizes.availability, 'available') <> 'sold_out'
        and private.stock_left(found.id, sizes.id) is distinct from 0
        and (found.id, coalesce(sizes.id, 0)) <> (line.product_id, coalesce(line.size_id, 0))
    )
    select sold.id, sold.size_id, sold.name, sold.label, sold.img1, sold.unit_price, sold.category = own_category,
      paid_cents + paid_tax_cents - priced.replacement_cents - priced.replacement_tax_cents
    from (
      select sold.*, row_number() over (
        -- Another size of the same product first, then the same kind, shared names, a similar price.
        order by sold.category = own_category desc, sold.place, sold.id = line.product_id desc, sold.is_same_kind desc,
          sold.shared_count desc, sold.is_same_recipe desc,
          abs(sold.unit_price - line.unit_price) <= line.unit_price * 0.3 desc,
          abs(sold.unit_price - line.unit_price), sold.id, sold.size_id
      ) as rank
      from sold
      order by rank
      limit 24
    ) as sold
    cross join lateral private.price_replacement(
      target, line, list_replacements.quantity, paid_cents, paid_tax_cents, sold.id,
      (
        sold.unit_price * 100 * coalesce(list_replacements.replacement_quantity, list_replacements.quantity)
      )::bigint
    ) as priced
    order by sold.rank;
end;
$$;
comment on function public.list_replacements(bigint, integer, text, integer) is 'For staff: lists replacements for this many of a line, its own category first, with what as many of each, or '
  'another number, would refund; without a search text, the closest of its category. Security definer: it reads '
  'stock and lines.';
grant execute on function public.list_replacements(bigint, integer, text, integer) to authenticated;
create function private.take_replacements(substitution_ids bigint[]) returns void language plpgsql set search_path = '' as $$
declare
  change public.substitutions;
  missing_product_ids bigint[];
  missing_size_ids bigint[];
  taken integer;
begin
  select array_agg(items.product_id) filter (where items.size_id is null),
    array_agg(items.size_id) filter (where items.size_id is not null)
  into missing_product_ids, missing_size_ids
  from public.substitutions as settled join public.order_items as items on items.id = settled.order_item_id
  where settled.id = any (substitution_ids) and settled.mark_sold_out;
  perform private.lock_products(
    missing_product_ids || array(
      select settled.replacement_product_id from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.replacement_size_id is null
        and settled.replacement_product_id is not null
    ),
    missing_size_ids || array(
      select settled.replacement_size_id from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.replacement_size_id is not null
    )
  );
  for change in
    select * from public.substitutions as settled
    where settled.id = any (substitution_ids) and settled.kind = 'replaced'
    order by settled.id
  loop
    -- Missing units were never on the shelf, so they cannot be restocked.
    update public.order_items as items set stock_taken = greatest(0, items.stock_taken - change.quantity)
    where items.id = change.order_item_id;
    -- The packer holds it in hand, whatever the count says.
    taken := private.stock_left(change.replacement_product_id, change.replacement_size_id);
    if taken > 0 then
      taken := least(taken, change.replacement_quantity);
      update public.product_stock as stock set stock_count = stock.stock_count - taken
      where stock.product_id = change.replacement_product_id and change.replacement_size_id is null;
      update public.size_stock as stock set stock_count = stock.stock_count - taken
      where stock.size_id = change.replacement_size_id;
      update public.substitutions as settled set stock_taken = taken where settled.id = change.id;
    end if;
  end loop;
  perform private.mark_sold_out(missing_product_ids, missing_size_ids);
end;
$$;
comment on function private.take_replacements(bigint[]) is 'Updates stock for substitutions being finalized: takes replacements, and marks missing products as sold out '
  'where requested. Call it with the order locked.';
create function private.resolve_substitutions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  paid public.payments;
  back_lines jsonb;
  back_cents bigint;
  made_id uuid;
  substitution_ids bigint[];
  person record;
begin
  perform private.price_open_substitutions(new.id);
  with settled as (
    update public.substitutions set settled_at = now() where order_id = new.id and settled_at is null returning id
  )
  select array_agg(settled.id) into substitution_ids from settled;
  if substitution_ids is null then
    return new;
  end if;
  select * into paid from public.payments
  where payments.order_id = new.id and payments.purpose = 'order' for update;
  for person in
    select settled.changed_by as id from public.substitutions as settled
    where settled.id = any (substitution_ids) and settled.refund_cents > 0
    group by settled.changed_by order by min(settled.id)
  loop
    select jsonb_agg(to_jsonb(line)), coalesce(sum(line.amount_cents + line.tax_cents), 0) into back_lines, back_cents
    from (
      -- A cheaper replacement removes nothing from the order and refunds part of its price.
      select settled.order_item_id, coalesce(sum(settled.quantity) filter (where settled.kind = 'left_out'), 0) as quantity,
        sum(settled.refund_cents - greatest(0, settled.paid_tax_cents - settled.replacement_tax_cents)) as amount_cents,
        sum(greatest(0, settled.paid_tax_cents - settled.replacement_tax_cents)) as tax_cents
      from public.substitutions as settled
      where settled.id = any (substitution_ids) and settled.refund_cents > 0
        and settled.changed_by is not distinct from person.id
      group by settled.order_item_id, settled.kind
    ) as line;
    -- Staff may have refunded an amount before: together never more than was paid.
    back_cents := least(back_cents, private.refundable_cents(paid.payment_intent_id));
    if back_cents > 0 then
      insert into public.refunds (order_id, payment_intent_id, amount_cents, lines, reason, requested_by)
      values (new.id, paid.payment_intent_id, back_cents, back_lines, 'missing', person.id)
      returning refunds.id into made_id;
      update public.substitutions as settled set refund_id = made_id
      where settled.id = any (substitution_ids) and settled.refund_cents > 0
        and settled.changed_by is not distinct from person.id;
    end if;
  end loop;
  perform private.take_replacements(substitution_ids);
  return new;
end;
$$;
comment on function private.resolve_substitutions() is 'Finalizes all open substitutions of an order once: one refund per staff member who made some, and the stock. '
  'Runs for whoever moves the order. Security definer: nobody writes the ledger by hand.';
create trigger resolve_substitutions before update of status on public.orders for each row when (old.status is distinct from new.status and new.status in ('ready', 'out_for_delivery')) execute function private.resolve_substitutions();
create function private.delete_open_substitutions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.substitutions where order_id = new.id and settled_at is null;
  return null;
end;
$$;
comment on function private.delete_open_substitutions() is 'Deletes open substitutions of an order that ends otherwise. Security definer, as substitute_line.';
create trigger delete_open_substitutions after update of status on public.orders for each row when (old.status is distinct from new.status and new.status in ('cancelled', 'refunded')) execute function private.delete_open_substitutions();
create trigger require_active_session before insert or delete on public.substitutions for each statement execute function private.require_active_session();
create function private.replacement_taxes(starts_at timestamptz, ends_at timestamptz) returns table (settled_at timestamptz, collected numeric, taxable numeric) language plpgsql stable set search_path = '' as $$
begin
  return query
    select changes.settled_at, (changes.replacement_tax_cents - changes.paid_tax_cents) / 100.0,
      case when changes.paid_tax_cents = 0 then changes.replacement_cents else 0 end / 100.0
    from public.substitutions as changes
    where changes.replacement_tax_cents > changes.paid_tax_cents
      and changes.settled_at >= replacement_taxes.starts_at and changes.settled_at < replacement_taxes.ends_at;
end;
$$;
comment on function private.replacement_taxes(timestamptz, timestamptz) is 'Returns the tax inside replacements that are taxed more than their originals: what reports count as tax beyond '
  'the orders'' taxes.';
create function private.line_substitutions(order_item_id bigint, also_open boolean default false) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', changes.id, 'is_settled', changes.settled_at is not null, 'kind', changes.kind, 'quantity', changes.quantity, 'name', changes.replacement_name,
      'size', changes.replacement_size_label, 'replacement_quantity', changes.replacement_quantity,
      'given_back', case when changes.refund_id is not null or changes.settled_at is null then changes.refund_cents / 100.0
        else 0 end
    ) order by changes.id)
    from public.substitutions as changes
    where changes.order_item_id = line_substitutions.order_item_id
      and (changes.settled_at is not null or line_substitutions.also_open)
  ), '[]');
end;
$$;
comment on function private.line_substitutions(bigint, boolean) is 'Returns what emails and links say about a line''s substitutions; packers also see which can be undone.';
create trigger send_desk_event after insert or delete on public.substitutions for each row execute function private.notify_desk();
create table public.audit_log ( id bigint generated always as identity primary key, happened_at timestamptz not null default now(), kind text not null check (kind in ('refund', 'price', 'settings', 'export', 'right', 'counter', 'import', 'fee')), subject text not null, actor_id uuid, actor text not null, before jsonb, after jsonb, actor_email text, actor_role text );
comment on table public.audit_log is 'Actions of staff, with person and time; append-only, also for the server.';
comment on column public.audit_log.subject is 'Subject of the action, in the words of that moment.';
comment on column public.audit_log.actor_id is 'No foreign key: an entry outlives the account. Null: no person.';
comment on column public.audit_log.actor is 'Name of the person at that moment.';
comment on column public.audit_log.actor_email is 'Email or phone of the account at that moment, because display names are free. Null: no person.';
comment on column public.audit_log.actor_role is 'owner, manager, packer or customer, as the account''s role was at that moment. Null: no person.';
comment on column public.audit_log.before is 'Changed values before; null if there were none.';
comment on column public.audit_log.after is 'Changed values after; null if none are left.';
create index audit_log_kind on public.audit_log (kind, id);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "the owner reads the audit log" on public.audit_log for select to authenticated using ((select private.is_admin()));
create function private.protect_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'Nobody can change the audit log.';
end;
$$;
create trigger protect_audit_log before update or delete on public.audit_log for each row execute function private.protect_audit_log();
create trigger protect_whole_audit_log before truncate on public.audit_log for each statement execute function private.protect_audit_log();
create function private.add_to_audit_log(kind text, subject text, before jsonb, after jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select auth.uid());
  account record;
begin
  select nullif(btrim(profiles.name), '') as name, coalesce(nullif(users.email, ''), users.phone) as email,
    case when profiles.role = 'admin' then 'owner' else coalesce(staff.role, 'customer') end as role
  into account
  from auth.users as users
  left join public.profiles on profiles.id = users.id
  left join public.staff on staff.user_id = users.id
  where users.id = person;
  insert into public.audit_log (kind, subject, actor_id, actor, actor_email, actor_role, before, after)
  values (
    add_to_audit_log.kind, add_to_audit_log.subject, person,
    case when person is null then 'The shop''s server' else coalesce(account.name, account.email, person::text) end,
    account.email, account.role, add_to_audit_log.before, add_to_audit_log.after
  );
end;
$$;
comment on function private.add_to_audit_log(text, text, jsonb, jsonb) is 'Security definer: nobody writes the audit log by hand.';
create function private.log_refund() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_to_audit_log(
    'refund',
    coalesce((select 'Order ' || orders.order_number from public.orders where orders.id = new.order_id), 'No order'),
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'amount', round(new.amount_cents / 100.0, 2), 'reason', new.reason, 'method', new.method,
      'in_place_of_a_failed_one', case when new.replaces_id is not null then true end
    ))
  );
  return null;
end;
$$;
comment on function private.log_refund() is 'Security definer, as add_to_audit_log.';
create trigger log_refund after insert on public.refunds for each row execute function private.log_refund();
create function private.log_price() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  whole constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- A new store, and database administrators, add products without a request.
  if tg_op <> 'UPDATE' and coalesce(current_setting('request.jwt.claims', true), '') = '' then
    return null;
  end if;
  perform private.add_to_audit_log(
    'price',
    -- A size is named by its product and its label.
    coalesce((
      select products.name || ', size ' from public.products where products.id = (whole ->> 'product_id')::bigint
    ), '') || coalesce(whole ->> 'label', whole ->> 'name'),
    case when tg_op <> 'INSERT' then jsonb_build_object('price', old.price, 'discount_price', old.regular_discount_price) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('price', new.price, 'discount_price', new.regular_discount_price) end
  );
  return null;
end;
$$;
comment on function private.log_price() is 'Logs a new, changed, or deleted price, also of an import or a copy. Security definer, as add_to_audit_log.';
create trigger log_price after update of price, discount_price, regular_discount_price on public.products for each row when ( old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price ) execute function private.log_price();
create trigger log_price after update of price, discount_price, regular_discount_price on public.product_sizes for each row when ( old.price is distinct from new.price or old.regular_discount_price is distinct from new.regular_discount_price ) execute function private.log_price();
create trigger log_new_price after insert or delete on public.products for each row execute function private.log_price();
create trigger log_new_price after insert or delete on public.product_sizes for each row execute function private.log_price();
create function private.log_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Changes by triggers and schedules are no action of a person.
  unlogged_columns constant text[] := array[
    'updated_at', 'quotes_carts', 'has_discount_codes', 'delivery_summary', 'used_count', 'created_at', 'is_running'
  ];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - unlogged_columns end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - unlogged_columns end;
  whole jsonb := coalesce(after, before);
  person_id uuid := (case tg_table_name when 'profiles' then whole ->> 'id' else whole ->> 'user_id' end)::uuid;
  called text := case when tg_table_name <> 'store_settings' then coalesce(
    (select users.email from auth.users where users.id = person_id),
    whole ->> 'email', whole ->> 'code', whole ->> 'title', whole ->> 'name', whole ->> 'category',
    (select products.name from public.products where products.id = (whole ->> 'product_id')::bigint),
    (select tax_classes.title from public.tax_classes where tax_classes.id = (whole ->> 'class_id')::bigint)
  ) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(old_value.key, old_value.value), jsonb_object_agg(old_value.key, after -> old_value.key)
    into before, after
    from jsonb_each(before) as old_value
    where old_value.value is distinct from after -> old_value.key;
    if before is null then
      return null;
    end if;
  end if;
  perform private.add_to_audit_log(tg_argv[0], tg_argv[1] || coalesce(': ' || called, ''), before, after);
  return null;
end;
$$;
comment on function private.log_row() is 'Logs the changed columns of a row, with the kind and subject that the trigger names. Security definer, as '
  'add_to_audit_log.';
create trigger log_settings after update on public.store_settings for each row execute function private.log_row('settings', 'Store settings');
create trigger log_settings after insert or update or delete on public.tax_classes for each row execute function private.log_row('settings', 'Tax class');
create trigger log_settings after insert or update or delete on public.tax_rates for each row execute function private.log_row('settings', 'Tax rate');
create trigger log_settings after update on public.category_tax_classes for each row execute function private.log_row('settings', 'Tax class of a category');
create trigger log_settings after insert or update or delete on public.tax_exceptions for each row execute function private.log_row('settings', 'Tax exception');
create trigger log_settings after insert or update or delete on public.tax_exemptions for each row execute function private.log_row('settings', 'Tax exemption');
create trigger log_settings after insert or delete or update of code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses on public.discount_codes for each row execute function private.log_row('settings', 'Discount code');
create trigger log_settings after insert or update or delete on public.delivery_zones for each row execute function private.log_row('settings', 'Delivery zone');
create trigger log_settings after insert or update or delete on public.window_rules for each row execute function private.log_row('settings', 'Times of pick-up and delivery');
create trigger log_right after insert or update or delete on public.staff for each row execute function private.log_row('right', 'Role');
create trigger log_right after update of role on public.profiles for each row when (old.role is distinct from new.role) execute function private.log_row('right', 'Role');
create function private.log_staff_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'admin' or exists (select from public.staff where staff.user_id = new.id) then
    perform private.add_to_audit_log(
      'right',
      'Name of ' || coalesce((select users.email from auth.users where users.id = new.id), 'an account'),
      jsonb_build_object('name', old.name), jsonb_build_object('name', new.name)
    );
  end if;
  return null;
end;
$$;
comment on function private.log_staff_name() is 'Records that somebody on staff changed their name, under which the log shows what they do. Security definer, as '
  'add_to_audit_log.';
create trigger log_staff_name after update of name on public.profiles for each row when (old.name is distinct from new.name) execute function private.log_staff_name();
create function public.log_export(subject text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can export data.';
  end if;
  if log_export.subject is null or btrim(log_export.subject) = '' or char_length(log_export.subject) > 200 then
    raise invalid_parameter_value using message = 'An export has a name.';
  end if;
  perform private.add_to_audit_log('export', btrim(log_export.subject), null, null);
end;
$$;
comment on function public.log_export(text) is 'For managers: logs an export that they are about to make. Security definer, as add_to_audit_log.';
grant execute on function public.log_export(text) to authenticated;
create table public.staff_invitations ( id uuid primary key default gen_random_uuid(), email private.email_address not null unique check (char_length(email) <= 254), role text not null check (role in ('manager', 'packer')), refund_limit numeric(10, 2) check (refund_limit >= 0 and refund_limit <> 'NaN'), invited_by uuid references public.profiles (id) on delete cascade, invited_at timestamptz not null default now(), expires_at timestamptz not null default now() + interval '7 days', mailed_at timestamptz, mail_attempts integer not null default 0, next_mail_at timestamptz not null default now(), mail_error text, constraint invited_packers_have_a_refund_limit check ((role = 'packer') = (refund_limit is not null)) );
comment on table public.staff_invitations is 'Invitations neither accepted nor revoked; each expires after seven days.';
comment on column public.staff_invitations.next_mail_at is 'When the worker may send its email (again); postponed by a claim.';
create index staff_invitations_invited_by on public.staff_invitations (invited_by);
create index staff_invitations_to_mail on public.staff_invitations (next_mail_at) where mailed_at is null;
alter table public.staff_invitations enable row level security;
revoke all on public.staff_invitations from anon, authenticated, service_role;
grant select, delete on public.staff_invitations to authenticated;
grant select on public.staff_invitations to service_role;
create policy "the owner reads the invitations" on public.staff_invitations for select to authenticated using ((select private.is_admin()));
create policy "the owner revokes invitations" on public.staff_invitations for delete to authenticated using ((select private.is_admin()));
create trigger log_right after insert or delete or update of role, refund_limit, expires_at on public.staff_invitations for each row execute function private.log_row('right', 'Invitation');
create function public.invite_staff(email text, role text, refund_limit numeric default null) returns public.staff_invitations language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  made public.staff_invitations;
  address text := lower(btrim(invite_staff.email));
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only owners can invite staff.';
  end if;
  if exists (
    select 1 from auth.users
    join public.profiles on profiles.id = users.id left join public.staff on staff.user_id = users.id
    where users.email = address and (profiles.role = 'admin' or staff.user_id is not null)
      and private.verified_email(users.id) is not null
  ) then
    raise sqlstate 'PT409' using message = 'This person is already on staff.';
  end if;
  insert into public.staff_invitations as known (email, role, refund_limit, invited_by)
  values (address, invite_staff.role, invite_staff.refund_limit, (select auth.uid()))
  on conflict (email) do update set
    role = excluded.role, refund_limit = excluded.refund_limit, invited_by = excluded.invited_by,
    invited_at = now(), expires_at = now() + interval '7 days',
    mailed_at = null, mail_attempts = 0, next_mail_at = now(), mail_error = null
  returning * into made;
  return made;
end;
$$;
comment on function public.invite_staff(text, text, numeric) is 'For the owner: invites this address, again if it was invited before. Security definer: it reads accounts.';
grant execute on function public.invite_staff(text, text, numeric) to authenticated;
create function private.can_still_invite(inviter uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles join auth.users on users.id = profiles.id
    where profiles.id = can_still_invite.inviter and profiles.role = 'admin'
      and (users.banned_until is null or users.banned_until <= now())
  );
$$;
comment on function private.can_still_invite(uuid) is 'Checks that whoever invited somebody is still an owner. Security definer: it looks at accounts.';
create function private.end_invitations() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.staff_invitations where invited_by = new.id;
  return null;
end;
$$;
comment on function private.end_invitations() is 'Deletes the invitations of an owner who is one no longer. Security definer: the service role may not delete them.';
create trigger end_invitations after update of role on public.profiles for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.end_invitations();
create function public.accept_invitation() returns text language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select auth.uid());
  invited public.staff_invitations;
begin
  if not private.is_session_active() then
    raise sqlstate 'PT401' using message = 'Your session has ended. Log in again.';
  end if;
  if private.verified_email(person) is null then
    raise sqlstate 'PT412' using message = 'Verify your email address first.';
  end if;
  delete from public.staff_invitations as waiting
  where waiting.email = lower(private.verified_email(person)) and waiting.expires_at > now()
    and private.can_still_invite(waiting.invited_by)
  returning * into invited;
  if invited.id is null then
    raise sqlstate 'PT404' using message = 'This address has no invitation, or it has expired.';
  end if;
  insert into public.staff (user_id, role, refund_limit, added_by)
  values (person, invited.role, invited.refund_limit, invited.invited_by)
  on conflict (user_id) do update set role = excluded.role, refund_limit = excluded.refund_limit;
  return invited.role;
end;
$$;
comment on function public.accept_invitation() is 'For a caller with the invited, verified address: grants the role. 412 if unverified, 404 if not invited. '
  'Security definer: nobody makes themselves staff.';
grant execute on function public.accept_invitation() to authenticated;
create function public.list_staff() returns table (user_id uuid, name text, email text, role text, refund_limit numeric, added_at timestamptz) language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only owners can see the staff list.';
  end if;
  return query
    select profiles.id, profiles.name, users.email::text,
      case when profiles.role = 'admin' then 'owner' else staff.role end, staff.refund_limit, staff.added_at
    from public.profiles
    join auth.users on users.id = profiles.id
    left join public.staff on staff.user_id = profiles.id
    where profiles.role = 'admin' or staff.user_id is not null
    order by profiles.role <> 'admin', staff.added_at, profiles.id;
end;
$$;
comment on function public.list_staff() is 'For the owner: the staff, owners first. Security definer: nobody reads accounts'' addresses.';
grant execute on function public.list_staff() to authenticated;
create function public.claim_invitations(max_count integer) returns setof public.staff_invitations language plpgsql security definer set search_path = '' as $$
begin
  return query
    update public.staff_invitations as invitations
    set mail_attempts = invitations.mail_attempts + 1,
        next_mail_at = now() + private.retry_wait(invitations.mail_attempts + 1)
    where invitations.id in (
      select due.id from public.staff_invitations as due
      where due.mailed_at is null and due.next_mail_at <= now() and due.expires_at > now()
        and private.can_still_invite(due.invited_by)
      order by due.next_mail_at
      limit claim_invitations.max_count
      for update skip locked
    )
    returning *;
end;
$$;
comment on function public.claim_invitations(integer) is 'For the server: claims invitations to send now; nobody else gets them for at least two minutes. Security '
  'definer, like all claims of the worker.';
grant execute on function public.claim_invitations(integer) to service_role;
create function public.finalize_invitation(invitation_id uuid, error text default null) returns void language sql security definer set search_path = '' as $$
  update public.staff_invitations as invitations
  set mailed_at = case when finalize_invitation.error is null then now() end,
      mail_error = left(finalize_invitation.error, 500)
  where invitations.id = finalize_invitation.invitation_id;
$$;
comment on function public.finalize_invitation(uuid, text) is 'For the server: records the result of a claimed invitation''s email. Security definer, as claim_invitations.';
grant execute on function public.finalize_invitation(uuid, text) to service_role;
create function private.shop_days(first_day date, last_day date, out starts_at timestamptz, out ends_at timestamptz) language plpgsql stable set search_path = '' as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
begin
  if not private.can_manage() and coalesce((select auth.jwt()) ->> 'role', '') <> 'service_role' then
    raise insufficient_privilege using message = 'Only owners and managers can see accounting data.';
  end if;
  if first_day is null or last_day is null or last_day not between first_day and first_day + 366 then
    raise sqlstate 'PT422' using message = 'Choose a range of one year at most, start date first.';
  end if;
  starts_at := first_day::timestamp at time zone zone;
  ends_at := (last_day + 1)::timestamp at time zone zone;
end;
$$;
comment on function private.shop_days(date, date) is 'Returns the instants at which these days start and end in the store''s time zone; rejects everyone but the '
  'owner, managers, and the server.';
create function public.daily_report(first_day date, last_day date) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(daily_report.first_day, daily_report.last_day);
  with came_in as (
    select (sold.received_at at time zone zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select came_in.day, came_in.amount_cents, came_in.method, orders.id, orders.tax_amount, orders.delivery_cost,
      orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  ), sold as (
    select came_in.day, count(*) filter (where came_in.purpose = 'order') as order_count,
      sum(came_in.amount_cents) as sales_cents
    from came_in group by came_in.day
  ), returned as (
    select refunded_payments.day, sum(refunded_payments.amount_cents) as refunded_cents
    from refunded_payments group by refunded_payments.day
  ), best as (
    select items.product_id, max(items.product_name) as name, sum(items.quantity) as quantity,
      sum(private.line_amount(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from refunded_payments),
    'refunded', (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments),
    'tax_returned', (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came_in.amount_cents) from came_in where came_in.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select daily_report.first_day + number as day
        from generate_series(0, daily_report.last_day - daily_report.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;
comment on function public.daily_report(date, date) is 'For the owner and managers: orders paid, sales (all money in, with tax and delivery, also later), discounts, '
  'succeeded refunds, both by method (cash is store_cash), each day of the range, and the ten products with the '
  'most sales; in dollars, from the ledger. 422 for more than a year. jsonb: totals and three lists of one '
  'snapshot; tables would take four calls. Security definer: one check instead of one per row.';
grant execute on function public.daily_report(date, date) to authenticated, service_role;
create function public.list_slow_products(max_count integer default 20) returns table (product_id bigint, name text, category text, last_sold_at timestamptz) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see accounting data.';
  end if;
  return query
    select products.id, products.name, products.category, (
      select max(orders.paid_at) from public.order_items as items join public.orders on orders.id = items.order_id
      where items.product_id = products.id
    )
    from public.products
    where products.archived_at is null and products.created_at < now() - interval '30 days'
      and products.id not in (
        select items.product_id from public.orders join public.order_items as items on items.order_id = orders.id
        where orders.paid_at > now() - interval '30 days'
      )
    order by products.created_at, products.id
    limit least(list_slow_products.max_count, 100);
end;
$$;
comment on function public.list_slow_products(integer) is 'For the owner and managers: products for sale for 30 days without a sale, oldest first. Security definer, as '
  'daily_report.';
grant execute on function public.list_slow_products(integer) to authenticated;
create function public.list_low_stock(threshold integer default null, max_count integer default 20) returns table (product_id bigint, name text, size_label text, category text, left_count integer) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  low_at integer := (select store_settings.low_stock_at from public.store_settings);
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see stock.';
  end if;
  return query
    select products.id, products.name, low.size_label, products.category, low.left_count
    from (
      select products.id as product_id, null as size_label, coalesce(stock.stock_count, 0) as left_count
      from public.products left join public.product_stock as stock on stock.product_id = products.id
      where products.availability = 'counted' and products.sizes = '[]'
      union all
      select sizes.product_id, sizes.label, coalesce(stock.stock_count, 0)
      from public.product_sizes as sizes left join public.size_stock as stock on stock.size_id = sizes.id
      where sizes.availability = 'counted' and sizes.archived_at is null
    ) as low
    join public.products on products.id = low.product_id and products.archived_at is null
    where low.left_count <= coalesce(list_low_stock.threshold, low_at)
    order by low.left_count, products.name, low.size_label
    limit least(list_low_stock.max_count, 500);
end;
$$;
comment on function public.list_low_stock(integer, integer) is 'For the owner and managers: counted products and sizes with at most this many left, fewest first; by default the'
  ' threshold in store_settings. Security definer, as daily_report.';
grant execute on function public.list_low_stock(integer, integer) to authenticated;
create function public.export_accounting(what text, first_day date, last_day date, skip_count integer default 0) returns setof json language plpgsql security definer set search_path = '' as $$
declare
  days record;
begin
  days := private.shop_days(export_accounting.first_day, export_accounting.last_day);
  if export_accounting.what not in ('orders', 'lines', 'changes', 'payments', 'refunds') then
    raise sqlstate 'PT422' using message = 'There are books of orders, lines, changes, payments and refunds.';
  end if;
  if export_accounting.skip_count = 0 then
    perform private.add_to_audit_log(
      'export', 'Accounting export: ' || export_accounting.what, null,
      jsonb_build_object('from', export_accounting.first_day, 'until', export_accounting.last_day)
    );
  end if;
  return query
    select exported.line from (
      select orders.order_number as place, payments.received_at as came_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type,
        'subtotal', orders.total - orders.delivery_cost - orders.tax_amount + orders.discount,
        'discount', orders.discount, 'delivery', orders.delivery_cost, 'tax', orders.tax_amount, 'total', orders.total,
        'refunded', payments.refunded_cents / 100.0
      ) as line
      from public.payments join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'orders' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      -- Its own line, on the day it came in: together they are what the order brought.
      select orders.order_number, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'status', orders.status,
        'delivery_type', orders.delivery_type, 'subtotal', 0, 'discount', 0, 'delivery', fees.amount,
        'tax', fees.tax_amount, 'total', fees.amount + fees.tax_amount, 'refunded', payments.refunded_cents / 100.0
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.delivery_fees as fees on fees.order_id = orders.id
      where export_accounting.what = 'orders' and payments.purpose = 'delivery_fee'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select items.id, payments.received_at, json_build_object(
        'order_number', orders.order_number, 'paid_at', payments.received_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', items.quantity, 'unit_price', items.unit_price,
        'discount', items.discount, 'tax_rate', items.tax_rate, 'tax', items.tax_amount,
        'amount', private.line_amount(items) + items.tax_amount, 'refunded_quantity', items.refunded_quantity
      )
      from public.payments
      join public.orders on orders.id = payments.order_id
      join public.order_items as items on items.order_id = orders.id
      where export_accounting.what = 'lines' and payments.purpose = 'order'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select changes.id, changes.settled_at, json_build_object(
        'order_number', orders.order_number, 'settled_at', changes.settled_at, 'product', items.product_name,
        'size', coalesce(items.size_label, ''), 'quantity', changes.quantity, 'kind', changes.kind,
        'replacement', coalesce(changes.replacement_name, ''),
        'replacement_size', coalesce(changes.replacement_size_label, ''),
        'replacement_quantity', changes.replacement_quantity, 'paid', changes.paid_cents / 100.0,
        'paid_tax', changes.paid_tax_cents / 100.0, 'charged', changes.replacement_cents / 100.0,
        'charged_tax', changes.replacement_tax_cents / 100.0, 'refunded', changes.refund_cents / 100.0
      )
      from public.substitutions as changes
      join public.orders on orders.id = changes.order_id
      join public.order_items as items on items.id = changes.order_item_id
      where export_accounting.what = 'changes'
        and changes.settled_at >= days.starts_at and changes.settled_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), payments.received_at, json_build_object(
        'payment_intent_id', payments.payment_intent_id, 'received_at', payments.received_at,
        'order_number', orders.order_number, 'purpose', payments.purpose, 'method', payments.method, 'amount', payments.amount_cents / 100.0,
        'refunded', payments.refunded_cents / 100.0
      )
      from public.payments left join public.orders on orders.id = payments.order_id
      where export_accounting.what = 'payments'
        and payments.received_at >= days.starts_at and payments.received_at < days.ends_at
      union all
      select coalesce(orders.order_number, 0), refunds.settled_at, json_build_object(
        'refund_id', coalesce(refunds.provider_refund_id, ''), 'settled_at', refunds.settled_at,
        'order_number', orders.order_number, 'payment_intent_id', refunds.payment_intent_id,
        'method', coalesce(refunds.method, (
          select payments.method from public.payments where payments.payment_intent_id = refunds.payment_intent_id
        ), 'card'), 'reason', refunds.reason,
        'amount', refunds.amount_cents / 100.0, 'tax', refunds.tax_cents / 100.0
      )
      from public.refunds left join public.orders on orders.id = refunds.order_id
      where export_accounting.what = 'refunds' and refunds.status = 'succeeded'
        and refunds.settled_at >= days.starts_at and refunds.settled_at < days.ends_at
    ) as exported
    order by exported.came_at, exported.place
    offset greatest(export_accounting.skip_count, 0) limit 1000;
end;
$$;
comment on function public.export_accounting(text, date, date, integer) is 'For the owner and managers, a thousand lines per page: orders (a delivery fee paid later is its own line), '
  'lines, changes (substitutions), payments, or refunds of these days, in dollars and without customers. The first '
  'page is logged in the audit log. json: each export has its own columns. Security definer: one check instead of '
  'one per row.';
grant execute on function public.export_accounting(text, date, date, integer) to authenticated;
create function public.duplicate_product(product_id bigint) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  -- Columns that shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price'
      ])
  );
  made_id bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change the catalog.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt
  from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;
comment on function public.duplicate_product(bigint) is 'For managers: creates a hidden copy with images and sizes, without a stock count, and returns its id. Security '
  'definer: a copy must be hidden from the first moment, which an insert cannot express.';
grant execute on function public.duplicate_product(bigint) to authenticated;
create table public.daily_report_readers ( user_id uuid primary key references public.profiles (id) on delete cascade, added_at timestamptz not null default now() );
comment on table public.daily_report_readers is 'Owner and managers who get the daily report by email; each for themselves.';
alter table public.daily_report_readers enable row level security;
revoke all on public.daily_report_readers from anon, authenticated;
grant select on public.daily_report_readers to authenticated;
create policy "staff read their own daily report subscription" on public.daily_report_readers for select to authenticated using (user_id = (select auth.uid()));
create function public.email_daily_report(is_subscribed boolean) returns void language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select auth.uid());
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see accounting data.';
  end if;
  if not email_daily_report.is_subscribed then
    delete from public.daily_report_readers as readers where readers.user_id = person;
    return;
  end if;
  if private.verified_email(person) is null then
    raise sqlstate 'PT412' using
      message = 'Verify your email address first: log in once with a code we email you.';
  end if;
  insert into public.daily_report_readers (user_id) values (person) on conflict do nothing;
end;
$$;
comment on function public.email_daily_report(boolean) is 'For the owner and managers, each for themselves: turns the daily email on or off. 412 for an unverified address.'
  ' Security definer: it reads accounts.';
grant execute on function public.email_daily_report(boolean) to authenticated;
create table private.daily_report_mails ( day date not null, user_id uuid not null references public.profiles (id) on delete cascade, attempts smallint not null default 0, next_attempt_at timestamptz not null default now(), sent_at timestamptz, last_error text, primary key (day, user_id) );
comment on table private.daily_report_mails is 'One per reader and closed day; sent, or retried for twelve hours.';
create index daily_report_mails_user_id on private.daily_report_mails (user_id);
alter table private.daily_report_mails enable row level security;
revoke all on private.daily_report_mails from public;
create function private.closed_day(out day date, out closed_at timestamptz) language plpgsql stable set search_path = '' as $$
declare
  today date := (now() at time zone (select store_settings.time_zone from public.store_settings))::date;
begin
  select span.day, max(span.closes_at) into closed_day.day, closed_day.closed_at
  from private.opening_spans(today - 1, today) as span
  group by span.day
  having max(span.closes_at) <= now() and max(span.closes_at) > now() - interval '12 hours'
  order by span.day desc limit 1;
end;
$$;
comment on function private.closed_day() is 'Returns the day whose last opening hours ended within the last twelve hours, and when; null if none.';
create function public.claim_daily_report_mails(max_count integer) returns table (day date, user_id uuid, email text) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  over record;
begin
  if not exists (select from public.daily_report_readers) then
    return;
  end if;
  over := private.closed_day();
  if over.day is null then
    return;
  end if;
  insert into private.daily_report_mails (day, user_id)
  select over.day, readers.user_id from public.daily_report_readers as readers
  where readers.added_at <= over.closed_at
  on conflict do nothing;
  return query
    update private.daily_report_mails as mails
    set attempts = mails.attempts + 1, next_attempt_at = now() + private.retry_wait(mails.attempts + 1)
    from public.profiles
    where profiles.id = mails.user_id and (mails.day, mails.user_id) in (
      select due.day, due.user_id
      from private.daily_report_mails as due
      -- A reader may have lost the right since, or turned it off.
      join public.daily_report_readers as readers on readers.user_id = due.user_id
      join public.profiles as person on person.id = due.user_id
      left join public.staff on staff.user_id = due.user_id
      where due.day = over.day and due.sent_at is null and due.next_attempt_at <= now()
        and (person.role = 'admin' or staff.role = 'manager')
        and private.verified_email(due.user_id) is not null
      order by due.user_id
      limit claim_daily_report_mails.max_count
      for update of due skip locked
    )
    returning mails.day, mails.user_id, private.verified_email(mails.user_id);
end;
$$;
comment on function public.claim_daily_report_mails(integer) is 'For the server: claims daily reports to send now; nobody else gets them for at least two minutes. Security '
  'definer, like all claims of the worker.';
grant execute on function public.claim_daily_report_mails(integer) to service_role;
create function public.finalize_daily_report_mail(day date, user_id uuid, error text default null) returns void language sql security definer set search_path = '' as $$
  update private.daily_report_mails as mails
  set sent_at = case when finalize_daily_report_mail.error is null then now() end,
      last_error = left(finalize_daily_report_mail.error, 500)
  where mails.day = finalize_daily_report_mail.day and mails.user_id = finalize_daily_report_mail.user_id;
$$;
comment on function public.finalize_daily_report_mail(date, uuid, text) is 'For the server: records the result of a claimed email. Security definer, as claim_daily_report_mails.';
grant execute on function public.finalize_daily_report_mail(date, uuid, text) to service_role;
create table public.offers ( id bigint generated always as identity primary key, product_id bigint references public.products (id) on delete cascade, category text references public.categories (prefix), percent numeric(5, 2) check (percent > 0 and percent < 100), price numeric(10, 2) check (price >= 0 and price <> 'NaN'), starts_at timestamptz not null default now(), ends_at timestamptz not null check (isfinite(ends_at)), is_running boolean not null default false, created_at timestamptz not null default now(), constraint offer_is_for_one_thing check (num_nonnulls(product_id, category) = 1), constraint offer_is_a_percentage_or_a_price check (num_nonnulls(percent, price) = 1), constraint offer_ends_after_it_begins check (ends_at > starts_at) );
comment on table public.offers is 'Timed discounts. Shoppers pay the lowest price among offers and the product''s own discount.';
comment on column public.offers.percent is 'Percentage off, also for sizes with their own price.';
comment on column public.offers.price is 'Fixed price, if lower; sizes with their own price keep it.';
comment on column public.offers.starts_at is 'Start, inclusive.';
comment on column public.offers.ends_at is 'End, exclusive.';
comment on column public.offers.is_running is 'Whether discount_price shows it; maintained by triggers and the server.';
create index offers_product on public.offers (product_id, ends_at) where product_id is not null;
create index offers_category on public.offers (category, ends_at) where category is not null;
alter table public.offers enable row level security;
revoke all on public.offers from anon, authenticated;
grant select, delete on public.offers to authenticated;
grant insert (product_id, category, percent, price, starts_at, ends_at) on public.offers to authenticated;
grant update (product_id, category, percent, price, starts_at, ends_at) on public.offers to authenticated;
create policy "managers read the offers" on public.offers for select to authenticated using ((select private.can_manage()));
create policy "managers make offers" on public.offers for insert to authenticated with check ((select private.can_manage()));
create policy "managers change offers" on public.offers for update to authenticated using ((select private.can_manage())) with check ((select private.can_manage()));
create policy "managers remove offers" on public.offers for delete to authenticated using ((select private.can_manage()));
create function private.best_price( product_id bigint, category text, price numeric, discount_price numeric, is_size boolean ) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return least(best_price.price, best_price.discount_price, (
    select min(coalesce(offers.price, round(best_price.price * (100 - offers.percent) / 100, 2)))
    from public.offers
    where (offers.product_id = best_price.product_id or offers.category = best_price.category)
      and offers.starts_at <= now() and offers.ends_at > now()
      and (offers.price is null or not best_price.is_size)
  ));
end;
$$;
comment on function private.best_price(bigint, text, numeric, numeric, boolean) is 'Returns the lowest of a price, its discount price, and the current offers. Security definer: shoppers do not '
  'read offers.';
create function private.current_price(product_id bigint, size_id bigint) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.best_price(
      products.id, products.category, coalesce(sizes.price, products.price),
      case when sizes.price is null then products.regular_discount_price else sizes.regular_discount_price end,
      sizes.price is not null
    )
    from public.products
    left join public.product_sizes as sizes on sizes.id = current_price.size_id and sizes.product_id = products.id
    where products.id = current_price.product_id
  );
end;
$$;
comment on function private.current_price(bigint, bigint) is 'Returns the current price of a product or one of its sizes; the only place that computes it. Security definer, '
  'as private.best_price.';
grant execute on function private.current_price(bigint, bigint) to authenticated;
create function public.find_offer_end(product_id bigint) returns timestamptz language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select min(offers.ends_at)
    from public.products
    join public.offers on offers.product_id = products.id or offers.category = products.category
    where products.id = find_offer_end.product_id and products.archived_at is null
      and offers.starts_at <= now() and offers.ends_at > now()
  );
end;
$$;
comment on function public.find_offer_end(bigint) is 'For everyone: until when the current offers on a product last at least, for its structured data; null if none '
  'runs. Security definer: shoppers do not read offers, and learn of no future offer.';
grant execute on function public.find_offer_end(bigint) to anon, authenticated, service_role;
create function private.set_offer_price() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  whole jsonb := to_jsonb(new);
  is_size constant boolean := tg_table_name = 'product_sizes';
  product_id bigint := case when is_size then whole ->> 'product_id' else whole ->> 'id' end;
begin
  -- A written discount price is the regular one, unless it is the one that is shown already.
  if tg_op = 'INSERT' then
    new.regular_discount_price := new.discount_price;
  elsif new.regular_discount_price is not distinct from old.regular_discount_price
    and new.discount_price is distinct from old.discount_price then
    new.regular_discount_price := new.discount_price;
  end if;
  if new.price is null or new.regular_discount_price < 0 or new.regular_discount_price >= new.price then
    -- The table's check reports what is wrong.
    new.discount_price := new.regular_discount_price;
    return new;
  end if;
  new.discount_price := nullif(private.best_price(
    product_id,
    case when is_size then (select products.category from public.products where products.id = product_id)
      else whole ->> 'category' end,
    new.price, new.regular_discount_price, is_size
  ), new.price);
  return new;
end;
$$;
comment on function private.set_offer_price() is 'Security definer, as private.best_price.';
create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price, category on public.products for each row execute function private.set_offer_price();
create trigger set_offer_price before insert or update of price, discount_price, regular_discount_price on public.product_sizes for each row execute function private.set_offer_price();
create function private.refresh_offer_prices(product_id bigint, category text) returns void language plpgsql security definer set search_path = '' as $$
declare
  product_ids bigint[];
  size_ids bigint[];
begin
  product_ids := array(
    select products.id from public.products
    where products.id = refresh_offer_prices.product_id or products.category = refresh_offer_prices.category
  );
  size_ids := array(
    select sizes.id from public.product_sizes as sizes
    where sizes.product_id = any (product_ids) and sizes.price is not null
      and coalesce(sizes.discount_price, sizes.price) <> private.current_price(sizes.product_id, sizes.id)
  );
  product_ids := array(
    select products.id from public.products
    where products.id = any (product_ids)
      and coalesce(products.discount_price, products.price) <> private.current_price(products.id, null)
  );
  -- Lock order everywhere: sizes, products. Hidden ones are refreshed too: they may be shown again while the offer
  -- runs.
  if cardinality(size_ids) > 0 then
    perform 1 from public.product_sizes as sizes where sizes.id = any (size_ids) order by sizes.id for no key update;
    update public.product_sizes as sizes set discount_price = sizes.discount_price where sizes.id = any (size_ids);
  end if;
  if cardinality(product_ids) > 0 then
    perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
    update public.products set discount_price = products.discount_price where products.id = any (product_ids);
  end if;
end;
$$;
comment on function private.refresh_offer_prices(bigint, text) is 'Sets discount_price of a product, or a category, to its current value. Security definer: scheduled runs have no '
  'user.';
create function private.apply_category_offers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_offer_prices(new.id, null);
  return null;
end;
$$;
comment on function private.apply_category_offers() is 'Gives its sizes the offers of the new category. Security definer, as above.';
create trigger apply_category_offers after update of category on public.products for each row when (old.category is distinct from new.category) execute function private.apply_category_offers();
create function private.set_running() returns trigger language plpgsql set search_path = '' as $$
begin
  new.is_running := new.starts_at <= now() and new.ends_at > now();
  return new;
end;
$$;
create trigger set_running before insert or update on public.offers for each row execute function private.set_running();
create function private.apply_offer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.refresh_offer_prices(old.product_id, old.category);
  end if;
  if tg_op <> 'DELETE' then
    perform private.refresh_offer_prices(new.product_id, new.category);
  end if;
  return null;
end;
$$;
comment on function private.apply_offer() is 'Security definer, as private.refresh_offer_prices.';
create trigger apply_offer after insert or update or delete on public.offers for each row execute function private.apply_offer();
create trigger log_price after insert or delete or update of product_id, category, percent, price, starts_at, ends_at on public.offers for each row execute function private.log_row('price', 'Offer');
create function public.refresh_due_offers() returns table (refreshed_count integer, next_in_ms double precision) language plpgsql security definer set search_path = '' as $$
begin
  update public.offers set is_running = not offers.is_running
  where offers.is_running <> (offers.starts_at <= now() and offers.ends_at > now());
  get diagnostics refreshed_count = row_count;
  next_in_ms := (
    select extract(epoch from min(due.at) - clock_timestamp()) * 1000
    from public.offers cross join lateral (values (offers.starts_at), (offers.ends_at)) as due (at)
    where due.at > now()
  );
  return next;
end;
$$;
comment on function public.refresh_due_offers() is 'For the server: updates prices and pages for offers that started or ended; returns how many, and in how many ms '
  'the next one starts or ends (null: never).';
grant execute on function public.refresh_due_offers() to service_role;
create table public.imports ( id bigint generated always as identity primary key, file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 200), created_by uuid references public.profiles (id) on delete set null, created_at timestamptz not null default now(), validated_at timestamptz, applied_at timestamptz, undone_at timestamptz, add_count integer not null default 0, change_count integer not null default 0, same_count integer not null default 0, rejected_count integer not null default 0 );
comment on table public.imports is 'CSV imports: validated, applied, undone. Kept for 30 days.';
create index imports_created_by on public.imports (created_by);
create table public.import_rows ( import_id bigint not null references public.imports (id) on delete cascade, place integer not null check (place between 1 and 5000), row_number integer not null check (row_number >= 1), cells jsonb not null check (jsonb_typeof(cells) = 'object' and char_length(cells::text) <= 40000), result text check (result in ('add', 'change', 'same', 'refuse')), reason text not null default '', is_size boolean not null default false, product_place integer, product_id bigint, size_id bigint, before jsonb, after jsonb, undo_skip_reason text, primary key (import_id, place) );
comment on table public.import_rows is 'One product or one size each. The first columns hold the input, the others the validation result.';
comment on column public.import_rows.row_number is 'Row number in the file; a product''s variant may be in the same row.';
comment on column public.import_rows.cells is 'Texts by column name; an absent column leaves its value unchanged.';
comment on column public.import_rows.reason is 'Why the row is rejected; otherwise a note, or nothing.';
comment on column public.import_rows.product_place is 'For a size whose product is added by the same import: that row''s place.';
comment on column public.import_rows.before is 'Values before the change.';
comment on column public.import_rows.after is 'Values after the change.';
comment on column public.import_rows.undo_skip_reason is 'Why undoing the import left it unchanged.';
alter table public.imports enable row level security;
revoke all on public.imports from anon, authenticated;
grant select on public.imports to authenticated;
create policy "managers read the imports" on public.imports for select to authenticated using ((select private.can_manage()));
alter table public.import_rows enable row level security;
revoke all on public.import_rows from anon, authenticated;
grant select on public.import_rows to authenticated;
create policy "managers read the rows of imports" on public.import_rows for select to authenticated using ((select private.can_manage()));
create function private.plain_cell(cell text) returns text language plpgsql immutable set search_path = '' as $$
begin
  return btrim(replace(normalize(cell), E'\r\n', E'\n'), E' \t\n\r' || chr(160));
end;
$$;
comment on function private.plain_cell(text) is 'Returns a cell in one Unicode form (NFC), without space around it, and with the line breaks of the shop.';
create function private.name_key(name text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g')));
end;
$$;
comment on function private.name_key(text) is 'Returns the key shared by names that look the same: one Unicode form, one kind of space, lower case.';
create index products_category_name on public.products (category, lower(btrim(regexp_replace(normalize(name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'))));
create function private.read_decimal(cell text, places integer) returns numeric language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := regexp_replace(
    regexp_replace(upper(cell), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g'),
    '^(US)?\$|(USD|\$)$|^USD', '', 'g'
  );
  digits constant text := format('[0-9]{1,%s}', places);
begin
  return case
    when typed ~ format('^([0-9]{1,8}|[0-9]{0,8}\.%s)$', digits) then typed::numeric
    when places > 2 and typed ~ '^[0-9]{1,3},[0-9]{3}$' then null
    when typed ~ format('^[0-9]{1,3}(,[0-9]{3}){1,2}(\.%s)?$', digits) then replace(typed, ',', '')::numeric
    when typed ~ format('^[0-9]{1,8},%s$', digits) then replace(typed, ',', '.')::numeric
    when typed ~ format('^[0-9]{1,3}(\.[0-9]{3}){1,2},%s$', digits)
      then replace(replace(typed, '.', ''), ',', '.')::numeric
  end;
end;
$$;
comment on function private.read_decimal(text, integer) is 'Reads a number as people type it, with so many decimal places at most: 4.99, $4.99, 1,289.50, 4,99 or 1.289,50; null for '
  'anything else. The forms of the browser read by the same rules (app/values/decimal.ts).';
create function private.read_price(cell text) returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return private.read_decimal(read_price.cell, 2);
end;
$$;
comment on function private.read_price(text) is 'Parses dollars; null if it is no price. See private.read_decimal.';
create function private.read_sale_time(cell text, is_end boolean) returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  if cell !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?$' then
    return null;
  end if;
  return (
    select (case when is_end and cell !~ ':' then cell::date + 1 else cell::timestamp end)::timestamp
      at time zone store_settings.time_zone
    from public.store_settings
  );
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end;
$$;
comment on function private.read_sale_time(text, boolean) is 'Reads a day, or a day and an hour, by the store''s clock; the end of a sale includes its day. Null for what is neither.';
create function private.sale_of_cells(cells jsonb, is_size boolean, started_at timestamptz) returns jsonb language plpgsql stable set search_path = '' as $$
declare
  sale constant numeric := private.read_price(cells ->> 'sale_price');
  starts constant text := private.plain_cell(coalesce(cells ->> 'sale_starts', ''));
  ends constant text := private.plain_cell(coalesce(cells ->> 'sale_ends', ''));
  starts_at constant timestamptz := private.read_sale_time(starts, false);
  ends_at constant timestamptz := private.read_sale_time(ends, true);
begin
  if sale is null then
    return jsonb_build_object('problem', format('"%s" is no price, such as 4.99.', left(cells ->> 'sale_price', 40)));
  elsif (starts <> '' and starts_at is null) or (ends <> '' and ends_at is null) then
    return jsonb_build_object('problem', format('"%s" is no date, such as 2026-12-24.',
      left(case when starts <> '' and starts_at is null then starts else ends end, 40)));
  elsif starts_at >= ends_at then
    return '{"problem": "The sale ends before it begins."}';
  elsif ends_at <= now() then
    return '{"note": "The sale has ended: its price is left out."}';
  elsif ends_at is null and starts_at <= now() then
    return jsonb_build_object('discount_price', sale);
  elsif is_size then
    return '{"note": "A size has no sale price with dates: it is left out. Add an offer instead."}';
  end if;
  return jsonb_build_object('offer', jsonb_build_object(
    'price', sale, 'starts_at', private.utc_text(coalesce(starts_at, started_at)),
    'ends_at', private.utc_text(coalesce(ends_at, '2100-01-01'))
  )) || case when ends_at is null then '{"note": "The sale has no end: remove its offer when it is over."}' else '{}'::jsonb end;
end;
$$;
comment on function private.sale_of_cells(jsonb, boolean, timestamptz) is 'Says what a sale price with dates becomes at this moment: {discount_price}, {offer}, or nothing, with a {note}; or a '
  '{problem}. A sale without a beginning begins with its import.';
create function private.utc_text(at timestamptz) returns text language plpgsql immutable set search_path = '' as $$
begin
  return to_char(utc_text.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end;
$$;
comment on function private.utc_text(timestamptz) is 'Writes a moment the same way for every session.';
create function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200}';
  found_values jsonb := '{}';
  errors text[] := '{}';
  typed record;
  parsed jsonb;
  error text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in ('price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'problem')
    order by given.key
  loop
    parsed := 'null';
    error := null;
    if longest ? typed.name then
      parsed := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        error := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      parsed := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and parsed is null then
        error := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      parsed := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if parsed is null and typed.cell <> '' then
        error := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif parsed is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        parsed := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        error := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        parsed := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        error := format('Hidden must be yes or no, not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        error := 'Storage must be shelf, chilled, or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      parsed := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not parsed <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        error := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        parsed := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        error := 'The heat level must be a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        parsed := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        error := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      parsed := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        error := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'problem' then
      errors := errors || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    errors := errors || error;
    found_values := found_values || jsonb_build_object(typed.name, parsed);
  end loop;
  if found_values ? 'stock' and not found_values ? 'availability' then
    found_values := found_values || '{"availability": "counted"}';
  elsif found_values ->> 'availability' <> 'counted' then
    found_values := found_values - 'stock';
  end if;
  return jsonb_build_object('values', found_values, 'errors', array_remove(errors, null));
end;
$$;
comment on function private.read_import_cells(jsonb, boolean) is '{values, errors}: values of a product or size by column, and the errors found. Cells of other columns are '
  'ignored; a reader of another shop''s file may add its own problem.';
create function private.offer_image(offer public.offers) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'price', offer.price, 'starts_at', private.utc_text(offer.starts_at), 'ends_at', private.utc_text(offer.ends_at)
  );
end;
$$;
comment on function private.offer_image(public.offers) is 'Describes an offer with a price as an import plans it.';
create function private.product_image(product public.products) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(product) || jsonb_build_object(
    'hidden', product.archived_at is not null,
    -- A running offer is not the product's own price.
    'discount_price', product.regular_discount_price,
    'stock', (select stock_count from public.product_stock where product_stock.product_id = product.id),
    'offers', (
      select coalesce(jsonb_agg(private.offer_image(offers) order by offers.id), '[]')
      from public.offers where offers.product_id = product.id and offers.price is not null
    )
  );
end;
$$;
create function private.size_image(size public.product_sizes) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(size) || jsonb_build_object(
    'discount_price', size.regular_discount_price,
    'stock', (select stock_count from public.size_stock where size_stock.size_id = size.id)
  );
end;
$$;
create function private.import_errors(is_size boolean, image jsonb) returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return array_remove(array[
    case when not is_size and coalesce(image ->> 'name', '') = '' then 'Name is required.' end,
    case when not is_size and image ->> 'price' is null then 'Price is required.' end,
    case when is_size and image ->> 'price' is null and image ->> 'discount_price' is not null
      then 'A discount price requires a price for the size.' end,
    case when (image ->> 'discount_price')::numeric >= (image ->> 'price')::numeric
      then 'The discount price must be below the price.' end,
    case when (image ->> 'amount' is null) <> (image ->> 'unit' is null) then 'An amount requires a unit.' end,
    case when exists (
      select from jsonb_array_elements_text(coalesce(image -> 'contains', '[]')) as word
      where coalesce(image -> 'may_contain', '[]') ? word
    ) then 'An allergen is listed under both Contains and May contain.' end
  ], null);
end;
$$;
comment on function private.import_errors(boolean, jsonb) is 'Lists what a product, or one of its sizes, may not be.';
create function private.validate_import_rows(import_id bigint) returns table ( place integer, result text, reason text, is_size boolean, product_place integer, product_id bigint, size_id bigint, before jsonb, after jsonb ) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  line record;
  image jsonb;
  new_values jsonb;
  sale jsonb;
  started_at constant timestamptz := (select created_at from public.imports where imports.id = validate_import_rows.import_id);
  errors text[];
  notes text[];
  rejected_places integer[] := '{}';
  picture text;
begin
  for line in
    with given as materialized (
      select rows.place, rows.row_number, rows.cells,
        private.plain_cell(coalesce(rows.cells ->> 'id', '')) as typed_id,
        private.plain_cell(coalesce(rows.cells ->> 'category', '')) as typed_category,
        private.plain_cell(coalesce(rows.cells ->> 'name', '')) as name,
        private.plain_cell(coalesce(rows.cells ->> 'size_label', '')) as label
      from public.import_rows as rows where rows.import_id = validate_import_rows.import_id
    ), named as materialized (
      select given.*, categories.prefix as category,
        case when given.typed_id ~ '^[0-9]{1,18}$' then given.typed_id::bigint end as id
      from given left join public.categories
        on lower(given.typed_category) in (categories.prefix, lower(categories.title))
    ), found as materialized (
      select named.*, known.id as known_id, coalesce(known.found_count, 0) as found_count
      from named
      left join lateral (
        select min(products.id) as id, count(*) as found_count from (
          select products.id, products.archived_at is null as is_live,
            bool_or(products.archived_at is null) over () as is_any_live
          from (
            select by_id.id, by_id.archived_at from public.products as by_id where by_id.id = named.id
            union all
            select by_name.id, by_name.archived_at from public.products as by_name
            where named.typed_id = '' and by_name.category = named.category
              -- The index expression, which is private.name_key for a role that may not call it.
              and lower(btrim(regexp_replace(
                normalize(by_name.name), '[\s\u00a0\u2000-\u200b\u202f\ufeff]+', ' ', 'g'
              ))) = private.name_key(named.name)
          ) as products
        ) as products
        -- Products for sale before hidden ones.
        where products.is_live or not products.is_any_live
      ) as known on named.typed_id <> '' or named.category is not null
    ), keyed as (
      select found.*,
        coalesce('id ' || found.known_id, 'new ' || found.category || ' ' || private.name_key(found.name)) as product_key,
        private.name_key(found.label) as label_key
      from found
    )
    select keyed.*, first_value(keyed.row_number) over same_thing as first_row,
      first_value(keyed.place) over same_thing as first_place,
      min(case when keyed.label = '' then keyed.place end) over (partition by keyed.product_key) as product_place,
      known_product, known_size
    from keyed
    left join public.products as known_product on known_product.id = keyed.known_id
    left join public.product_sizes as known_size on keyed.label <> '' and known_size.product_id = keyed.known_id
      and known_size.archived_at is null and private.name_key(known_size.label) = keyed.label_key
    window same_thing as (partition by keyed.product_key, keyed.label_key order by keyed.place)
    -- Each size after its product, wherever the rows are.
    order by keyed.label <> '', keyed.place
  loop
    place := line.place;
    is_size := line.label <> '';
    product_id := line.known_id;
    product_place := null;
    size_id := null;
    before := null;
    after := null;
    notes := '{}';
    new_values := private.read_import_cells(line.cells, is_size);
    errors := array(select jsonb_array_elements_text(new_values -> 'errors'));
    new_values := new_values -> 'values';
    if line.typed_id <> '' and line.known_id is null then
      errors := errors || format('Product %s doesn''t exist.', left(line.typed_id, 40));
    elsif line.typed_id = '' and line.name = '' then
      errors := errors || 'Name is required.'::text;
    elsif line.typed_category <> '' and line.category is null then
      errors := errors || format('"%s" is none of the shop''s categories.', left(line.typed_category, 80));
    elsif line.typed_id = '' and line.category is null then
      errors := errors || 'Category is required.'::text;
    elsif line.found_count > 1 then
      product_id := null;
      errors := errors || format('%s products have this name. Add the id to choose one.', line.found_count);
    elsif line.first_place <> line.place then
      errors := errors || format('Row %s says the same %s already.', line.first_row,
        case when is_size then 'size' else 'product' end);
    elsif is_size and line.product_place = any (rejected_places) then
      errors := errors || 'Its product has an error.'::text;
    elsif is_size and line.known_id is null and line.product_place is null then
      errors := errors || 'No product has this name in the store or in the file.'::text;
    end if;
    if is_size then
      if char_length(line.label) > 40 then
        errors := errors || 'The name of the size is longer than 40 characters.'::text;
      end if;
      image := case when (line.known_size).id is not null then private.size_image(line.known_size) end;
      size_id := (line.known_size).id;
      if line.known_id is null then
        product_place := line.product_place;
      end if;
    else
      image := case when (line.known_product).id is not null then private.product_image(line.known_product) end;
      if line.category is not null then
        new_values := new_values || jsonb_build_object('category', line.category);
      end if;
      if not new_values ? 'name' and image is null then
        new_values := new_values || jsonb_build_object('name', line.name);
      end if;
      for picture in select name from unnest(array['picture', 'second_picture']) as names (name)
        where private.plain_cell(coalesce(line.cells ->> name, '')) <> '' order by name
      loop
        new_values := new_values || jsonb_build_object(
          case picture when 'picture' then 'img1' else 'img2' end,
          regexp_replace(private.plain_cell(line.cells ->> picture), '^https?://[^/]+(/storage/)', '\1')
        );
      end loop;
      for picture in select name from unnest(array['img1', 'img2']) as names (name)
        where new_values ? name and new_values -> name is distinct from image -> name
          and (private.picture_name(new_values ->> name) is null or not private.picture_exists(private.picture_name(new_values ->> name)))
      loop
        -- The server fetches no address that a file names.
        new_values := new_values - picture;
        if not 'Its image was not imported. Add it on the product''s card.' = any (notes) then
          notes := notes || 'Its image was not imported. Add it on the product''s card.'::text;
        end if;
      end loop;
    end if;
    if private.plain_cell(coalesce(line.cells ->> 'sale_price', '')) <> '' then
      sale := private.sale_of_cells(line.cells, is_size, started_at);
      errors := errors || (sale ->> 'problem');
      notes := notes || (sale ->> 'note');
      new_values := new_values || (sale - '{problem,note,offer}'::text[]);
      if sale ? 'offer' and not coalesce(image -> 'offers', '[]') @> jsonb_build_array(sale -> 'offer') then
        new_values := new_values || jsonb_build_object('offers', coalesce(image -> 'offers', '[]') || (sale -> 'offer'));
      end if;
      errors := array_remove(errors, null);
      notes := array_remove(notes, null);
    end if;
    -- Added or removed whitespace is no change.
    select coalesce(jsonb_object_agg(cell.key, cell.value), '{}') into new_values
    from jsonb_each(new_values) as cell
    where cell.value is distinct from image -> cell.key
      and (jsonb_typeof(cell.value) <> 'string'
        or cell.value #>> '{}' is distinct from private.plain_cell(image ->> cell.key));
    if cardinality(errors) = 0 then
      errors := private.import_errors(is_size, coalesce(image, '{}') || new_values);
    end if;
    if cardinality(errors) > 0 then
      result := 'refuse';
      reason := array_to_string(errors, ' ');
      product_place := null;
      if not is_size then
        rejected_places := rejected_places || line.place;
      end if;
    else
      result := case when image is null then 'add' when new_values = '{}' then 'same' else 'change' end;
      reason := array_to_string(notes, ' ');
      if result = 'change' then
        select jsonb_object_agg(cell.key, image -> cell.key) into before from jsonb_each(new_values) as cell;
      end if;
      if result <> 'same' then
        after := new_values;
      end if;
    end if;
    return next;
  end loop;
end;
$$;
comment on function private.validate_import_rows(bigint) is 'Validates each row against the current catalog. Validation and import both call it, so that they cannot differ.';
create function public.begin_import(file_name text) returns bigint language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  started bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can import products.';
  end if;
  delete from public.imports
  where imports.created_at < now() - case when imports.applied_at is null then interval '1 day' else interval '30 days' end;
  insert into public.imports (file_name, created_by)
  values (coalesce(nullif(left(btrim(begin_import.file_name), 200), ''), 'A pasted table'), (select auth.uid()))
  returning imports.id into started;
  return started;
end;
$$;
comment on function public.begin_import(text) is 'For managers: creates an import to be filled by stage_import_rows and returns its id. Security definer: nobody '
  'writes imports by hand.';
grant execute on function public.begin_import(text) to authenticated;
create function private.lock_import(import_id bigint) returns public.imports language plpgsql security definer set search_path = '' as $$
declare
  locked public.imports;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can import products.';
  end if;
  select * into locked from public.imports where imports.id = lock_import.import_id for update;
  if locked.id is null then
    raise sqlstate 'PT404' using message = 'This import doesn''t exist.';
  end if;
  return locked;
end;
$$;
create function public.stage_import_rows(import_id bigint, rows jsonb) returns integer language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  staged integer;
begin
  if (private.lock_import(stage_import_rows.import_id)).validated_at is not null then
    raise sqlstate 'PT409' using message = 'This import already has all its rows.';
  end if;
  if jsonb_typeof(stage_import_rows.rows) is distinct from 'array'
    or jsonb_array_length(stage_import_rows.rows) > 500
    or stage_import_rows.rows @? 'strict $[*].cells.keyvalue() ? (@.value.type() != "string")' then
    raise invalid_parameter_value using message = 'Send 500 text rows at most.';
  end if;
  -- Idempotent: a repeated call with the same rows changes nothing, because a response may have been lost.
  insert into public.import_rows (import_id, place, row_number, cells)
  select stage_import_rows.import_id, line.place, line.row_number, line.cells
  from jsonb_to_recordset(stage_import_rows.rows) as line (place integer, row_number integer, cells jsonb)
  on conflict (import_id, place) do update set row_number = excluded.row_number, cells = excluded.cells;
  select count(*) into staged from public.import_rows as staged where staged.import_id = stage_import_rows.import_id;
  return staged;
end;
$$;
comment on function public.stage_import_rows(bigint, jsonb) is 'For managers: adds rows [{place, row_number, cells}] to an import that has not been validated, 500 per call and '
  '5,000 in all; returns the count so far. cells are texts by column: id, category, name, size_label (a size of '
  'that product), and the columns of the export. Security definer, as begin_import.';
grant execute on function public.stage_import_rows(bigint, jsonb) to authenticated;
create function public.validate_import(import_id bigint) returns public.imports language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
#variable_conflict use_column
declare
  planned public.imports := private.lock_import(validate_import.import_id);
begin
  if planned.applied_at is not null then
    return planned;
  end if;
  update public.import_rows as rows
  set result = judged.result, reason = judged.reason, is_size = judged.is_size,
    product_place = judged.product_place, product_id = judged.product_id, size_id = judged.size_id,
    before = judged.before, after = judged.after
  from private.validate_import_rows(validate_import.import_id) as judged
  where rows.import_id = validate_import.import_id and rows.place = judged.place;
  update public.imports
  set validated_at = now(), add_count = counted.added, change_count = counted.changed, same_count = counted.same,
    rejected_count = counted.refused
  from (
    select count(*) filter (where result = 'add') as added, count(*) filter (where result = 'change') as changed,
      count(*) filter (where result = 'same') as same, count(*) filter (where result = 'refuse') as refused
    from public.import_rows as rows where rows.import_id = validate_import.import_id
  ) as counted
  where imports.id = validate_import.import_id
  returning imports.* into planned;
  return planned;
end;
$$;
comment on function public.validate_import(bigint) is 'For managers: validates each row and writes nothing else; call again after the catalog changed. Results are in '
  'import_rows. Security definer, as begin_import.';
grant execute on function public.validate_import(bigint) to authenticated;
create function private.write_import_images(import_id bigint, is_undo boolean) returns void language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if is_undo then
    delete from public.offers using public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.undo_skip_reason is null
      and rows.after ? 'offers' and offers.product_id = rows.product_id
      and not rows.before -> 'offers' @> jsonb_build_array(private.offer_image(offers))
      and rows.after -> 'offers' @> jsonb_build_array(private.offer_image(offers));
  else
    insert into public.offers (product_id, price, starts_at, ends_at)
    select rows.product_id, (offer ->> 'price')::numeric, (offer ->> 'starts_at')::timestamptz, (offer ->> 'ends_at')::timestamptz
    from public.import_rows as rows cross join lateral jsonb_array_elements(rows.after -> 'offers') as offer
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change') and rows.after ? 'offers'
      and not coalesce(rows.before -> 'offers', '[]') @> jsonb_build_array(offer);
  end if;

  with images as (
    select rows.product_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and not rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.products as target
  set category = written.category, name = written.name, description_header = written.description_header,
    description = written.description, price = written.price, discount_price = written.discount_price,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    img1 = written.img1, img2 = written.img2, size = written.size, availability = written.availability,
    also_called = written.also_called, storage = written.storage, origin = written.origin,
    ingredients = written.ingredients, contains = written.contains, may_contain = written.may_contain,
    fibre = written.fibre, care = written.care, heat_level = written.heat_level, amount = written.amount,
    unit = written.unit,
    archived_at = case
      when not images.image ? 'hidden' then known.archived_at
      when (images.image -> 'hidden')::boolean then coalesce(known.archived_at, now())
    end
  from images
  join public.products as known on known.id = images.product_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with images as (
    select rows.size_id, case when is_undo then rows.before else rows.after end as image
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result = 'change' and rows.is_size
      and rows.undo_skip_reason is null
  )
  update public.product_sizes as target
  set price = written.price, discount_price = written.discount_price, availability = written.availability,
    regular_discount_price = case
      when images.image ? 'discount_price' then written.discount_price else known.regular_discount_price
    end,
    amount = written.amount, unit = written.unit
  from images
  join public.product_sizes as known on known.id = images.size_id
  cross join lateral jsonb_populate_record(known, images.image) as written
  where target.id = known.id;

  with counts as (
    select rows.product_id, rows.size_id, rows.is_size, case when is_undo then rows.before else rows.after end -> 'stock' as stock
    from public.import_rows as rows
    where rows.import_id = write_import_images.import_id and rows.result in ('add', 'change')
      and (not is_undo or rows.result = 'change') and rows.undo_skip_reason is null
  ), uncounted as (
    delete from public.product_stock as stock using counts
    where stock.product_id = counts.product_id and not counts.is_size and counts.stock = 'null'
  ), uncounted_sizes as (
    delete from public.size_stock as stock using counts
    where stock.size_id = counts.size_id and counts.is_size and counts.stock = 'null'
  ), counted as (
    insert into public.product_stock (product_id, stock_count)
    select counts.product_id, counts.stock::integer from counts where not counts.is_size and counts.stock <> 'null'
    on conflict (product_id) do update set stock_count = excluded.stock_count
  )
  insert into public.size_stock (size_id, stock_count)
  select counts.size_id, counts.stock::integer from counts where counts.is_size and counts.stock <> 'null'
  on conflict (size_id) do update set stock_count = excluded.stock_count;
end;
$$;
comment on function private.write_import_images(bigint, boolean) is 'Writes the values after the import, or those before it. Call it with the import and its products locked.';
create function private.lock_import_products(import_id bigint) returns void language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(
    array(select rows.product_id from public.import_rows as rows where rows.import_id = lock_import_products.import_id),
    array(select rows.size_id from public.import_rows as rows where rows.import_id = lock_import_products.import_id)
  );
end;
$$;
create function public.apply_import(import_id bigint) returns public.imports language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
#variable_conflict use_column
declare
  applied public.imports := private.lock_import(apply_import.import_id);
begin
  if applied.applied_at is not null then
    return applied;
  end if;
  if applied.validated_at is null then
    raise sqlstate 'PT409' using message = 'Preview this import before you apply it.';
  end if;
  -- Two imports that add the same product run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.lock_import_products(apply_import.import_id);
  if exists (
    select from public.import_rows as rows
    join private.validate_import_rows(apply_import.import_id) as judged on judged.place = rows.place
    where rows.import_id = apply_import.import_id
      and (judged.result, judged.reason, judged.product_place, judged.product_id, judged.size_id, judged.before, judged.after)
        is distinct from
        (rows.result, rows.reason, rows.product_place, rows.product_id, rows.size_id, rows.before, rows.after)
  ) then
    raise sqlstate 'PT409' using
      message = 'Products were sold or changed in the meantime. Check the list again.';
  end if;

  update public.import_rows as rows set product_id = nextval(pg_get_serial_sequence('public.products', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size;
  insert into public.products (
    id, category, name, description_header, description, price, discount_price, img1, img2, size, availability,
    also_called, storage, origin, ingredients, contains, may_contain, fibre, care, heat_level, amount, unit, archived_at
  ) overriding system value
  select rows.product_id, made.category, made.name, made.description_header, made.description, made.price,
    made.discount_price, made.img1, made.img2, made.size, made.availability, made.also_called, made.storage,
    made.origin, made.ingredients, made.contains, made.may_contain, made.fibre, made.care, made.heat_level,
    made.amount, made.unit, case when (rows.after -> 'hidden')::boolean then now() end
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.products, '{
    "description_header": "", "description": "", "img1": "", "size": "", "availability": "available",
    "also_called": "", "origin": "", "ingredients": "", "contains": [], "may_contain": [], "fibre": "", "care": ""
  }' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and not rows.is_size
  order by rows.place;

  update public.import_rows as rows
  set product_id = coalesce(rows.product_id, (
      select owners.product_id from public.import_rows as owners
      where owners.import_id = rows.import_id and owners.place = rows.product_place
    )),
    size_id = nextval(pg_get_serial_sequence('public.product_sizes', 'id'))
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size;
  insert into public.product_sizes (
    id, product_id, label, position, price, discount_price, availability, amount, unit
  ) overriding system value
  select rows.size_id, rows.product_id, private.plain_cell(rows.cells ->> 'size_label'),
    coalesce((
      select max(sizes.position) from public.product_sizes as sizes where sizes.product_id = rows.product_id
    ), 0) + row_number() over (partition by rows.product_id order by rows.place),
    made.price, made.discount_price, made.availability, made.amount, made.unit
  from public.import_rows as rows
  cross join lateral jsonb_populate_record(null::public.product_sizes, '{"availability": "available"}' || rows.after) as made
  where rows.import_id = apply_import.import_id and rows.result = 'add' and rows.is_size
  order by rows.place;

  perform private.write_import_images(apply_import.import_id, false);
  update public.imports set applied_at = now() where imports.id = apply_import.import_id
  returning imports.* into applied;
  perform private.add_to_audit_log('import', 'Import of ' || applied.file_name, null, jsonb_build_object(
    'added', applied.add_count, 'changed', applied.change_count, 'refused', applied.rejected_count
  ));
  return applied;
end;
$$;
comment on function public.apply_import(bigint) is 'For managers: writes the validated import in one transaction, once. 409 if validation would give another result '
  'by now. Security definer, as begin_import.';
grant execute on function public.apply_import(bigint) to authenticated;
create function public.undo_import(import_id bigint) returns public.imports language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
#variable_conflict use_column
declare
  undone public.imports := private.lock_import(undo_import.import_id);
begin
  if undone.undone_at is not null then
    return undone;
  end if;
  if undone.applied_at is null then
    raise sqlstate 'PT409' using message = 'This import was not applied.';
  end if;
  if undone.applied_at <= now() - interval '24 hours' then
    raise sqlstate 'PT410' using message = 'You can undo an import for 24 hours only.';
  end if;
  perform private.lock_import_products(undo_import.import_id);
  update public.import_rows as rows set undo_skip_reason = case
    when images.image is null then 'It was removed since.' else 'It was sold or changed since.' end
  from (
    select known.place, case when known.is_size then (
      select private.size_image(sizes) from public.product_sizes as sizes
      where sizes.id = known.size_id and sizes.archived_at is null
    ) else (select private.product_image(products) from public.products where products.id = known.product_id) end as image
    from public.import_rows as known
    where known.import_id = undo_import.import_id and known.result in ('add', 'change')
  ) as images
  where rows.import_id = undo_import.import_id and rows.place = images.place
    and images.image @> rows.after is not true;
  -- An added row stays if anything refers to it since.
  update public.import_rows as rows set undo_skip_reason = 'One of its sizes was changed or added since.'
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and exists (
      select from public.product_sizes as sizes
      left join public.import_rows as made on made.import_id = undo_import.import_id and made.size_id = sizes.id
      where sizes.product_id = rows.product_id and sizes.archived_at is null
        and (made.place is null or made.undo_skip_reason is not null)
    );
  update public.import_rows as rows set undo_skip_reason = 'Its product was changed since.'
  from public.import_rows as owners
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and owners.import_id = rows.import_id and owners.place = rows.product_place and owners.undo_skip_reason is not null;

  perform private.write_import_images(undo_import.import_id, true);
  delete from public.product_sizes as sizes using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and rows.is_size and rows.undo_skip_reason is null
    and sizes.id = rows.size_id;
  delete from public.products using public.import_rows as rows
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.import_rows as rows set undo_skip_reason = 'It was ordered since, so it is hidden instead of deleted.'
  from public.products
  where rows.import_id = undo_import.import_id and rows.result = 'add' and not rows.is_size
    and rows.undo_skip_reason is null and products.id = rows.product_id;
  update public.imports set undone_at = now() where imports.id = undo_import.import_id
  returning imports.* into undone;
  perform private.add_to_audit_log('import', 'Taken back: ' || undone.file_name, null, jsonb_build_object(
    'left alone', (
      select count(*) from public.import_rows as rows
      where rows.import_id = undo_import.import_id and rows.undo_skip_reason is not null
    )
  ));
  return undone;
end;
$$;
comment on function public.undo_import(bigint) is 'For managers, for 24 hours: restores everything except what was sold or changed since, which '
  'import_rows.undo_skip_reason names. Security definer, as begin_import.';
grant execute on function public.undo_import(bigint) to authenticated;
create function public.record_payments_tried(mode text) returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.staff_role() is distinct from 'owner' then
    raise insufficient_privilege using message = 'Only owners can test payments.';
  end if;
  if record_payments_tried.mode is null or record_payments_tried.mode not in ('sandbox', 'test', 'live') then
    raise invalid_parameter_value using message = 'Payments are tried in the sandbox, the test mode or the live mode.';
  end if;
  insert into private.shop_facts (name, value)
  values ('payments_tried', jsonb_build_object('mode', record_payments_tried.mode, 'at', now())::text)
  on conflict (name) do update set value = excluded.value;
end;
$$;
comment on function public.record_payments_tried(text) is 'For the owner: records a test charge, or in live mode a look at the account. Security definer: nobody reads or '
  'writes installation facts by hand.';
grant execute on function public.record_payments_tried(text) to authenticated;
create function public.payments_tried() returns table (mode text, at timestamptz) language plpgsql stable security definer set search_path = '' as $$
begin
  if private.staff_role() is distinct from 'owner' then
    raise insufficient_privilege using message = 'Only owners can test payments.';
  end if;
  return query
    select shop_facts.value::jsonb ->> 'mode', (shop_facts.value::jsonb ->> 'at')::timestamptz
    from private.shop_facts where shop_facts.name = 'payments_tried';
end;
$$;
comment on function public.payments_tried() is 'For the owner: the last successful try; no row before. Security definer, as record_payments_tried.';
grant execute on function public.payments_tried() to authenticated;
create function private.is_window_lost(target public.orders) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return target.window_starts_at < (
    select case target.delivery_type when 'pickup' then shop.pickup_paused_until else shop.delivery_paused_until end
    from public.store_settings as shop
  ) is true or not exists (
    select
    from public.store_settings as shop
    cross join lateral (select (target.window_starts_at at time zone shop.time_zone)::date as day) as local
    -- Opening hours past midnight belong to the day on which they start.
    cross join lateral private.opening_spans(local.day - 1, local.day) as open
    where open.opens_at <= target.window_starts_at and open.closes_at >= target.window_ends_at
      and (not private.has_windows(target.delivery_type) or exists (
        select from public.window_rules as rules
        where rules.delivery_type = target.delivery_type and rules.weekday = extract(dow from open.day)
      ))
  );
end;
$$;
comment on function private.is_window_lost(public.orders) is 'Returns whether the store is closed or paused during an order''s window, or takes no orders on its weekday any more.';
create function private.lost_window_key(target public.orders) returns text language plpgsql stable set search_path = '' as $$
begin
  return format('window_lost:%s:%s', target.id, extract(epoch from target.window_starts_at)::bigint);
end;
$$;
comment on function private.lost_window_key(public.orders) is 'Returns the event key of the email about one lost window.';
create function public.list_lost_windows() returns table ( id uuid, order_number bigint, status text, delivery_type text, customer_name text, phone text, window_starts_at timestamptz, window_ends_at timestamptz, messaged_at timestamptz ) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function list_lost_windows';
  end if;
  return query
  select orders.id, orders.order_number, orders.status, orders.delivery_type,
    coalesce(billing.name, nullif(orders.customer_name, ''), profiles.name),
    coalesce(nullif(orders.delivery_phone_number, ''), billing.phone, ''),
    orders.window_starts_at, orders.window_ends_at, mails.created_at
  from public.orders
  left join public.billing_details as billing on billing.order_id = orders.id
  left join public.profiles on profiles.id = orders.user_id
  left join public.outgoing_mails as mails on mails.event_key = private.lost_window_key(orders)
  where orders.status in ('paid', 'preparing', 'ready')
    and orders.window_starts_at > now() - interval '13 hours' and orders.window_ends_at > now()
    and private.is_window_lost(orders)
  order by orders.window_starts_at, orders.order_number
  limit 500;
end;
$$;
comment on function public.list_lost_windows() is 'Lists paid orders whose window can no longer be kept, soonest first, with when their customer was emailed about it. '
  'Security definer: names and phone numbers stand beside the orders.';
grant execute on function public.list_lost_windows() to authenticated;
create function public.message_lost_windows() returns integer language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  count_before bigint;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function message_lost_windows';
  end if;
  select count(*) into count_before from public.outgoing_mails as mails where mails.kind = 'window_lost';
  for target in
    select orders.* from public.list_lost_windows() as lost
    join public.orders on orders.id = lost.id
    where lost.messaged_at is null
  loop
    perform private.queue_mail('window_lost', target.id, private.lost_window_key(target));
  end loop;
  return (select count(*) from public.outgoing_mails as mails where mails.kind = 'window_lost') - count_before;
end;
$$;
comment on function public.message_lost_windows() is 'Emails the customers of all lost windows once for each window and returns how many emails were queued. An order '
  'without an email address gets none. Security definer: nobody queues emails by hand.';
grant execute on function public.message_lost_windows() to authenticated;
create function public.report_sales(first_day date, last_day date) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  report jsonb;
begin
  days := private.shop_days(report_sales.first_day, report_sales.last_day);
  with sales as (
    select sold.order_id, (sold.purpose = 'order')::integer as order_count, sold.amount_cents,
      sold.received_at at time zone zone as local, orders.delivery_type, orders.channel, orders.user_id, orders.paid_at
    from private.list_sales(days.starts_at, days.ends_at) as sold
    join public.orders on orders.id = sold.order_id
  ), hours as (
    select extract(hour from sales.local)::integer as hour, sum(sales.order_count) as order_count,
      sum(sales.amount_cents) as cents
    from sales group by 1
  ), fulfillments as (
    select sales.delivery_type, sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by sales.delivery_type
  ), customers as (
    select case
        when sales.user_id is null then 'no_account'
        when exists (
          select from public.orders as earlier
          where earlier.user_id = sales.user_id and earlier.paid_at < sales.paid_at
        ) then 'returning'
        else 'new'
      end as kind,
      sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by 1
  ), lines as (
    select items.product_id, items.product_name, items.quantity, private.line_amount(items) as amount
    from sales join public.order_items as items on items.order_id = sales.order_id
    where sales.order_count = 1
  ), best as (
    select lines.product_id, max(lines.product_name) as name, sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines group by lines.product_id
    order by amount desc, lines.product_id
    limit 10
  ), sold_categories as (
    select products.category, sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines join public.products on products.id = lines.product_id
    group by products.category
  ), reasons as (
    select refunded.reason, count(*) as refund_count, sum(refunded.amount_cents) as cents
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
    group by refunded.reason
  ), missed as (
    select searches.words, sum(searches.search_count) as search_count
    from public.zero_result_searches as searches
    where searches.month between date_trunc('month', report_sales.first_day)::date and report_sales.last_day
    group by searches.words
    order by search_count desc, searches.words
    limit 10
  )
  select jsonb_build_object(
    'hours', (
      select jsonb_agg(jsonb_build_object(
        'hour', each.hour, 'order_count', coalesce(hours.order_count, 0), 'sales', coalesce(hours.cents, 0) / 100.0
      ) order by each.hour)
      from generate_series(0, 23) as each (hour) left join hours on hours.hour = each.hour
    ),
    'fulfillments', (
      select jsonb_agg(jsonb_build_object(
        'delivery_type', each.delivery_type, 'order_count', coalesce(fulfillments.order_count, 0),
        'sales', coalesce(fulfillments.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      left join fulfillments on fulfillments.delivery_type = each.delivery_type
    ),
    'customers', (
      select jsonb_agg(jsonb_build_object(
        'kind', each.kind, 'order_count', coalesce(customers.order_count, 0),
        'sales', coalesce(customers.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['new', 'returning', 'no_account']) with ordinality as each (kind, place)
      left join customers on customers.kind = each.kind
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]'),
    'categories', coalesce((
      select jsonb_agg(sold_categories order by sold_categories.amount desc, sold_categories.category) from sold_categories
    ), '[]'),
    'refund_reasons', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reason', reasons.reason, 'refund_count', reasons.refund_count, 'refunded', reasons.cents / 100.0
      ) order by reasons.cents desc, reasons.reason)
      from reasons
    ), '[]'),
    'zero_result_searches', coalesce((
      select jsonb_agg(missed order by missed.search_count desc, missed.words) from missed
    ), '[]')
  ) into report;
  return report;
end;
$$;
comment on function public.report_sales(date, date) is 'For the owner and managers: sales of the daily report by hour of the store''s clock, by pickup or delivery, and by new and '
  'returning customers (new: their first paid order); products and categories without tax and delivery; refunds by '
  'reason; searches without a result in the months of the range. Dollars, from the ledger. jsonb: one snapshot in '
  'one call. Security definer, as daily_report.';
grant execute on function public.report_sales(date, date) to authenticated;
create function private.list_next_windows(delivery_type text, max_count integer) returns table (starts_at timestamptz, ends_at timestamptz, capacity integer, taken_count bigint) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := (select (now() at time zone shop.time_zone)::date from public.store_settings as shop);
  remaining_count integer := list_next_windows.max_count;
  next record;
begin
  for ahead in -1 .. 7 loop
    for next in
      -- For an order of a week ago, because staff also see windows that take no more orders.
      select windows.* from private.windows_from(
        list_next_windows.delivery_type, now() - interval '7 days', today + ahead
      ) as windows
      where windows.ends_at > now()
      order by windows.starts_at
    loop
      exit when remaining_count < 1;
      starts_at := next.starts_at;
      ends_at := next.ends_at;
      capacity := next.capacity;
      taken_count := private.taken_slots(
        list_next_windows.delivery_type, next.starts_at, next.ends_at, null, null
      );
      return next;
      remaining_count := remaining_count - 1;
    end loop;
  end loop;
end;
$$;
comment on function private.list_next_windows(text, integer) is 'Lists windows that have not ended, full or not, soonest first, with how many orders are in each; none while they are off.';
create function private.list_decisions() returns table (kind text, decision_count bigint, order_id uuid) language sql stable set search_path = '' as $$
  select alerts.kind, count(*), case when count(*) = 1 then (array_agg(alerts.order_id))[1] end
  from public.shop_alerts as alerts
  where alerts.resolved_at is null
  group by alerts.kind
  union all
  select 'fee_to_agree', count(*), case when count(*) = 1 then (array_agg(orders.id))[1] end
  from public.orders
  where private.is_open(orders.status) and orders.delivery_type = 'delivery' and not orders.delivery_included
    and not exists (select from public.delivery_fees as fees where fees.order_id = orders.id)
  having count(*) > 0
  union all
  select 'window_lost', count(*), case when count(*) = 1 then (array_agg(lost.id))[1] end
  from public.list_lost_windows() as lost
  having count(*) > 0;
$$;
comment on function private.list_decisions() is 'Counts what staff must decide: open alerts by kind, delivery fees to agree on, and lost windows; with the order if there is '
  'only one.';
create function public.read_today() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := (select store_settings.time_zone from public.store_settings);
  local constant timestamp := now() at time zone zone;
  week_ago constant timestamptz := (local - interval '7 days') at time zone zone;
  week_ago_begins_at constant timestamptz := (local::date - 7)::timestamp at time zone zone;
  week_ago_ends_at constant timestamptz := (local::date - 6)::timestamp at time zone zone;
  tomorrow_begins_at constant timestamptz := (local::date + 1)::timestamp at time zone zone;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can see accounting data.';
  end if;
  return jsonb_build_object(
    'read_at', now(),
    'to_pack', (
      select jsonb_build_object(
        'late_count', count(*) filter (where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') < now()),
        'today_count', count(*) filter (
          where coalesce(orders.window_ends_at, orders.paid_at + interval '1 day') >= now()
            and coalesce(orders.window_starts_at, orders.paid_at) < tomorrow_begins_at
        ),
        'later_count', count(*) filter (where orders.window_starts_at >= tomorrow_begins_at)
      )
      from public.orders where private.is_open(orders.status) and private.is_packable(orders.status)
    ),
    'windows', coalesce((
      select jsonb_agg(
        jsonb_build_object('delivery_type', each.delivery_type) || to_jsonb(windows)
        order by each.place, windows.starts_at
      )
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      cross join lateral private.list_next_windows(each.delivery_type, 3) as windows
    ), '[]'),
    'sales', (select to_jsonb(sold) from private.sum_sales(private.shop_day_begins_at(), tomorrow_begins_at) as sold),
    'week_ago', (select to_jsonb(sold) from private.sum_sales(week_ago_begins_at, week_ago) as sold),
    'week_ago_whole_day', (
      select to_jsonb(sold) from private.sum_sales(week_ago_begins_at, week_ago_ends_at) as sold
    ),
    'low_stock', coalesce((
      select jsonb_agg(low order by low.left_count, low.name, low.size_label)
      from public.list_low_stock(null, 100) as low
    ), '[]'),
    'decisions', coalesce((
      select jsonb_agg(decisions order by decisions.kind) from private.list_decisions() as decisions
    ), '[]')
  );
end;
$$;
comment on function public.read_today() is 'For the owner and managers: orders to pack by promise (late: the window is over, or paid a day ago without one), the next '
  'windows of each kind, sales so far as in the daily report and a week ago until the same time of day, low stock '
  '(100 at most), and what needs a decision. jsonb: one snapshot in one call. Security definer, as daily_report.';
grant execute on function public.read_today() to authenticated;
