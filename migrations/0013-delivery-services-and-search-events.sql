-- What the crew does besides carrying (decision delivery-13): for which categories, and on which terms at what price.
create table delivery_service (
  -- The sku an order would carry.
  code text primary key check (code ~ '^[a-z0-9-]{1,60}$'),
  title text not null,
  -- HTML of our own people.
  blurb text not null,
  kind text not null check (kind in ('installation', 'removal', 'other')),
  -- Categories with everything below them; the empty text is every category.
  category_uris text[] not null,
  is_pre_ticked boolean not null default false,
  -- Not listed; when it is pre-ticked as well it is part of every order it holds for.
  is_hidden boolean not null default false,
  position integer not null default 0
);

-- No row, no service there.
create table delivery_service_price (
  service_code text not null references delivery_service (code) on delete cascade,
  tier_code text not null references delivery_tier (code),
  price_cents integer not null check (price_cents >= 0),
  primary key (service_code, tier_code)
);

-- What is searched for and what becomes of it (decision analytics-06), counted by day. Neither who asked nor from where is kept.
create table search_event (
  app text not null,
  happened_on date not null,
  -- A page of results that was opened, or one of the events that pages report (ENUM-15).
  event text not null check (event in
    ('opened', 'search', 'productClick', 'productAddToCart', 'productOrder', 'visit', 'productMultiOrder')),
  -- As search state holds a term: sanitised and in lower case, e-mail addresses masked; empty for a visit.
  query text not null check (char_length(query) <= 100),
  -- Empty for an event that is about no product.
  sku text not null,
  count integer not null default 1,
  -- How many of them were of somebody who had been here before.
  repeat_count integer not null default 0,
  primary key (app, happened_on, event, query, sku)
);
create index search_event_day on search_event (happened_on);
