"""All builders by kind. A builder takes a Product, adds its objects to the scene and returns how the product stands (studio.VIEWS)."""
import importlib

builders = {}
for family in (
    'cooling', 'laundry', 'cooking', 'kitchen', 'small_appliances', 'floor_care', 'living_tech', 'sofas', 'chairs', 'bedroom', 'tables',
    'storage', 'lighting_decor', 'outdoor', 'accessories',
):
    builders.update(importlib.import_module(f'kinds.{family}').builders)
