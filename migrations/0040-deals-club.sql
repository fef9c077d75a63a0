-- The Deals Club: what its members pay for a product, and who they are.

-- For one unit; null where members pay what everybody pays. It counts only while it is below the price.
alter table offer add column member_cents integer check (member_cents > 0);

create table deals_club_member (
  account_id uuid not null references account (id) on delete cascade,
  app text not null,
  joined_at timestamptz not null,
  primary key (account_id, app)
);
