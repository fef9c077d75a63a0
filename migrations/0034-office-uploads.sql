-- A file of products on its way in: from its upload until its columns are named. Deleted after a day.
create table office_upload (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null check (length(name) <= 200),
  text text not null,
  created_at timestamptz not null
);
create index office_upload_age on office_upload (created_at);
