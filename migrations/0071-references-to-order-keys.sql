-- What belongs to an order refers to its key, which stays when the order's month is archived.
alter table order_key add constraint order_key_cart_id_fkey foreign key (cart_id) references cart (id) not valid;
alter table customer_order add constraint customer_order_id_fkey foreign key (id) references order_key (order_id) not valid;
alter table order_line add constraint order_line_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table order_payment add constraint order_payment_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table order_goods add constraint order_goods_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table order_store_goods add constraint order_store_goods_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table order_event add constraint order_event_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table order_refund add constraint order_refund_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
alter table payment_attempt add constraint payment_attempt_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
select bound_first_partition('order_line', 'order_id', 2);
select bound_first_partition('order_line_choice', 'order_id', 3);
select bound_first_partition('order_goods', 'order_id', 4);
select bound_first_partition('order_event', 'order_id', 5, '{primary key (id)}');
select bound_first_partition('payment_event', 'attempt_id', 6, '{primary key (id)}');
