-- Changes during packing: replaced, missing, and weighed lines.
-- For staff, while an order is packed: replaces or removes this many of a line. The customer never pays more; the
-- difference is refunded when the order is ready or leaves, or lowers what is due in the store. The same request key
-- makes the same change; 409 if the key belongs to another change. Security definer: callers may not write substitutions.
create function public.substitute_line(
  order_item_id bigint, kind text, quantity integer, replacement_product_id bigint default null,
  replacement_size_id bigint default null, replacement_quantity integer default null,
  mark_sold_out boolean default true, request_key uuid default null
) returns public.substitutions
language plpgsql security definer set search_path = '' as $$
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
  perform private.reject_if(target.id is null or not private.can_handle(target.id),
    'PT404', 'This line doesn''t exist.');
  select * into made from public.substitutions as known
  where known.order_id = target.id and known.request_key = substitute_line.request_key;
  if made.id is not null then
    perform private.reject_if(
      (made.order_item_id, made.quantity, made.mark_sold_out)
        is distinct from (line.id, substitute_line.quantity, coalesce(substitute_line.mark_sold_out, true))
      or (made.kind, made.replacement_product_id, made.replacement_size_id, made.replacement_quantity) is distinct from (
        substitute_line.kind, substitute_line.replacement_product_id, substitute_line.replacement_size_id,
        case substitute_line.kind when 'replaced'
          then coalesce(substitute_line.replacement_quantity, substitute_line.quantity) end
      )
      -- The customer may have left the replacement out since.
      and not exists (select from public.substitution_questions as questions
        where questions.substitution_id = made.id and questions.answer = 'left_out'),
      'PT409', 'This line was changed before your last choice. Undo that change on the pick list to make another.'
    );
    return made;
  end if;
  perform private.reject_if(
    not private.can_be_packed(target), 'PT409', 'The order is {status}: its lines can''t change anymore.',
    jsonb_build_object('status', coalesce(private.packing_status(target), target.status))
  );
  perform private.reject_if(kind is null or kind not in ('replaced', 'left_out')
    or coalesce(quantity, 0) < 1 or (kind = 'replaced') <> (replacement_product_id is not null)
    or (kind = 'replaced' and coalesce(replacement_quantity, 1) not between 1 and 999),
    '22023', 'Choose a replacement or leave the product out, and enter a quantity.');
  select * into away from private.line_unavailable(line);
  left_count := line.quantity - away.refunded_quantity - away.replaced_quantity - away.open_quantity;
  perform private.reject_if(quantity > left_count,
    'PT409', 'You can change {count} of this line at most.', jsonb_build_object('count', greatest(left_count, 0)));
  perform private.reject_if(substitute_line.kind = 'left_out' and not exists (
    select from public.order_items as items
    cross join lateral private.line_unavailable(items) as gone
    where items.order_id = target.id
      and items.quantity - gone.refunded_quantity - gone.left_out_quantity
        > case when items.id = line.id then substitute_line.quantity else 0 end
  ), 'PT409', 'This would leave the order empty. Cancel it instead.');
  if kind = 'replaced' then
    select * into product from public.products
    where products.id = substitute_line.replacement_product_id and products.archived_at is null;
    select * into size from public.product_sizes as sizes
    where sizes.id = substitute_line.replacement_size_id and sizes.product_id = product.id and sizes.archived_at is null;
    perform private.reject_if(product.id is null or (replacement_size_id is not null and size.id is null),
      'PT409', 'This replacement is not for sale.');
    perform private.reject_if(size.id is null and product.sizes <> '[]',
      '22023', '{product} comes in sizes. Choose one.', jsonb_build_object('product', product.name));
    perform private.reject_if(product.id = line.product_id and size.id is not distinct from line.size_id,
      '22023', 'A product can''t replace itself.');
  end if;
  insert into public.substitutions (
    order_id, order_item_id, kind, quantity, replacement_product_id, replacement_size_id, replacement_name,
    replacement_size_label, replacement_quantity, replacement_unit_price, mark_sold_out, request_key, changed_by
  )
  values (
    target.id, line.id, substitute_line.kind, substitute_line.quantity, product.id, size.id, product.name, size.label,
    case when product.id is not null then coalesce(substitute_line.replacement_quantity, substitute_line.quantity) end,
    private.unit_price(product.id, size.id),
    coalesce(substitute_line.mark_sold_out, true), substitute_line.request_key, (select auth.uid())
  )
  returning * into made;
  if made.kind = 'replaced' then
    -- The replacement is not in the bag yet.
    delete from public.picked_lines as packed where packed.order_item_id = line.id;
  end if;
  perform private.price_open_substitutions(target.id);
  perform private.check_packer_limit(target.id, 0);
  select * into made from public.substitutions as known where known.id = made.id;
  return made;
end;
$$;
grant execute on function public.substitute_line(bigint, text, integer, bigint, bigint, integer, boolean, uuid)
  to authenticated;

