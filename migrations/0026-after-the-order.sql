-- What becomes of an order after it was placed: its stage, what it took, what happened to it, and money that goes back.

alter table customer_order
  -- Where the goods are; `state` says how they are paid.
  add column stage text not null default 'placed' check (stage in ('placed', 'on-its-way', 'delivered', 'cancelled')),
  -- Grows with every move: what was decided on an older one is refused.
  add column version integer not null default 1,
  -- Taken off the order by refunds, the gift card's part included.
  add column credited_cents integer not null default 0 check (credited_cents >= 0),
  add column gift_card_cents integer not null default 0 check (gift_card_cents >= 0),
  add column gift_card_returned_cents integer not null default 0,
  add constraint customer_order_gift_card check (gift_card_returned_cents between 0 and gift_card_cents),
  add constraint customer_order_credited check (credited_cents <= total_cents + gift_card_cents);
update customer_order set gift_card_cents = (snapshot -> 'code' ->> 'cents')::integer
  where snapshot -> 'code' ->> 'kind' = 'gift-card';
-- Goods that were handed over at a counter.
update customer_order set stage = 'delivered' where (snapshot -> 'sale' ->> 'cashAndCarry')::boolean;
alter table customer_order drop constraint customer_order_balance;
alter table customer_order add constraint customer_order_balance check (
  (state <> 'paid' or balance_cents = 0)
  and (state <> 'deposit-paid' or balance_cents between 1 and total_cents - 1 or stage = 'cancelled')
);
create index customer_order_newest on customer_order (app, placed_at desc);
create index customer_order_waiting on customer_order (placed_at) where state = 'awaiting-payment' and stage = 'placed';

-- From where the goods of an order were taken, so that they can go back there.
create table order_goods (
  order_id text not null references customer_order (id),
  product_id integer not null references product (id),
  warehouse_code text not null references warehouse (code),
  -- Taken from what was on its way rather than from the shelf.
  is_incoming boolean not null,
  quantity integer not null check (quantity >= 0),
  primary key (order_id, product_id, warehouse_code, is_incoming)
);
insert into order_goods
  select l.order_id, l.product_id, o.snapshot -> 'delivery' ->> 'warehouseCode', false, sum(l.quantity)
  from order_line l join customer_order o on o.id = l.order_id
  where exists (select 1 from warehouse w where w.code = o.snapshot -> 'delivery' ->> 'warehouseCode')
  group by 1, 2, 3;

-- Everything that happened to an order, in the transaction in which it happened.
create table order_event (
  id bigint generated always as identity primary key,
  order_id text not null references customer_order (id),
  at timestamptz not null,
  move text not null,
  -- Who wanted it: whose order it is, the shop's people, or nobody.
  actor text not null check (actor in ('owner', 'staff', 'system')),
  -- Which of the shop's people; null for everybody else.
  actor_id text,
  from_stage text not null,
  to_stage text not null,
  from_state text not null,
  to_state text not null,
  -- What there is to say of it, by move.
  facts jsonb not null
);
create index order_event_order on order_event (order_id, id);

create sequence refund_number start 20000001;

-- What was taken off an order, and where its money goes.
create table order_refund (
  id text primary key check (length(id) = 26),
  order_id text not null references customer_order (id),
  -- The same wish has the same key, and is granted once.
  key text not null,
  number text not null unique,
  -- With GST, and the GST in it.
  cents integer not null check (cents > 0),
  gst_cents integer not null check (gst_cents between 0 and cents),
  -- Of it, what had not been paid yet and is no longer owed.
  unpaid_cents integer not null check (unpaid_cents between 0 and cents),
  reason text not null,
  items jsonb not null,
  made_at timestamptz not null,
  unique (order_id, key)
);

create table order_refund_part (
  refund_id text not null references order_refund (id),
  sequence integer not null,
  -- What was paid goes back the way it came: by a payment, or onto the gift card.
  attempt_id text references payment_attempt (id),
  gift_card_code text,
  cents integer not null check (cents > 0),
  -- `stuck` is for people to look at: the provider refuses it.
  state text not null check (state in ('due', 'done', 'stuck')),
  tries integer not null default 0,
  next_try_at timestamptz,
  done_at timestamptz,
  primary key (refund_id, sequence),
  check ((attempt_id is null) <> (gift_card_code is null)),
  check ((state = 'due') = (next_try_at is not null))
);
create index order_refund_part_due on order_refund_part (next_try_at) where state = 'due';
create index order_refund_part_attempt on order_refund_part (attempt_id);

-- The last line against giving back more than was taken.
alter table order_payment
  add column refunded_cents integer not null default 0,
  add constraint order_payment_refunded check (refunded_cents between 0 and amount_cents);

-- A payment may be for what is left of an order instead of for a cart.
alter table payment_attempt add column order_id text references customer_order (id);
create index payment_attempt_order on payment_attempt (order_id) where order_id is not null;

-- An account is credited for parts of a charge as well; each refund once.
alter table credit_entry drop constraint credit_entry_pkey;
alter table credit_entry drop constraint credit_entry_kind_check;
alter table credit_entry
  add column reference text not null default '',
  add constraint credit_entry_kind_check check (kind in ('charge', 'reversal', 'refund')),
  add primary key (attempt_id, kind, reference);
