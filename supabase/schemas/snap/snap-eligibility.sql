-- SNAP eligibility, by a rule of the category and an exception of the product; none while the store takes no EBT.
create table public.category_snap_rules (
  category text primary key references public.categories (prefix) on delete cascade,
  -- yes or no, unless the product states otherwise; never: not food, whatever the product states.
  rule text not null check (rule in ('yes', 'no', 'never'))
);

insert into public.category_snap_rules (category, rule)
select categories.prefix, case when categories.prefix in ('wears', 'beauty') then 'never' else 'yes' end
from public.categories;

grant select, insert, update (rule) on public.category_snap_rules to authenticated;
create policy "managers read the SNAP rules" on public.category_snap_rules
  for select to authenticated using ((select private.can_manage()));
create policy "admins add SNAP rules" on public.category_snap_rules
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change SNAP rules" on public.category_snap_rules
  for update to authenticated using ((select private.is_admin()));

-- Returns whether SNAP EBT pays for products of a category with an exception. Security definer: rules are not public.
create function private.fits_snap_rules(category text, snap text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select store_settings.accepts_snap and rules.rule <> 'never' and coalesce(fits_snap_rules.snap, rules.rule) = 'yes'
    from public.store_settings
    join public.category_snap_rules as rules on rules.category = fits_snap_rules.category
  ), false);
end;
$$;

-- Returns whether SNAP EBT pays for a product now, also if no longer for sale. Security definer, as fits_snap_rules.
create function private.is_snap_eligible(product_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.fits_snap_rules(products.category, products.snap)
    from public.products where products.id = is_snap_eligible.product_id
  ), false);
$$;

-- Security definer, as fits_snap_rules.
create function private.set_snap_eligible() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_snap_eligible := private.fits_snap_rules(new.category, new.snap);
  return new;
end;
$$;
create trigger set_snap_eligible before insert or update of category, snap on public.products
  for each row execute function private.set_snap_eligible();

-- Sets is_snap_eligible of the products of a category, or of all (null). Security definer: callers may not write it.
create function private.refresh_snap_eligible(category text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product_ids constant bigint[] := array(
    select products.id from public.products
    where (refresh_snap_eligible.category is null or products.category = refresh_snap_eligible.category)
      and products.is_snap_eligible <> private.fits_snap_rules(products.category, products.snap)
  );
begin
  if cardinality(product_ids) > 0 then
    perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
    update public.products set snap = products.snap where products.id = any (product_ids);
  end if;
end;
$$;

-- Security definer, as refresh_snap_eligible.
create function private.apply_accepts_snap() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_snap_eligible(null);
  return null;
end;
$$;
create trigger apply_accepts_snap after update of accepts_snap on public.store_settings
  for each row when (old.accepts_snap <> new.accepts_snap) execute function private.apply_accepts_snap();

-- Returns how much of an order SNAP EBT may pay, in dollars: its eligible products and replacements after discounts,
-- without tax, delivery, what was refunded, and what weighs less. Security definer, as fits_snap_rules.
create function private.snap_amount(order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select sum(
      case when private.is_snap_eligible(items.product_id) then greatest(
        0, private.line_paid(items) - (away.refunded_cents + changed.away_cents) / 100.0
      ) * private.weighed_share(items) else 0 end + changed.replacement_cents / 100.0
    )
    from public.order_items as items
    cross join lateral private.line_unavailable(items) as away
    cross join lateral (
      select
        -- Units that were left out for good are among the refunded ones.
        coalesce(sum(changes.paid_cents) filter (
          where changes.settled_at is null or changes.kind = 'replaced'
        ), 0) as away_cents,
        coalesce(sum(changes.replacement_cents) filter (
          where changes.kind = 'replaced' and private.is_snap_eligible(changes.replacement_product_id)
        ), 0) as replacement_cents
      from public.substitutions as changes where changes.order_item_id = items.id
    ) as changed
    where items.order_id = snap_amount.order_id
  ), 0)::numeric(10, 2);
$$;

-- For packers: private.snap_amount of the orders that they may see. Security definer, as read_pick_lists.
create function public.list_snap_amounts(order_ids uuid[]) returns table (order_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select private.require_desk('list_snap_amounts');
  select private.reject_if(cardinality(order_ids) > 1000, '22023', '1,000 orders at most at once.');
  select orders.id, private.snap_amount(orders.id)
  from unnest(list_snap_amounts.order_ids) as requested (id)
  join public.orders on orders.id = requested.id and private.can_handle(orders.id);
$$;
grant execute on function public.list_snap_amounts(uuid[]) to authenticated;

-- Security definer, as refresh_snap_eligible.
create function private.after_snap_rule_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_snap_eligible(coalesce(new.category, old.category));
  -- No person added a category that a change of the schema brought.
  perform private.log_change('settings', 'SNAP rule of a category', to_jsonb(old), to_jsonb(new))
  where tg_op = 'UPDATE' or tg_op = 'INSERT' and auth.uid() is not null;
  return null;
end;
$$;
create trigger after_snap_rule_write after insert or update or delete on public.category_snap_rules
  for each row execute function private.after_snap_rule_write();
