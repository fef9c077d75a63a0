-- A category's own picture, as staff name it; without one a product of the category stands for it. Pictures that ship with the demonstration
-- are marked as its records are.
-- The columns `drawing` of product and category are no longer read; versions before this one still read them.

alter table category add column picture text check (picture <> '');
alter table media add column is_demo boolean not null default false;
-- Documents on other hosts are fetched as pictures are.
alter table media_source add column kind text not null default 'shown' check (kind in ('shown', 'document'));
create index product_documents on product using gin (documents jsonb_path_ops);
