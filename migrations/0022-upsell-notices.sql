-- Every process keeps what is offered beside a product, and hears of a change here, whoever makes it.
create function tell_of_upsells() returns trigger language plpgsql as $$
begin
  perform pg_notify('upsells_changed', '');
  return null;
end
$$;

create trigger upsells_changed after insert or update or delete or truncate on upsell_option
  for each statement execute function tell_of_upsells();
