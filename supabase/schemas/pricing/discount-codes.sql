-- Discount codes: created by the owner, entered by an account, used by its next order; checked here, to count guesses.
create table public.discount_codes (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{3,30}$'), -- Normalized by private.discount_key.
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount numeric(10, 2) check (amount > 0),
  min_subtotal numeric(10, 2) not null default 0 check (min_subtotal >= 0), -- Product total, before the discount.
  categories text[] not null default '{}' check (array_position(categories, null) is null), -- Prefixes; empty: all.
  valid_from timestamptz not null default now() check (isfinite(valid_from)),
  valid_until timestamptz check (isfinite(valid_until) and valid_until > valid_from), -- End, exclusive; null: none.
  once_per_person boolean not null default false,
  max_uses integer check (max_uses > 0), -- Maximum number of orders; null: no limit.
  used_count integer not null default 0 check (used_count >= 0), -- Orders, without canceled ones; by triggers.
  created_at timestamptz not null default now(),
  constraint percent_or_amount check (num_nonnulls(percent, amount) = 1),
  constraint amounts_are_numbers check (percent <> 'NaN' and amount <> 'NaN' and min_subtotal <> 'NaN')
);

grant select, delete,
  insert (code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses),
  update (code, percent, amount, min_subtotal, categories, valid_from, valid_until, once_per_person, max_uses)
  on public.discount_codes to authenticated;
create policy "admins manage the discount codes" on public.discount_codes
  for all to authenticated using ((select private.is_admin()));

-- Returns a code in capitals, without spaces and hyphens.
create function private.discount_key(typed text) returns text
language sql immutable set search_path = ''
as $$ select upper(regexp_replace(discount_key.typed, '[\s-]+', '', 'g')) $$;

-- Security definer: only this trigger calls private.discount_key.
create function private.write_discount_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.code := private.discount_key(new.code);
  perform private.reject_if(exists (
    select from unnest(new.categories) as listed (prefix)
    where not exists (select from public.categories where categories.prefix = listed.prefix)
  ), '22023', 'This category doesn''t exist.');
  return new;
end;
$$;
create trigger write_discount_code before insert or update of code, categories on public.discount_codes
  for each row execute function private.write_discount_code();

-- Code that a customer has entered for the next order; deleted when dropped, or once an order with it is paid.
create table private.entered_discounts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code_id bigint not null references public.discount_codes (id) on delete cascade
);
create index entered_discounts_code_id on private.entered_discounts (code_id);

-- Number of wrong codes in the period that ends at ends_at; written by enter_discount_code only.
create table private.discount_attempts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  wrong_count integer not null check (wrong_count >= 0),
  ends_at timestamptz not null
);

-- One row: wrong codes of all guests together in the period that ends at ends_at; written by quote_guest_cart only.
create table private.guest_discount_attempts (
  id boolean primary key default true check (id),
  wrong_count integer not null check (wrong_count >= 0),
  ends_at timestamptz not null
);

insert into private.limits (name, max_count, period) values
  ('discount_codes', 10, '1 hour'), ('guest_discount_codes', 100, '1 hour');
