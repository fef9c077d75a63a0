"""All room scenes by name. A room adds everything to the scene, camera and lights included."""
from rooms import kitchens, living, utility

rooms = {**kitchens.rooms, **living.rooms, **utility.rooms}
