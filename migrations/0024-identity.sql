-- Who has an account, how they sign in and what they keep with it. The identity host owns account, identity_*; the rest is the shop's.

alter table account drop constraint account_role_check;
alter table account
  -- Administrators are staff who do not sell.
  add constraint account_role_check check (role in ('customer', 'trade', 'sales', 'staff', 'administrator')),
  -- Null until the link of the first mail was used: guest orders come to nobody else's account.
  add column email_confirmed_at timestamptz,
  add column abn text check (abn ~ '^[0-9]{11}$'),
  add column company_name text,
  add column newsletter boolean not null default false,
  -- May buy on account.
  add column has_approved_credit boolean not null default false,
  -- What the shop's own people have; null for everybody else.
  add column winning_user_id text,
  add column winning_cms_url text,
  add column salesperson_code text,
  add column subdivision text;
-- The demo logins of a database that is older than this.
update account set winning_user_id = 'DEMO-' || upper(role) where role in ('sales', 'administrator');
alter table account add constraint account_staff
  check ((role in ('sales', 'staff', 'administrator')) = (winning_user_id is not null));

-- One sign-in in one browser. Its cookie's secret changes with every renewal; of the one before, only a moment's grace is left.
create table identity_session (
  -- The claim sid.
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  client_id text not null,
  -- SHA-256 of the cookie's secret.
  secret_hash text not null unique,
  previous_hash text unique,
  rotated_at timestamptz not null,
  -- What the shop's binding cookie has to match: a token that was copied out of the browser is worth nothing elsewhere.
  binding text not null,
  -- What the browser calls itself, for the list of sessions.
  agent text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index identity_session_account on identity_session (account_id) where ended_at is null;
create index identity_session_expiry on identity_session (expires_at);

-- Links of mails, each good once.
create table identity_link (
  token_hash text primary key,
  kind text not null check (kind in ('confirm', 'reset', 'change-old', 'change-new')),
  account_id uuid not null references account (id) on delete cascade,
  -- The address it confirms, or the new one; the account's own when the link was made.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_link_account on identity_link (account_id, kind, created_at);
create index identity_link_expiry on identity_link (expires_at);

-- Failed sign-ins by address, known or not, so that nothing here tells which are.
create table identity_throttle (
  -- SHA-256 of the address.
  email_hash text primary key,
  failures integer not null check (failures > 0),
  last_failed_at timestamptz not null
);

create table identity_used_nonce (
  nonce text primary key,
  used_at timestamptz not null
);

create table identity_signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  -- The private key, sealed with SECRET_KEY.
  sealed text not null,
  created_at timestamptz not null
);

-- Addresses belong to one app (decision brands-09).
create table account_address (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  app text not null,
  label text,
  first_name text not null,
  last_name text not null,
  company_name text,
  address text not null,
  suburb text not null,
  state text,
  postcode text not null,
  country text not null check (country in ('AU', 'NZ')),
  phone text,
  delivery_instructions text,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index account_address_owner on account_address (account_id, app);
create unique index account_address_default on account_address (account_id, app) where is_default;

-- Orders that a guest placed before having an account; what a member buys is known by its cart.
alter table customer_order add column account_id uuid references account (id) on delete set null;
create index customer_order_account on customer_order (account_id) where account_id is not null;
