-- Everything an app may say of a price (PRICE-02), a record of every change of it, and the settings that switch what is shown.

alter table offer
  -- Null: the price has to be asked for (decision pricing-01).
  alter column price_cents drop not null,
  -- Off a whole line, however many units it has (decision pricing-03).
  add column line_discount_cents integer not null default 0 check (line_discount_cents >= 0),
  -- Given by whoever set the price; null is computed from the RRP (decision pricing-02).
  add column discount_off_rrp_cents integer,
  add column percentage_discount_off_rrp real,
  add column alt_price_msg text check (length(alt_price_msg) between 1 and 60),
  add column price_type text not null default 'winning' check (price_type in ('winning', 'manufacturer')),
  -- Ribbons that somebody has put on; 'save' and 'new' follow from the product itself (decision catalogue-07).
  add column ribbons text[] not null default '{}'
    check (ribbons <@ array['sale', 'cashback', 'bonus', 'win', 'special-offer', 'catalogue-item']);

-- One row per change, to the moment: two changes of one day are two records, and the lower of them was asked too. The RRP and the line
-- discount of the time are kept with it, so that every 'was $x' can be traced to what was asked or recommended, and since when.
alter table price_change
  add column id bigint generated always as identity,
  add column changed_at timestamptz,
  add column rrp_cents integer check (rrp_cents > 0),
  add column line_discount_cents integer not null default 0 check (line_discount_cents >= 0),
  alter column price_cents drop not null;
update price_change set changed_at = changed_on::timestamp at time zone 'UTC';
alter table price_change
  drop constraint price_change_pkey,
  drop column changed_on,
  alter column changed_at set not null,
  add primary key (id);
create index price_change_product on price_change (product_id, app, changed_at);

-- A line discount belongs to the line that was bought, not to one of its units.
alter table order_line add column line_discount_cents integer not null default 0 check (line_discount_cents >= 0);

-- Feature settings by app, as text (decision platform-19). Only what differs from its default has a row.
create table setting (
  app text not null,
  name text not null,
  value text not null,
  primary key (app, name)
);
