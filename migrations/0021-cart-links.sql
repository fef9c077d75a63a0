-- What a shopper saw last of each line, whose account a cart belongs to, and carts that were mailed.

alter table cart_line
  -- The price of one, and whether it could be bought; null while nobody has looked. Never charged: prices are read when shown.
  add column seen_cents integer check (seen_cents >= 0),
  add column seen_buyable boolean;

alter table cart add column account_id uuid references account (id) on delete set null;
-- An account has one cart in each app until it becomes an order.
create unique index cart_of_account on cart (account_id, app) where account_id is not null and state <> 'ordered';

-- A copy of what was in a cart when it was mailed. Nothing leads from here to that cart, nor to who sent or got it.
create table sent_cart (
  -- SHA-256 of what stands in the link: reading this table opens nobody's.
  token_hash text primary key,
  app text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sent_cart_expiry on sent_cart (expires_at);

create table sent_cart_line (
  token_hash text not null references sent_cart (token_hash) on delete cascade,
  product_code text not null,
  product_id integer not null references product (id),
  quantity integer not null check (quantity between 1 and 99),
  position integer not null,
  -- No foreign keys, as in cart_line: what is withdrawn is named as gone.
  warranty_id integer,
  install_id integer,
  primary key (token_hash, product_code)
);
