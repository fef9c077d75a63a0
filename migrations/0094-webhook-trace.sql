-- The trace in which a notice came (traceparent), so that the span that acts on it later can name that one.
alter table webhook_event add column trace text;
