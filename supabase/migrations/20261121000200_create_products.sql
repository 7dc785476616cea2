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
  created_at timestamptz not null default now()
);
comment on table public.products is 'Every product of the shop; the nine category views show its parts.';
comment on column public.products.category is 'The path prefix of the category, as in /products/{prefix}/{id}.';
comment on column public.products.discount_price is 'Null when there is none; always below the price.';
comment on column public.products.archived_at is 'Set instead of a deletion when an order names the product.';
comment on column public.products.pictures_ready is 'Whether every picture of ours that the row names lies in the bucket.';
create index products_category_id on public.products (category, id) where archived_at is null;
create index products_offers on public.products (id) where archived_at is null and discount_price is not null;

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
-- The generated columns below are computed with the writer's rights.
grant execute on function private.picture_name(text) to anon, authenticated, service_role;

alter table public.products
  add column img1_object text generated always as (private.picture_name(img1)) stored,
  add column img2_object text generated always as (private.picture_name(img2)) stored;
comment on column public.products.img1_object is 'The name of img1 in the bucket, or null when it is not ours.';
comment on column public.products.img2_object is 'The name of img2 in the bucket, or null when it is not ours.';
create index products_img1_object on public.products (img1_object) where img1_object is not null;
create index products_img2_object on public.products (img2_object) where img2_object is not null;

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
create trigger prepare_product before insert or update on public.products
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

alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated;
grant insert (category, name, description_header, description, price, discount_price, img1, img2, size)
  on public.products to authenticated;
grant update (category, name, description_header, description, price, discount_price, img1, img2, size, archived_at)
  on public.products to authenticated;
grant delete on public.products to authenticated;
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
