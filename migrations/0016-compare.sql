-- What a visitor compares, oldest first: a copy of the list that the visitor's browser keeps (decision compare-02).

create table compare_list (
  visitor_id text primary key references visitor (id) on delete cascade,
  product_ids integer[] not null check (cardinality(product_ids) <= 3)
);
