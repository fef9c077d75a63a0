"""Laundry, patio and showroom."""
import materials as mt
from parts import box, cushion, rod, slab
from rooms.kit import Piece, area, cabinet, camera, ceiling, daylight, place, plant, splashback, tiles, vase, wall_back, wall_side, window_left


def laundry():
    wall, fronts = '#e9ebe6', mt.plain('#9fb0a4', 0.45)
    tiles(-2.0, 2.0, -2.6, 1.0, '#d9d5cc')
    wall_back(-2.0, 2.0, 1.0, 2.6, wall)
    window_left(-2.0, -1.2, 0.3, 1.0, 2.1, -2.6, 1.0, 2.6, wall)
    wall_side(2.0, -2.6, 1.0, 2.6, wall)
    ceiling(-2.0, 2.0, -2.6, 1.0, 2.6)
    near = 0.34
    place(Piece('washer-front', (0.597, 0.848, 0.62), 'white'), -0.62, near + 0.3)
    place(Piece('dryer', (0.597, 0.848, 0.64), 'white'), 0.0, near + 0.3)
    cabinet(0.34, 1.98, near, 1.0, 0.1, 0.87, fronts, doors=3)
    cabinet(-1.98, -0.96, near, 1.0, 0.1, 0.87, fronts, doors=2)
    box(-1.98, 1.98, near + 0.07, 1.0, 0, 0.1, mt.plain('#2b2b2a', 0.6), bevel=0)
    slab(-1.99, 1.99, near - 0.02, 1.0, 0.87, 0.91, 0.004, mt.finish('oak', 'x'), bevel=0.003)
    splashback(-1.99, 1.99, 1.0, 0.91, 1.45, '#f2f1ec', 0.1, 0.1)
    cabinet(-0.95, 1.98, 0.66, 1.0, 1.5, 2.2, fronts, doors=4)
    box(-1.98, -0.98, 0.72, 1.0, 1.56, 1.59, mt.finish('oak', 'x'))
    slab(0.75, 1.35, 0.46, 0.86, 0.905, 0.916, 0.02, mt.plain('#f3f3f1', 0.2, coat=0.4))
    slab(0.78, 1.32, 0.49, 0.83, 0.908, 0.918, 0.02, mt.plain('#c9ccca', 0.3))
    place(Piece('tap', (0.05, 0.34, 0.22), 'brass', spout='gooseneck'), 1.05, 0.86, 0.91)
    place(Piece('iron', (0.3, 0.15, 0.12), 'navy'), -1.35, 0.62, 0.91, 20)
    for i in range(4):
        cushion((-0.35, 0.62, 0.945 + 0.055 * i), (0.42 - 0.02 * i, 0.3, 0.06), mt.cloth(('white', 'sage', 'linen', 'white')[i]), square=0.3)
    box(-1.8, -1.4, 0.74, 0.96, 1.59, 1.8, mt.finish('rattan'), bevel=0.02)
    vase(-1.2, 0.85, 1.59, 0.2)
    box(-1.75, -1.35, -0.5, -0.15, 0, 0.5, mt.finish('rattan'), bevel=0.05)
    cushion((-1.55, -0.32, 0.5), (0.34, 0.3, 0.16), mt.cloth('linen'), square=0.6, dents=0.06)
    place(Piece('vacuum-stick', (0.25, 1.2, 0.22), 'grey'), 1.72, -0.1, 0, -30)
    daylight(0.38)
    area((0.2, -2.2, 2.55), (0, 0.5, -1), 2.6, 1.4, 26)
    camera((0.35, -3.7, 1.3), (0.05, 1.0, 1.05), lens=28)


