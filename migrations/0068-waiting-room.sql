-- The queue before the checkout on sale days (decision 0083): one row, which every process advances in the database's own time.
create table waiting_room (
  id boolean primary key default true check (id),
  -- The number of the last ticket.
  issued bigint not null default 0 check (issued >= 0),
  -- Tickets up to this number have had their turn. Its fraction is the time towards the next.
  serving double precision not null default 0 check (serving >= 0),
  advanced_at timestamptz not null default clock_timestamp(),
  -- Tickets up to `lost` were not used in time. `marked` is what `serving` was at `marked_at`, and is lost next.
  lost bigint not null default 0 check (lost >= 0),
  marked bigint not null default 0 check (marked >= 0),
  marked_at timestamptz not null default clock_timestamp()
);
insert into waiting_room default values;
