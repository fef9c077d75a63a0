-- Many changes at once, and imports: how far they are, and what was refused. They are a person's work, and go with their account.
create table office_run (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- 'Products: Condition', say.
  title text not null check (length(title) <= 200),
  total integer not null check (total >= 0),
  done integer not null default 0,
  -- What it came to, in a sentence; null while it is at work, and for what has nothing to say.
  said text,
  -- What was refused: [{"key", "name", "message"}], and for an import the line and the field.
  faults jsonb not null default '[]',
  started_at timestamptz not null,
  -- Says that it is still at work: a process that ends says nothing more.
  beat_at timestamptz not null,
  finished_at timestamptz
);
create index office_run_newest on office_run (account_id, started_at desc);
