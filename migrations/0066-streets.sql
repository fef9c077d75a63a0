-- Streets, for address suggestions where no maps service is set up (decision 0071): one row for each street of a locality.
create table street (
  locality_id text not null references locality (id) on delete cascade,
  country text not null check (country in ('AU', 'NZ')),
  -- As it is shown: 'O''Connell Street North'.
  name text not null,
  -- As it is found: 'oconnell street north'. In byte order, so that a prefix is a range of the index in every installation.
  search text collate "C" not null,
  is_demo boolean not null default false,
  primary key (locality_id, search)
);
create index street_search on street (country, search, locality_id);
