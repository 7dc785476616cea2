-- A packer's limit covers what a replacement is worth beyond what was paid, and changes settle under who made them.
create function private.packer_cents(order_id uuid, person uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(refunds.amount_cents), 0)::bigint from public.refunds
    where refunds.order_id = packer_cents.order_id and refunds.requested_by = packer_cents.person
      and refunds.status <> 'failed'
  ) + (
    select coalesce(sum(
      case when changes.settled_at is null then changes.gives_back_cents else 0 end
      + greatest(0, coalesce(
        round(changes.replacement_unit_price * 100 * changes.replacement_quantity)::bigint - changes.paid_cents, 0
      ))
    ), 0)::bigint
    from public.order_changes as changes
    where changes.order_id = packer_cents.order_id and changes.changed_by = packer_cents.person
  );
end;
$$;
comment on function private.packer_cents(uuid, uuid) is
  'What a person gave away of an order: refunds, what their open changes give back, and what their replacements are worth '
  'beyond what was paid. Settled changes are in the refunds.';
revoke all on function private.packer_cents(uuid, uuid) from public;

create function private.check_packer_limit(order_id uuid, more_cents bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  most_cents bigint;
begin
  if private.staff_role() is distinct from 'packer' then
    return;
  end if;
  most_cents := (select staff.refund_limit * 100 from public.staff where staff.user_id = (select auth.uid()));
  if check_packer_limit.more_cents + private.packer_cents(check_packer_limit.order_id, (select auth.uid())) > most_cents then
    raise sqlstate 'PT403' using message = format(
      'You may give back at most $%s of an order. Please ask a manager.', to_char(most_cents / 100.0, 'FM999999990.00')
    );
  end if;
end;
$$;
comment on function private.check_packer_limit(uuid, bigint) is
  'Refuses what goes beyond the limit of the packer who asks. Call it with the order locked.';
revoke all on function private.check_packer_limit(uuid, bigint) from public;

create or replace function private.limit_packer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() is distinct from 'packer'
    -- Changes settle under whoever made them, and were held against that person's limit then.
    or new.requested_by <> (select auth.uid())
    or exists (
      -- Packers buy here too, and cancel what they bought as everybody does.
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

create or replace function public.change_line(
  order_item_id bigint,
  kind text,
  quantity integer,
  replacement_product_id bigint default null,
  replacement_size_id bigint default null,
  replacement_quantity integer default null,
  mark_sold_out boolean default true,
  request_key uuid default null
) returns public.order_changes
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target public.orders;
  line public.order_items;
  away record;
  product public.products;
  size public.product_sizes;
  made public.order_changes;
  left_count bigint;
begin
  select * into line from public.order_items as items where items.id = change_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  if target.id is null or not private.may_handle(target.id) then
    raise sqlstate 'PT404' using message = 'There is no such line.';
  end if;
  select * into made from public.order_changes as known
  where known.order_id = target.id and known.request_key = change_line.request_key;
  if made.id is not null then
    return made;
  end if;
  if target.status not in ('paid', 'preparing') then
    raise sqlstate 'PT409' using message = format('The order is %s: its lines are no longer changed.', target.status);
  end if;
  if change_line.kind is null or change_line.kind not in ('replaced', 'left_out')
    or coalesce(change_line.quantity, 0) < 1
    or (change_line.kind = 'replaced') <> (change_line.replacement_product_id is not null)
    or (change_line.kind = 'replaced' and coalesce(change_line.replacement_quantity, 1) not between 1 and 999) then
    raise invalid_parameter_value using message = 'A line is replaced by something, or left out, so many of it.';
  end if;
  select * into away from private.line_away(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  if change_line.quantity > left_count then
    raise sqlstate 'PT409' using message = format('Only %s of this line are left to change.', greatest(left_count, 0));
  end if;
  if change_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_away(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then change_line.quantity else 0 end
  ) then
    raise sqlstate 'PT409' using message = 'Nothing would be left of this order. Please cancel it instead.';
  end if;
  if change_line.kind = 'replaced' then
    select * into product from public.products
    where products.id = change_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = change_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    if product.id is null or (change_line.replacement_size_id is not null and size.id is null) then
      raise sqlstate 'PT409' using message = 'The replacement is not for sale.';
    end if;
    if size.id is null and product.sizes <> '[]' then
      raise invalid_parameter_value using message = format('%s comes in sizes: please choose one.', product.name);
    end if;
    if product.id = line.product_id and size.id is not distinct from line.size_id then
      raise invalid_parameter_value using message = 'A line is not replaced by itself.';
    end if;
  end if;
  insert into public.order_changes (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, change_line.kind, change_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(change_line.replacement_quantity, change_line.quantity) end,
    private.price_now(product.id, size.id),
    coalesce(change_line.mark_sold_out, true), change_line.request_key, (select auth.uid())
  )
  returning * into made;
  perform private.price_open_changes(target.id);
  perform private.check_packer_limit(target.id, 0);
  select * into made from public.order_changes as known where known.id = made.id;
  return made;
end;
$$;

create or replace function private.settle_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
  back_lines jsonb;
  back_cents bigint;
  made_id uuid;
  change_ids bigint[];
  person record;
begin
  perform private.price_open_changes(new.id);
  with settled as (
    update public.order_changes set settled_at = now() where order_id = new.id and settled_at is null returning id
  )
  select array_agg(settled.id) into change_ids from settled;
  if change_ids is null then
    return new;
  end if;
  select * into paid from public.payments
  where payments.order_id = new.id and payments.purpose = 'order' for update;
  for person in
    select settled.changed_by as id from public.order_changes as settled
    where settled.id = any (change_ids) and settled.gives_back_cents > 0
    group by settled.changed_by order by min(settled.id)
  loop
    select jsonb_agg(to_jsonb(line)), coalesce(sum(line.amount_cents + line.tax_cents), 0) into back_lines, back_cents
    from (
      -- A cheaper replacement takes nothing out of the order, and gives back a part of its price.
      select settled.order_item_id, coalesce(sum(settled.quantity) filter (where settled.kind = 'left_out'), 0) as quantity,
        sum(settled.gives_back_cents - greatest(0, settled.paid_tax_cents - settled.kept_tax_cents)) as amount_cents,
        sum(greatest(0, settled.paid_tax_cents - settled.kept_tax_cents)) as tax_cents
      from public.order_changes as settled
      where settled.id = any (change_ids) and settled.gives_back_cents > 0
        and settled.changed_by is not distinct from person.id
      group by settled.order_item_id, settled.kind
    ) as line;
    -- Somebody may have given back an amount before: together never more than was paid.
    back_cents := least(back_cents, private.refundable_cents(paid.payment_intent_id));
    if back_cents > 0 then
      insert into public.refunds (order_id, payment_intent_id, amount_cents, lines, reason, requested_by)
      values (new.id, paid.payment_intent_id, back_cents, back_lines, 'missing', person.id)
      returning refunds.id into made_id;
      update public.order_changes as settled set refund_id = made_id
      where settled.id = any (change_ids) and settled.gives_back_cents > 0
        and settled.changed_by is not distinct from person.id;
    end if;
  end loop;
  perform private.take_replacements(change_ids);
  return new;
end;
$$;
comment on function private.settle_changes() is
  'All open changes of an order, at once and once: one refund for each person who made some, and the stock. Whoever moves '
  'the order, they settle with it. '
  'Security definer: nobody writes the ledger by hand.';
