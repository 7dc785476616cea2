-- Choices of how a product is cut and prepared, in groups that several products share.
alter table public.products add column choice_groups jsonb not null default '[]';

comment on column public.products.choice_groups is
  'Set from product_choice_groups: [{id, name, is_multiple, is_required, choices: [{id, label, price, is_default}]}], in order.';

create or replace function private.show_products() returns void
language plpgsql set search_path = ''
as $$
declare
  written text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'regular_discount_price',
        'choice_groups'
      ])
  );
begin
  revoke insert, update on public.products from authenticated;
  execute format('grant insert (%s), update (%s, archived_at) on public.products to authenticated', written, written);
  perform private.make_category_view(prefix) from public.categories;
end;
$$;
comment on function private.show_products() is
  'Gives the category views and the managers'' grants the current columns of products: call it at the end of a '
  'migration that adds a column or a category.';

select private.show_products();

create table public.choice_groups (
  id bigint generated always as identity primary key,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40),
  is_multiple boolean not null default false,
  is_required boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.choice_groups is 'Groups of choices that the owner has made, such as "Cut" or "Skin".';
comment on column public.choice_groups.is_multiple is 'Whether several of its choices can be taken together.';
comment on column public.choice_groups.is_required is 'Whether a line needs a choice of it.';
create unique index choice_groups_name on public.choice_groups (lower(name));

create table public.choices (
  id bigint generated always as identity primary key,
  group_id bigint not null references public.choice_groups (id) on delete cascade,
  label text not null check (label = btrim(label) and char_length(label) between 1 and 40),
  price numeric(10, 2) not null default 0 check (price between 0 and 999.99),
  is_default boolean not null default false,
  position integer not null
);
comment on table public.choices is 'Choices of a group, shown by position.';
comment on column public.choices.price is 'Added to the price of each one of the line.';
comment on column public.choices.is_default is 'Chosen before the shopper chooses.';
create unique index choices_label on public.choices (group_id, lower(label));

create table public.product_choice_groups (
  product_id bigint not null references public.products (id) on delete cascade,
  group_id bigint not null references public.choice_groups (id) on delete cascade,
  position integer not null,
  primary key (product_id, group_id)
);
comment on table public.product_choice_groups is 'Groups of a product, shown by position.';
create index product_choice_groups_group_id on public.product_choice_groups (group_id);

alter table public.choice_groups enable row level security;
alter table public.choices enable row level security;
alter table public.product_choice_groups enable row level security;
revoke all on public.choice_groups, public.choices, public.product_choice_groups from anon, authenticated;
grant select on public.choice_groups, public.choices, public.product_choice_groups to authenticated;
create policy "managers read choice groups" on public.choice_groups
  for select to authenticated using ((select private.can_manage()));
create policy "managers read choices" on public.choices
  for select to authenticated using ((select private.can_manage()));
create policy "managers read the choice groups of products" on public.product_choice_groups
  for select to authenticated using ((select private.can_manage()));

create function private.current_choice_groups(product_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', groups.id,
      'name', groups.name,
      'is_multiple', groups.is_multiple,
      'is_required', groups.is_required,
      'choices', (
        select jsonb_agg(jsonb_build_object(
          'id', choices.id, 'label', choices.label, 'price', choices.price, 'is_default', choices.is_default
        ) order by choices.position, choices.id)
        from public.choices where choices.group_id = groups.id
      )
    ) order by used.position, groups.id), '[]')
    from public.product_choice_groups as used
    join public.choice_groups as groups on groups.id = used.group_id
    where used.product_id = current_choice_groups.product_id
  );
end;
$$;
comment on function private.current_choice_groups(bigint) is
  'Returns the value of products.choice_groups. Security definer: shoppers do not read the tables.';

create function private.refresh_choice_groups(product_ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.products where products.id = any (product_ids) order by products.id for no key update;
  update public.products set choice_groups = private.current_choice_groups(products.id)
  where products.id = any (product_ids)
    and products.choice_groups is distinct from private.current_choice_groups(products.id);
end;
$$;
comment on function private.refresh_choice_groups(bigint[]) is 'Security definer: nobody writes the column by hand.';

create function private.describe_choice_group(group_id bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'name', groups.name,
      'several', groups.is_multiple,
      'required', groups.is_required,
      'choices', (
        select string_agg(
          choices.label || case when choices.price > 0 then ' +' || choices.price else '' end
            || case when choices.is_default then ' (selected at first)' else '' end,
          ', ' order by choices.position, choices.id
        )
        from public.choices where choices.group_id = groups.id
      )
    )
    from public.choice_groups as groups where groups.id = describe_choice_group.group_id
  );
end;
$$;
comment on function private.describe_choice_group(bigint) is 'Returns a group as the audit log shows it; null for none.';

