-- Lists of the back office that are narrowed find their first rows, and count all of them, without looking at the others.

create index product_of_brand on product (brand_id, title, (id::text));
drop index product_brand;

create index customer_order_refunded on customer_order (placed_at, id) where credited_cents > 0;
create index customer_order_owed on customer_order (placed_at, id) where balance_cents > 0;
create index customer_order_unpaid on customer_order (state, placed_at, id) include (app) where state <> 'paid';
