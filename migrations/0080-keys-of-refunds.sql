-- As migration 72. An order locks its key before this table, and so does this.
lock table order_key in share row exclusive mode;
alter table order_refund add constraint order_refund_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
