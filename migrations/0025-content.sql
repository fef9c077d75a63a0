-- What the shop says in its own words, and what is asked of it.

create table content_entry (
  id integer generated always as identity primary key,
  app text not null,
  kind text not null check (kind in ('static', 'page', 'post', 'alert', 'footer')),
  -- Its name in addresses, in small letters; one alert and one footer at a time, so theirs is ''.
  slug text not null check (slug ~ '^[a-z0-9/-]*$' and length(slug) <= 120),
  -- By kind; see modules/content/documents.server.ts, which reads and cleans it.
  document jsonb not null,
  is_draft boolean not null default false,
  -- Of several of one name, the one that began last is shown.
  visible_from timestamptz not null default now(),
  visible_until timestamptz check (visible_until > visible_from),
  version integer not null default 1,
  updated_at timestamptz not null,
  is_demo boolean not null default false
);
create index content_entry_name on content_entry (app, kind, slug);

-- Every process keeps all of it, and hears of a change here, whoever makes it.
create function tell_of_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '');
  return null;
end
$$;
create trigger content_changed after insert or update or delete or truncate on content_entry
  for each statement execute function tell_of_content();

-- What people ask through the contact page, until somebody has answered.
create table contact_request (
  -- What they are told: 'C' and eight digits.
  reference text primary key check (reference ~ '^C[0-9]{8}$'),
  app text not null,
  name text not null check (length(name) <= 80),
  email text not null check (length(email) <= 254),
  phone text check (length(phone) <= 20),
  postcode text check (postcode ~ '^[0-9]{4}$'),
  topic text not null check (topic in ('Sales', 'Delivery', 'Order', 'Other')),
  order_number text check (length(order_number) <= 20),
  message text not null check (length(message) <= 1000),
  created_at timestamptz not null,
  answered_at timestamptz
);
create index contact_request_waiting on contact_request (created_at) where answered_at is null;

-- Addresses that have moved, by app; `source` is in small letters and without a slash at its end (modules/content/redirects.ts).
create table redirect (
  app text not null,
  source text not null check (source ~ '^/' and length(source) <= 2000),
  destination text not null check (length(destination) <= 2000),
  primary key (app, source)
);

create function tell_of_redirects() returns trigger language plpgsql as $$
begin
  perform pg_notify('redirects_changed', '');
  return null;
end
$$;
create trigger redirects_changed after insert or update or delete or truncate on redirect
  for each statement execute function tell_of_redirects();
