-- The demo store and imports by the server write translations without set_translation.
grant execute on function private.translation_limit(text, text) to service_role;
