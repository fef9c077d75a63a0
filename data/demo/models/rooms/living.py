"""Living room, dining room, bedroom and study."""
import materials as mt
from parts import box
from rooms.kit import Piece, area, boards, books, camera, ceiling, curtain, daylight, hang, picture_frame, place, plant, vase, wall_back, wall_side, window_left


def _shell(wall, floor, depth=4.4, width=5.6, height=2.7):
    x0, x1 = -width / 2, width / 2
    boards(x0, x1, 1.6 - depth, 1.6, floor)
    wall_back(x0, x1, 1.6, height, wall)
    window_left(x0, -1.3, 0.9, 0.25 if height > 2.6 else 0.9, 2.3, 1.6 - depth, 1.6, height, wall)
    wall_side(x1, 1.6 - depth, 1.6, height, wall)
    ceiling(x0, x1, 1.6 - depth, 1.6, height)
    for a, b in ((-1.75, -1.3), (0.9, 1.35)):
        curtain(x0 + 0.02, a, b, 0.02, 2.42, 'linen')
    daylight(0.36)
    area((0.6, -2.4, 2.9), (0, 0.5, -1), 3.0, 1.6, 30)


def living_room():
    _shell('#e9e4da', 'oak')
    place(Piece('rug', (2.9, 0.014, 2.0), 'cream', 'clay', pattern='border'), 0.1, -0.2)
    place(Piece('sofa', (2.25, 0.8, 0.95), 'forest', 'oak', seats=3, arms='track', legs='timber'), 0.1, 0.95)
    place(Piece('armchair', (0.8, 0.8, 0.84), 'clay', 'walnut', base='legs'), 2.0, -0.2, 0, -62)
    place(Piece('coffee-table', (1.05, 0.4, 0.6), 'oak', 'black', shape='oval'), 0.1, -0.2, 0.014)
    place(Piece('side-table', (0.42, 0.55, 0.42), 'black', 'oak', shape='round'), -1.4, 0.95)
    place(Piece('table-lamp', (0.28, 0.46, 0.28), 'sage', 'linen'), -1.4, 0.95, 0.55)
    place(Piece('floor-lamp', (0.45, 1.6, 0.45), 'black', 'white', shape='straight'), 1.75, 1.1)
    picture_frame(-0.5, 1.6, 1.65, 0.7, 0.95, ('#c98a5f', '#7d8f7a', '#d9c7a6'))
    picture_frame(0.55, 1.6, 1.65, 0.7, 0.95, ('#53606b', '#c9b59a', '#a8573f'))
    books(0.25, -0.22, 0.414)
    vase(-0.15, -0.15, 0.414, 0.2)
    plant(2.35, 1.15, 0, 1.5)
    camera((-0.15, -4.3, 1.3), (0.15, 1.6, 0.98), lens=29)


def media_room():
    _shell('#d9d6cf', 'walnut')
    place(Piece('tv-unit', (2.0, 0.5, 0.42), 'walnut', 'brass', doors=2, drawers=2), 0, 1.36)
    place(Piece('television', (1.45, 0.83, 0.06), 'black'), 0, 1.38, 0.5)
    place(Piece('soundbar', (0.95, 0.064, 0.11), 'black'), 0, 1.22, 0.5)
    place(Piece('bookcase', (0.8, 1.9, 0.32), 'walnut', shelves=4), 2.05, 1.42)
    place(Piece('rug', (2.6, 0.014, 1.8), 'sand', 'cream', pattern='plain'), 0, -0.3)
    place(Piece('sofa-chaise', (2.7, 0.82, 1.6), 'charcoal', 'black', seats=3, legs='metal', side='right'), -0.35, -1.75, 0, 180)
    place(Piece('armchair', (0.8, 0.8, 0.84), 'leather-tan', 'oak', base='legs'), 1.9, -0.2, 0, -75)
    place(Piece('floor-lamp', (0.9, 1.6, 0.4), 'black', 'black', shape='arc'), -1.9, 0.9)
    plant(-1.5, 1.3, 0, 1.0)
    camera((1.2, -4.5, 1.62), (0.15, 1.6, 0.85), lens=28)


