-- What a product's calls say besides what a card shows: what came after it, what goes with it, its videos.
alter table product
  -- A sku, not an id: a feed may name a product that comes with a later one, or with none.
  add column superseded_by text,
  add column related_skus text[] not null default '{}',
  add column videos jsonb not null default '[]';

-- Warranties and installs that can be added to a product, for one product or for everything of a category and below it (CAT-14).
create table upsell_option (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('warranty', 'install')),
  app text not null,
  product_id integer references product (id) on delete cascade,
  category_id integer references category (id) on delete cascade,
  name text not null,
  blurb text not null,
  -- Months a warranty adds after the maker's own.
  term_months integer check (term_months > 0),
  price_cents integer not null check (price_cents >= 0),
  -- The prices of products that it is for; a warranty of a dear product costs more.
  from_cents integer not null default 0,
  below_cents integer,
  position integer not null default 0,
  is_demo boolean not null default false,
  check ((product_id is null) <> (category_id is null)),
  check ((kind = 'warranty') = (term_months is not null))
);
create index upsell_option_product on upsell_option (product_id) where product_id is not null;
create index upsell_option_category on upsell_option (category_id) where category_id is not null;

-- Who wants to hear when a product can be bought again. One row a person and product, however often the form is sent.
create table notify_request (
  app text not null,
  product_id integer not null references product (id) on delete cascade,
  email text not null,
  phone text,
  callback_time text,
  asked_at timestamptz not null,
  primary key (app, product_id, email)
);
