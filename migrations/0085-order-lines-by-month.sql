-- As migration 84.
alter table order_line rename to order_line_before;
alter table order_line_before set schema partitions;
create table order_line (like partitions.order_line_before including defaults including constraints) partition by range (order_id);
alter table order_line drop constraint order_line_first_month;
alter table order_line
  add primary key (order_id, product_code),
  add constraint order_line_order_key_fkey foreign key (order_id) references order_key (order_id),
  add constraint order_line_product_id_fkey foreign key (product_id) references product (id);
create index order_line_product on order_line (product_id);
alter table order_line attach partition partitions.order_line_before for values from (minvalue) to (first_partition_end('order_line'));
create table partitions.order_line_rest partition of order_line default;
