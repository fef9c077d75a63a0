-- The media library of the back office: what staff say about a file, and what an address meant before its file was replaced.

alter table media add column id integer generated always as identity;
alter table media add constraint media_id unique (id);
alter table media_source add column id integer generated always as identity;
alter table media_source add constraint media_source_id unique (id);
-- As it was uploaded; null where that is not known.
alter table media add column file_name text check (file_name <> '' and length(file_name) <= 200);
-- Default alt texts by locale, as brands name them: {"en_AU": "…"}.
alter table media add column alt jsonb not null default '{}' check (jsonb_typeof(alt) = 'object');
-- What must stay in view where a picture is shown cut: percent from the left and from the top of the picture as it is shown.
alter table media add column focus_x smallint check (focus_x between 0 and 100);
alter table media add column focus_y smallint check (focus_y between 0 and 100);
-- The part that is shown, in pixels of the original.
alter table media add column crop_left integer check (crop_left >= 0);
alter table media add column crop_top integer check (crop_top >= 0);
alter table media add column crop_width integer check (crop_width > 0);
alter table media add column crop_height integer check (crop_height > 0);
alter table media add constraint media_focus_of_pictures check (num_nulls(focus_x, focus_y) in (0, 2) and (focus_x is null or width is not null));
alter table media add constraint media_crop_within check (num_nulls(crop_left, crop_top, crop_width, crop_height) in (0, 4)
  and (crop_left is null or (width is not null and crop_left + crop_width <= width and crop_top + crop_height <= height)));

-- Orders show pictures as they were bought, and a replacement can be undone.
create table media_former (
  address text not null references media (address) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  ended_at timestamptz not null,
  primary key (address, hash)
);
create index media_former_hash on media_former (hash);

-- Pictures that staff have chosen: an import leaves them as they are.
alter table product add column has_own_pictures boolean not null default false;
