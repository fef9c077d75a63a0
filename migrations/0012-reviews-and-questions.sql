-- What customers write about a product. Nothing of it is shown before somebody has approved it.

create table review (
  id integer generated always as identity primary key,
  product_id integer not null references product (id) on delete cascade,
  -- Where it was written. A review is of the product and is shown wherever the product is sold (docs/decisions/0010).
  app text not null,
  rating integer not null check (rating between 1 and 5),
  title text not null,
  body text not null,
  author text not null,
  -- Never shown.
  email text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  answer text,
  written_at timestamptz not null,
  decided_at timestamptz,
  is_demo boolean not null default false,
  check ((status = 'pending') = (decided_at is null))
);
-- A form that is sent twice is one review.
create unique index review_once on review (product_id, email, md5(body));
create index review_shown on review (product_id, written_at desc, id desc) where status = 'approved';
create index review_pending on review (written_at, id) where status = 'pending';

create table question (
  id integer generated always as identity primary key,
  product_id integer not null references product (id) on delete cascade,
  -- Shown there and nowhere else: the answer may speak of what this app does.
  app text not null,
  body text not null,
  author text not null,
  -- Never shown.
  email text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  answer text,
  written_at timestamptz not null,
  decided_at timestamptz,
  is_demo boolean not null default false,
  check ((status = 'pending') = (decided_at is null))
);
create unique index question_once on question (product_id, app, email, md5(body));
create index question_shown on question (product_id, app, written_at desc, id desc) where status = 'approved';
create index question_pending on question (written_at, id) where status = 'pending';

-- Count and sum of the approved reviews, beside what the feed said: lists sort and filter by both together.
alter table product
  add column review_count integer not null default 0 check (review_count >= 0),
  add column review_stars integer not null default 0 check (review_stars >= 0);
