-- A price was noted when it changed, and not when it came with a new product, a copy or an import, or went with its size.
create or replace function private.note_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  whole constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- A new store, and whoever works in the database itself, adds goods without a request.
  if tg_op <> 'UPDATE' and coalesce(current_setting('request.jwt.claims', true), '') = '' then
    return null;
  end if;
  perform private.add_to_history(
    'price',
    -- A size is called by its product and its label.
    coalesce((
      select products.name || ', size ' from public.products where products.id = (whole ->> 'product_id')::bigint
    ), '') || coalesce(whole ->> 'label', whole ->> 'name'),
    case when tg_op <> 'INSERT' then jsonb_build_object('price', old.price, 'discount_price', old.regular_discount_price) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('price', new.price, 'discount_price', new.regular_discount_price) end
  );
  return null;
end;
$$;
comment on function private.note_price() is
  'Notes a price that is new, changed or gone, also of an import or a copy. Security definer, as add_to_history.';

create trigger note_new_price after insert or delete on public.products
  for each row execute function private.note_price();
create trigger note_new_price after insert or delete on public.product_sizes
  for each row execute function private.note_price();
