-- Our own figures: how often something happened on a day, with nothing of whoever did it.

create table analytics_count (
  app text not null,
  -- The day where the shop is.
  happened_on date not null,
  event text not null,
  -- Of a page that was looked at; '' for everything else.
  page_type text not null default '',
  count integer not null check (count > 0),
  primary key (app, happened_on, event, page_type)
);
