-- What the shop knows of itself as an installation: above all whether this database is a demo.
create table private.shop_facts (
  name text primary key,
  value text not null
);
comment on table private.shop_facts is 'is_demo: set by the demo seed; a live shop refuses to start on it.';
alter table private.shop_facts enable row level security;
revoke all on private.shop_facts from public;