def patio():
    for i in range(39):
        y = -3.2 + 0.14 * i
        box(-6, 6, y + 0.003, y + 0.137, -0.03, 0, mt.finish('ash', 'x'), bevel=0.003)
    sky = box(-30, 30, 24, 24.1, -2, 20, mt.glow('#bcd9f2', 1.15), bevel=0)
    sky.visible_diffuse = sky.visible_glossy = sky.visible_shadow = False
    # A screen of slats instead of a garden: leaves by the thousand cost more than the whole room.
    box(-6, 6, 2.02, 2.06, 0, 2.28, mt.plain('#2b2723', 0.9), bevel=0)
    for i in range(104):
        x = -6 + 0.115 * i
        box(x, x + 0.092, 1.94, 2.0, 0.04, 2.28, mt.finish('oak', 'z'), bevel=0.002)
    box(-6, 6, 1.9, 2.08, 2.28, 2.34, mt.finish('oak', 'x'), bevel=0.004)
    # The beams of a pergola throw stripes over the boards.
    for i in range(9):
        x = -3.6 + 0.9 * i
        box(x - 0.035, x + 0.035, -4.4, 1.9, 2.62, 2.78, mt.finish('matte-black', 'y'), bevel=0.003)
    for x in (-3.4, 3.4):
        box(x - 0.06, x + 0.06, 1.7, 1.82, 0, 2.62, mt.finish('matte-black', 'z'), bevel=0.003)
    box(-3.7, 3.7, 1.68, 1.84, 2.5, 2.66, mt.finish('matte-black', 'x'), bevel=0.003)
    place(Piece('outdoor-lounge', (2.1, 0.72, 0.85), 'oak', 'sage', seats=3), -1.5, 1.0)
    place(Piece('outdoor-table', (1.7, 0.74, 0.9), 'oak', shape='rectangular'), 1.5, -0.5)
    for x in (1.05, 1.95):
        place(Piece('dining-chair', (0.48, 0.8, 0.5), 'oak', 'black', arms='no', seat='timber'), x, 0.15)
        place(Piece('dining-chair', (0.48, 0.8, 0.5), 'oak', 'black', arms='no', seat='timber'), x, -1.15, 0, 180)
    place(Piece('barbecue', (1.35, 1.15, 0.6), 'stainless', burners=4, lid='yes'), 1.6, 1.4)
    place(Piece('coffee-table', (0.9, 0.36, 0.6), 'ash', 'black', shape='rectangular'), -1.5, -0.1)
    vase(-1.5, -0.1, 0.36, 0.2)
    plant(-2.95, 1.35, 0, 2.0, '#b07a5a')
    plant(0.3, 1.5, 0, 1.2, '#8d8a84')
    plant(3.0, 1.3, 0, 1.9, '#b07a5a')
    daylight(0.62, (0.8, 0.9, 1.0))
    area((-4.5, -2.5, 5.5), (0.75, 0.5, -1), 0.7, 0.7, 900, (1.0, 0.92, 0.8))
    camera((0.2, -5.0, 1.55), (0.0, 1.9, 0.95), lens=27)


def showroom():
    tiles(-4.2, 4.2, -3.6, 2.0, '#cfccc6', 0.9, 0.25)
    wall_back(-4.2, 4.2, 2.0, 3.2, '#e9e6e0')
    wall_side(4.2, -3.6, 2.0, 3.2, '#dedad2')
    wall_side(-4.2, -3.6, 2.0, 3.2, '#dedad2', -0.1)
    ceiling(-4.2, 4.2, -3.6, 2.0, 3.2)
    box(-4.1, 4.1, 1.0, 2.0, 0, 0.12, mt.finish('oak', 'x'), bevel=0.004)
    fridges = (
        Piece('fridge-french-door', (0.91, 1.78, 0.74), 'stainless', doors=4, handles='bar', icemaker='yes'),
        Piece('fridge-side-by-side', (0.9, 1.78, 0.7), 'dark-stainless', handles='bar', icemaker='yes'),
        Piece('fridge-french-door', (0.8, 1.75, 0.7), 'white', doors=3, handles='recessed'),
        Piece('fridge-bottom-mount', (0.7, 1.72, 0.68), 'black', handles='recessed'),
        Piece('wine-fridge', (0.595, 1.5, 0.6), 'glass-black', shelves=10, handles='bar'),
    )
    x = -2.35
    for fridge in fridges:
        place(fridge, x, 1.55, 0.12)
        x += 1.15
    for i, kind in enumerate(('washer-front', 'dryer', 'washer-front')):
        place(Piece(kind, (0.597, 0.848, 0.62), ('white', 'white', 'dark-stainless')[i]), -3.35 + 0.68 * i, -0.55, 0.1, 18)
    slab(-3.85, -1.45, -1.0, -0.1, 0, 0.1, 0.05, mt.plain('#f2f0ec', 0.4), bevel=0.006)
    place(Piece('oven-freestanding', (0.9, 0.92, 0.6), 'sage', burners=5, handles='bar'), 2.3, -0.45, 0.1, -22)
    place(Piece('dishwasher', (0.598, 0.845, 0.6), 'stainless', handles='bar'), 3.25, -0.6, 0.1, -22)
    slab(1.65, 3.8, -1.0, -0.1, 0, 0.1, 0.05, mt.plain('#f2f0ec', 0.4), bevel=0.006)
    for i in range(5):
        a = -3.2 + 1.6 * i
        rod((a, -0.2, 3.15), (a, -0.2, 2.75), 0.035, mt.finish('matte-black', 'z'))
        area((a, -0.4, 2.7), (0, 0.45, -1), 0.4, 0.4, 26, (1.0, 0.95, 0.88))
    plant(3.75, 1.0, 0, 1.6)
    plant(-3.75, 1.0, 0, 1.6)
    daylight(0.32, (1, 1, 1))
    area((0, -2.8, 3.1), (0, 0.5, -1), 5, 1.5, 70)
    camera((0.1, -5.4, 1.5), (0.0, 2.0, 1.12), lens=27)


rooms = {'laundry': laundry, 'patio': patio, 'showroom': showroom}
