-- A cart has a coupon and up to five gift cards together (decision 0043).

-- Codes in the order in which they were added, which is the order in which they pay.
alter table cart add column gift_cards text[] not null default '{}' check (cardinality(gift_cards) <= 5);
update cart set gift_cards = array[code], code = null
  where code in (select code from gift_card) and code not in (select code from coupon);
