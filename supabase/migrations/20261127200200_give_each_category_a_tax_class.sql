-- A category that was added without a tax class was sold untaxed, and the tax page could not give it one. It keeps being
-- exempt, and now has a class that the owner can change.
insert into public.category_tax_classes (category, class_id)
select categories.prefix, (
  select tax_classes.id from public.tax_classes
  order by exists (select from public.tax_rates as rates where rates.class_id = tax_classes.id and rates.percent > 0), tax_classes.id
  limit 1
)
from public.categories
where not exists (select from public.category_tax_classes as known where known.category = categories.prefix);

create function private.check_category_tax_class() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.check_category_tax_class() is
  'Rejects a category without a tax class, which would be sold untaxed. Security definer: it looks past row-level security.';
revoke all on function private.check_category_tax_class() from public;

create constraint trigger check_category_tax_class after insert or update of prefix on public.categories
  deferrable initially deferred for each row execute function private.check_category_tax_class();
create constraint trigger check_category_tax_class after delete or update of category on public.category_tax_classes
  deferrable initially deferred for each row execute function private.check_category_tax_class();
