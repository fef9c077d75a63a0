-- Choices refer to lines.
select bound_first_partition('order_line_choice', 'order_id', 3, 'orders');
