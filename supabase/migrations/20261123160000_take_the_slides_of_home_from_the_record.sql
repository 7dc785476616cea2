-- The slides of home's hero are the owner's; while there are none, the three that the shop came with are shown.
alter table public.store_settings add column hero_slides jsonb not null default '[]';
comment on column public.store_settings.hero_slides is
  '[{id, image, alt, header, text, buttonLabel, link}] of the home page, in their order; empty: the three of the shop''s own.';

create function private.check_hero_slides() returns trigger
language plpgsql set search_path = ''
as $$
declare
  keys constant text[] := array['id', 'image', 'alt', 'header', 'text', 'buttonLabel', 'link'];
  slide jsonb;
  place integer := 0;
  problem text;
begin
  if jsonb_typeof(new.hero_slides) is distinct from 'array' then
    raise check_violation using message = 'Hero slides are a list.';
  end if;
  if jsonb_array_length(new.hero_slides) > 6 then
    raise check_violation using message = 'Home shows at most 6 slides.';
  end if;
  for slide in select each.value from jsonb_array_elements(new.hero_slides) as each loop
    place := place + 1;
    problem := case
      when jsonb_typeof(slide) <> 'object' then 'is no slide'
      when exists (select from unnest(keys) as key where jsonb_typeof(slide -> key) is distinct from 'string')
        then 'lacks one of ' || array_to_string(keys, ', ')
      when slide - keys <> '{}' then 'has more than ' || array_to_string(keys, ', ')
      when exists (select from unnest(keys) as key where slide ->> key ~ '[[:cntrl:]]') then 'holds a sign that nobody sees'
      when slide ->> 'id' !~ '^[a-z0-9-]{1,40}$' then 'has an id of other signs than a-z, 0-9 and -'
      when exists (
        select from jsonb_array_elements(new.hero_slides) with ordinality as other (value, at)
        where other.at < place and other.value ->> 'id' = slide ->> 'id'
      ) then 'has the id of another one'
      when char_length(slide ->> 'image') > 300
        or slide ->> 'image' !~ '^/storage/v1/object/public/wears_styles/[^][:space:]/?#"''<>\\]+$'
        then 'needs a picture of the shop''s own'
      when char_length(slide ->> 'alt') > 250 then 'has more than 250 letters for its picture'
      when btrim(slide ->> 'header') = '' or char_length(slide ->> 'header') > 50 then 'needs a header of at most 50 letters'
      when btrim(slide ->> 'text') = '' or char_length(slide ->> 'text') > 110 then 'needs a text of at most 110 letters'
      when btrim(slide ->> 'buttonLabel') = '' or char_length(slide ->> 'buttonLabel') > 24
        then 'needs words on its button, at most 24 letters'
      when char_length(slide ->> 'link') > 300 or (
        slide ->> 'link' !~ '^/([^/[:space:]\\][^[:space:]\\]*)?$'
        and slide ->> 'link' !~ '^https://[^/[:space:]\\]+[.][^[:space:]\\]+$'
      ) then 'needs a link that begins with / or https://'
    end;
    if problem is not null then
      raise check_violation using message = format('Slide %s %s.', place, problem), hint = 'hero_slides';
    end if;
  end loop;
  return new;
end;
$$;
comment on function private.check_hero_slides() is
  'What stands here is drawn on home and led to by its buttons. It tells what is wrong, which a constraint does not.';
revoke all on function private.check_hero_slides() from public;

create trigger check_new_hero_slides before insert on public.store_settings
  for each row execute function private.check_hero_slides();
create trigger check_hero_slides before update of hero_slides on public.store_settings
  for each row when (new.hero_slides is distinct from old.hero_slides) execute function private.check_hero_slides();
