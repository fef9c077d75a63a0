-- The keys stand for the orders now.
alter table order_line drop constraint order_line_order_id_fkey;
alter table order_payment drop constraint order_payment_order_id_fkey;
alter table order_goods drop constraint order_goods_order_id_fkey;
alter table order_store_goods drop constraint order_store_goods_order_id_fkey;
alter table order_event drop constraint order_event_order_id_fkey;
alter table order_refund drop constraint order_refund_order_id_fkey;
alter table payment_attempt drop constraint payment_attempt_order_id_fkey;
