-- The parts of a day that a crew can promise: '07:00-12:00' in the warehouse's time. None where the crew comes at any time.
alter table delivery_tier add column windows text[] not null default '{}';