-- For staff: undoes a substitution. Security definer, as substitute_line.
create function public.undo_substitution(substitution_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
begin
  select * into target from public.orders
  where orders.id = (select known.order_id from public.substitutions as known where known.id = undo_substitution.substitution_id)
  for update;
  perform private.reject_if(target.id is null or not private.can_handle(target.id),
    'PT404', 'This substitution doesn''t exist.');
  perform private.reject_if(not private.can_be_packed(target), 'PT409', 'You can no longer undo this substitution.');
  delete from public.substitutions as known
  where known.id = undo_substitution.substitution_id and known.settled_at is null;
  perform private.reject_if(not found, 'PT409', 'You can no longer undo this substitution.');
  perform private.price_open_substitutions(target.id);
end;
$$;
grant execute on function public.undo_substitution(bigint) to authenticated;

create function public.list_replacements(
  order_item_id bigint, quantity integer, typed text default '', replacement_quantity integer default null
)
returns table (
  product_id bigint, size_id bigint, name text, size_label text, image_url text, unit_price numeric,
  is_same_category boolean, refund_cents bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  target public.orders;
  line public.order_items;
  own_category text;
  own private.search_documents;
  paid_cents bigint;
  paid_tax_cents bigint;
begin
  select * into line from public.order_items as items where items.id = list_replacements.order_item_id;
  perform private.reject_if(line.id is null or not private.can_handle(line.order_id),
    'PT404', 'This line doesn''t exist.');
  perform private.reject_if(coalesce(quantity, 0) not between 1 and line.quantity,
    '22023', 'The order doesn''t have that many.');
  perform private.reject_if(replacement_quantity not between 1 and 999, '22023', 'Enter 1 to 999 replacements.');
  select * into target from public.orders where orders.id = line.order_id;
  select products.category into own_category from public.products where products.id = line.product_id;
  select * into own from private.search_documents as document where document.product_id = line.product_id;
  paid_cents := private.paid_for_first(private.line_paid(line), line, quantity);
  paid_tax_cents := private.paid_for_first(line.tax_amount - line.weight_tax_refund, line, quantity);
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
        private.unit_price(found.id, sizes.id) as unit_price, coalesce(document.heads && own.heads, false) as is_same_kind,
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
      from sold order by rank
      limit 24
    ) as sold
    cross join lateral private.price_replacement(
      target, line, list_replacements.quantity, paid_cents, paid_tax_cents, sold.id,
      (sold.unit_price * 100 * coalesce(list_replacements.replacement_quantity, list_replacements.quantity))::bigint
    ) as priced
    order by sold.rank;
end;
$$;
comment on function public.list_replacements(bigint, integer, text, integer) is 'For staff: replacements for this many '
  'of a line, its own category first, with the refund if this many, or another number, replace them; without a search '
  'text, the closest of its category. Security definer: it reads stock. May be null: size_id, size_label.';
grant execute on function public.list_replacements(bigint, integer, text, integer) to authenticated;

-- For staff, while an order is packed: sets the total weight of a line, or null to weigh it again. 422 with
-- {expected_pounds} if the weight is outside of the tolerance and not confirmed. Returns the weight and what it costs,
-- before discount and tax. Security definer: callers may not write lines.
create function public.weigh_line(order_item_id bigint, pounds numeric, is_confirmed boolean default false)
returns table (packed_pounds numeric, amount numeric)
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  line public.order_items;
  units bigint;
  expected numeric;
begin
  perform private.require_session();
  select * into line from public.order_items as items where items.id = weigh_line.order_item_id;
  select * into target from public.orders where orders.id = line.order_id for update;
  perform private.reject_if(target.id is null or not private.can_handle(target.id),
    'PT404', 'This line doesn''t exist.');
  select * into line from public.order_items as items where items.id = line.id;
  perform private.reject_if(line.pounds_each is null,
    '22023', '{product} is not sold by weight.', jsonb_build_object('product', line.product_name));
  perform private.reject_if(not private.can_be_packed(target) or line.weighed_at is not null,
    'PT409', 'The weight of this line can''t change anymore.');
  perform private.reject_if(round(pounds, 3) <= 0 or pounds > 9999 or pounds = 'NaN',
    '22023', 'Enter a weight above 0 lb.');
  units := private.weigh_units(line);
  expected := trim_scale(units * line.pounds_each);
  perform private.reject_if(pounds is not null and units < 1, 'PT409', 'Nothing of this line is left to weigh.');
  perform private.reject_if(pounds is not null and not coalesce(is_confirmed, false)
    and abs(pounds - expected) > expected * line.weight_tolerance / 100, 'PT422',
    '{product} should weigh about {pounds} lb.', jsonb_build_object('product', line.product_name, 'pounds', expected));
  update public.order_items as items
  set packed_pounds = round(weigh_line.pounds, 3), packed_units = case when weigh_line.pounds is not null then units end,
    weighed_by = case when weigh_line.pounds is not null then (select auth.uid()) end
  where items.id = line.id returning * into line;
  perform private.check_packer_limit(target.id, 0);
  return query select line.packed_pounds, private.weighed_cents(line, units) / 100.0;
end;
$$;
grant execute on function public.weigh_line(bigint, numeric, boolean) to authenticated;
