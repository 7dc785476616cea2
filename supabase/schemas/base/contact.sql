-- Rules for email addresses (a name, and a domain with a dot) and phone numbers, mirrored in app/values/contact.ts.
create domain private.email_address as text
  constraint email_address_has_a_name_and_a_domain
    check (value ~ '^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$' and char_length(value) <= 320);

-- Returns the ten digits of a phone number such as (281) 555-0123 or +1 281 555 0123; null if invalid or foreign.
create function private.phone_digits(typed text) returns text
language sql immutable
return substring(regexp_replace(
  phone_digits.typed,
  -- Invisible characters are pasted with a number.
  '[[:space:]\u00a0\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\ufeff.()/-]+', '', 'g'
) from '^(?:\+?1)?([0-9]{10})$');
