-- What shoppers mean to buy. A cart belongs to one app and one currency and never changes either.

create table cart (
  id uuid primary key,
  -- SHA-256 of the cookie's secret: reading this table gives nobody a cart.
  secret_hash text not null unique,
  app text not null,
  currency text not null check (currency in ('AUD', 'NZD')),
  state text not null default 'open' check (state in ('open', 'placing', 'ordered')),
  -- Grows with every change, so that a late answer can be told from a new one.
  version integer not null default 1,
  email text,
  code text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table cart_line (
  cart_id uuid not null references cart (id) on delete cascade,
  -- The key of a line: the sku, or sku-unit for a one-off outlet unit (decision cart-04).
  product_code text not null,
  product_id integer not null references product (id),
  quantity integer not null check (quantity between 1 and 99),
  position integer not null,
  primary key (cart_id, product_code)
);

create table coupon (
  -- Upper case.
  code text primary key check (code = upper(code)),
  kind text not null check (kind in ('percentage', 'amount', 'free-delivery')),
  -- Percent for 'percentage', cents for 'amount', 0 for 'free-delivery'.
  value integer not null check (value >= 0),
  apps text[] not null,
  starts_on date not null,
  ends_on date,
  minimum_spend_cents integer not null default 0 check (minimum_spend_cents >= 0),
  uses_per_email integer check (uses_per_email > 0),
  excluded_brands text[] not null default '{}',
  is_demo boolean not null default false
);

create table coupon_use (
  code text not null references coupon (code),
  email text not null,
  order_id text not null,
  primary key (code, order_id)
);

create table gift_card (
  code text primary key check (code = upper(code)),
  currency text not null check (currency in ('AUD', 'NZD')),
  balance_cents integer not null check (balance_cents >= 0),
  expires_on date not null,
  is_demo boolean not null default false
);
