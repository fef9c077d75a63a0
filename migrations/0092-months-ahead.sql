-- Makes the partitions of one month and says how many were missing. Rows of the month that had to go to the rest move along. A partition is
-- filled before it is attached, so that no table is locked for longer than its rest is large, which is empty. Processes take turns. With a
-- family only of its tables.
create function add_month_partitions(month timestamptz, of_family text default null) returns integer language plpgsql as $$
declare
  plan month_partitioned;
  own_key text;
  partition text;
  starts_id text := first_id_at(month_of(month));
  ends_id text := first_id_at(month_after(month, 1));
  suffix text := to_char(month at time zone 'UTC', '_YYYY_MM');
  added text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('month_partitioned'));
  -- What refers to other rows goes first, and is attached last.
  for plan in select * from month_partitioned p where month_of(month) >= p.first_ends_at and (of_family is null or p.family = of_family) order by p.rank desc loop
    partition := plan.name || suffix;
    continue when to_regclass(format('partitions.%I', partition)) is not null or to_regclass(format('archive.%I', partition)) is not null;
    execute format('create table partitions.%I (like public.%I including defaults including constraints including indexes)', partition, plan.name);
    foreach own_key in array plan.own_keys loop
      execute format('alter table partitions.%I add %s', partition, own_key);
    end loop;
    execute format('with moved as (delete from partitions.%I where %I >= %L and %I < %L returning *) insert into partitions.%I select * from moved',
      plan.name || '_rest', plan.key_column, starts_id, plan.key_column, ends_id, partition);
    added := added || plan.name;
  end loop;
  for plan in select * from month_partitioned p where p.name = any (added) order by p.rank loop
    execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
      plan.name, plan.name || suffix, starts_id, ends_id);
  end loop;
  return cardinality(added);
end
$$;
select add_month_partitions(month_after(now(), ahead)) from generate_series(0, 3) ahead;

-- Partitions that were taken out, and what they held, so that a backup from before can still be compared.
create table archived_partition (
  name text primary key,
  of_table text not null,
  -- Its ids are from the first on, if there is one, and less than the second.
  starts_id text,
  ends_id text not null,
  row_count bigint not null,
  -- Sums of its columns of cents by column.
  cents jsonb not null,
  archived_at timestamptz not null
);
