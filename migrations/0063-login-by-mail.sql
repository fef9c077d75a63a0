-- A login whose only proof is a code that was mailed: no second factor may complete it in the code's place.
alter table identity_pending add column is_by_mail boolean not null default false;
