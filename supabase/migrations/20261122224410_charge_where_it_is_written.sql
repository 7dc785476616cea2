-- An address that is written on one line could be sent with another ZIP code beside it, and was charged for that one.
create or replace function private.write_delivery_place() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given_zip constant text := substring(new.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  written_zip text;
begin
  new.delivery_street := btrim(new.delivery_street);
  new.delivery_unit := btrim(new.delivery_unit);
  new.delivery_city := btrim(new.delivery_city);
  -- Neither control characters nor what turns the direction of writing: the driver reads what was typed.
  new.driver_note := btrim(regexp_replace(
    new.driver_note, '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g'
  ), e' \n');
  if new.delivery_type = 'pickup' then
    new.delivery_street := '';
    new.delivery_unit := '';
    new.delivery_city := '';
    new.delivery_zip := '';
    new.driver_note := '';
    return new;
  end if;
  if new.delivery_street <> '' then
    new.delivery_address := concat_ws(
      ', ', new.delivery_street, nullif(new.delivery_unit, ''), nullif(new.delivery_city, ''),
      case when new.delivery_city <> '' or given_zip is not null then (
        select btrim(shop.state || ' ' || coalesce(given_zip, '')) from public.store_settings as shop
      ) end
    );
  end if;
  -- Whoever writes the whole address on one line writes the ZIP code at its end. It is the one that counts: what is
  -- charged is for where the driver is sent.
  written_zip := substring(new.delivery_address from '(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?\s*$');
  if written_zip is null and given_zip is not null and new.delivery_address <> '' then
    new.delivery_address := new.delivery_address || ', ' || (
      select btrim(shop.state || ' ' || given_zip) from public.store_settings as shop
    );
  end if;
  new.delivery_zip := coalesce(written_zip, given_zip, '');
  -- The shop's own programs may send anything anywhere.
  if (select auth.uid()) is not null and not (
    select terms.is_served from private.delivery_terms(nullif(new.delivery_zip, '')) as terms
  ) then
    raise sqlstate 'PT422' using message = case new.delivery_zip
      when '' then 'Please give the ZIP code of the delivery address.'
      else format('We do not deliver to %s. Please choose pick-up.', new.delivery_zip)
    end;
  end if;
  return new;
end;
$$;
