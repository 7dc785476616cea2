-- Suppliers of the store, with the person to call; archived instead of deleted, because deliveries name them.
create table public.suppliers (
  id bigint generated always as identity primary key,
  name text not null check (btrim(name) <> '' and char_length(name) <= 100),
  contact_name text not null default '' check (char_length(contact_name) <= 100),
  phone text not null default '' check (char_length(phone) <= 50),
  contact_email text not null default '' check (char_length(contact_email) <= 254),
  note text not null default '' check (char_length(note) <= 500),
  archived_at timestamptz
);
create unique index suppliers_name on public.suppliers (lower(btrim(name))) where archived_at is null;

grant select, insert (name, contact_name, phone, contact_email, note),
  update (name, contact_name, phone, contact_email, note, archived_at) on public.suppliers to authenticated;
create policy "managers manage the suppliers" on public.suppliers
  for all to authenticated using ((select private.can_manage()));

create trigger log_settings after insert or update on public.suppliers
  for each row execute function private.log_row('settings', 'Supplier');
