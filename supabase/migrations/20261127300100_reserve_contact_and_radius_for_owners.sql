-- Managers change neither where copies of orders go nor who gets free delivery.
create or replace function private.guard_money_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.staff_role() = 'manager' and (
    new.free_delivery_minimum <> old.free_delivery_minimum or new.express_checkout <> old.express_checkout
    or new.quotes_carts <> old.quotes_carts or new.has_discount_codes <> old.has_discount_codes
    or new.delivery_tax_class_id is distinct from old.delivery_tax_class_id
  ) then
    raise insufficient_privilege using message = 'Only the owner changes what orders cost and how they are paid.';
  end if;
  -- Copies of orders and notices go to the email address; the map position decides who gets free delivery.
  if private.staff_role() = 'manager' and (
    new.email <> old.email or new.latitude <> old.latitude or new.longitude <> old.longitude
    or new.free_delivery_miles_home <> old.free_delivery_miles_home
    or new.free_delivery_miles_cart <> old.free_delivery_miles_cart
  ) then
    raise insufficient_privilege using message =
      'Only the owner changes the store''s email address, map position and delivery radius.';
  end if;
  return new;
end;
$$;
