-- Products that one app sells together for one price (decision 0063).

create table bundle (
  id integer primary key generated always as identity,
  app text not null,
  title text not null check (title <> '' and length(title) <= 60),
  -- Of one of each, in the app's currency.
  price_cents integer not null check (price_cents > 0),
  -- Like those of a promotion: a product may come back after it was taken out of the catalogue.
  skus text[] not null check (cardinality(skus) between 2 and 6),
  is_published boolean not null default false,
  is_demo boolean not null default false
);
create index bundle_app on bundle (app) where is_published;

create trigger promotions_changed after insert or update or delete or truncate on bundle
  for each statement execute function tell('promotions_changed');
