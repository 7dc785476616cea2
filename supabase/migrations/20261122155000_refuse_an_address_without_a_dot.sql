-- As the form says: a domain has a dot in it. What was written before stays.
alter table public.billing_details drop constraint billing_details_email_check;
alter table public.billing_details add constraint billing_details_email_check
  check (email ~ '^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$' and char_length(email) <= 320) not valid;
do $$
begin
  alter table public.billing_details validate constraint billing_details_email_check;
exception when check_violation then
  raise notice 'Some billing details have an e-mail address without a dot in its domain; they stay.';
end;
$$;
