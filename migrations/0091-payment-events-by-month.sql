-- As migration 90. A payment is locked before its events.
lock table payment_attempt in share row exclusive mode;
alter table payment_event alter column id drop identity;
alter table payment_event rename to payment_event_before;
alter table payment_event_before set schema partitions;
create table payment_event (like partitions.payment_event_before including defaults including constraints) partition by range (attempt_id);
alter table payment_event drop constraint payment_event_first_month;
create sequence payment_event_id_seq as bigint owned by payment_event.id;
select setval('payment_event_id_seq', (select coalesce(max(id), 0) + 1 from partitions.payment_event_before), false);
alter table payment_event
  alter column id set default nextval('payment_event_id_seq'),
  add constraint payment_event_attempt_id_fkey foreign key (attempt_id) references payment_attempt (id);
alter table payment_event attach partition partitions.payment_event_before
  for values from (minvalue) to (first_partition_end('payment_event'));
create table partitions.payment_event_rest partition of payment_event default;
alter table partitions.payment_event_rest add primary key (id);
