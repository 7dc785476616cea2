comment on table private.shop_facts is
  'is_demo: set by the demo seed; a live store does not start with it. admins_need_second_step: set by the server from '
  'AUTH_ADMIN_REQUIRES_MFA; only its presence matters. payments_tried: {mode, at} of the owner''s last successful '
  'test. text_channels: list of channels for which the server has a sender of order texts. is_trial: set by the first '
  'start of an empty store, until go-live replaces it; a live store does not start with it. is_live: set by the first '
  'start of a live store; no other starts with it. owner_link: digest of the link that makes the first account of an '
  'empty store its owner. is_closed: set by the first start of a live or empty store, until its owner opens it. '
  'hours_confirmed: its owner said that the opening hours are theirs.';
