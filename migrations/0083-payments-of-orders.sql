-- The key stands for the order. A payment is locked before its order, here as in the shop.
alter table payment_attempt drop constraint payment_attempt_order_id_fkey;
