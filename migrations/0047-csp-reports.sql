-- What browsers report of content policies they enforced: one row a day for each directive and blocked origin, with a count. Nothing of the visitor.

create table csp_report (
  id bigint generated always as identity primary key,
  on_day date not null,
  page text not null,
  directive text not null,
  blocked text not null,
  disposition text not null,
  count integer not null default 1,
  last_at timestamptz not null,
  unique (on_day, page, directive, blocked, disposition)
);
