-- What somebody has set about an app's header and menu. Only what differs from the brand's and the catalogue's own has a row; quick links
-- are the setting QuickLinks.

create table navigation_icon (
  app text not null,
  icon text not null check (icon in ('cart', 'project', 'search', 'contactUs')),
  is_shown boolean not null,
  primary key (app, icon)
);

-- An entry of the menu: null leaves the catalogue's own. Entries with a position come first, in its order.
create table navigation_entry (
  app text not null,
  category_id integer not null references category (id) on delete cascade,
  position integer,
  title text check (title ~ '\S' and length(title) <= 60),
  image_url text check (image_url ~ '^(/|https://)'),
  is_hidden boolean not null default false,
  primary key (app, category_id)
);
