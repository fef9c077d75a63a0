-- The keys of the orders that were there. Nothing waits for it but a second order for a cart, which it refuses.
insert into order_key (order_id, web_order_id, cart_id, app, account_id, address_hash, placed_at)
  select id, web_order_id, cart_id, app, account_id, address_hash(email), placed_at from customer_order
  on conflict do nothing;
