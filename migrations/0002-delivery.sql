-- Where and when we deliver: localities, zones by postcode, prices, capacity and the exceptions of single days.

create table locality (
  id text primary key,
  country text not null check (country in ('AU', 'NZ')),
  suburb text not null,
  -- The city or delivery centre a shopper would name; for NZ the text before the postcode.
  city text not null,
  state text,
  postcode text not null check (postcode ~ '^\d{4}$'),
  lat double precision not null,
  lng double precision not null
);
create index locality_postcode on locality (country, postcode);

-- The price and rhythm of a kind of place (decision delivery-16). Weekdays are ISO numbers, Monday 1 to Sunday 7.
create table delivery_tier (
  code text primary key,
  title text not null,
  country text not null check (country in ('AU', 'NZ')),
  lead_days integer not null check (lead_days >= 0),
  weekdays integer[] not null,
  weekday_cents integer not null check (weekday_cents >= 0),
  saturday_cents integer check (saturday_cents >= 0),
  sunday_cents integer check (sunday_cents >= 0),
  same_day_cents integer check (same_day_cents >= 0),
  orders_a_day integer not null check (orders_a_day > 0)
);

-- Which postcodes a warehouse serves on which terms; the narrowest range wins, no tier means not served.
create table postcode_range (
  country text not null check (country in ('AU', 'NZ')),
  from_postcode text not null check (from_postcode ~ '^\d{4}$'),
  to_postcode text not null check (to_postcode ~ '^\d{4}$'),
  tier_code text references delivery_tier (code),
  warehouse_code text references warehouse (code),
  primary key (country, from_postcode, to_postcode),
  check (from_postcode <= to_postcode),
  check ((tier_code is null) = (warehouse_code is null))
);

-- What is special about one day of one zone, and how many orders are booked on it. A zone is a warehouse and a tier.
create table delivery_day (
  warehouse_code text not null references warehouse (code),
  tier_code text not null references delivery_tier (code),
  delivers_on date not null,
  -- Null means the tier's own number.
  capacity integer check (capacity >= 0),
  price_cents integer check (price_cents >= 0),
  -- Shown in place of a price, for example 'Call us'; counts as 0 in totals (decision delivery-04).
  price_text text,
  is_closed boolean not null default false,
  booked integer not null default 0 check (booked >= 0),
  primary key (warehouse_code, tier_code, delivers_on)
);

create table public_holiday (
  country text not null check (country in ('AU', 'NZ')),
  -- Empty for the whole country.
  state text not null,
  holiday_on date not null,
  title text not null,
  primary key (country, state, holiday_on)
);

-- What a visitor has chosen; the cookie holds the secret, the table only its SHA-256.
create table visitor (
  id text primary key,
  secret_hash text not null unique,
  app text not null,
  locality_id text references locality (id),
  created_at timestamptz not null,
  seen_at timestamptz not null
);
