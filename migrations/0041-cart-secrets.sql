-- One cart, several browsers: each browser has a secret of its own for it, so that signing in on one device does not end the cart on
-- another (decision 0042).

create table cart_secret (
  -- SHA-256 of the cookie's secret: reading this table gives nobody a cart.
  secret_hash text primary key,
  cart_id uuid not null references cart (id) on delete cascade,
  -- The member of staff who works in the cart with it; null for the customer's own.
  staff_id uuid references account (id) on delete cascade,
  created_at timestamptz not null
);
create index cart_secret_cart on cart_secret (cart_id);

insert into cart_secret (secret_hash, cart_id, staff_id, created_at)
  select secret_hash, id, null, updated_at from cart
  union all
  select staff_secret_hash, id, attended_by, updated_at from cart where staff_secret_hash is not null and attended_by is not null;

alter table cart drop column secret_hash, drop column staff_secret_hash;
