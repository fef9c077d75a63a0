-- The back office: lists that somebody keeps, prices by the clock, and word of every change of what the shop shows.

-- A list of the back office as somebody wants to see it again: its search, filters and order.
create table office_view (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  resource text not null check (length(resource) <= 40),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null,
  unique (account_id, resource, name)
);

-- No price that somebody sets or schedules goes below it; what a feed brings is its source's word.
alter table offer add column floor_cents integer check (floor_cents > 0);

-- A price for a while: it begins and ends by the clock, and what was asked before comes back.
create table price_schedule (
  id integer generated always as identity primary key,
  product_id integer not null references product (id) on delete cascade,
  app text not null,
  price_cents integer not null check (price_cents > 0),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'refused')),
  -- What was asked before it began, to come back to.
  before_cents integer check (before_cents > 0),
  -- Why it never began.
  refusal text
);
create index price_schedule_product on price_schedule (product_id, app);
create index price_schedule_waiting on price_schedule (starts_at) where state = 'waiting';
create index price_schedule_running on price_schedule (ends_at) where state = 'running';

-- Lists that are read by these.
create index product_title on product (title, (id::text));
create index product_changed on product (updated_at, (id::text));
create index customer_order_placed on customer_order (placed_at, id);
-- What is searched for inside words is looked for in these alone, not in whole products; an address of mail by its beginning.
create index product_words on product (title, sku, mpn, id);
create index customer_order_address on customer_order (lower(email) text_pattern_ops);

-- Every process keeps these, and hears of a change here, whoever makes it.
create function tell() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;
create trigger promotions_changed after insert or update or delete or truncate on promotion
  for each statement execute function tell('promotions_changed');
create trigger promotions_changed after insert or update or delete or truncate on sale
  for each statement execute function tell('promotions_changed');
create trigger stores_changed after insert or update or delete or truncate on store
  for each statement execute function tell('stores_changed');
create trigger stores_changed after insert or update or delete or truncate on salesperson
  for each statement execute function tell('stores_changed');
create trigger settings_changed after insert or update or delete or truncate on setting
  for each statement execute function tell('settings_changed');
create trigger navigation_changed after insert or update or delete or truncate on navigation_entry
  for each statement execute function tell('navigation_changed');
create trigger navigation_changed after insert or update or delete or truncate on navigation_icon
  for each statement execute function tell('navigation_changed');
create trigger tariffs_changed after insert or update or delete or truncate on energy_tariff
  for each statement execute function tell('tariffs_changed');
create trigger delivery_parts_changed after insert or update or delete or truncate on warehouse
  for each statement execute function tell('delivery_parts_changed');
create trigger delivery_parts_changed after insert or update or delete or truncate on delivery_tier
  for each statement execute function tell('delivery_parts_changed');
create trigger delivery_parts_changed after insert or update or delete or truncate on postcode_range
  for each statement execute function tell('delivery_parts_changed');
create trigger delivery_parts_changed after insert or update or delete or truncate on public_holiday
  for each statement execute function tell('delivery_parts_changed');
