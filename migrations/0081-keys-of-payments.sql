-- As migration 72.
alter table payment_attempt add constraint payment_attempt_order_key_fkey foreign key (order_id) references order_key (order_id) not valid;
