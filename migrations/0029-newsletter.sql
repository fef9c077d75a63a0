-- Who wants an app's news by mail. Nobody gets any before they have said so from their own mailbox.
create table newsletter_subscriber (
  app text not null,
  -- Lower case.
  email text not null check (length(email) <= 254),
  -- SHA-256 of the secret in the newest link that was mailed; null until there was a mail.
  token_hash text unique,
  asked_at timestamptz not null,
  -- Null while the address has not said yes, or has said no since.
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (app, email)
);
