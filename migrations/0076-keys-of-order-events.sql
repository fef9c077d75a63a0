-- As migration 73. An order locks its key before this table, and so does this.
lock table order_key in share row exclusive mode;
select bound_first_partition('order_event', 'order_id', 5, 'orders', '{primary key (id)}');
alter table order_event add constraint order_event_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
