-- Pictures that products name on other hosts: fetched once, kept as media of that address, and asked for changes later.

create table media_source (
  address text primary key check (address <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed')),
  -- Tries since the last success.
  attempts integer not null default 0 check (attempts >= 0),
  next_at timestamptz not null,
  -- Why the last try failed, in words for staff.
  problem text,
  etag text,
  last_modified text,
  created_at timestamptz not null,
  checked_at timestamptz
);

create index media_source_due on media_source (next_at);
create index media_source_failed on media_source (checked_at) where state = 'failed';

-- Which products show a picture that has just been fetched.
create index product_images on product using gin (images jsonb_path_ops);
