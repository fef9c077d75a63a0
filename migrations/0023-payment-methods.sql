-- What every method of paying offers, and accounts that trade customers buy on.

create table payment_method (
  -- As the configuration calls name it (decision payments-04).
  name text primary key,
  is_enabled boolean not null,
  minimum_cents integer not null check (minimum_cents > 0),
  maximum_cents integer not null check (maximum_cents >= minimum_cents),
  -- Zip (AU): over how many months a price is spread, and until when that costs no interest.
  repayment_months integer check (repayment_months > 0),
  offer_expiry date
);
insert into payment_method (name, is_enabled, minimum_cents, maximum_cents, repayment_months, offer_expiry) values
  ('klarna', false, 100, 200000, null, null),
  ('afterpay', true, 100, 200000, null, null),
  ('paypalbnpl', true, 3000, 200000, null, null),
  ('humm', true, 100, 3000000, null, null),
  ('zipnz', true, 100, 150000, null, null),
  ('zipmoney', true, 100, 5000000, 24, null),
  ('applepay', false, 100, 2000000, null, null),
  ('googlepay', false, 100, 2000000, null, null);

create table credit_account (
  -- The customer's id where customers sign in.
  user_id text primary key,
  currency text not null check (currency in ('AUD', 'NZD')),
  limit_cents integer not null check (limit_cents >= 0),
  -- Owed at the moment: the sum of the entries below, kept here so that one update can test it against the limit.
  balance_cents integer not null default 0 check (balance_cents >= 0 and balance_cents <= limit_cents)
);

-- A payment charges an account once, and is taken off it once.
create table credit_entry (
  attempt_id text not null references payment_attempt (id),
  kind text not null check (kind in ('charge', 'reversal')),
  user_id text not null references credit_account (user_id),
  amount_cents integer not null check (amount_cents > 0),
  entered_at timestamptz not null,
  primary key (attempt_id, kind)
);
