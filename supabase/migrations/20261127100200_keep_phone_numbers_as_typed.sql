create or replace function private.phone_digits(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select substring(regexp_replace(
      phone_digits.typed,
      -- Invisible marks are pasted with a number.
      '[[:space:]\u00a0\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\ufeff.()/-]+', '', 'g'
    ) from '^(?:\+?1)?([0-9]{10})$')
  );
end;
$$;
comment on function private.phone_digits(text) is
  'The ten digits of a phone number such as (281) 555-0123, 281.555.0123 or +1 281 555 0123; null when it is none, or of another country.';

create or replace function private.write_delivery_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  digits text := private.phone_digits(new.delivery_phone_number);
begin
  -- Whether one is needed says the table's own rule. Shoppers are asked about one that cannot be read, and it is kept.
  if digits is not null then
    new.delivery_phone_number := regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  elsif new.channel = 'counter' and btrim(new.delivery_phone_number) <> '' then
    raise invalid_parameter_value using message = 'Phone number must be 10 digits';
  end if;
  return new;
end;
$$;

create or replace function private.write_saved_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- One after the other, or two new ones would both take the tenth place.
    perform pg_advisory_xact_lock(hashtextextended('addresses:' || new.user_id, 0));
  end if;
  new.street := btrim(regexp_replace(new.street, '\s+', ' ', 'g'));
  new.unit := btrim(regexp_replace(new.unit, '\s+', ' ', 'g'));
  new.city := btrim(regexp_replace(new.city, '\s+', ' ', 'g'));
  new.postal_code := btrim(new.postal_code);
  new.instructions := btrim(regexp_replace(new.instructions, '\s+', ' ', 'g'));
  new.phone := coalesce(private.phone_digits(new.phone), btrim(regexp_replace(
    new.phone, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', '', 'g'
  )));
  new.used_at := now();
  return new;
end;
$$;

alter table public.saved_addresses drop constraint saved_addresses_phone_check;
alter table public.saved_addresses add constraint saved_addresses_phone_check
  check (phone <> '' and char_length(phone) <= 50);
alter table public.saved_addresses drop constraint saved_addresses_are_plain_text;
alter table public.saved_addresses add constraint saved_addresses_are_plain_text check (
  street || unit || city || postal_code || instructions || phone
    !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]'
);
comment on column public.saved_addresses.phone is
  'Of whom the driver calls there; ten digits, or as typed where that was confirmed.';
