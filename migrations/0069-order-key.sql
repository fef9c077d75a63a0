-- Orders and their histories are to be divided by month (decision 0085). Ids begin with their time, so a range of ids is a month, and the
-- primary key stays. What must be unique in the whole shop, or is looked for without an id, needs one table that is not divided: this one.

-- Where the months lie, and where months go that were taken out.
create schema partitions;
create schema archive;

-- One small row for each order there ever was. It makes cart and number unique over all months, and says in which month an order lies.
create table order_key (
  order_id text primary key,
  web_order_id text not null constraint order_key_web_order_id_key unique,
  cart_id uuid not null constraint order_key_cart_id_key unique,
  app text not null,
  account_id uuid,
  -- Of the e-mail address in lower case, which only the order itself has.
  address_hash bytea not null,
  placed_at timestamptz not null
);
create index order_key_account on order_key (account_id) where account_id is not null;
create index order_key_address on order_key (address_hash);

create function address_hash(address text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(convert_to(lower(address), 'UTF8'))
$$;

-- Written by the database, so that every version of the program does it. The row is there before the order is, for which its lines wait.
create function add_order_key() returns trigger language plpgsql as $$
begin
  insert into order_key (order_id, web_order_id, cart_id, app, account_id, address_hash, placed_at)
    values (new.id, new.web_order_id, new.cart_id, new.app, new.account_id, address_hash(new.email), new.placed_at);
  return new;
end
$$;
-- The row may not be there yet while migration 70 copies it.
create function change_order_key() returns trigger language plpgsql as $$
begin
  insert into order_key as k (order_id, web_order_id, cart_id, app, account_id, address_hash, placed_at)
    values (new.id, new.web_order_id, new.cart_id, new.app, new.account_id, address_hash(new.email), new.placed_at)
    on conflict (order_id) do update set web_order_id = excluded.web_order_id, cart_id = excluded.cart_id, app = excluded.app,
      account_id = excluded.account_id, address_hash = excluded.address_hash, placed_at = excluded.placed_at;
  return null;
end
$$;
-- At the end of the transaction: until then what refers to the order may be there, and a row that moves to another partition is back.
create function drop_order_key() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order where id = old.id) then delete from order_key where order_id = old.id; end if;
  return null;
end
$$;

-- The least id of a moment: ten characters of milliseconds (src/platform/ids.ts), then zeros.
create function first_id_at(at timestamptz) returns text language sql immutable strict parallel safe as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (ms >> (5 * place) & 31)::integer, 1), '' order by place desc) || repeat('0', 16)
  from (select floor(extract(epoch from at) * 1000)::bigint as ms) t, generate_series(0, 9) place
$$;
-- When an id was made.
create function time_of_id(id text) returns timestamptz language sql immutable strict parallel safe as $$
  select to_timestamp(sum((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(id, place, 1)) - 1)::bigint << (5 * (10 - place)))::bigint / 1000.0)
  from generate_series(1, 10) place
$$;
-- Months are those of UTC.
create function month_of(at timestamptz) returns timestamptz language sql immutable strict parallel safe as $$
  select date_trunc('month', at at time zone 'UTC') at time zone 'UTC'
$$;
create function month_after(at timestamptz, months integer) returns timestamptz language sql immutable strict parallel safe as $$
  select (date_trunc('month', at at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC'
$$;

-- What is divided by month. The first partition has everything from before.
create table month_partitioned (
  name text primary key,
  -- An id that begins with its time.
  key_column text not null,
  -- Tables come after those that they refer to.
  rank smallint not null unique,
  -- Tables that refer to each other, whose months are made and archived together.
  family text not null,
  first_ends_at timestamptz not null,
  -- Keys that each partition has for itself, because they do not contain the id that divides it.
  own_keys text[] not null
);

-- Notes a table that is to be divided, and forbids ids in it that will not fit the first partition, without looking at its rows. A new
-- database begins with this month. Otherwise there is a month and more of time for the migrations that follow.
create function bound_first_partition(name text, key_column text, rank integer, family text, own_keys text[] default '{}') returns void language plpgsql as $$
declare
  highest text;
  ends_at timestamptz;
begin
  execute format('select max(%I) from %I', key_column, name) into highest;
  ends_at := month_after(now(), case when highest is null then 0 else 2 end);
  select greatest(ends_at, max(p.first_ends_at)) into ends_at from month_partitioned p;
  if highest >= first_id_at(ends_at) then ends_at := month_after(time_of_id(highest), 1); end if;
  if highest >= first_id_at(ends_at) then
    raise exception '%.% has a value that does not begin with a time: %', name, key_column, highest;
  end if;
  insert into month_partitioned values (name, key_column, rank, family, ends_at, own_keys);
  execute format('alter table %I add constraint %I check (%I < %L) not valid', name, name || '_first_month', key_column, first_id_at(ends_at));
end
$$;
-- The strongest lock first: whoever waits for a weaker one meanwhile must not have one that this waits for.
select bound_first_partition('customer_order', 'id', 1, 'orders', '{unique (cart_id), unique (web_order_id)}');
create trigger customer_order_adds_key before insert on customer_order for each row execute function add_order_key();
create trigger customer_order_changes_key after update of web_order_id, cart_id, app, account_id, email, placed_at on customer_order
  for each row when ((old.web_order_id, old.cart_id, old.app, old.account_id, old.email, old.placed_at)
    is distinct from (new.web_order_id, new.cart_id, new.app, new.account_id, new.email, new.placed_at))
  execute function change_order_key();
create constraint trigger customer_order_drops_key after delete on customer_order deferrable initially deferred
  for each row execute function drop_order_key();
