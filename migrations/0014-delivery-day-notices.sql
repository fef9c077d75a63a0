-- Every process keeps what the days of a zone say, and hears of a change here, whoever makes it.
create function tell_of_delivery_days() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery_days_changed', '');
  return null;
end
$$;

create trigger delivery_days_changed after insert or update or delete or truncate on delivery_day
  for each statement execute function tell_of_delivery_days();
