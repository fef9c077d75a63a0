-- Words that lead straight to a page of the site, before any product is looked for (decision search-07).
create table search_redirects (
  app text not null,
  -- As search state holds it: sanitised and in lower case.
  term text not null check (char_length(term) between 2 and 100 and term = lower(term)),
  -- A path of the site itself: a search must not lead a shopper away from the shop.
  url text not null check (url ~ '^/([^/\\]|$)'),
  primary key (app, term)
);
