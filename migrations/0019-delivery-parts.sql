-- Suppliers who bring their own goods (decision delivery-12), what the shop advises about before it is delivered (decision delivery-13), and
-- word of every change of what a delivery can have, so that it counts at once.

create table supplier (
  -- What product.supplier_direct names; in title case it is what a shopper reads: 'fisher-paykel'.
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  -- ISO numbers, Monday 1 to Sunday 7.
  weekdays integer[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  -- Said to a shopper whose place it does not go to.
  unserved_message text not null check (unserved_message <> '')
);

-- Where a supplier goes and on which terms; the narrowest range wins, and no range means that it does not go there.
create table supplier_region (
  supplier_key text not null references supplier (key) on delete cascade,
  country text not null check (country in ('AU', 'NZ')),
  from_postcode text not null check (from_postcode ~ '^\d{4}$'),
  to_postcode text not null check (to_postcode ~ '^\d{4}$'),
  -- Delivery weekdays of the supplier after the goods lie ready. It promises no day that begins before it has read the order.
  lead_days integer not null check (lead_days > 0),
  -- For one delivery, however much of the supplier's is in it.
  price_cents integer not null check (price_cents >= 0),
  primary key (supplier_key, country, from_postcode, to_postcode),
  check (from_postcode <= to_postcode)
);

-- Categories, with everything below them, whose installation somebody talks over with the buyer.
create table installation_contact_category (
  category_uri text primary key
);

create function tell_of_delivery_parts() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery_parts_changed', '');
  return null;
end
$$;

create trigger delivery_parts_changed after insert or update or delete or truncate on supplier
  for each statement execute function tell_of_delivery_parts();
create trigger delivery_parts_changed after insert or update or delete or truncate on supplier_region
  for each statement execute function tell_of_delivery_parts();
create trigger delivery_parts_changed after insert or update or delete or truncate on installation_contact_category
  for each statement execute function tell_of_delivery_parts();
create trigger delivery_parts_changed after insert or update or delete or truncate on delivery_service
  for each statement execute function tell_of_delivery_parts();
create trigger delivery_parts_changed after insert or update or delete or truncate on delivery_service_price
  for each statement execute function tell_of_delivery_parts();
