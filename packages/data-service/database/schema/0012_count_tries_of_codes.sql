-- Wrong tries count against a code: after five it opens nothing any more. The link beside it stays.
alter table auth.one_time_tokens add column code_tries smallint not null default 0;
comment on column auth.one_time_tokens.code_tries is 'How often somebody typed a code for this address.';
create index one_time_tokens_relates_to on auth.one_time_tokens (relates_to);
