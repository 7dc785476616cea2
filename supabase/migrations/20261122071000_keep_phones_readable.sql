-- A phone number is typed in any form that people in the United States use; one that is too short is of no use to
-- whoever delivers. Orders keep it as it is read out, bills as the ten digits that they always had.
create function private.phone_digits(typed text) returns text
language sql immutable set search_path = ''
as $$
  select written.digits
  from (
    select regexp_replace(
      regexp_replace(phone_digits.typed, '[[:space:]\u00a0\u2010-\u2015.()+/-]+', '', 'g'), '^1(?=[0-9]{10}$)', ''
    ) as digits
  ) as written
  where written.digits ~ '^[0-9]{10}$';
$$;
comment on function private.phone_digits(text) is
  'The ten digits of a phone number such as (281) 555-0123, 281.555.0123 or +1 281 555 0123; null when it is none.';
revoke all on function private.phone_digits(text) from public;

create function private.write_delivery_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  digits text := private.phone_digits(new.delivery_phone_number);
begin
  -- Whether one is needed says the table's own rule.
  if btrim(new.delivery_phone_number) = '' then
    return new;
  end if;
  if digits is null then
    raise invalid_parameter_value using message = 'Phone number must be 10 digits';
  end if;
  new.delivery_phone_number := regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  return new;
end;
$$;
comment on function private.write_delivery_phone() is
  'Security definer: nobody but the shop''s own triggers calls private.phone_digits.';
revoke all on function private.write_delivery_phone() from public;
create trigger write_delivery_phone before insert or update of delivery_phone_number on public.orders
  for each row execute function private.write_delivery_phone();

create function private.write_billing_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What is no number stays as it is, and the column's own rule refuses it.
  new.phone := coalesce(private.phone_digits(new.phone), new.phone);
  return new;
end;
$$;
comment on function private.write_billing_phone() is 'Security definer, as write_delivery_phone.';
revoke all on function private.write_billing_phone() from public;
create trigger write_billing_phone before insert or update of phone on public.billing_details
  for each row execute function private.write_billing_phone();
