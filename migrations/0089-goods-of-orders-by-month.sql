-- As migration 84. An order locks its key before this table, and so does this.
lock table order_key in share row exclusive mode;
alter table order_goods rename to order_goods_before;
alter table order_goods_before set schema partitions;
create table order_goods (like partitions.order_goods_before including defaults including constraints) partition by range (order_id);
alter table order_goods drop constraint order_goods_first_month;
alter table order_goods
  add primary key (order_id, product_id, warehouse_code, is_incoming),
  add constraint order_goods_order_key_fkey foreign key (order_id) references order_key (order_id),
  add constraint order_goods_product_id_fkey foreign key (product_id) references product (id),
  add constraint order_goods_warehouse_code_fkey foreign key (warehouse_code) references warehouse (code);
alter table order_goods attach partition partitions.order_goods_before for values from (minvalue) to (first_partition_end('order_goods'));
create table partitions.order_goods_rest partition of order_goods default;
