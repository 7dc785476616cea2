-- Choices of how a product is cut and prepared ("Cut: whole, curry cut, small pieces"), in groups that several products
-- share, in products.choice_groups; an order line names the chosen ones. Off until the owner adds a group.
create table public.choice_groups (
  id bigint generated always as identity primary key,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40),
  is_multiple boolean not null default false, -- Whether several of its choices can be taken together.
  is_required boolean not null default true, -- Whether a line must have a choice from this group.
  created_at timestamptz not null default now()
);
create unique index choice_groups_name on public.choice_groups (lower(name));

create policy "managers read choice groups" on public.choice_groups
  for select to authenticated using ((select private.can_manage()));

-- Choices of a group, shown by position.
create table public.choices (
  id bigint generated always as identity primary key,
  group_id bigint not null references public.choice_groups (id) on delete cascade,
  label text not null check (label = btrim(label) and char_length(label) between 1 and 40),
  price numeric(10, 2) not null default 0 check (price between 0 and 999.99), -- Added to the line's unit price.
  is_default boolean not null default false, -- Whether the choice is preselected.
  position integer not null
);
create unique index choices_label on public.choices (group_id, lower(label));

create policy "managers read choices" on public.choices
  for select to authenticated using ((select private.can_manage()));

-- Groups of a product, shown by position.
create table public.product_choice_groups (
  product_id bigint not null references public.products (id) on delete cascade,
  group_id bigint not null references public.choice_groups (id) on delete cascade,
  position integer not null,
  primary key (product_id, group_id)
);
create index product_choice_groups_group_id on public.product_choice_groups (group_id);

grant select on public.choice_groups, public.choices, public.product_choice_groups to authenticated;
create policy "managers read the choice groups of products" on public.product_choice_groups
  for select to authenticated using ((select private.can_manage()));

-- Returns the value of products.choice_groups. Security definer: shoppers do not read the tables.
create function private.current_choice_groups(product_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', groups.id, 'name', groups.name, 'is_multiple', groups.is_multiple, 'is_required', groups.is_required,
    'choices', (
      select jsonb_agg(jsonb_build_object(
        'id', choices.id, 'label', choices.label, 'price', choices.price, 'is_default', choices.is_default
      ) order by choices.position, choices.id)
      from public.choices where choices.group_id = groups.id
    )
  ) order by used.position, groups.id), '[]')
  from public.product_choice_groups as used join public.choice_groups as groups on groups.id = used.group_id
  where used.product_id = current_choice_groups.product_id;
$$;

-- Security definer: callers may not write the column directly.
create function private.refresh_choice_groups(product_ids bigint[]) returns void
language sql security definer set search_path = '' as $$
  select from public.products where products.id = any (product_ids) order by products.id for no key update;
  update public.products set choice_groups = private.current_choice_groups(products.id)
  where products.id = any (product_ids)
    and products.choice_groups is distinct from private.current_choice_groups(products.id);
$$;

create type private.described_choices as (name text, several boolean, required boolean, choices text);

-- Returns a group as the audit log shows it; null for none.
create function private.describe_choice_group(group_id bigint) returns private.described_choices
language sql stable set search_path = '' as $$
  select groups.name, groups.is_multiple, groups.is_required, (
    select string_agg(
      choices.label || case when choices.price > 0 then ' +' || choices.price else '' end
        || case when choices.is_default then ' (selected at first)' else '' end,
      ', ' order by choices.position, choices.id
    )
    from public.choices where choices.group_id = groups.id
  )
  from public.choice_groups as groups where groups.id = describe_choice_group.group_id;
$$;

-- Returns the groups of a product as the audit log shows them.
create function private.describe_product_groups(product_id bigint) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(groups.name, ', ' order by used.position, groups.id), 'none')
  from public.product_choice_groups as used join public.choice_groups as groups on groups.id = used.group_id
  where used.product_id = describe_product_groups.product_id;
$$;

