-- The table becomes the first partition of one with its name. Nothing is read or copied: its ids are known to fit (migration 82).
alter table customer_order rename to customer_order_before;
alter table customer_order_before set schema partitions;
-- Keys stand for orders. These tables are locked after that of the orders, as in the shop.
alter table order_line drop constraint order_line_order_id_fkey;
alter table order_payment drop constraint order_payment_order_id_fkey;
alter table order_goods drop constraint order_goods_order_id_fkey;
alter table order_store_goods drop constraint order_store_goods_order_id_fkey;
alter table order_event drop constraint order_event_order_id_fkey;
alter table order_refund drop constraint order_refund_order_id_fkey;
create table customer_order (like partitions.customer_order_before including defaults including constraints)
  partition by range (id);
alter table customer_order drop constraint customer_order_first_month;
alter table customer_order
  add primary key (id),
  add constraint customer_order_id_fkey foreign key (id) references order_key (order_id),
  add constraint customer_order_cart_id_fkey foreign key (cart_id) references cart (id),
  add constraint customer_order_account_id_fkey foreign key (account_id) references account (id) on delete set null;
create index customer_order_account on customer_order (account_id) where account_id is not null;
create index customer_order_address on customer_order (lower(email) text_pattern_ops);
create index customer_order_email on customer_order (email);
create index customer_order_newest on customer_order (app, placed_at desc);
create index customer_order_owed on customer_order (placed_at, id) where balance_cents > 0;
create index customer_order_placed on customer_order (placed_at, id);
create index customer_order_refunded on customer_order (placed_at, id) where credited_cents > 0;
create index customer_order_unpaid on customer_order (state, placed_at, id) include (app) where state <> 'paid';
create index customer_order_waiting on customer_order (placed_at) where state = 'awaiting-payment' and stage = 'placed';
drop trigger customer_order_adds_key on partitions.customer_order_before;
drop trigger customer_order_changes_key on partitions.customer_order_before;
drop trigger customer_order_drops_key on partitions.customer_order_before;
create trigger customer_order_adds_key before insert on customer_order for each row execute function add_order_key();
create trigger customer_order_changes_key after update of web_order_id, cart_id, app, account_id, email, placed_at on customer_order
  for each row when ((old.web_order_id, old.cart_id, old.app, old.account_id, old.email, old.placed_at)
    is distinct from (new.web_order_id, new.cart_id, new.app, new.account_id, new.email, new.placed_at))
  execute function change_order_key();
create constraint trigger customer_order_drops_key after delete on customer_order deferrable initially deferred
  for each row execute function drop_order_key();

-- The least id that is not in a table's first partition.
create function first_partition_end(name text) returns text language sql stable strict as $$
  select first_id_at(first_ends_at) from month_partitioned p where p.name = $1
$$;
alter table customer_order attach partition partitions.customer_order_before
  for values from (minvalue) to (first_partition_end('customer_order'));
-- For ids of months that were not made: an alert says so (docs/runbooks/partitions.md).
create table partitions.customer_order_rest partition of customer_order default;
alter table partitions.customer_order_rest add unique (cart_id), add unique (web_order_id);
