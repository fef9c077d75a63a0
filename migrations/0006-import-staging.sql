-- Which feed a product came from, so that a full import of one feed retires only what that feed brought.
alter table product add column source text not null default '';

-- The last sign of life of a run: staged rows of a run that died are thrown away by the next one.
alter table import_run add column beat_at timestamptz not null default now();
