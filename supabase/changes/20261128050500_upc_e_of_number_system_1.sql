-- A UPC-E of number system 1 has the key of its UPC-A, as one of system 0 has.
create or replace function private.barcode_key(barcode text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when barcode ~ '^[01][0-9]{7}$' and private.has_check_digit(private.upc_a_digits(barcode))
      then lpad(private.upc_a_digits(barcode), 14, '0')
    when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(barcode, 14, '0')
    else nullif(upper(barcode), '')
  end;
end;
$$;

update public.inventory_items set barcode = barcode where barcode ~ '^1[0-9]{7}$';
