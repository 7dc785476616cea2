-- Columns for the meaning of each order status: whether the order is in the store, packed, or ended, and its column of
-- the board. A column of the moves says which steps staff may undo.
create function private.is_in_store(status text) returns boolean
language sql immutable parallel safe
return status in ('paid', 'preparing', 'ready');
create function private.is_packed(status text) returns boolean
language sql immutable parallel safe
return status in ('ready', 'out_for_delivery');
create function private.is_ended(status text) returns boolean
language sql immutable parallel safe
return status in ('completed', 'cancelled', 'refunded');

alter table public.order_statuses
  add column is_in_store boolean not null generated always as (private.is_in_store(status)) stored,
  add column is_packed boolean not null generated always as (private.is_packed(status)) stored,
  add column is_ended boolean not null generated always as (private.is_ended(status)) stored,
  add column board_column text check (board_column in ('to_pack', 'packing', 'waiting', 'done'));
comment on column public.order_statuses.board_column is 'Column of the order board; null for none.';
update public.order_statuses set board_column = case status
  when 'paid' then 'to_pack' when 'preparing' then 'packing' when 'completed' then 'done' else 'waiting' end
where status in ('paid', 'preparing', 'ready', 'out_for_delivery', 'completed');

alter table public.order_status_moves add column can_undo boolean not null default false;
comment on column public.order_status_moves.can_undo is
  'A step of packing, which staff may take for many orders at once, and undo within 15 minutes.';
update public.order_status_moves set can_undo = true
where to_status in ('preparing', 'ready', 'out_for_delivery', 'completed');
