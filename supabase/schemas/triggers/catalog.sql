-- What happens when products and sizes change, as triggers/orders.sql for orders.
create function private.before_product_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_product_used(old.id) then
    update public.products set archived_at = now() where products.id = old.id and products.archived_at is null;
    return null;
  end if;
  return old;
end;
$$;
comment on function private.before_product_delete() is
  'Archives a product that orders, deliveries, or counts name, instead of deleting it. Security definer: a user who may '
  'delete a product may lack the right to read every order.';

create trigger before_product_delete before delete on public.products
  for each row execute function private.before_product_delete();

create function private.before_product_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_snap_eligible := private.fits_snap_rules(new.category, new.snap);
  return private.set_sold_out(old, new);
end;
$$;
comment on function private.before_product_write() is 'Security definer, as before_order_write.';

create trigger _300_before_product_write
  before insert or update of category, snap, availability, is_sold_out, sizes on public.products
  for each row execute function private.before_product_write();

create function private.after_product_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.category <> new.category then
      perform private.refresh_offer_prices(new.id, null);
    end if;
    if old.size not in ('', new.size) then
      perform private.delete_size_translations(old.size);
    end if;
    if (old.price, old.regular_discount_price) is distinct from (new.price, new.regular_discount_price) then
      perform private.log_price(new.name, old.price, old.regular_discount_price, new.price, new.regular_discount_price);
    end if;
    if not new.is_sold_out and (old.is_sold_out, old.sizes, old.archived_at, old.pictures_ready)
      is distinct from (new.is_sold_out, new.sizes, new.archived_at, new.pictures_ready) then
      perform private.queue_back_in_stock(new);
    end if;
    return null;
  end if;
  if old.size <> '' then
    perform private.delete_size_translations(old.size);
  end if;
  perform private.log_price(
    coalesce(new.name, old.name), old.price, old.regular_discount_price, new.price, new.regular_discount_price
  );
  return null;
end;
$$;
comment on function private.after_product_write() is 'Security definer, as before_order_write.';

create trigger after_product_write after insert or update or delete on public.products
  for each row execute function private.after_product_write();

create function private.before_size_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_size_used(old.id) then
    update public.product_sizes as sizes set archived_at = now() where sizes.id = old.id and sizes.archived_at is null;
    return null;
  end if;
  return old;
end;
$$;
comment on function private.before_size_delete() is 'As before_product_delete.';

create trigger before_size_delete before delete on public.product_sizes
  for each row execute function private.before_size_delete();

create function private.after_size_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.label <> new.label then
      perform private.delete_size_translations(old.label);
    end if;
    if old.archived_at is null and new.archived_at is not null then
      perform private.delete_item_of_size(new.id);
    end if;
  elsif tg_op = 'DELETE' then
    perform private.delete_size_translations(old.label);
  end if;
  if tg_op <> 'UPDATE'
    or (old.price, old.regular_discount_price) is distinct from (new.price, new.regular_discount_price) then
    perform private.log_price(
      -- A size is named by its product and its label.
      coalesce((
        select products.name || ', size ' from public.products
        where products.id = coalesce(new.product_id, old.product_id)
      ), '') || coalesce(new.label, old.label),
      old.price, old.regular_discount_price, new.price, new.regular_discount_price
    );
  end if;
  return null;
end;
$$;
comment on function private.after_size_write() is 'Security definer, as before_order_write.';

create trigger after_size_write after insert or update or delete on public.product_sizes
  for each row execute function private.after_size_write();
