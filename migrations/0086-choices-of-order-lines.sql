-- Choices belong to lines of any month.
alter table order_line_choice add constraint order_line_choice_line_fkey
  foreign key (order_id, product_code) references order_line (order_id, product_code) not valid;
