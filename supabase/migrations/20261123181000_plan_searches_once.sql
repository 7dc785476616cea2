-- What a search asks is asked the same way each time, but PostgreSQL planned much of it anew for each (decision 022).
alter function public.search_products(text, integer) set plan_cache_mode = force_generic_plan;
