-- Payments that were ended because nobody could say how they ended. They are asked about until somebody can (payments README).
create table unverified_payment (
  attempt_id text primary key references payment_attempt (id),
  reason text not null,
  opened_at timestamptz not null,
  next_check_at timestamptz not null,
  resolved_at timestamptz,
  -- What it came to, by whom or what it was found out.
  resolution text,
  check ((resolved_at is null) = (resolution is null))
);
create index unverified_payment_open on unverified_payment (next_check_at) where resolved_at is null;
