-- What one unit costs in an app from so many units on: [{"from": 5, "price": 4500}], rising from, falling price (decision 0067).
alter table offer add column volume_prices jsonb not null default '[]' check (jsonb_typeof(volume_prices) = 'array');
