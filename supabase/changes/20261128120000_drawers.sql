create table public.drawer_sessions (
  id uuid primary key,
  drawer integer not null default 1 check (drawer between 1 and 99),
  float_cents bigint not null check (float_cents between 0 and 10000000),
  opened_by uuid references public.profiles (id) on delete set null,
  opened_at timestamptz not null default now(),
  closed_by uuid references public.profiles (id) on delete set null,
  closed_at timestamptz,
  counted_cents bigint check (counted_cents between 0 and 100000000),
  expected_cents bigint,
  constraint closed_drawers_are_counted check (
    (closed_at is null) = (counted_cents is null) and (closed_at is null) = (expected_cents is null)
  )
);
comment on table public.drawer_sessions is
  'From the opening of a cash drawer, with its float, to its count; a drawer has one open session at most.';
comment on column public.drawer_sessions.id is 'Request key of open_drawer; a repeated key opens it once.';
comment on column public.drawer_sessions.float_cents is 'Change in the drawer when it was opened.';
comment on column public.drawer_sessions.counted_cents is 'Cash counted at the close, before anyone saw what was expected.';
comment on column public.drawer_sessions.expected_cents is 'Float and entries at the close; null while the drawer is open.';
create unique index drawer_sessions_open on public.drawer_sessions (drawer) where closed_at is null;
create index drawer_sessions_closed_at on public.drawer_sessions (closed_at);
create index drawer_sessions_opened_by on public.drawer_sessions (opened_by);
create index drawer_sessions_closed_by on public.drawer_sessions (closed_by);

create table public.drawer_entries (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.drawer_sessions (id),
  kind text not null check (kind in ('sale', 'refund', 'in', 'out')),
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null default '' check (char_length(reason) <= 200),
  payment_intent_id text unique references public.payments (payment_intent_id),
  refund_id uuid unique references public.refunds (id),
  made_by uuid references public.profiles (id) on delete set null,
  made_at timestamptz not null default now()
);
comment on table public.drawer_entries is
  'Cash that came into a drawer, or left it: sales and refunds, written by triggers, and what was paid in or out.';
comment on column public.drawer_entries.amount_cents is 'Negative if it left the drawer.';
create index drawer_entries_session_id on public.drawer_entries (session_id);
create index drawer_entries_made_by on public.drawer_entries (made_by, made_at);

alter table public.drawer_sessions enable row level security;
alter table public.drawer_entries enable row level security;
revoke all on public.drawer_sessions, public.drawer_entries from anon, authenticated;
grant select on public.drawer_sessions, public.drawer_entries to authenticated;

insert into public.order_status_moves (from_status, to_status, delivery_type, moved_by)
values ('paid', 'completed', 'pickup', array['server']);
