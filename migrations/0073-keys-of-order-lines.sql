-- As migration 72. The check takes the stronger lock.
select bound_first_partition('order_line', 'order_id', 2, 'orders');
alter table order_line add constraint order_line_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