def dining_room():
    _shell('#e6dfd2', 'oak')
    place(Piece('rug', (3.0, 0.012, 2.0), 'linen', 'cream', pattern='plain'), 0, -0.2)
    place(Piece('dining-table', (2.0, 0.75, 0.95), 'walnut', 'black', shape='rectangular', legs='four'), 0, -0.2)
    for x in (-0.6, 0.0, 0.6):
        place(Piece('dining-chair', (0.48, 0.82, 0.52), 'walnut', 'black', arms='no', seat='timber'), x, 0.42, 0, 0)
        place(Piece('dining-chair', (0.48, 0.82, 0.52), 'walnut', 'black', arms='no', seat='timber'), x, -0.82, 0, 180)
    for x in (-0.5, 0.5):
        hang(Piece('pendant-lamp', (0.42, 0.36, 0.42), 'clay', 'brass'), x, -0.2, 1.6, 2.7)
    place(Piece('sideboard', (1.8, 0.8, 0.45), 'sage', 'brass', doors=4, drawers=0), 0.2, 1.34)
    place(Piece('mirror', (0.85, 0.85, 0.03), 'brass', shape='round'), 0.2, 1.58, 1.2)
    place(Piece('table-lamp', (0.26, 0.44, 0.26), 'brass', 'linen'), -0.45, 1.34, 0.8)
    vase(0.0, -0.2, 0.75, 0.26)
    plant(2.25, 1.1, 0, 1.5)
    camera((1.0, -4.4, 1.45), (0.05, 1.6, 0.95), lens=28)


def bedroom():
    _shell('#dcdcd4', 'oak')
    place(Piece('rug', (2.6, 0.014, 1.7), 'cream', 'linen', pattern='plain'), 0, -0.4)
    place(Piece('bed', (1.66, 1.1, 2.1), 'linen', 'oak', head='padded'), 0, 0.5)
    for x in (-1.2, 1.2):
        place(Piece('bedside-table', (0.46, 0.52, 0.38), 'oak', 'black', drawers=2), x, 1.36)
        place(Piece('table-lamp', (0.24, 0.4, 0.24), 'white', 'linen'), x, 1.36, 0.52)
    place(Piece('wardrobe', (1.0, 2.1, 0.58), 'oak', 'black', doors=2, drawers=2), 2.2, 1.28)
    place(Piece('bench', (1.25, 0.46, 0.4), 'clay', 'black', seat='padded'), 0, -0.82)
    picture_frame(0, 1.6, 1.75, 0.9, 0.6, ('#b9c2b4', '#d7b59a', '#8f9f9a'))
    plant(-2.2, 1.15, 0, 1.2)
    camera((0.75, -4.2, 1.5), (0.1, 1.6, 0.82), lens=28)


def study():
    _shell('#e8e6e0', 'oak')
    place(Piece('rug', (2.2, 0.012, 1.5), 'forest', 'cream', pattern='border'), 0, 0.1)
    place(Piece('desk', (1.5, 0.74, 0.7), 'walnut', 'white', drawers=0, legs='column'), 0, 1.1)
    place(Piece('office-chair', (0.66, 1.2, 0.66), 'charcoal', 'black', arms='yes', headrest='yes'), -0.05, 0.4, 0, 205)
    place(Piece('bookcase', (0.9, 1.95, 0.32), 'walnut', shelves=4), 1.75, 1.42)
    place(Piece('table-lamp', (0.24, 0.42, 0.24), 'black', 'white'), 0.55, 1.2, 0.74)
    place(Piece('speaker', (0.16, 0.21, 0.16), 'sage'), -0.6, 1.25, 0.74)
    books(0.2, 1.1, 0.74)
    box(-0.35, 0.05, 1.0, 1.26, 0.74, 0.756, mt.plain('#b9bcbf', 0.3, 0.8), bevel=0.004)
    box(-0.35, 0.05, 1.255, 1.27, 0.75, 1.01, mt.plain('#1a1b1d', 0.2, coat=0.5), bevel=0.004)
    picture_frame(-0.6, 1.6, 1.75, 0.6, 0.8, ('#a8573f', '#d9c7a6', '#53606b'))
    place(Piece('armchair', (0.78, 0.8, 0.82), 'navy', 'oak', base='rocking'), -1.75, 0.3, 0, 50)
    plant(-2.2, 1.2, 0, 1.3)
    camera((0.6, -3.9, 1.45), (0.05, 1.6, 0.95), lens=28)


rooms = {
    'living-room': living_room,
    'media-room': media_room,
    'dining-room': dining_room,
    'bedroom': bedroom,
    'study': study,
}
