-- What buyers say of a product in a few words, their photos, and whether they bought it from us.

alter table review add column is_verified boolean not null default false;
-- As written, each at most once whatever its letters; counted without regard to case.
alter table review add column pros text[] not null default '{}' check (cardinality(pros) <= 5);
alter table review add column cons text[] not null default '{}' check (cardinality(cons) <= 5);
-- Addresses of uploads.
alter table review add column photos text[] not null default '{}' check (cardinality(photos) <= 4);

-- How many ratings of a feed give one star, two … five; null where the feed does not say.
alter table product add column rating_by_stars integer[]
  check (rating_by_stars is null or (rating_average is not null and cardinality(rating_by_stars) = 5));
