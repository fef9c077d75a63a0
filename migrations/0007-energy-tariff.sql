-- What a kilowatt hour costs a household, by place and from a day on: every running cost the shop shows is made with it.

create table energy_tariff (
  country text not null check (country in ('AU', 'NZ')),
  -- Empty for the whole country: what counts where a state has none of its own, and before a visitor has said where.
  state text not null default '',
  valid_from date not null,
  -- Tenths of a cent, tax included: 335 is 33.5 cents.
  tenth_cents integer not null check (tenth_cents > 0),
  source_title text not null,
  source_url text,
  primary key (country, state, valid_from)
);
