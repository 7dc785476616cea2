alter table public.store_settings add column has_discount_codes boolean not null default false;
comment on column public.store_settings.has_discount_codes is 'Whether the cart asks for a code. Kept by triggers.';

create or replace function private.keep_quotes_carts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.has_discount_codes := exists (select 1 from public.discount_codes);
  new.quotes_carts := new.has_discount_codes
    or exists (select 1 from public.tax_rates where tax_rates.percent > 0)
    or exists (select 1 from public.delivery_zones);
  return new;
end;
$$;
comment on function private.keep_quotes_carts() is
  'Whether any step besides the goods has something to do, and whether the discount has. Security definer: it reads '
  'what only the shop reads.';

do $$
begin
  if exists (select 1 from public.discount_codes) then
    update public.store_settings set has_discount_codes = true;
  end if;
end;
$$;
