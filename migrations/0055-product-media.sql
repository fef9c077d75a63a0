-- A product's 3D model and videos: what they may be, and which products show one that has just been fetched.

alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check
  check (kind in ('jpg', 'png', 'webp', 'avif', 'pdf', 'glb', 'mp4', 'webm', 'vtt'));
alter table media drop constraint media_size_of_pictures;
alter table media add constraint media_size_of_pictures check ((kind in ('jpg', 'png', 'webp', 'avif')) = (width is not null)
  and (width is null) = (height is null) and (width is null) = (colour is null));

-- The address of a GLB file.
alter table product add column model_url text check (model_url <> '');

create index product_videos on product using gin (videos jsonb_path_ops) where videos <> '[]';
create index product_model on product (model_url) where model_url is not null;
