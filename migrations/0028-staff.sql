-- What the shop's own people keep: sign-ins at their own host, reminders, projects, what is known of a product inside the house, and the
-- record of all they do. None of it is read by anything but the staff module.

-- A sign-in at the staff host, made of one exchange of panel tokens (decision staff-08). It ends with the sign-in it came from.
create table staff_session (
  -- SHA-256 of the cookie's secret.
  secret_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- The sign-in of the identity host, the claim sid.
  session_id uuid not null,
  app text not null,
  -- The page that may frame the panels and is sent their messages.
  parent_origin text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_expiry on staff_session (expires_at);

-- Panel tokens that have been exchanged: each is good once.
create table staff_used_token (
  jti text primary key,
  expires_at timestamptz not null
);

-- Append only. Accounts are named by their id without a reference: what somebody did stays when their account goes.
create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid,
  winning_user_id text,
  app text,
  act text not null,
  -- What it was done to: 'project 4f…', 'product FR-1'.
  subject text not null,
  -- 'done', or why it was refused.
  outcome text not null,
  before jsonb,
  after jsonb,
  -- SHA-256 of the row before and of this one, so that a row that was changed or taken out shows.
  hash text not null
);
create index staff_audit_subject on staff_audit (subject);

create function staff_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger staff_audit_stays before update or delete or truncate on staff_audit
  for each statement execute function staff_audit_stays();

-- A customer's list of products, kept by a salesperson and open to the others of the store.
create table staff_project (
  id uuid primary key,
  app text not null,
  currency text not null check (currency in ('AUD', 'NZD')),
  account_id uuid references account (id) on delete set null,
  -- The store of whoever made it; null for those who work in none.
  subdivision text,
  name text not null check (length(name) between 1 and 120),
  customer_name text not null default '' check (length(customer_name) <= 120),
  -- Lower case.
  customer_email text check (length(customer_email) <= 254),
  customer_phone text check (length(customer_phone) <= 20),
  status text not null default 'Open' check (status in ('Open', 'Won', 'Lost')),
  -- Grows with every change, so that two people cannot undo each other's work unseen.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index staff_project_account on staff_project (account_id, updated_at);
create index staff_project_store on staff_project (subdivision, updated_at) where subdivision is not null;
create index staff_project_email on staff_project (customer_email) where customer_email is not null;

create table staff_project_line (
  project_id uuid not null references staff_project (id) on delete cascade,
  product_id integer not null references product (id),
  room text not null default '' check (length(room) <= 60),
  quantity integer not null check (quantity between 1 and 99),
  -- What was agreed for one unit; null is whatever the shop asks on the day.
  agreed_cents integer check (agreed_cents > 0),
  position integer not null,
  primary key (project_id, product_id, room)
);

create table staff_reminder (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  project_id uuid references staff_project (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  notes text not null default '' check (length(notes) <= 2000),
  due_at timestamptz not null,
  done_at timestamptz,
  created_at timestamptz not null
);
create index staff_reminder_due on staff_reminder (account_id, due_at);

-- What a unit costs us, by currency; without GST, as suppliers invoice it.
create table staff_cost (
  product_id integer not null references product (id) on delete cascade,
  currency text not null check (currency in ('AUD', 'NZD')),
  cost_cents integer not null check (cost_cents > 0),
  updated_at timestamptz not null,
  primary key (product_id, currency)
);

create table staff_product_note (
  id uuid primary key,
  product_id integer not null references product (id) on delete cascade,
  account_id uuid references account (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index staff_product_note_product on staff_product_note (product_id, created_at);

-- What others ask, as somebody saw it.
create table staff_competitor_price (
  id uuid primary key,
  product_id integer not null references product (id) on delete cascade,
  currency text not null check (currency in ('AUD', 'NZD')),
  competitor text not null check (length(competitor) between 1 and 80),
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  price_cents integer not null check (price_cents > 0),
  account_id uuid references account (id) on delete set null,
  seen_at timestamptz not null
);
create index staff_competitor_price_product on staff_competitor_price (product_id, currency, seen_at);

-- How many percent somebody may take off a price by themselves; who has no row has the house's own limit.
create table staff_limit (
  account_id uuid primary key references account (id) on delete cascade,
  discount_percent integer not null check (discount_percent between 0 and 100)
);

-- A cart that a member of staff works in: their own, or the one of a customer they act for. A second secret names it, so that the
-- customer's browser keeps theirs.
alter table cart
  add column attended_by uuid references account (id) on delete set null,
  add column staff_secret_hash text unique,
  -- The customer it is worked on for, when that is known: filled in at the checkout.
  add column customer_email text;
create index cart_attended on cart (attended_by, app) where attended_by is not null;

-- What staff agreed with a customer for one unit, and by whom: for so many units at most, and until then.
alter table cart_line
  add column agreed_cents integer check (agreed_cents > 0),
  add column agreed_quantity integer check (agreed_quantity between 1 and 99),
  add column agreed_until timestamptz,
  add column agreed_by uuid references account (id) on delete set null,
  add constraint cart_line_agreed
    check ((agreed_cents is null) = (agreed_quantity is null) and (agreed_cents is null) = (agreed_until is null));

-- A quote is a cart that one of ours has sent, with prices that hold as long as its link does.
alter table sent_cart add column quoted_by uuid references account (id) on delete set null;
alter table sent_cart_line add column agreed_cents integer check (agreed_cents > 0);
