-- Repeated failed sign-ins from one device are one entry with a count, so that a stranger's tries do not push others out of sight. Further
-- kinds: every way in, every change of it, and a session that was used from two places.

alter table security_event add column count integer not null default 1 check (count > 0);
alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (kind in (
  'signed_in', 'signed_out', 'sign_in_failed', 'second_step_failed', 'factor_added', 'factor_removed', 'second_step_on', 'second_step_off',
  'recovery_codes_made', 'provider_connected', 'provider_removed', 'password_changed', 'email_changed', 'sessions_ended', 'session_reused',
  'role_changed'));
