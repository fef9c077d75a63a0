-- The money path. The constraints here are the last line: one order per cart, one live attempt per cart, nothing below zero.

create table payment_attempt (
  -- 26 characters, sorts by time; also the reference a provider knows it by. Never used twice.
  id text primary key check (length(id) = 26),
  cart_id uuid not null references cart (id),
  app text not null,
  method text not null,
  provider text not null,
  state text not null check (state in ('Pending', 'Approved', 'Declined', 'Cancelled', 'Expired', 'Unknown')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency in ('AUD', 'NZD')),
  -- Everything the order will be made of, as computed when the cart was frozen; settle() places exactly this.
  snapshot jsonb not null,
  provider_ref text,
  -- What the shopper has to do next: a redirect or a form to post. Dropped when the attempt ends.
  action jsonb,
  -- The refusal as the shopper may see it.
  refusal jsonb,
  -- Brand, last four and expiry of a card; nothing else of it is ever stored.
  card jsonb,
  -- SHA-256 of the return token; cleared when it has been used.
  return_token_hash text,
  holds_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_attempt_one_live on payment_attempt (cart_id) where state in ('Pending', 'Unknown');
create unique index payment_attempt_provider_ref on payment_attempt (provider, provider_ref) where provider_ref is not null;
create index payment_attempt_due on payment_attempt (next_check_at) where state in ('Pending', 'Unknown');

create table payment_event (
  id bigint generated always as identity primary key,
  attempt_id text not null references payment_attempt (id),
  at timestamptz not null,
  from_state text,
  to_state text not null,
  cause text not null
);

-- Written before a call leaves for a provider and again when it comes back, so that a crash in between is seen.
create table provider_call (
  attempt_id text not null references payment_attempt (id),
  operation text not null,
  sequence integer not null,
  idempotency_key text not null unique,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text,
  primary key (attempt_id, operation, sequence)
);

-- Money that came when no order could be placed for it: it goes back, and the row says how that went.
create table late_money (
  attempt_id text primary key references payment_attempt (id),
  provider_ref text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  opened_at timestamptz not null,
  returned_at timestamptz
);

-- Notices of providers, stored as they came before anything is done with them.
create table webhook_event (
  id text primary key,
  provider text not null,
  -- The reference the notice names; not a foreign key, it is somebody else's word.
  attempt_id text not null,
  body text not null,
  received_at timestamptz not null,
  processed_at timestamptz
);

create index webhook_event_attempt on webhook_event (attempt_id);
create index webhook_event_open on webhook_event (received_at) where processed_at is null;

create table stock_hold (
  attempt_id text not null references payment_attempt (id),
  product_id integer not null references product (id),
  warehouse_code text not null references warehouse (code),
  quantity integer not null check (quantity > 0),
  -- Taken from what is on its way rather than from the shelf.
  is_incoming boolean not null default false,
  primary key (attempt_id, product_id, warehouse_code, is_incoming)
);

create table day_hold (
  attempt_id text primary key references payment_attempt (id),
  warehouse_code text not null,
  tier_code text not null,
  delivers_on date not null,
  foreign key (warehouse_code, tier_code, delivers_on) references delivery_day (warehouse_code, tier_code, delivers_on)
);

create sequence web_order_number start 10000001;

create table customer_order (
  id text primary key check (length(id) = 26),
  -- 'W' and eight digits (decision orders-11).
  web_order_id text not null unique,
  -- One order per cart.
  cart_id uuid not null unique references cart (id),
  app text not null,
  state text not null check (state in ('paid', 'deposit-paid', 'on-account', 'awaiting-payment')),
  currency text not null check (currency in ('AUD', 'NZD')),
  total_cents integer not null check (total_cents >= 0),
  email text not null,
  snapshot jsonb not null,
  placed_at timestamptz not null
);
create index customer_order_email on customer_order (email);

create table order_line (
  order_id text not null references customer_order (id),
  product_code text not null,
  product_id integer not null references product (id),
  title text not null,
  quantity integer not null check (quantity > 0),
  unit_cents integer not null check (unit_cents >= 0),
  primary key (order_id, product_code)
);

create table order_payment (
  order_id text not null references customer_order (id),
  attempt_id text not null unique references payment_attempt (id),
  amount_cents integer not null check (amount_cents > 0),
  provider text not null,
  provider_ref text not null,
  paid_at timestamptz not null,
  primary key (order_id, attempt_id)
);

-- What became of a submit, so that the same key gets the same answer (decision checkout-04). No card data is ever in it.
create table idempotency_key (
  cart_id uuid not null references cart (id),
  key text not null,
  fingerprint text not null,
  attempt_id text references payment_attempt (id),
  lease_until timestamptz not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  primary key (cart_id, key)
);