create function private.describe_product_groups(product_id bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('groups', (
    select coalesce(string_agg(groups.name, ', ' order by used.position, groups.id), 'none')
    from public.product_choice_groups as used
    join public.choice_groups as groups on groups.id = used.group_id
    where used.product_id = describe_product_groups.product_id
  ));
end;
$$;
comment on function private.describe_product_groups(bigint) is 'Returns the groups of a product as the audit log shows them.';

create function public.save_choice_group(
  group_id bigint, name text, is_multiple boolean, is_required boolean, choices jsonb
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  saved bigint := save_choice_group.group_id;
  before constant jsonb := private.describe_choice_group(save_choice_group.group_id);
  after jsonb;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function save_choice_group';
  end if;
  if jsonb_typeof(save_choice_group.choices) is distinct from 'array'
    or jsonb_array_length(save_choice_group.choices) = 0 then
    raise invalid_parameter_value using message = 'A group needs a choice.';
  end if;
  if jsonb_array_length(save_choice_group.choices) > 20 then
    raise invalid_parameter_value using message = 'A group has at most 20 choices.';
  end if;
  if not save_choice_group.is_multiple and (
    select count(*) from jsonb_to_recordset(save_choice_group.choices) as line (is_default boolean) where line.is_default
  ) > 1 then
    raise invalid_parameter_value using message = 'Only one choice of this group can be chosen before.';
  end if;
  if saved is null then
    insert into public.choice_groups (name, is_multiple, is_required)
    values (btrim(save_choice_group.name), save_choice_group.is_multiple, save_choice_group.is_required)
    returning id into saved;
  else
    update public.choice_groups as known
    set name = btrim(save_choice_group.name), is_multiple = save_choice_group.is_multiple,
      is_required = save_choice_group.is_required
    where known.id = saved;
    if not found then
      raise sqlstate 'PT404' using message = 'This group doesn''t exist.';
    end if;
  end if;
  delete from public.choices as known
  where known.group_id = saved and known.id not in (
    select line.id from jsonb_to_recordset(save_choice_group.choices) as line (id bigint) where line.id is not null
  );
  -- Labels that are exchanged between two choices would meet in the unique index.
  update public.choices as known set label = '#' || known.id where known.group_id = saved;
  update public.choices as known
  set label = btrim(line.label), price = coalesce(line.price, 0), is_default = coalesce(line.is_default, false),
    position = line.place
  from rows from (jsonb_to_recordset(save_choice_group.choices) as (
    id bigint, label text, price numeric, is_default boolean
  )) with ordinality as line (id, label, price, is_default, place)
  where known.group_id = saved and known.id = line.id;
  insert into public.choices (group_id, label, price, is_default, position)
  select saved, btrim(line.label), coalesce(line.price, 0), coalesce(line.is_default, false), line.place
  from rows from (jsonb_to_recordset(save_choice_group.choices) as (
    id bigint, label text, price numeric, is_default boolean
  )) with ordinality as line (id, label, price, is_default, place)
  where line.id is null;
  perform private.refresh_choice_groups(array(
    select used.product_id from public.product_choice_groups as used where used.group_id = saved
  ));
  after := private.describe_choice_group(saved);
  if before is distinct from after then
    perform private.add_to_audit_log('settings', 'Choices: ' || (after ->> 'name'), before, after);
  end if;
  return saved;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'Another group has this name, or two choices have the same label.';
end;
$$;
comment on function public.save_choice_group(bigint, text, boolean, boolean, jsonb) is
  'For managers: saves a group with exactly these choices, in this order: [{id, label, price, is_default}]; a group or '
  'choice without an id is new. Returns the group''s id; 409 for a name or label that is taken. Security definer: nobody '
  'writes groups by hand.';
grant execute on function public.save_choice_group(bigint, text, boolean, boolean, jsonb) to authenticated;

create function public.delete_choice_group(group_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  product_ids constant bigint[] := array(
    select used.product_id from public.product_choice_groups as used where used.group_id = delete_choice_group.group_id
  );
  before constant jsonb := private.describe_choice_group(delete_choice_group.group_id);
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function delete_choice_group';
  end if;
  delete from public.choice_groups where choice_groups.id = delete_choice_group.group_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This group doesn''t exist.';
  end if;
  perform private.refresh_choice_groups(product_ids);
  perform private.add_to_audit_log('settings', 'Choices: ' || (before ->> 'name'), before, null);
end;
$$;
comment on function public.delete_choice_group(bigint) is
  'For managers: deletes a group and takes it from its products; orders keep what was chosen. Security definer, as '
  'save_choice_group.';
grant execute on function public.delete_choice_group(bigint) to authenticated;

create function public.set_product_choice_groups(product_id bigint, group_ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := private.describe_product_groups(set_product_choice_groups.product_id);
  after jsonb;
begin
  perform private.require_session();
  if not private.can_manage() then
    raise insufficient_privilege using message = 'permission denied for function set_product_choice_groups';
  end if;
  if coalesce(cardinality(set_product_choice_groups.group_ids), 0) > 10 then
    raise invalid_parameter_value using message = 'A product has at most 10 groups of choices.';
  end if;
  if not exists (select from public.products where products.id = set_product_choice_groups.product_id) then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  delete from public.product_choice_groups as used
  where used.product_id = set_product_choice_groups.product_id
    and used.group_id <> all (set_product_choice_groups.group_ids);
  insert into public.product_choice_groups as used (product_id, group_id, position)
  select set_product_choice_groups.product_id, chosen.id, min(chosen.place)
  from unnest(set_product_choice_groups.group_ids) with ordinality as chosen (id, place)
  group by chosen.id
  on conflict on constraint product_choice_groups_pkey do update set position = excluded.position;
  perform private.refresh_choice_groups(array[set_product_choice_groups.product_id]);
  after := private.describe_product_groups(set_product_choice_groups.product_id);
  if before <> after then
    perform private.add_to_audit_log('settings', 'Choices of ' || (
      select products.name from public.products where products.id = set_product_choice_groups.product_id
    ), before, after);
  end if;
exception when foreign_key_violation then
  raise sqlstate 'PT409' using message = 'A group of choices no longer exists.';
end;
$$;
comment on function public.set_product_choice_groups(bigint, bigint[]) is
  'For managers: gives a product exactly these groups, in this order. Security definer, as save_choice_group.';
grant execute on function public.set_product_choice_groups(bigint, bigint[]) to authenticated;

create function private.default_choices(groups jsonb) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array(
    select (choice ->> 'id')::bigint
    from jsonb_array_elements(default_choices.groups) as each, jsonb_array_elements(each -> 'choices') as choice
    where (choice ->> 'is_default')::boolean
  );
end;
$$;
comment on function private.default_choices(jsonb) is 'Returns what is chosen of these groups before the shopper chooses.';
grant execute on function private.default_choices(jsonb) to authenticated;

create function private.fit_choices(groups jsonb, choice_ids bigint[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
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
comment on function private.fit_choices(jsonb, bigint[]) is
  'Returns whether a line can be ordered with these choices: each belongs to a group, each required group has one, and '
  'only a group of several has more than one.';
grant execute on function private.fit_choices(jsonb, bigint[]) to authenticated;

create function private.chosen_of(groups jsonb, choice_ids bigint[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
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
comment on function private.chosen_of(jsonb, bigint[]) is
  'Returns the chosen choices as order_items.choices stores them: [{id, group, label, price}], in order.';
grant execute on function private.chosen_of(jsonb, bigint[]) to authenticated;

create function private.name_with_choices(name text, choices jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
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
comment on function private.name_with_choices(text, jsonb) is
  'Returns a product''s name with what was chosen, such as "Goat Leg (Cut: small pieces; Also: skin burnt, head off)"; '
  'the cart writes the same.';
grant execute on function private.name_with_choices(text, jsonb) to authenticated;

create function private.price_of_choices(choices jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return (select coalesce(sum((choice ->> 'price')::numeric), 0) from jsonb_array_elements(choices) as choice);
end;
$$;
comment on function private.price_of_choices(jsonb) is 'Returns what these choices add to the price of one.';
grant execute on function private.price_of_choices(jsonb) to authenticated;

alter table public.order_items
  add column choice_ids bigint[] not null default '{}',
  add column choices jsonb not null default '[]';
-- Without a value, a new line has the defaults of its product.
alter table public.order_items alter column choice_ids drop default;
grant insert (choice_ids) on public.order_items to authenticated;

comment on column public.order_items.choice_ids is
  'Ids of public.choices, in ascending order; inserted as null, the defaults of the product.';

comment on column public.order_items.choices is
  'What was chosen when it was bought: [{id, group, label, price}]. The labels are part of product_name, the prices of '
  'unit_price.';

create or replace function private.price_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  parent public.orders;
  is_own boolean;
  product public.products;
  size public.product_sizes;
  left_count integer;
begin
  select * into parent from public.orders where id = new.order_id for update;
  is_own := parent.user_id is not distinct from (select auth.uid());
  if parent.channel = 'counter' then
    is_own := private.can_manage();
  end if;
  -- The owner check comes first, so that another user learns nothing about the order.
  if parent.id is null or ((select auth.uid()) is not null and not is_own) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "order_items"';
  end if;
  if parent.status <> 'pending' or parent.payment_intent_id is not null then
    raise sqlstate 'PT409' using message = 'You can no longer change the lines of this order.';
  end if;
  if (select count(*) from public.order_items as items where items.order_id = new.order_id) >= 200 then
    raise sqlstate 'PT422' using message = 'An order can have 200 lines at most.';
  end if;
  select * into product from public.products
  where id = new.product_id and archived_at is null and pictures_ready;
  if product.id is null then
    raise sqlstate 'PT409' using message = format('Product %s is not for sale.', new.product_id);
  end if;
  if new.size_id is null and product.sizes <> '[]' then
    raise sqlstate 'PT409' using message = format('%s comes in sizes: a line of it names one.', product.name);
  end if;
  select * into size from public.product_sizes
  where id = new.size_id and product_id = product.id and archived_at is null;
  if new.size_id is not null and size.id is null then
    raise sqlstate 'PT409' using message = format('Size %s of %s is not for sale.', new.size_id, product.name);
  end if;
  new.choice_ids := array(
    select distinct each from unnest(coalesce(new.choice_ids, private.default_choices(product.choice_groups))) as each
    where each is not null order by each
  );
  if not private.fit_choices(product.choice_groups, new.choice_ids) then
    raise sqlstate 'PT409' using message = format('Choose how we prepare %s.', product.name);
  end if;
  left_count := private.stock_left(product.id, size.id);
  if product.is_sold_out or coalesce(size.availability = 'sold_out', false) or left_count < new.quantity + coalesce((
    select sum(items.quantity) from public.order_items as items
    where items.order_id = new.order_id and items.product_id = new.product_id
      and items.size_id is not distinct from new.size_id
  ), 0) then
    raise sqlstate 'PT409' using
      message = format('%s is sold out, or fewer are left.', concat_ws(', size ', product.name, size.label));
  end if;
  new.stock_taken := 0;
  new.refunded_quantity := 0;
  new.tax_rate := 0;
  new.tax_amount := 0;
  new.discount := 0;
  new.choices := private.chosen_of(product.choice_groups, new.choice_ids);
  new.product_name := private.name_with_choices(product.name, new.choices);
  new.size_label := size.label;
  new.unit_price := private.current_price(product.id, size.id) + private.price_of_choices(new.choices);
  new.image_url := product.img1;
  return new;
end;
$$;
comment on function private.price_order_item() is
  'Security definer: it locks the order, which the customer may not update.';

drop trigger guard_order_item on public.order_items;
create trigger guard_order_item before delete or update of
  id, order_id, product_id, product_name, quantity, unit_price, image_url, size_id, size_label, tax_rate, tax_amount,
  discount, choice_ids, choices
  on public.order_items
  for each row execute function private.guard_order_item();

create or replace function private.current_cart(items jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'product_id', requested.product_id,
      'size_id', requested.size_id,
      'choice_ids', requested.choice_ids,
      'name', private.name_with_choices(products.name, chosen.choices),
      'size', sizes.label,
      'unit_price', private.current_price(products.id, sizes.id) + private.price_of_choices(chosen.choices),
      'quantity', requested.quantity,
      'needs_size', coalesce(requested.size_id is null and products.sizes <> '[]', false),
      'needs_choice', coalesce(not private.fit_choices(products.choice_groups, chosen.ids), false),
      'is_sold_out', coalesce(products.is_sold_out or sizes.availability = 'sold_out', false)
        or coalesce(stock.left_count = 0, false),
      'quantity_left', stock.left_count
    ) order by requested.place)
    from (
      select line.product_id, line.size_id, line.choice_ids, sum(line.quantity) as quantity, min(line.place) as place,
        sum(sum(line.quantity)) over (
          partition by line.product_id, line.size_id order by min(line.place) rows unbounded preceding
        ) - sum(line.quantity) as before_count
      from rows from (jsonb_to_recordset(current_cart.items)
        as (product_id bigint, size_id bigint, quantity integer, choice_ids bigint[]))
        with ordinality as line (product_id, size_id, quantity, choice_ids, place)
      group by line.product_id, line.size_id, line.choice_ids
    ) as requested
    left join public.product_sizes as sizes
      on sizes.id = requested.size_id and sizes.product_id = requested.product_id and sizes.archived_at is null
        -- A product that is not for sale reveals nothing about its sizes.
        and exists (
          select from public.products as sold
          where sold.id = requested.product_id and sold.archived_at is null and sold.pictures_ready
        )
    left join public.products
      on products.id = requested.product_id and products.archived_at is null and products.pictures_ready
        and (requested.size_id is null or sizes.id is not null)
    cross join lateral (
      -- Lines of one product that differ in their choices share its stock.
      select case when counted.left_count is not null
        then greatest(counted.left_count - requested.before_count, 0)::integer end as left_count
      from (select private.stock_left(products.id, sizes.id) as left_count) as counted
    ) as stock
    cross join lateral (
      select coalesce(requested.choice_ids, private.default_choices(products.choice_groups)) as ids
    ) as wanted
    cross join lateral (
      select wanted.ids, private.chosen_of(products.choice_groups, wanted.ids) as choices
    ) as chosen
  );
end;
$$;
comment on function private.current_cart(jsonb) is
  'Returns the lines of a cart [{product_id, size_id, quantity, choice_ids}] with current catalog data; null if no longer '
  'for sale. Without choice_ids, a line has the defaults. Security definer: it returns only public data, and both quote_cart (definer) and place_order (invoker) '
  'call it; PostgreSQL would plan it again for each role.';

create or replace function private.check_cart(items jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(check_cart.items) is distinct from 'array'
    or jsonb_array_length(check_cart.items) not between 1 and 200 then
    raise invalid_parameter_value using message = 'An order needs 1 to 200 lines.';
  end if;
  -- Each on its own: lines of one product are summed, and 3 and -2 would be an order of 1.
  if exists (
    select from jsonb_to_recordset(check_cart.items) as line (product_id bigint, quantity integer)
    where line.product_id is null or coalesce(line.quantity, 0) not between 1 and 999
  ) then
    raise invalid_parameter_value using message = 'Each line needs a product and a quantity from 1 to 999.';
  end if;
  if exists (
    select from jsonb_to_recordset(check_cart.items) as line (choice_ids bigint[]) where cardinality(line.choice_ids) > 50
  ) then
    raise invalid_parameter_value using message = 'A line has at most 50 choices.';
  end if;
end;
$$;

create or replace function private.quote(
  items jsonb, delivery_type text, delivery_zip text, person uuid, code_id bigint,
  out subtotal numeric, out delivery_cost numeric, out delivery_included boolean, out tax numeric, out total numeric,
  out discount numeric, out discount_code text, out discount_error text
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  head public.orders;
  priced private.priced_order;
begin
  perform private.check_cart(quote.items);
  head.user_id := quote.person;
  head.created_at := now();
  head.delivery_type := coalesce(quote.delivery_type, 'pickup');
  head.delivery_zip := substring(quote.delivery_zip from '^\s*([0-9]{5})(?:-[0-9]{4})?\s*$');
  head.tax_amount := 0;
  head.discount_code_id := quote.code_id;
  priced.head := head;
  priced.lines := array(
    select jsonb_populate_record(null::public.order_items, line)
    from jsonb_array_elements(private.current_cart(quote.items)) with ordinality as lines (line, place)
    -- A product that is no longer for sale, or lacks a size or choice by now, costs nothing: it cannot be ordered so.
    where line -> 'unit_price' <> 'null' and line -> 'needs_size' = 'false' and line -> 'needs_choice' = 'false'
    order by place
  );
  priced := private.price_order(priced);
  head := priced.head;
  subtotal := coalesce((select sum(line.unit_price * line.quantity) from unnest(priced.lines) as line), 0);
  delivery_cost := head.delivery_cost;
  delivery_included := head.delivery_included;
  tax := head.tax_amount;
  total := head.total;
  discount := coalesce(head.discount, 0);
  select codes.code, private.discount_error(codes, head, priced.lines) into discount_code, discount_error
  from public.discount_codes as codes where codes.id = head.discount_code_id;
end;
$$;
comment on function private.quote(jsonb, text, text, uuid, bigint) is
  'Returns what a cart would cost this customer, or a guest, with this code, in the shape of quote_cart.';

create or replace function private.fill_order(placed public.orders, items jsonb, expected_total numeric) returns public.orders
language plpgsql security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  filled public.orders;
  cart jsonb := private.current_cart(fill_order.items);
  cannot_be_had constant boolean := cart @? '$[*] ? (
    @.name == null || @.needs_size == true || @.needs_choice == true || @.is_sold_out == true
    || @.quantity_left < @.quantity
  )';
  amounts jsonb;
begin
  if not cannot_be_had then
    insert into public.order_items
      (order_id, product_id, size_id, choice_ids, product_name, quantity, unit_price, image_url, substitution_preference, note)
    select placed.id, line.product_id, line.size_id, line.choice_ids, line.name, line.quantity, line.unit_price, '',
      said.substitution_preference, coalesce(said.note, '')
    from rows from (jsonb_to_recordset(cart)
      as (product_id bigint, size_id bigint, choice_ids bigint[], name text, quantity integer, unit_price numeric))
      with ordinality as line (product_id, size_id, choice_ids, name, quantity, unit_price, place)
    -- Lines that were merged keep all their notes.
    left join (
      select each.product_id, each.size_id, each.choice_ids, min(each.substitution_preference) as substitution_preference,
        string_agg(nullif(btrim(each.note), ''), '; ') as note
      from jsonb_to_recordset(fill_order.items)
        as each (product_id bigint, size_id bigint, choice_ids bigint[], substitution_preference text, note text)
      where each.substitution_preference is not null or each.note is not null
      group by each.product_id, each.size_id, each.choice_ids
    ) as said on said.product_id = line.product_id and said.size_id is not distinct from line.size_id
      and said.choice_ids is not distinct from line.choice_ids
    order by line.place;
    select * into filled from public.orders where orders.id = placed.id;
    if filled.delivery_type = 'delivery' then
      if filled.channel = 'counter' then
        perform private.reserve_fulfillment(filled);
      else
        perform public.check_fulfillment(filled.id);
      end if;
    end if;
    if filled.total = fill_order.expected_total then
      -- The last step, because all orders of a day wait for its lock.
      set constraints public.claim_window immediate;
      return filled;
    end if;
    -- Line prices are those of the catalog when they were written, a moment after the quote.
    cart := private.current_cart(fill_order.items);
  end if;
  if placed.channel = 'counter' then
    amounts := to_jsonb(private.quote(
      fill_order.items, placed.delivery_type, placed.delivery_zip, null, placed.discount_code_id
    ));
  else
    amounts := to_jsonb(public.quote_cart(fill_order.items, placed.delivery_type, placed.delivery_zip));
  end if;
  raise sqlstate 'PT409' using
    message = case when cannot_be_had then 'Some items are no longer available.'
      else 'The prices have changed.' end,
    detail = jsonb_build_object('total', amounts -> 'total', 'amounts', amounts, 'items', cart)::text;
end;
$$;
comment on function private.fill_order(public.orders, jsonb, numeric) is
  'Writes the lines of a new order and returns it with its total; raises 409 as place_order describes.';

comment on function public.place_order(jsonb, text, text, text, numeric, uuid, text, text, jsonb, timestamptz) is
  'Creates an order of [{product_id, size_id, choice_ids, quantity, substitution_preference, note}], with a size for '
  'products that have sizes, and with choices of their groups, by default the usual ones; '
  'substitution_preference (replace, contact, leave_out; null: not stated, or as the order) and note are for substitutions and do not '
  'change the price. delivery_place {street, unit, city, zip, driver_note} forms the address. The same request key '
  'returns the same order. A total other than expected_total, or an unavailable line, raises 409 with, in the '
  'details, {total, amounts, items: [{product_id, size_id, choice_ids, name, size, unit_price, quantity, needs_size, '
  'needs_choice, is_sold_out, quantity_left}]}, amounts as in quote_cart: name and price are null if deleted, quantity_left is '
  'null if not counted. No order is created then. 422 where the store does not deliver, or below its minimum. While'
  ' windows are on, window_starts_at is one of list_windows; else 410 with the next three in the details, as '
  '[{starts_at, ends_at}].';

create or replace function public.duplicate_product(product_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- Columns that shoppers see and managers write; the rest belongs to the row itself.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = ''
      and attname <> all (array[
        'name', 'archived_at', 'created_at', 'pictures_ready', 'is_sold_out', 'sizes', 'discount_price',
        'regular_discount_price', 'choice_groups'
      ])
  );
  made_id bigint;
begin
  if not private.can_manage() then
    raise insufficient_privilege using message = 'Only owners and managers can change the catalog.';
  end if;
  execute format(
    'insert into public.products (name, archived_at, discount_price, %1$s)
      select left(''Copy of '' || name, 200), now(), regular_discount_price, %1$s from public.products where id = $1 returning id',
    columns
  ) into made_id using duplicate_product.product_id;
  if made_id is null then
    raise sqlstate 'PT404' using message = 'This product doesn''t exist.';
  end if;
  insert into public.product_sizes (product_id, label, position, price, discount_price, availability, amount, unit)
  select made_id, sizes.label, sizes.position, sizes.price, sizes.regular_discount_price, sizes.availability, sizes.amount,
    sizes.unit
  from public.product_sizes as sizes
  where sizes.product_id = duplicate_product.product_id and sizes.archived_at is null
  order by sizes.position, sizes.id;
  -- Barcode and SKU are those of one product.
  insert into public.inventory_items (product_id, size_id, vendor, weight, weight_unit)
  select made_id, made_sizes.id, items.vendor, items.weight, items.weight_unit
  from public.inventory_items as items
  left join public.product_sizes as sizes on sizes.id = items.size_id
  left join public.product_sizes as made_sizes
    on made_sizes.product_id = made_id and lower(made_sizes.label) = lower(sizes.label)
  where items.product_id = duplicate_product.product_id and (items.vendor <> '' or items.weight is not null);
  insert into public.product_choice_groups (product_id, group_id, position)
  select made_id, used.group_id, used.position
  from public.product_choice_groups as used where used.product_id = duplicate_product.product_id;
  perform private.refresh_choice_groups(array[made_id]);
  insert into public.product_pictures (product_id, position, address, alt)
  select made_id, pictures.position, pictures.address, pictures.alt
  from public.product_pictures as pictures
  where pictures.product_id = duplicate_product.product_id;
  return made_id;
end;
$$;
comment on function public.duplicate_product(bigint) is
  'For managers: creates a hidden copy with images and sizes, without a stock count, and returns its id. Security '
  'definer: a copy must be hidden from the first moment, which an insert cannot express.';

create or replace function public.daily_report(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  sheet jsonb;
begin
  days := private.shop_days(daily_report.first_day, daily_report.last_day);
  with came_in as (
    select (sold.received_at at time zone zone)::date as day, sold.order_id, sold.purpose, sold.method, sold.amount_cents
    from private.list_sales(days.starts_at, days.ends_at) as sold
  ), sales as (
    select came_in.day, came_in.amount_cents, came_in.method, orders.id, orders.tax_amount, orders.delivery_cost,
      orders.discount
    from came_in join public.orders on orders.id = came_in.order_id
    where came_in.purpose = 'order'
  ), paid_fees as (
    select fees.amount, fees.tax_amount
    from came_in join public.delivery_fees as fees on fees.order_id = came_in.order_id
    where came_in.purpose = 'delivery_fee'
  ), refunded_payments as (
    select (refunded.settled_at at time zone zone)::date as day, refunded.amount_cents, refunded.tax_cents,
      refunded.method
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
  ), sold as (
    select came_in.day, count(*) filter (where came_in.purpose = 'order') as order_count,
      sum(came_in.amount_cents) as sales_cents
    from came_in group by came_in.day
  ), returned as (
    select refunded_payments.day, sum(refunded_payments.amount_cents) as refunded_cents
    from refunded_payments group by refunded_payments.day
  ), best as (
    select items.product_id,
      coalesce(max(items.product_name) filter (where items.choices = '[]'), (
        select products.name from public.products where products.id = items.product_id
      )) as name,
      sum(items.quantity) as quantity,
      sum(private.line_amount(items)) as amount
    from sales join public.order_items as items on items.order_id = sales.id
    group by items.product_id
    order by amount desc, items.product_id
    limit 10
  )
  select jsonb_build_object(
    'order_count', (select count(*) from sales),
    'sales', (select coalesce(sum(sold.sales_cents), 0) / 100.0 from sold),
    'tax', (select coalesce(sum(sales.tax_amount), 0) from sales)
      + (select coalesce(sum(paid_fees.tax_amount), 0) from paid_fees) + coalesce((
      select sum(taxes.collected) from private.replacement_taxes(days.starts_at, days.ends_at) as taxes
    ), 0),
    'delivery', (select coalesce(sum(sales.delivery_cost), 0) from sales)
      + (select coalesce(sum(paid_fees.amount), 0) from paid_fees),
    'discount', (select coalesce(sum(sales.discount), 0) from sales),
    'refund_count', (select count(*) from refunded_payments),
    'refunded', (select coalesce(sum(refunded_payments.amount_cents), 0) / 100.0 from refunded_payments),
    'tax_returned', (select coalesce(sum(refunded_payments.tax_cents), 0) / 100.0 from refunded_payments),
    'methods', (
      select jsonb_agg(jsonb_build_object(
        'method', each.method,
        'sales', coalesce((
          select sum(came_in.amount_cents) from came_in where came_in.method = each.method
        ), 0) / 100.0,
        'refunded', coalesce((
          select sum(refunded_payments.amount_cents) from refunded_payments where refunded_payments.method = each.method
        ), 0) / 100.0
      ) order by each.place)
      from unnest(array['card', 'store_cash', 'store_card']) with ordinality as each (method, place)
    ),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', each.day, 'order_count', coalesce(sold.order_count, 0),
        'sales', coalesce(sold.sales_cents, 0) / 100.0, 'refunded', coalesce(returned.refunded_cents, 0) / 100.0
      ) order by each.day)
      from (
        select daily_report.first_day + number as day
        from generate_series(0, daily_report.last_day - daily_report.first_day) as number
      ) as each
      left join sold on sold.day = each.day
      left join returned on returned.day = each.day
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]')
  ) into sheet;
  return sheet;
end;
$$;
comment on function public.daily_report(date, date) is
  'For the owner and managers: orders paid, sales (all money in, with tax and delivery, also later), discounts, '
  'succeeded refunds, both by method (cash is store_cash), each day of the range, and the ten products with the '
  'most sales; in dollars, from the ledger. 422 for more than a year. jsonb: totals and three lists of one '
  'snapshot; tables would take four calls. Security definer: one check instead of one per row.';

create or replace function public.report_sales(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text := (select store_settings.time_zone from public.store_settings);
  days record;
  report jsonb;
begin
  days := private.shop_days(report_sales.first_day, report_sales.last_day);
  with sales as (
    select sold.order_id, (sold.purpose = 'order')::integer as order_count, sold.amount_cents,
      sold.received_at at time zone zone as local, orders.delivery_type, orders.channel, orders.user_id, orders.paid_at
    from private.list_sales(days.starts_at, days.ends_at) as sold
    join public.orders on orders.id = sold.order_id
  ), hours as (
    select extract(hour from sales.local)::integer as hour, sum(sales.order_count) as order_count,
      sum(sales.amount_cents) as cents
    from sales group by 1
  ), fulfillments as (
    select sales.delivery_type, sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by sales.delivery_type
  ), customers as (
    select case
        when sales.user_id is null then 'no_account'
        when exists (
          select from public.orders as earlier
          where earlier.user_id = sales.user_id and earlier.paid_at < sales.paid_at
        ) then 'returning'
        else 'new'
      end as kind,
      sum(sales.order_count) as order_count, sum(sales.amount_cents) as cents
    from sales group by 1
  ), lines as (
    select items.product_id, case when items.choices = '[]' then items.product_name end as product_name, items.quantity,
      private.line_amount(items) as amount
    from sales join public.order_items as items on items.order_id = sales.order_id
    where sales.order_count = 1
  ), best as (
    select lines.product_id,
      coalesce(max(lines.product_name), (
        select products.name from public.products where products.id = lines.product_id
      )) as name,
      sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines group by lines.product_id
    order by amount desc, lines.product_id
    limit 10
  ), sold_categories as (
    select products.category, sum(lines.quantity) as quantity, sum(lines.amount) as amount
    from lines join public.products on products.id = lines.product_id
    group by products.category
  ), reasons as (
    select refunded.reason, count(*) as refund_count, sum(refunded.amount_cents) as cents
    from private.list_refunds(days.starts_at, days.ends_at) as refunded
    group by refunded.reason
  ), missed as (
    select searches.words, sum(searches.search_count) as search_count
    from public.zero_result_searches as searches
    where searches.month between date_trunc('month', report_sales.first_day)::date and report_sales.last_day
    group by searches.words
    order by search_count desc, searches.words
    limit 10
  )
  select jsonb_build_object(
    'hours', (
      select jsonb_agg(jsonb_build_object(
        'hour', each.hour, 'order_count', coalesce(hours.order_count, 0), 'sales', coalesce(hours.cents, 0) / 100.0
      ) order by each.hour)
      from generate_series(0, 23) as each (hour) left join hours on hours.hour = each.hour
    ),
    'fulfillments', (
      select jsonb_agg(jsonb_build_object(
        'delivery_type', each.delivery_type, 'order_count', coalesce(fulfillments.order_count, 0),
        'sales', coalesce(fulfillments.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['pickup', 'delivery']) with ordinality as each (delivery_type, place)
      left join fulfillments on fulfillments.delivery_type = each.delivery_type
    ),
    'customers', (
      select jsonb_agg(jsonb_build_object(
        'kind', each.kind, 'order_count', coalesce(customers.order_count, 0),
        'sales', coalesce(customers.cents, 0) / 100.0
      ) order by each.place)
      from unnest(array['new', 'returning', 'no_account']) with ordinality as each (kind, place)
      left join customers on customers.kind = each.kind
    ),
    'best', coalesce((select jsonb_agg(best order by best.amount desc, best.product_id) from best), '[]'),
    'categories', coalesce((
      select jsonb_agg(sold_categories order by sold_categories.amount desc, sold_categories.category) from sold_categories
    ), '[]'),
    'refund_reasons', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reason', reasons.reason, 'refund_count', reasons.refund_count, 'refunded', reasons.cents / 100.0
      ) order by reasons.cents desc, reasons.reason)
      from reasons
    ), '[]'),
    'zero_result_searches', coalesce((
      select jsonb_agg(missed order by missed.search_count desc, missed.words) from missed
    ), '[]')
  ) into report;
  return report;
end;
$$;
comment on function public.report_sales(date, date) is
  'For the owner and managers: sales of the daily report by hour of the store''s clock, by pickup or delivery, and by new and '
  'returning customers (new: their first paid order); products and categories without tax and delivery; refunds by '
  'reason; searches without a result in the months of the range. Dollars, from the ledger. jsonb: one snapshot in '
  'one call. Security definer, as daily_report.';
