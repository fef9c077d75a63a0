-- Who sells in which store, for the orders that staff place, and what is still to be paid of an order.

create table salesperson (
  -- As orders name them.
  code text primary key check (code ~ '^[A-Z0-9]{2,12}$'),
  name text not null,
  store_id integer not null references store (id) on delete cascade,
  is_demo boolean not null default false
);

-- What is due before the goods leave; only a deposit has been paid until then (decision payments-15).
alter table customer_order add column balance_cents integer not null default 0 check (balance_cents >= 0);
alter table customer_order add constraint customer_order_balance check (
  (state <> 'paid' or balance_cents = 0) and (state <> 'deposit-paid' or balance_cents between 1 and total_cents - 1)
);
