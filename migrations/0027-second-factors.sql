-- More ways to prove who somebody is, and what an account's owner decides about their data.

-- Null for somebody who only ever came by another provider: they have no password until they choose one.
alter table account alter column password_hash drop not null;
alter table account
  -- A password alone is not enough. It never is for the shop's own people.
  add column asks_second_factor boolean not null default false,
  -- Reminders of care for what was bought, by mail; the newsletter is a choice of its own.
  add column care_reminders boolean not null default true;

alter table identity_session
  -- When its owner last proved who they are; acts that matter ask for this to be recent.
  add column authenticated_at timestamptz,
  -- Whether two different things were proved.
  add column is_two_factor boolean not null default false;
update identity_session set authenticated_at = created_at;
alter table identity_session alter column authenticated_at set not null;
-- The shop's own people sign in with two from now on.
update identity_session s set ended_at = now()
  from account a where a.id = s.account_id and a.winning_user_id is not null and s.ended_at is null;

-- Codes by the time (RFC 6238). Without confirmed_at it was shown and never answered.
create table identity_totp (
  account_id uuid primary key references account (id) on delete cascade,
  -- Sealed with SECRET_KEY.
  sealed_secret text not null,
  confirmed_at timestamptz,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table identity_recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table identity_passkey (
  -- The credential's id, base64url.
  id text primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- The host it belongs to: browsers offer it nowhere else.
  rp_id text not null,
  -- COSE, base64url.
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  -- What its owner calls it.
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index identity_passkey_account on identity_passkey (account_id);

-- What a passkey is asked to sign, once.
create table identity_challenge (
  challenge_hash text primary key,
  -- What it was asked for, and by which login, session or unfinished login: it is good for nothing else.
  purpose text not null check (purpose in ('login', 'second', 'enrol', 'fresh')),
  holder text not null,
  expires_at timestamptz not null
);

-- A login whose first half was right. The cookie's secret names it.
create table identity_pending (
  secret_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  client_id text not null,
  -- The nonce that the page waits for.
  nonce text not null,
  return_url text not null,
  agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Who an account's owner is at another provider.
create table identity_external (
  provider text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject),
  unique (account_id, provider)
);

-- A browser on its way to another provider and back.
create table identity_external_login (
  state_hash text primary key,
  provider text not null,
  -- SHA-256 of the cookie that the browser has to come back with.
  browser_hash text not null,
  origin text not null,
  -- The nonce that our page waits for, and the one that the provider repeats.
  nonce text not null,
  oidc_nonce text not null,
  -- Sealed with SECRET_KEY.
  sealed_verifier text not null,
  -- Whoever is signed in and connects the provider; null for a login.
  account_id uuid references account (id) on delete cascade,
  -- What Apple posts beside its answer, the first time only.
  given_name text,
  family_name text,
  expires_at timestamptz not null
);

-- What was bought and is looked after: when its owner was last reminded. What there is to own stands in the orders.
create table owned_reminder (
  account_id uuid not null references account (id) on delete cascade,
  order_id text not null,
  sku text not null,
  -- The first day of the period that the mail was for.
  due_on date not null,
  sent_at timestamptz not null,
  primary key (account_id, order_id, sku, due_on)
);
