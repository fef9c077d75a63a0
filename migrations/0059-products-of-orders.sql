-- What was bought with a product, how often it was sold, and who has bought it.

create index order_line_product on order_line (product_id);
