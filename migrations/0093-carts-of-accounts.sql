-- transaction: none
-- Orders of an account are those of its carts too, which were looked for in every cart there is.
create index concurrently cart_account on cart (account_id) where account_id is not null;
