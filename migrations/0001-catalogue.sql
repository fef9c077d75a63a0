-- What is sold: brands, the category tree, products, what each app asks for them and what lies in each warehouse.

create table brand (
  id integer generated always as identity primary key,
  uri text not null unique,
  title text not null unique,
  blurb text not null default '',
  -- How the wordmark is set where there is no logo file: weight, tracking, case.
  wordmark jsonb not null default '{}',
  is_demo boolean not null default false
);

create table category (
  id integer generated always as identity primary key,
  -- Slugs from the root down, joined by '/'.
  uri text not null unique,
  parent_id integer references category (id),
  title text not null,
  intro text not null default '',
  facets text[] not null default '{}',
  promoted_facets text[] not null default '{}',
  card_facts text[] not null default '{}',
  drawing jsonb,
  position integer not null default 0,
  is_demo boolean not null default false
);

create table attribute (
  code text primary key,
  title text not null,
  group_title text not null,
  value_type text not null check (value_type in ('number', 'text', 'boolean', 'list', 'stars')),
  unit text,
  facet text check (facet in ('list', 'range')),
  position integer not null default 0
);

create table product (
  id integer generated always as identity primary key,
  sku text not null unique,
  uri text not null unique,
  gtin text,
  mpn text,
  title text not null,
  brand_id integer not null references brand (id),
  category_id integer not null references category (id),
  short_description text not null default '',
  description text not null default '',
  features jsonb not null default '[]',
  condition text not null default 'NewCondition',
  missing_parts text,
  width_mm real check (width_mm > 0),
  height_mm real check (height_mm > 0),
  depth_mm real check (depth_mm > 0),
  weight_kg real check (weight_kg > 0),
  attributes jsonb not null default '{}',
  images jsonb not null default '[]',
  documents jsonb not null default '[]',
  variant_group text,
  variant_axes jsonb,
  superseded boolean not null default false,
  supplier_direct text,
  rating_average real,
  rating_count integer not null default 0,
  released_on date,
  drawing jsonb,
  is_demo boolean not null default false,
  -- False for a product that a full import no longer names: it keeps its id, orders and address, and is sold nowhere.
  is_live boolean not null default true,
  -- SHA-256 of the imported record; a re-import skips rows whose record is the same.
  record_hash text not null default '',
  updated_at timestamptz not null default now()
);
create index product_category on product (category_id);
create index product_brand on product (brand_id);
create index product_variant_group on product (variant_group) where variant_group is not null;

-- A product lists the apps that sell it, with a price and an RRP in that app's currency (decision brands-09).
create table offer (
  product_id integer not null references product (id) on delete cascade,
  app text not null,
  price_cents integer not null check (price_cents > 0),
  rrp_cents integer check (rrp_cents > 0),
  primary key (product_id, app)
);

-- One row per change of a price, for the price history (decision pricing-14).
create table price_change (
  product_id integer not null references product (id) on delete cascade,
  app text not null,
  changed_on date not null,
  price_cents integer not null check (price_cents > 0),
  primary key (product_id, app, changed_on)
);

create table warehouse (
  code text primary key check (code ~ '^\d{4}$'),
  title text not null,
  country text not null check (country in ('AU', 'NZ')),
  state text,
  time_zone text not null,
  lat double precision not null,
  lng double precision not null,
  -- Local times: an order placed later counts as placed the next day.
  cut_off time not null default '14:00',
  same_day_cut_off time
);

create table stock (
  product_id integer not null references product (id) on delete cascade,
  warehouse_code text not null references warehouse (code),
  -- Free to sell: a placed or paying order has taken its units out already.
  quantity integer not null check (quantity >= 0),
  incoming_quantity integer not null default 0 check (incoming_quantity >= 0),
  incoming_on date,
  primary key (product_id, warehouse_code)
);

-- One row per import run, so that an interrupted one can be told from a finished one.
create table import_run (
  id integer generated always as identity primary key,
  source text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  rows_read integer not null default 0,
  rows_rejected integer not null default 0
);
