-- Goods of two sellers are paid by card in two parts, an attempt each: the agency's first. Money of a part that is authorised waits there
-- until the other part is too, and both are captured once the order stands; or it goes back.

alter table payment_attempt
  -- Whose merchant account takes the money.
  add column seller text not null default 'shop' check (seller in ('shop', 'agency')),
  -- The id of the first part, for both; null for what is paid in one.
  add column pair_id text references payment_attempt (id),
  add column part smallint not null default 1 check (part in (1, 2)),
  add column authorised_at timestamptz,
  -- Null while there is nothing to capture.
  add column capture text check (capture in ('due', 'done')),
  add constraint payment_attempt_pair check (
    pair_id is not null or (part = 1 and authorised_at is null and capture is null)
  ),
  -- Half of an order is never captured: money is taken of what was approved, and both parts are approved in one transaction.
  add constraint payment_attempt_capture check (capture is null or state = 'Approved');
drop index payment_attempt_one_live;
create unique index payment_attempt_one_live on payment_attempt (cart_id, part) where state in ('Pending', 'Unknown');
create unique index payment_attempt_parts on payment_attempt (pair_id, part) where pair_id is not null;
