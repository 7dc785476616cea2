-- The history names statuses of the list alone, as orders do.
alter table public.order_status_changes
  add constraint order_status_changes_from_status_fkey foreign key (from_status) references public.order_statuses (status),
  add constraint order_status_changes_to_status_fkey foreign key (to_status) references public.order_statuses (status);
