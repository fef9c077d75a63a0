-- As migration 84. Ids come from a sequence, because partitions cannot have identities before PostgreSQL 17. An order locks its key before this table, and so does this.
lock table order_key in share row exclusive mode;
alter table order_event alter column id drop identity;
alter table order_event rename to order_event_before;
alter table order_event_before set schema partitions;
create table order_event (like partitions.order_event_before including defaults including constraints) partition by range (order_id);
alter table order_event drop constraint order_event_first_month;
create sequence order_event_id_seq as bigint owned by order_event.id;
select setval('order_event_id_seq', (select coalesce(max(id), 0) + 1 from partitions.order_event_before), false);
alter table order_event
  alter column id set default nextval('order_event_id_seq'),
  add constraint order_event_order_key_fkey foreign key (order_id) references order_key (order_id);
create index order_event_order on order_event (order_id, id);
alter table order_event attach partition partitions.order_event_before for values from (minvalue) to (first_partition_end('order_event'));
create table partitions.order_event_rest partition of order_event default;
alter table partitions.order_event_rest add primary key (id);
