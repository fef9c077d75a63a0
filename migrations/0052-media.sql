-- Pictures and documents outside the database: a row says what a record's address means, and the bytes are in the object storage under the
-- hash of the content.

create table media (
  -- As records name it: /media/files/{name} for an upload.
  address text primary key check (address <> ''),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  kind text not null check (kind in ('jpg', 'png', 'webp', 'avif', 'pdf')),
  bytes integer not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  -- The average of the picture, or 0000 where parts are transparent; null for documents.
  colour text check (colour ~ '^([0-9a-f]{6}|0000)$'),
  created_at timestamptz not null,
  constraint media_size_of_pictures check ((kind = 'pdf') = (width is null) and (width is null) = (height is null)
    and (width is null) = (colour is null))
);

create index media_hash on media (hash);

-- Uploads of earlier versions are moved in the background. Their bytes stay for a day, for processes of the version before.
alter table uploaded_file add column moved_at timestamptz;
alter table uploaded_file add column move_problem text;
create index uploaded_file_waiting on uploaded_file (name) where moved_at is null and move_problem is null;
