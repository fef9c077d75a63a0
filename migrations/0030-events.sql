-- Cooking demos: sessions in a showroom that people book seats for.

create table cooking_demo (
  id integer generated always as identity primary key,
  store_id integer not null references store (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  summary text not null check (length(summary) <= 300),
  -- HTML that has been cleaned.
  description text not null,
  -- Whose appliances are shown; '' when it is not about one maker.
  brand text not null default '',
  presenter text,
  -- 0 before a purchase, 1 after it, 2 for everyone.
  demo_type smallint not null check (demo_type between 0 and 2),
  -- 0 a demonstration, 1 a masterclass, 2 product training.
  sub_event_type smallint not null check (sub_event_type between 0 and 2),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  price_cents integer not null default 0 check (price_cents >= 0),
  image_url text,
  capacity integer not null check (capacity between 1 and 1000),
  -- The seats of its confirmed bookings. Never more than there are, whoever books at the same time.
  seats_taken integer not null default 0 check (seats_taken between 0 and capacity),
  max_guests integer not null default 4 check (max_guests between 1 and 20),
  -- The store takes the bookings itself, by telephone.
  is_booked_by_store boolean not null default false,
  -- Products that are shown.
  skus text[] not null default '{}',
  is_demo boolean not null default false
);
create index cooking_demo_by_start on cooking_demo (starts_at);

create table cooking_demo_booking (
  id uuid primary key,
  -- What people are told: 'D' and eight digits.
  reference text not null unique check (reference ~ '^D[0-9]{8}$'),
  cooking_demo_id integer not null references cooking_demo (id) on delete cascade,
  app text not null,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone text not null,
  guests integer not null check (guests > 0),
  order_number text,
  dietary_requirements text check (length(dietary_requirements) <= 150),
  newsletter boolean not null,
  booked_at timestamptz not null,
  cancelled_at timestamptz,
  -- Whether they come, when they have said so.
  rsvp_id uuid,
  rsvp_at timestamptz
);
create unique index cooking_demo_booking_once on cooking_demo_booking (cooking_demo_id, email) where cancelled_at is null;
create index cooking_demo_booking_of_person on cooking_demo_booking (email);

-- Who would come if a seat became free, in the order of `place`.
create table cooking_demo_wait (
  id uuid primary key,
  place bigint generated always as identity,
  cooking_demo_id integer not null references cooking_demo (id) on delete cascade,
  app text not null,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone text not null,
  guests integer not null check (guests > 0),
  message text check (length(message) <= 500),
  asked_at timestamptz not null,
  -- When they were told of a free seat: then they no longer wait.
  told_at timestamptz,
  unique (cooking_demo_id, email)
);
create index cooking_demo_wait_of_person on cooking_demo_wait (email);

-- A mail may bring an appointment: {"method", "filename", "content"}, content in the form of RFC 5545.
alter table mail add column calendar jsonb;
