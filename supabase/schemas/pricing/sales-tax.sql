-- Sales tax, by the class of a product, from its category or as an exception; a class without a rate is exempt.
create table public.tax_classes (
  id bigint generated always as identity primary key,
  title text not null unique check (btrim(title) <> '' and char_length(title) <= 60)
);

insert into public.tax_classes (title) values ('Food, exempt'), ('Taxable');

grant select, delete, insert (title), update (title) on public.tax_classes to authenticated;
create policy "admins manage the tax classes" on public.tax_classes
  for all to authenticated using ((select private.is_admin()));

-- Rate of a class from a day on, until its next rate starts.
create table public.tax_rates (
  class_id bigint not null references public.tax_classes (id) on delete cascade,
  valid_from date not null check (isfinite(valid_from)), -- In the store's time zone; the day of the order decides.
  percent numeric(6, 4) not null check (percent between 0 and 50),
  primary key (class_id, valid_from)
);

grant select, insert, update, delete on public.tax_rates to authenticated;
create policy "admins manage the tax rates" on public.tax_rates
  for all to authenticated using ((select private.is_admin()));

-- Default tax class of a category's products.
create table public.category_tax_classes (
  category text primary key references public.categories (prefix),
  class_id bigint not null references public.tax_classes (id)
);
create index category_tax_classes_class_id on public.category_tax_classes (class_id);

insert into public.category_tax_classes (category, class_id)
select categories.prefix, tax_classes.id
from public.categories join public.tax_classes
  on tax_classes.title = case when categories.prefix in ('wears', 'beauty') then 'Taxable' else 'Food, exempt' end;

grant select, update (class_id) on public.category_tax_classes to authenticated;
create policy "admins read and change the tax classes of categories" on public.category_tax_classes
  for all to authenticated using ((select private.is_admin()));

-- Rejects a category without a tax class: it would be sold untaxed. Security definer: it bypasses row-level security.
create function private.check_category_tax_class() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant text := to_jsonb(case when tg_op = 'DELETE' then old else new end)
    ->> case tg_table_name when 'categories' then 'prefix' else 'category' end;
begin
  if exists (select from public.categories where categories.prefix = changed)
    and not exists (
      select from public.category_tax_classes as classes where classes.category = changed
    ) then
    perform private.raise_error(
      '23503', 'The category "{category}" has no tax class.',
      changed, 'Insert a row into category_tax_classes in the same transaction.'
    );
  end if;
  return null;
end;
$$;
create constraint trigger check_category_tax_class after insert or update of prefix on public.categories
  deferrable initially deferred for each row execute function private.check_category_tax_class();
create constraint trigger check_category_tax_class after delete or update of category on public.category_tax_classes
  deferrable initially deferred for each row execute function private.check_category_tax_class();

-- Products that are taxed differently from their category.
create table public.tax_exceptions (
  product_id bigint primary key references public.products (id) on delete cascade,
  class_id bigint not null references public.tax_classes (id),
  is_draft boolean not null default false -- Needs confirmation by someone who knows tax law.
);
create index tax_exceptions_class_id on public.tax_exceptions (class_id);

grant select, insert, update, delete on public.tax_exceptions to authenticated;
create policy "admins manage the tax exceptions" on public.tax_exceptions
  for all to authenticated using ((select private.is_admin()));

-- Customers exempt from sales tax, with the number of their certificate.
create table public.tax_exemptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  certificate text not null check (btrim(certificate) <> '' and char_length(certificate) <= 60),
  created_at timestamptz not null default now()
);

grant select, delete on public.tax_exemptions to authenticated;
create policy "customers read their own tax exemption, admins read all" on public.tax_exemptions
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_session_active())) or (select private.is_admin()));
create policy "admins end tax exemptions" on public.tax_exemptions
  for delete to authenticated using ((select private.is_admin()));

alter table public.store_settings add constraint delivery_tax_class_exists
  foreign key (delivery_tax_class_id) references public.tax_classes (id);

-- For admins: exempts the account with this verified address (else 409). Security definer: it reads accounts.
create function public.set_tax_exemption(email text, certificate text) returns public.tax_exemptions
language plpgsql security definer set search_path = '' as $$
declare
  holder_id uuid;
  exempt public.tax_exemptions;
begin
  perform private.reject_if(not private.is_admin(), '42501', 'Only admins can exempt customers from sales tax.');
  select users.id into holder_id from auth.users
  where lower(users.email) = lower(btrim(set_tax_exemption.email)) and not users.is_sso_user;
  perform private.reject_if(holder_id is null, 'PT404', 'No account has this email address.');
  -- Signing up with a charity's address does not prove to be the charity.
  perform private.reject_if(private.verified_email(holder_id) is null,
    'PT409', 'This email address is not verified yet.');
  insert into public.tax_exemptions (user_id, certificate)
  values (holder_id, btrim(certificate))
  on conflict (user_id) do update set certificate = excluded.certificate returning * into exempt;
  return exempt;
end;
$$;
grant execute on function public.set_tax_exemption(text, text) to authenticated;

-- For admins: exempt customers, latest first. Security definer, as set_tax_exemption.
create function public.list_tax_exemptions()
returns table (user_id uuid, name text, email text, certificate text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.reject_if(not private.is_admin(), '42501', 'Only admins can see exempt customers.');
  select exempt.user_id, profiles.name, users.email::text, exempt.certificate, exempt.created_at
  from public.tax_exemptions as exempt
  join public.profiles on profiles.id = exempt.user_id
  join auth.users on users.id = exempt.user_id
  order by exempt.created_at desc;
$$;
grant execute on function public.list_tax_exemptions() to authenticated;
