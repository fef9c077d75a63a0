-- The warranty and the install that a shopper chose for a line of the cart, and what an order was placed with (decision cart-01).
alter table cart_line
  -- No foreign keys: when an option is withdrawn the cart has to know that one was chosen, and say that it is gone.
  add column warranty_id integer,
  add column install_id integer;

-- Names and prices as they were sold, for one unit of the line: an option may change or go, an order does not.
create table order_line_choice (
  order_id text not null,
  product_code text not null,
  kind text not null check (kind in ('warranty', 'install')),
  option_id integer not null,
  name text not null,
  unit_cents integer not null check (unit_cents >= 0),
  primary key (order_id, product_code, kind),
  foreign key (order_id, product_code) references order_line (order_id, product_code)
);
