-- "1,200" is a count in a CSV file as it is in a form.
create or replace function private.read_import_cells(cells jsonb, is_size boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  longest constant jsonb := '{"name": 200, "size": 100, "description_header": 200, "description": 5000,
    "also_called": 500, "origin": 100, "ingredients": 2000, "fibre": 200, "care": 200}';
  told jsonb := '{}';
  problems text[] := '{}';
  typed record;
  said jsonb;
  problem text;
begin
  for typed in
    select given.key as name, private.plain_cell(given.value) as cell
    from jsonb_each_text(read_import_cells.cells) as given
    where not is_size
      or given.key in ('price', 'discount_price', 'availability', 'stock', 'amount', 'unit', 'problem')
    order by given.key
  loop
    said := 'null';
    problem := null;
    if longest ? typed.name then
      said := to_jsonb(typed.cell);
      if char_length(typed.cell) > (longest ->> typed.name)::integer then
        problem := format('The %s is longer than %s characters.', replace(typed.name, '_', ' '), longest ->> typed.name);
      end if;
    elsif typed.name in ('price', 'discount_price') then
      said := to_jsonb(private.read_price(typed.cell));
      if typed.cell <> '' and said is null then
        problem := format('"%s" is no price, such as 4.99.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'availability' then
      said := to_jsonb(case
        when lower(typed.cell) in ('available', 'in stock', 'yes', 'true', '1') then 'available'
        when lower(typed.cell) in ('sold_out', 'sold out', 'out of stock', 'no', 'false', '0') then 'sold_out'
        when lower(typed.cell) = 'counted' then 'counted'
      end);
      if said is null and typed.cell <> '' then
        problem := format('"%s" is not available, sold_out or counted.', left(typed.cell, 40));
      elsif said is null then
        continue;
      end if;
    elsif typed.name = 'stock' then
      if typed.cell = '' then
        continue;
      elsif typed.cell ~ '^([0-9]{1,8}|[0-9]{1,3}(,[0-9]{3}){1,2})$' and replace(typed.cell, ',', '')::integer <= 1000000 then
        said := to_jsonb(replace(typed.cell, ',', '')::integer);
      else
        problem := format('"%s" is no count: a whole number from 0 to a million.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'hidden' then
      if typed.cell = '' then
        continue;
      elsif lower(typed.cell) in ('yes', 'true', '1', 'no', 'false', '0') then
        said := to_jsonb(lower(typed.cell) in ('yes', 'true', '1'));
      else
        problem := format('Hidden is yes or no, and not "%s".', left(typed.cell, 40));
      end if;
    elsif typed.name = 'storage' then
      said := to_jsonb(nullif(lower(typed.cell), ''));
      if typed.cell <> '' and lower(typed.cell) not in ('shelf', 'chilled', 'frozen') then
        problem := 'Storage is shelf, chilled or frozen.';
      end if;
    elsif typed.name in ('contains', 'may_contain') then
      said := to_jsonb(array(
        select replace(btrim(lower(word)), ' ', '_') from regexp_split_to_table(typed.cell, '[,;|]') as words (word)
        where btrim(word) <> ''
      ));
      if not said <@ '["milk", "egg", "fish", "crustacean_shellfish", "tree_nut", "peanut", "wheat", "soy", "sesame"]' then
        problem := format('"%s" has a word that is no allergen of the shop.', left(typed.cell, 80));
      end if;
    elsif typed.name = 'heat_level' then
      if typed.cell ~ '^[1-5]$' then
        said := to_jsonb(typed.cell::integer);
      elsif typed.cell <> '' then
        problem := 'The heat level is a number from 1 to 5.';
      end if;
    elsif typed.name = 'amount' then
      if private.read_decimal(typed.cell, 3) between 0.001 and 9999999.999 then
        said := to_jsonb(private.read_decimal(typed.cell, 3));
      elsif typed.cell <> '' then
        problem := format('"%s" is no amount, such as 2 or 0.5.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'unit' then
      said := to_jsonb(nullif(lower(typed.cell), ''));
      if lower(typed.cell) not in ('', 'lb', 'oz', 'fl oz', 'ct', 'yd', 'each') then
        problem := format('"%s" is no unit: lb, oz, fl oz, ct, yd or each.', left(typed.cell, 40));
      end if;
    elsif typed.name = 'problem' then
      problems := problems || left(typed.cell, 200);
      continue;
    else
      continue;
    end if;
    problems := problems || problem;
    told := told || jsonb_build_object(typed.name, said);
  end loop;
  if told ? 'stock' and not told ? 'availability' then
    told := told || '{"availability": "counted"}';
  elsif told ->> 'availability' <> 'counted' then
    told := told - 'stock';
  end if;
  return jsonb_build_object('told', told, 'problems', array_remove(problems, null));
end;
$$;
