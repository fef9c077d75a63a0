-- The delivery location and the compare list follow the account, in each app (decisions geo-10 and compare-02).

create table account_place (
  account_id uuid not null references account (id) on delete cascade,
  app text not null,
  locality_id text not null references locality (id),
  primary key (account_id, app)
);
create index account_place_locality on account_place (locality_id);

-- Oldest first.
create table account_compare_list (
  account_id uuid not null references account (id) on delete cascade,
  app text not null,
  product_ids integer[] not null check (cardinality(product_ids) <= 3),
  primary key (account_id, app)
);

-- The account that the visitor's place is also stored with; null for a place that a guest chose. The next account to sign in in the same
-- browser does not get the place of the one before.
alter table visitor add column place_account_id uuid references account (id) on delete set null;
create index visitor_place_account on visitor (place_account_id) where place_account_id is not null;
