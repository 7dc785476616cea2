-- Whoever manages the shop says in which order its aisles are walked: all of them in one call.
create function public.order_aisles(prefixes text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may_manage() then
    raise insufficient_privilege using message = 'Only the owner and managers order the aisles.';
  end if;
  -- Two who do so at once come one after the other.
  perform from public.categories order by categories.prefix for update;
  if (select array_agg(categories.prefix order by categories.prefix) from public.categories)
    is distinct from (select array_agg(given.prefix order by given.prefix) from unnest(order_aisles.prefixes) as given (prefix))
  then
    raise sqlstate 'PT422' using message = 'The way through the store has each category once.';
  end if;
  update public.categories set aisle = given.place * 10
  from unnest(order_aisles.prefixes) with ordinality as given (prefix, place)
  where categories.prefix = given.prefix and categories.aisle <> given.place * 10;
end;
$$;
comment on function public.order_aisles(text[]) is
  'For the owner and managers: in which order an order is packed, with every category once, else 422. Security definer: '
  'it locks them.';
revoke all on function public.order_aisles(text[]) from public, anon, service_role;
grant execute on function public.order_aisles(text[]) to authenticated;

drop policy "managers order the aisles" on public.categories;
revoke update (aisle) on public.categories from authenticated;
