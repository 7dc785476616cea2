-- A change of a whole category (a price, a size) looked for the pictures and the stock of each of its products, though
-- neither had changed: seconds at a hundred thousand products. The triggers name the columns that they work from, and
-- those that they keep, so that nobody sets these by hand.
drop trigger prepare_product on public.products;
create trigger prepare_product before insert or update of img1, img2, pictures_ready on public.products
  for each row execute function private.prepare_product();

drop trigger set_sold_out on public.products;
create trigger set_sold_out before insert or update of availability, is_sold_out on public.products
  for each row execute function private.set_sold_out();
