-- Showrooms that shoppers can walk into, and the one a visitor has chosen.

create table store (
  id integer generated always as identity primary key,
  -- The address of its page: stores/{uri}.
  uri text not null unique check (uri ~ '^[a-z0-9-]+$'),
  -- The apps it belongs to; two that are one company share their showrooms.
  apps text[] not null check (cardinality(apps) > 0),
  name text not null,
  address text not null,
  suburb text not null,
  state text,
  postcode text not null check (postcode ~ '^\d{4}$'),
  country text not null check (country in ('AU', 'NZ')),
  phone text not null,
  email text,
  is_appointment_only boolean not null default false,
  -- Seven of them, Monday first: ["09:00", "17:30"], or null on a day it stays closed.
  open_times jsonb not null check (jsonb_array_length(open_times) = 7),
  time_zone text not null,
  image_url text,
  virtual_tour_id text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  description text not null default '',
  is_demo boolean not null default false
);

alter table visitor add column store_id integer references store (id) on delete set null;
