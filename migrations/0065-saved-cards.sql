-- Cards of members that the card gateway stores (decision 0070): tokens, and what the shop shows of each card.

-- The gateway's name for an account in one shop: random, so that it says nothing about the person.
create table card_shopper (
  reference text primary key check (reference ~ '^[0-9a-f]{32}$'),
  account_id uuid not null references account (id) on delete cascade,
  app text not null,
  created_at timestamptz not null,
  unique (account_id, app)
);

create table saved_card (
  id uuid primary key,
  shopper_reference text not null references card_shopper (reference) on delete cascade,
  merchant_account text not null,
  token text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  created_at timestamptz not null,
  unique (merchant_account, token)
);
create index saved_card_shopper on saved_card (shopper_reference);

-- The shopper for whom the card of a payment is to be saved once it is authorised; null from then on, and where nobody asked for it. No
-- foreign key: settling a payment must not wait for the closing of an account.
alter table payment_attempt add column saves_card_for text;
