-- Services, installs and promotions are offered by a product's attributes too (decision 0049): 'water_dispenser = Plumbed'.
alter table delivery_service add column conditions text[] not null default '{}';
alter table upsell_option add column conditions text[] not null default '{}';
alter table promotion add column conditions text[] not null default '{}';

-- The services as a shop starts with them. What somebody has changed stays as it is.
update delivery_service set conditions = '{water_dispenser = Plumbed}'
where code = 'connect-fridge-water' and category_uris = '{kitchen/fridges}';
update delivery_service set
  category_uris = '{kitchen/fridges/top-mount-fridges,kitchen/fridges/bottom-mount-fridges,kitchen/fridges/bar-fridges,kitchen/fridges/wine-fridges,kitchen/freezers/upright-freezers,laundry/dryers}',
  conditions = array['door_hinge = Reversible | Right, reversible | Left, reversible']
where code = 'door-reversal' and category_uris = '{kitchen/fridges,kitchen/freezers,laundry/dryers}';
update delivery_service set
  category_uris = '{living,dining,bedroom/beds,bedroom/bedside-tables,bedroom/chests-of-drawers,bedroom/wardrobes,office,outdoor}',
  conditions = array['assembly != None | Legs only']
where code = 'furniture-assembly' and category_uris = '{living,dining,bedroom,office,outdoor}';
update delivery_service set category_uris = '{kitchen/fridges,kitchen/freezers,kitchen/ovens,kitchen/dishwashers,laundry/washing-machines,laundry/dryers,laundry/laundry-tubs,living,dining,bedroom,office,outdoor,tv-and-audio/televisions}'
where code = 'stairs' and category_uris = '{kitchen/fridges,kitchen/freezers,kitchen/ovens,kitchen/dishwashers,laundry,living,dining,bedroom,office,outdoor,tv-and-audio/televisions}';

-- The demonstration sold the crew's work a second time, at other prices, and work that a product's attributes rule out.
delete from upsell_option where is_demo and kind = 'install'
  and name in ('Water connection', 'Dishwasher connection', 'Washer connection', 'Wall mounting', 'Assembly');
update upsell_option set conditions = '{installation = Built-in,fuel = Electric}' where is_demo and kind = 'install' and name = 'Oven installation';
update upsell_option set conditions = '{fuel = Gas}' where is_demo and kind = 'install' and name = 'Gas cooktop installation';
update upsell_option set conditions = array['fuel = Electric | Induction'] where is_demo and kind = 'install' and name = 'Cooktop installation';
update upsell_option set conditions = array['installation = Wall or floor'] where is_demo and kind = 'install' and name = 'Dryer wall mounting';
update upsell_option set blurb = replace(blurb, 'after the maker''s own warranty has ended', 'after the manufacturer''s warranty ends') where is_demo;
update promotion set title = 'Two bonus water filters with every plumbed Karrindal fridge', conditions = '{water_dispenser = Plumbed}',
  content = '<p>Every Karrindal fridge that is plumbed in comes with two more water filters, enough for a year. They arrive with the fridge.</p>'
where is_demo and path = 'karrindal-bonus-filters' and title = 'Two bonus water filters with every Karrindal fridge';
update promotion set category_uris = '{laundry/washing-machines/front-load-washers,laundry/dryers/heat-pump-dryers}'
where is_demo and path = 'laundry-days' and category_uris = '{laundry/washing-machines,laundry/dryers}';
update promotion set title = 'Bedroom refresh: beds, mattresses and storage that go together', reward_label = null, terms = '',
  content = '<p>Beds, mattresses, bedside tables and wardrobes, chosen to go together.</p>'
where is_demo and path = 'bedroom-refresh' and reward_label = 'Free assembly';
