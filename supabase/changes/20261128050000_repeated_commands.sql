alter table private.pay_links add column request_key uuid unique;

create table private.earlier_no_shows (
  contact_hash bytea not null,
  ordered_at timestamptz not null
);
comment on table private.earlier_no_shows is
  'Orders of deleted accounts that were not picked up, under the digest of the account''s verified email and phone; '
  'for a year.';
create index earlier_no_shows_contact_hash on private.earlier_no_shows (contact_hash);
alter table private.earlier_no_shows enable row level security;
revoke all on private.earlier_no_shows from public;
