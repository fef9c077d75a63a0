-- Every demo record says that it is one, so that production can refuse it and `npm run demo:remove` can take it out.

alter table supplier add column is_demo boolean not null default false;
alter table installation_contact_category add column is_demo boolean not null default false;
alter table energy_tariff add column is_demo boolean not null default false;
alter table attribute add column is_demo boolean not null default false;

-- What older starts have written without a mark: the one demo supplier and what came with it, tariffs that name no source, and the
-- attributes of a catalogue that holds nothing but demo products.
update supplier set is_demo = true where key = 'halden-row';
update installation_contact_category set is_demo = true where exists (select 1 from supplier where is_demo);
update energy_tariff set is_demo = true where source_title = 'Demonstration figures, not a published tariff';
update attribute set is_demo = true
  where exists (select 1 from product) and not exists (select 1 from product where not is_demo);
