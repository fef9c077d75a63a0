-- The log of the changes that every process has to hear of (decision 0075). A notice that is lost on its way is found here later.

-- One row for each change of a transaction. Readers do not go by `id`, because numbers are given before their transactions end: they read
-- the rows of those transactions that were not yet visible when they last read (pg_visible_in_snapshot).
create table change_log (
  id bigint generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  channel text not null,
  payload text not null
);
-- A transaction that says the same twice is heard once, as with NOTIFY.
create unique index change_log_change on change_log (transaction_id, channel, md5(payload));

-- Marks by which the log is trimmed: every transaction below `fence` had ended at that time. Rows below an applied mark are gone.
create table change_log_mark (
  taken_at timestamptz primary key default clock_timestamp(),
  fence xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  is_applied boolean not null default false
);

-- Logs a change and notifies the listeners of its channel, when and only when the transaction commits. A space at the end of a notice says
-- that the change is in the log; processes of the previous version, which read notices alone, are not disturbed by it.
create function publish_change(channel text, payload text) returns void language plpgsql as $$
begin
  insert into change_log (channel, payload) values ($1, $2) on conflict do nothing;
  perform pg_notify($1, $2 || ' ');
end
$$;

-- Identifies the server's history: it changes when a standby is promoted, when a backup is restored, and when the server recovers from a
-- crash, which discards its statistics. After each of these, numbers of transactions can be given a second time. Null where the host hides it.
create function server_history() returns text language plpgsql stable as $$
begin
  return concat_ws('/',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select extract(epoch from stats_reset) from pg_stat_wal));
exception
  when insufficient_privilege or feature_not_supported then return null;
end
$$;

-- Every trigger that announces a change goes by the log.
create or replace function tell() returns trigger language plpgsql as $$
begin
  perform publish_change(tg_argv[0], '');
  return null;
end
$$;
create or replace function tell_of_upsells() returns trigger language plpgsql as $$
begin
  perform publish_change('upsells_changed', '');
  return null;
end
$$;
create or replace function tell_of_content() returns trigger language plpgsql as $$
begin
  perform publish_change('content_changed', '');
  return null;
end
$$;
create or replace function tell_of_redirects() returns trigger language plpgsql as $$
begin
  perform publish_change('redirects_changed', '');
  return null;
end
$$;
create or replace function tell_of_delivery_days() returns trigger language plpgsql as $$
begin
  perform publish_change('delivery_days_changed', '');
  return null;
end
$$;
create or replace function tell_of_delivery_parts() returns trigger language plpgsql as $$
begin
  perform publish_change('delivery_parts_changed', '');
  return null;
end
$$;