-- For managers: saves a group with exactly these choices, in this order: [{id, label, price, is_default}]; a group or
-- choice without an id is new. Returns its id; 409 for a name or label that is taken, or unless the saved group is the
-- expected {name, is_multiple, is_required, choices}. Security definer: callers may not write groups.
create function public.save_choice_group(
  group_id bigint, name text, is_multiple boolean, is_required boolean, choices jsonb, expected jsonb default null
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  saved bigint := group_id;
  before constant private.described_choices := private.describe_choice_group(group_id);
  after private.described_choices;
begin
  perform private.require_manager('save_choice_group');
  perform private.reject_if(jsonb_typeof(save_choice_group.choices) is distinct from 'array'
    or save_choice_group.choices = '[]', '22023', 'Add at least one choice to the group.');
  perform private.reject_if(not private.is_list(choices, 1, 20), '22023', 'A group can have 20 choices at most.');
  perform private.reject_if(not save_choice_group.is_multiple and (
    select count(*) from jsonb_to_recordset(save_choice_group.choices) as line (is_default boolean) where line.is_default
  ) > 1, '22023', 'Only one choice of this group can be preselected.');
  if saved is null then
    insert into public.choice_groups (name, is_multiple, is_required)
    values (btrim(name), is_multiple, is_required)
    returning id into saved;
  else
    perform from public.choice_groups as known where known.id = saved for no key update;
    perform private.require_unchanged(save_choice_group.expected, (
      select jsonb_build_object(
        'name', known.name, 'is_multiple', known.is_multiple, 'is_required', known.is_required, 'choices', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', line.id, 'label', line.label, 'price', line.price, 'is_default', line.is_default
          ) order by line.position, line.id), '[]')
          from public.choices as line where line.group_id = known.id
        )
      )
      from public.choice_groups as known where known.id = saved
    ));
    update public.choice_groups as known
    set name = btrim(save_choice_group.name), is_multiple = save_choice_group.is_multiple,
      is_required = save_choice_group.is_required
    where known.id = saved;
    perform private.reject_if(not found, 'PT404', 'This group doesn''t exist.');
  end if;
  delete from public.choices as known
  where known.group_id = saved and known.id not in (
    select line.id from jsonb_to_recordset(save_choice_group.choices) as line (id bigint) where line.id is not null
  );
  -- Labels that are exchanged between two choices would meet in the unique index.
  update public.choices as known set label = '#' || known.id where known.group_id = saved;
  merge into public.choices as known
  using (
    select * from rows from (jsonb_to_recordset(save_choice_group.choices) as (
      id bigint, label text, price numeric, is_default boolean
    )) with ordinality as line (id, label, price, is_default, place)
  ) as line on known.group_id = saved and known.id = line.id
  when matched then update set label = btrim(line.label), price = coalesce(line.price, 0),
    is_default = coalesce(line.is_default, false), position = line.place
  when not matched and line.id is null then insert (group_id, label, price, is_default, position)
    values (saved, btrim(line.label), coalesce(line.price, 0), coalesce(line.is_default, false), line.place);
  perform private.refresh_choice_groups(array(
    select used.product_id from public.product_choice_groups as used where used.group_id = saved
  ));
  after := private.describe_choice_group(saved);
  perform private.add_to_audit_log('settings', 'Choices: ' || after.name, to_jsonb(before), to_jsonb(after))
  where before is distinct from after;
  return saved;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'Another group has this name, or two choices have the same label.';
end;
$$;
grant execute on function public.save_choice_group(bigint, text, boolean, boolean, jsonb, jsonb) to authenticated;

