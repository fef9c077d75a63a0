-- Payments have ids with their time as well.
select bound_first_partition('payment_event', 'attempt_id', 6, 'payments', '{primary key (id)}');
