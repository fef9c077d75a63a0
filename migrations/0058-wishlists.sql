-- Wish lists of guests and accounts, and what a shopper has saved for later from the cart (decision 0061).

create table wishlist (
  id uuid primary key,
  -- Lists are shown in the order of creation.
  number integer generated always as identity,
  app text not null,
  -- A guest's list is the browser's, named by its visitor cookie.
  visitor_id text references visitor (id) on delete cascade,
  account_id uuid references account (id) on delete cascade,
  -- 'later' holds what was saved for later: one for each owner.
  kind text not null check (kind in ('list', 'later')),
  name text not null check (name <> '' and length(name) <= 60),
  -- Not a digest: its owner is shown the link again, and what it opens is in the same database.
  share_token text unique check (share_token ~ '^[0-9a-f]{32}$'),
  wants_mail boolean not null default false,
  created_at timestamptz not null,
  check (num_nonnulls(visitor_id, account_id) = 1),
  -- Mails go to a confirmed address, which only an account has.
  check (account_id is not null or not wants_mail),
  check (kind = 'list' or share_token is null)
);
create unique index wishlist_of_visitor on wishlist (visitor_id, kind, lower(name)) where visitor_id is not null;
create unique index wishlist_of_account on wishlist (account_id, app, kind, lower(name)) where account_id is not null;
create index wishlist_wants_mail on wishlist (account_id) where wants_mail;

create table wishlist_item (
  wishlist_id uuid not null references wishlist (id) on delete cascade,
  product_id integer not null references product (id),
  quantity integer not null check (quantity between 1 and 99),
  -- The options of a line that was saved for later.
  warranty_id integer,
  install_id integer,
  position integer not null,
  added_at timestamptz not null,
  -- What one cost when it was added, or in the mail that was sent last; null without a price.
  seen_cents integer check (seen_cents > 0),
  seen_buyable boolean not null,
  primary key (wishlist_id, product_id)
);
create index wishlist_item_product on wishlist_item (product_id);

-- One mail a day for a person, whatever the number of lists and shops.
create table wishlist_mail (
  account_id uuid not null references account (id) on delete cascade,
  sent_on date not null,
  app text not null,
  primary key (account_id, sent_on)
);
