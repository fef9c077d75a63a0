-- What was still written in code and is now kept by the people who run the shop: which value of an attribute is the better one, what
-- search makes of words.

-- Which value is the better one beside others; null where that is a matter of need or taste.
alter table attribute add column better text check (better in ('more', 'less'));
update attribute set better = 'more'
  where code in ('energy_stars', 'heating_stars', 'water_stars', 'warranty_years', 'battery_h', 'run_time_min');
update attribute set better = 'less' where code in ('energy_kwh', 'water_l', 'noise_db');

-- What else is said of the products of a category, beside what filters them and stands on their cards.
alter table category add column further_attributes text[] not null default '{}';

-- Words that mean the same: a product that says one of them is found by each.
create table search_synonym (
  id integer generated always as identity primary key,
  words text[] not null check (cardinality(words) between 2 and 20)
);

-- Products that come first for a term.
create table search_pin (
  app text not null,
  -- As search state holds it: sanitised and in lower case.
  term text not null check (char_length(term) between 2 and 100 and term = lower(term)),
  -- In their order.
  skus text[] not null check (cardinality(skus) between 1 and 24),
  primary key (app, term)
);

create trigger search_words_changed after insert or update or delete or truncate on search_synonym
  for each statement execute function tell('search_words_changed');
create trigger search_words_changed after insert or update or delete or truncate on search_pin
  for each statement execute function tell('search_words_changed');

-- A search that found nothing, and where in its results what was clicked stood (from 1, summed, with how many are in the sum).
alter table search_event drop constraint search_event_event_check;
alter table search_event add constraint search_event_event_check check (event in
  ('opened', 'nothing', 'search', 'productClick', 'productAddToCart', 'productOrder', 'visit', 'productMultiOrder'));
alter table search_event add column position_sum integer not null default 0;
alter table search_event add column position_count integer not null default 0;

-- By which a row is named where an address of mail must not be.
alter table newsletter_subscriber add column id integer generated always as identity unique;
