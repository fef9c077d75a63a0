-- Settings of the demonstration: who the seller is for tax, and whom the shop gives to. Without them a shop has none, so that no invoice of
-- a real one names a number that was made up.
alter table setting add column is_demo boolean not null default false;
