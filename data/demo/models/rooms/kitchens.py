"""Two kitchens: light with a stainless fridge, dark with walnut."""
import materials as mt
from parts import box, slab
from rooms.kit import Piece, area, boards, cabinet, camera, ceiling, daylight, hang, place, plant, splashback, vase, wall_back, wall_side, window_left

DEPTH = 0.6
BENCH = 0.9


def _kitchen(fronts, bench, tile, wall, floor, appliance, island_finish):
    boards(-2.6, 2.8, -3.2, 1.0, floor)
    wall_back(-2.6, 2.8, 1.0, 2.7, wall)
    window_left(-2.6, -1.6, 0.3, 0.95, 2.2, -3.2, 1.0, 2.7, wall)
    wall_side(2.8, -3.2, 1.0, 2.7, wall)
    ceiling(-2.6, 2.8, -3.2, 1.0, 2.7)
    near, back = 1.0 - DEPTH - 0.02, 1.0
    # Fridge in its niche on the right, then the run with dishwasher, oven and sink.
    cabinet(1.98, 2.78, near, back, 1.88, 2.4, fronts, doors=2)
    box(1.94, 1.98, near, back, 0, 2.4, fronts, bevel=0.002)
    place(Piece('fridge-french-door', (0.9, 1.78, 0.74), appliance, doors=4, handles='bar'), 2.44, 0.6)
    box(-2.55, 1.94, near + 0.06, back, 0, 0.1, mt.plain('#2b2b2a', 0.6), bevel=0)
    cabinet(-2.55, -1.75, near, back, 0.1, 0.86, fronts, doors=2)
    place(Piece('dishwasher', (0.598, 0.82, 0.57), appliance, handles='bar'), -1.44, near + 0.285)
    cabinet(-1.13, -0.33, near, back, 0.1, 0.86, fronts, doors=1, drawers=3)
    place(Piece('oven', (0.594, 0.6, 0.55), appliance, handles='bar', shelves=2), 0.0, near + 0.285, 0.2)
    cabinet(-0.31, 0.31, near, back, 0.1, 0.2, fronts, doors=1)
    cabinet(0.33, 1.94, near, back, 0.1, 0.86, fronts, doors=2, drawers=3)
    slab(-2.58, 1.96, near - 0.02, back, 0.86, BENCH, 0.004, bench, bevel=0.003)
    place(Piece('cooktop-induction', (0.595, 0.052, 0.52), 'glass-black', zones=4), 0.0, near + 0.31, BENCH - 0.044)
    splashback(-2.58, 1.94, back, BENCH, 1.46, tile)
    place(Piece('rangehood-canopy', (0.6, 0.85, 0.48), appliance), 0.0, back - 0.25, 1.6)
    box(-2.55, -0.45, 0.72, back, 1.62, 1.65, mt.finish(island_finish, 'x'), bevel=0.002)
    cabinet(0.4, 1.94, 0.65, back, 1.5, 2.4, fronts, doors=2)
    vase(-2.2, 0.84, 1.65, 0.2)
    for i in range(5):
        slab(-1.6 + 0.11 * i, -1.52 + 0.11 * i, 0.8, 0.88, 1.65, 1.76, 0.03, mt.plain(('#e9e4da', '#c9b59a', '#8b9a93', '#e9e4da', '#a8573f')[i], 0.4))
    place(Piece('tap', (0.05, 0.38, 0.24), 'matte-black' if island_finish == 'walnut' else 'chrome', spout='gooseneck'), -1.44, back - 0.16, BENCH)
    place(Piece('kettle', (0.22, 0.25, 0.16), 'sage' if island_finish == 'oak' else 'black'), 1.55, 0.72, BENCH, 20)
    place(Piece('toaster', (0.3, 0.2, 0.18), 'cream' if island_finish == 'oak' else 'stainless', slices=2), 1.08, 0.75, BENCH, -6)
    place(Piece('coffee-machine', (0.3, 0.38, 0.33), 'stainless'), -0.72, 0.74, BENCH)
    _island(island_finish, bench)
    plant(-2.25, -1.9, 0, 1.3)
    daylight(0.36)
    area((0.2, -2.6, 2.9), (0, 0.5, -1), 3.2, 1.6, 40)
    camera((0.35, -4.6, 1.42), (0.1, 1.0, 1.2), lens=27)


def _island(finish, bench):
    x0, x1, y0, y1 = -1.3, 1.0, -1.5, -0.7
    box(x0, x1, y0 + 0.25, y1, 0, BENCH - 0.04, mt.finish(finish, 'z'), bevel=0.002)
    slab(x0 - 0.03, x1 + 0.03, y0, y1 + 0.03, BENCH - 0.04, BENCH, 0.004, bench, bevel=0.003)
    for x in (-0.8, 0.0, 0.7):
        place(Piece('bar-stool', (0.42, 0.66 if finish == 'oak' else 0.9, 0.42), 'linen', 'black', back='no' if finish == 'oak' else 'yes'), x, y0 - 0.14, 0, 180 if finish != 'oak' else 8)
    for x in (-0.75, 0.45):
        hang(Piece('pendant-lamp', (0.34, 0.3, 0.34), 'rattan' if finish == 'oak' else 'black', 'brass'), x, -1.1, 1.75, 2.7)
    place(Piece('stand-mixer', (0.36, 0.36, 0.23), 'red' if finish == 'oak' else 'cream'), -0.95, -1.0, BENCH, 24)
    vase(0.75, -1.05, BENCH, 0.22, '#cfd6cf')


def kitchen():
    _kitchen(mt.plain('#eceae4', 0.4), mt.finish('marble'), '#f2f1ec', '#efece5', 'oak', 'stainless', 'oak')


def kitchen_dark():
    _kitchen(mt.plain('#2f3a37', 0.45), mt.plain('#d8d4cb', 0.3), '#cfd4cd', '#e6e1d7', 'walnut', 'dark-stainless', 'walnut')


rooms = {'kitchen': kitchen, 'kitchen-dark': kitchen_dark}
