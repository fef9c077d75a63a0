-- Each table in a migration of its own: none waits for a lock while it holds that of a table which an order needs before.
alter table order_key add constraint order_key_cart_id_fkey foreign key (cart_id) references cart (id) not valid;
