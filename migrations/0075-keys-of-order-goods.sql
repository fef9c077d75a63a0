-- As migration 73. An order locks its key before this table, and so does this.
lock table order_key in share row exclusive mode;
select bound_first_partition('order_goods', 'order_id', 4, 'orders');
alter table order_goods add constraint order_goods_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
