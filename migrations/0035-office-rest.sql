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

-- Somebody asks for a price that another shop advertises.
create table price_match (
  id integer generated always as identity primary key,
  -- What people are told: 'M' and eight digits.
  reference text not null unique check (reference ~ '^M[0-9]{8}$'),
  app text not null,
  product_id integer not null references product (id) on delete cascade,
  -- What we asked when they wrote.
  own_cents integer not null check (own_cents > 0),
  competitor text not null check (length(competitor) between 1 and 80),
  competitor_url text not null check (length(competitor_url) <= 500),
  competitor_cents integer not null check (competitor_cents > 0),
  postcode text not null check (postcode ~ '^[0-9]{4}$'),
  name text not null check (length(name) between 1 and 80),
  email text not null check (email = lower(email) and length(email) <= 254),
  phone text check (length(phone) <= 20),
  message text check (length(message) <= 1000),
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  matched_cents integer check (matched_cents > 0),
  -- Why not, in words for whoever asked.
  reason text check (length(reason) <= 500),
  answered_at timestamptz,
  check ((state = 'accepted') = (matched_cents is not null)),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'waiting') = (answered_at is null))
);
create index price_match_newest on price_match (asked_at, (id::text));
create index price_match_of_person on price_match (email);

-- How fast pages of real visits were, by day, with nothing of whoever visited: how often a figure fell into a step. Steps grow by a tenth:
-- step n ends at 1.1 to the power of n. LCP and INP are milliseconds, CLS is thousandths.
create table page_speed (
  app text not null,
  happened_on date not null,
  page_type text not null,
  metric text not null check (metric in ('lcp', 'inp', 'cls')),
  step smallint not null check (step between 0 and 130),
  count integer not null check (count > 0),
  primary key (app, happened_on, page_type, metric, step)
);

-- Pictures and documents that somebody of ours has uploaded, as they are served. A file is named by what is in it, never by whoever sent it.
create table uploaded_file (
  name text primary key check (name ~ '^[0-9a-f]{32}[.](jpg|png|webp|pdf)$'),
  content bytea not null check (length(content) <= 5242880),
  created_at timestamptz not null
);

-- What is done to many at once, so that another process goes on where one has ended; null for work that cannot be gone on with.
-- {"list", "field", "sent": what was typed, "timeZone", "app"}
alter table office_run add column work jsonb;
-- Which of them, in their order: `done` says how many are through.
alter table office_run add column keys text[];
create index office_run_open on office_run (beat_at) where finished_at is null and work is not null;
-- Which of them were refused, and why.
create table office_run_fault (
  run_id uuid not null references office_run (id) on delete cascade,
  at integer not null,
  key text not null,
  name text not null,
  message text not null,
  primary key (run_id, at)
);

-- How payments ended lately, for the dashboard.
create index payment_attempt_newest on payment_attempt (created_at);

-- What the people who keep products look for them by, in small letters: read from its index alone, in one look at each.
alter table product add column words text not null generated always as (lower(title || ' ' || sku || ' ' || coalesce(mpn, ''))) stored;
drop index product_words;
create index product_words on product (words, id);
