-- Every mail the shop has made. Without an SMTP server this is also where it can be read.

create table mail (
  -- The Message-ID: the same mail made twice is one row.
  id text primary key,
  app text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  plain text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_newest on mail (created_at desc);

-- Accounts the demo catalogue comes with, so that every role can be tried. The identity host owns this table.
create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  role text not null check (role in ('customer', 'trade', 'sales', 'administrator')),
  is_demo boolean not null default false,
  created_at timestamptz not null
);
