"""All builders by kind. A builder takes a Product, adds its objects to the scene and returns how the product stands (studio.VIEWS)."""
import importlib

builders = {}
for family in ('cooling', 'sofas', 'tables'):
    builders.update(importlib.import_module(f'kinds.{family}').builders)
