-- What happened to the security of an account: sign-ins and failed ones, factors, password, address, sessions. Shown to its owner and to
-- administrators; kept for a year. Where is a country, no address.

create table security_event (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('signed_in', 'sign_in_failed', 'factor_added', 'factor_removed', 'password_changed', 'email_changed', 'sessions_ended')),
  -- What the browser calls itself.
  agent text not null,
  -- ISO 3166 code of the country; null where nobody knows.
  country text
);
create index security_event_account on security_event (account_id, id desc);
create index security_event_at on security_event (at);
