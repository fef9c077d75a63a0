-- A quote has a number that can be said on the telephone. What a shopper has quoted to themselves is a sent cart like any other, which
-- also keeps where to, what goes with the delivery, and until when each of its prices holds.

alter table sent_cart
  -- Of quotes alone: a mailed cart has none, and neither have quotes from before there were numbers.
  add column number text unique check (number ~ '^Q[0-9]{8}$'),
  -- A shopper's quote has these four, one of our people's has none of them. No foreign key: a place may go, and the quote says so.
  add column locality_id text,
  -- Skus of the ticked services.
  add column services text[],
  -- The first day that can be had, and not the first of the cheapest ones.
  add column is_soonest boolean,
  -- What it came to when it was made.
  add column total_cents integer check (total_cents >= 0),
  add constraint sent_cart_asked check (
    (locality_id is null) = (services is null) and (services is null) = (is_soonest is null)
    and (is_soonest is null) = (total_cents is null) and (locality_id is null or number is not null));

-- When a line's price stops holding; null while it holds as long as the link.
alter table sent_cart_line add column agreed_until timestamptz;

-- Services that a cart's shopper has ticked before the checkout; null where nobody has said, and the usual ones are ticked.
alter table cart add column services text[];
