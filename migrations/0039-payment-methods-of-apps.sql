-- What a shop offers otherwise than all of them do, and in which order the ways to pay stand.

alter table payment_method add column position integer not null default 0;
update payment_method set position = array_position(
  array['paypalbnpl', 'afterpay', 'zipmoney', 'zipnz', 'humm', 'klarna', 'applepay', 'googlepay'], name) * 10;

-- A row stands in for the common one as a whole.
create table payment_method_of_app (
  app text not null,
  name text not null references payment_method (name),
  is_enabled boolean not null,
  minimum_cents integer not null check (minimum_cents > 0),
  maximum_cents integer not null check (maximum_cents >= minimum_cents),
  repayment_months integer check (repayment_months > 0),
  offer_expiry date,
  position integer not null,
  primary key (app, name)
);

create trigger payment_method_changed after insert or update or delete on payment_method
  for each statement execute function tell('payment_methods_changed');
create trigger payment_method_of_app_changed after insert or update or delete on payment_method_of_app
  for each statement execute function tell('payment_methods_changed');
