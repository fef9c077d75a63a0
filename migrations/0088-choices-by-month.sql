-- As migration 84. The lines before their partitions, as an order locks them.
lock table order_line in share row exclusive mode;
alter table order_line_choice drop constraint order_line_choice_order_id_product_code_fkey;
alter table order_line_choice rename to order_line_choice_before;
alter table order_line_choice_before set schema partitions;
create table order_line_choice (like partitions.order_line_choice_before including defaults including constraints)
  partition by range (order_id);
alter table order_line_choice drop constraint order_line_choice_first_month;
alter table order_line_choice
  add primary key (order_id, product_code, kind),
  add constraint order_line_choice_line_fkey foreign key (order_id, product_code) references order_line (order_id, product_code);
alter table order_line_choice attach partition partitions.order_line_choice_before
  for values from (minvalue) to (first_partition_end('order_line_choice'));
create table partitions.order_line_choice_rest partition of order_line_choice default;
