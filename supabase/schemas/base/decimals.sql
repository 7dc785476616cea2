-- Decimal numbers as people type them.

-- Parses a number as people type it, with at most this many decimal places: 4.99, $4.99, 1,289.50, 4,99 or 1.289,50;
-- null for anything else. The browser's forms apply the same rules (app/values/decimal.ts).
create function private.read_decimal(cell text, places integer) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := regexp_replace(
    regexp_replace(upper(cell), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', '', 'g'),
    '^(US)?\$|(USD|\$)$|^USD', '', 'g'
  );
  digits constant text := format('[0-9]{1,%s}', places);
begin
  return case
    when typed ~ format('^([0-9]{1,8}|[0-9]{0,8}\.%s)$', digits) then typed::numeric
    when places > 2 and typed ~ '^[0-9]{1,3},[0-9]{3}$' then null
    when typed ~ format('^[0-9]{1,3}(,[0-9]{3}){1,2}(\.%s)?$', digits) then replace(typed, ',', '')::numeric
    when typed ~ format('^[0-9]{1,8},%s$', digits) then replace(typed, ',', '.')::numeric
    when typed ~ format('^[0-9]{1,3}(\.[0-9]{3}){1,2},%s$', digits)
      then replace(replace(typed, '.', ''), ',', '.')::numeric
  end;
end;
$$;

-- Formats an amount in dollars: 1234 cents are 12.34.
create function private.cents_text(cents bigint) returns text
language sql stable
return to_char(cents_text.cents / 100.0, 'FM999999990.00');