-- For managers: deletes a group, also from its products; orders keep choices. Security definer, as save_choice_group.
create function public.delete_choice_group(group_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product_ids constant bigint[] := array(
    select used.product_id from public.product_choice_groups as used where used.group_id = delete_choice_group.group_id
  );
  before constant private.described_choices := private.describe_choice_group(group_id);
begin
  perform private.require_manager('delete_choice_group');
  delete from public.choice_groups where choice_groups.id = delete_choice_group.group_id;
  perform private.reject_if(not found, 'PT404', 'This group doesn''t exist.');
  perform private.refresh_choice_groups(product_ids);
  perform private.add_to_audit_log('settings', 'Choices: ' || before.name, to_jsonb(before), null);
end;
$$;
grant execute on function public.delete_choice_group(bigint) to authenticated;

-- For managers: gives a product exactly these groups, in this order; 409 if the saved ones are not the expected ones.
-- Security definer, as save_choice_group.
create function public.set_product_choice_groups(
  product_id bigint, group_ids bigint[], expected jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before constant text := private.describe_product_groups(product_id);
  after text;
begin
  perform private.require_manager('set_product_choice_groups');
  perform private.reject_if(coalesce(cardinality(group_ids) > 10, true),
    '22023', 'A product has at most 10 groups of choices.');
  perform from public.products where products.id = set_product_choice_groups.product_id for no key update;
  perform private.reject_if(not found, 'PT404', 'This product doesn''t exist.');
  perform private.require_unchanged(set_product_choice_groups.expected, (
    select coalesce(jsonb_agg(used.group_id order by used.position, used.group_id), '[]')
    from public.product_choice_groups as used where used.product_id = set_product_choice_groups.product_id
  ));
  delete from public.product_choice_groups as used
  where used.product_id = set_product_choice_groups.product_id
    and used.group_id <> all (set_product_choice_groups.group_ids);
  insert into public.product_choice_groups as used (product_id, group_id, position)
  select set_product_choice_groups.product_id, chosen.id, min(chosen.place)
  from unnest(set_product_choice_groups.group_ids) with ordinality as chosen (id, place) group by chosen.id
  on conflict on constraint product_choice_groups_pkey do update set position = excluded.position;
  perform private.refresh_choice_groups(array[product_id]);
  after := private.describe_product_groups(product_id);
  perform private.add_to_audit_log('settings', 'Choices of ' || products.name, jsonb_build_object('groups', before),
    jsonb_build_object('groups', after))
  from public.products where products.id = set_product_choice_groups.product_id and before <> after;
exception when foreign_key_violation then
  raise sqlstate 'PT409' using message = 'A group of choices no longer exists.';
end;
$$;
grant execute on function public.set_product_choice_groups(bigint, bigint[], jsonb) to authenticated;

-- Returns the preselected choices of these groups.
create function private.default_choices(groups jsonb) returns bigint[]
language plpgsql immutable set search_path = '' as $$
begin
  if groups = '[]' then
    return '{}';
  end if;
  return array(
    select (choice ->> 'id')::bigint
    from jsonb_array_elements(default_choices.groups) as each, jsonb_array_elements(each -> 'choices') as choice
    where (choice ->> 'is_default')::boolean
  );
end;
$$;

-- Returns whether a line can have these choices: all of its groups, one if required, one at most unless is_multiple.
create function private.fit_choices(groups jsonb, choice_ids bigint[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if groups = '[]' and choice_ids = '{}' then
    return true;
  end if;
  return (select count(distinct id) from unnest(choice_ids) as id) = (
    select count(*) from jsonb_array_elements(fit_choices.groups) as each, jsonb_array_elements(each -> 'choices') as choice
    where (choice ->> 'id')::bigint = any (choice_ids)
  ) and not exists (
    select from jsonb_array_elements(fit_choices.groups) as each
    cross join lateral (
      select count(*) as count from jsonb_array_elements(each -> 'choices') as choice
      where (choice ->> 'id')::bigint = any (choice_ids)
    ) as chosen
    where (chosen.count = 0 and (each ->> 'is_required')::boolean)
      or (chosen.count > 1 and not (each ->> 'is_multiple')::boolean)
  );
end;
$$;

-- Returns the chosen choices as order_items.choices stores them: [{id, group, label, price}], in order.
create function private.chosen_of(groups jsonb, choice_ids bigint[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if groups = '[]' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', choice -> 'id', 'group', each -> 'name', 'label', choice -> 'label', 'price', choice -> 'price'
    ) order by group_place, place), '[]')
    from jsonb_array_elements(chosen_of.groups) with ordinality as groups (each, group_place)
    cross join lateral jsonb_array_elements(each -> 'choices') with ordinality as choices (choice, place)
    where (choice ->> 'id')::bigint = any (choice_ids)
  );
end;
$$;

-- Returns a product's name with what was chosen, as the cart: "Goat Leg (Cut: small pieces; Also: head off)".
create function private.name_with_choices(name text, choices jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if choices = '[]' then
    return name;
  end if;
  return name || coalesce((
    select ' (' || string_agg(chosen.text, '; ' order by chosen.place) || ')'
    from (
      select (choice ->> 'group') || ': ' || string_agg(choice ->> 'label', ', ' order by place) as text, min(place) as place
      from jsonb_array_elements(name_with_choices.choices) with ordinality as each (choice, place)
      group by choice ->> 'group'
    ) as chosen
  ), '');
end;
$$;

-- Returns what these choices add to the unit price.
create function private.price_of_choices(choices jsonb) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  if choices = '[]' then
    return 0;
  end if;
  return (select coalesce(sum((choice ->> 'price')::numeric), 0) from jsonb_array_elements(choices) as choice);
end;
$$;
