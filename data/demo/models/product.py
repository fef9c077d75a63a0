"""The product as its builder sees it."""


class Product:
    """What a builder reads: metres, finishes and the options of the drawing."""

    def __init__(self, job):
        self.kind = job['kind']
        self.finish = job['finish']
        self.accent = job['accent']
        self.maker = job.get('maker')
        self.options = job['options']
        self.w, self.h, self.d = (job[side] / 1000 for side in ('widthMm', 'heightMm', 'depthMm'))
        self.open = job['view'] == 'open'

    def text(self, name, default=''):
        return str(self.options.get(name, default))

    def number(self, name, default):
        return int(float(self.options.get(name, default)))

    def has(self, name):
        return self.text(name) not in ('', 'no', '0')
