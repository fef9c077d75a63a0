-- Orders that shoppers pick up, and the units that each store has for them (decision 0069).

alter table store add column offers_pickup boolean not null default false check (not (offers_pickup and is_appointment_only));

-- Beside the stock of the warehouses: what lies in a store is sold there or picked up there, and is never delivered.
create table store_stock (
  product_id integer not null references product (id) on delete cascade,
  store_id integer not null references store (id) on delete cascade,
  -- Free to sell: a placed or paying order has taken its units out already.
  quantity integer not null check (quantity >= 0),
  is_demo boolean not null default false,
  primary key (product_id, store_id)
);
create index store_stock_store on store_stock (store_id);

create table store_stock_hold (
  attempt_id text not null references payment_attempt (id),
  product_id integer not null references product (id),
  store_id integer not null references store (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (attempt_id, product_id)
);
create index store_stock_hold_product on store_stock_hold (product_id, store_id);

-- Where the goods of an order that is picked up come from, so that a cancellation puts them back.
create table order_store_goods (
  order_id text not null references customer_order (id),
  product_id integer not null references product (id),
  store_id integer not null references store (id) on delete cascade,
  quantity integer not null check (quantity >= 0),
  primary key (order_id, product_id)
);
create index order_store_goods_product on order_store_goods (product_id);
