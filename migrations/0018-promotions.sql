-- Offers with a page of their own, and sales that dress the whole shop for a while.

create table promotion (
  id integer generated always as identity primary key,
  -- The address of its page: promotion/{path}. 'sale' is a call of its own.
  path text not null unique check (path ~ '^[a-z0-9-]+$' and path <> 'sale'),
  apps text[] not null check (cardinality(apps) > 0),
  title text not null,
  -- Calendar days of the app's country; both are days of the offer. Without an end it runs until somebody ends it.
  start_date date not null,
  end_date date check (end_date >= start_date),
  -- Whose products it is for: those named in `skus`, else all of the brand in the categories; each alone means all of it.
  brand_uri text,
  category_uris text[] not null default '{}',
  skus text[] not null default '{}',
  thumbnail_url text,
  ribbon text check (ribbon in ('sale', 'cashback', 'bonus', 'win', 'special-offer', 'catalogue-item')),
  is_featured boolean not null default false,
  -- Whether a shopper claims the reward afterwards, and until when.
  has_redemption boolean not null default false,
  redemption_end_date date,
  -- What a shopper gets: '$200 cashback'. Without one it is no reward.
  reward_label text,
  -- Sanitised HTML.
  content text not null default '',
  terms text not null default '',
  -- An offer that gathers others.
  parent_id integer references promotion (id) on delete set null,
  is_demo boolean not null default false,
  check (brand_uri is not null or cardinality(category_uris) > 0 or cardinality(skus) > 0)
);

create table sale (
  id integer generated always as identity primary key,
  app text not null,
  name text not null,
  url text not null default '/sale',
  colour text not null default '#c4102b' check (colour ~ '^#[0-9a-f]{6}$'),
  base_image_path text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- By slot: {"src", "srcMobile", "attributes": {"href", "title", "subtext", "clipPath"}}; see modules/promotions/sale.ts.
  images jsonb not null default '{}',
  is_demo boolean not null default false
);

create index sale_of_app on sale (app, starts_at);
