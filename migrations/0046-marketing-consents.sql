-- Every yes and no to news and offers by mail, with the words it was given to: consent that can be shown later, as the Spam Act 2003 and New
-- Zealand's Unsolicited Electronic Messages Act 2007 ask of the sender. Rows are only added.
create table marketing_consent (
  id bigint generated always as identity primary key,
  app text not null,
  -- Lower case.
  email text not null check (length(email) <= 254),
  source text not null check (source in ('checkout', 'account', 'newsletter', 'cooking-demo')),
  is_given boolean not null,
  -- What the box or the button said.
  words text not null,
  given_at timestamptz not null
);

create index marketing_consent_email on marketing_consent (email, given_at);
